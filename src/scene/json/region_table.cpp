#include "scene/json/scene_table.h"
#include "scene/rules/value_rules.h"
#include "sinew/scene/rules/choice_rules.h"
#include "sinew/scene/rules/list_rules.h"
#include "sinew/scene/rules/object_rule.h"

namespace sinew {

namespace {

// A region within a region: looked up when it is used, since the table of regions holds itself.
class InnerRegionRule : public RuleOf<RegionDescription> {
 public:
  bool suits(const Node& node) const override { return region_rule()->suits(node); }
  void read(const Node& node, const Place& place, RegionDescription& value) const override {
    region_rule()->read(node, place, value);
  }
  const Rule* member(std::string_view key) const override { return region_rule()->member(key); }
  std::vector<std::string> keys() const override { return region_rule()->keys(); }

 protected:
  std::string own_words(bool links) const override { return region_rule()->mention(links); }
  Json own_schema(Json& definitions) const override { return region_rule()->schema(definitions); }
};

// Two opposite corners.
class CornersRule : public RuleOf<BoxRegionDescription> {
 public:
  bool suits(const Node& node) const override { return corners_->suits(node); }
  void read(const Node& node, const Place& place, BoxRegionDescription& value) const override {
    std::array<Vec3, 2> corners;
    corners_->read(node, place, corners);
    value = {corners[0], corners[1]};
    for (int axis = 0; axis < 3; ++axis)
      if (value.lower[axis] > value.upper[axis])
        place.refuse("the lower corner is above the upper", "give the corner with the smaller numbers first");
  }
  const Rule* item() const override { return corners_->item(); }

 protected:
  std::string own_words(bool) const override {
    return "a list of 2 corners, the lower and the upper, each a list of 3 numbers, in the scene's unit";
  }
  Json own_schema(Json& definitions) const override { return corners_->schema(definitions); }

 private:
  RulePtr<std::array<Vec3, 2>> corners_ = list_of<2>(vector_of(length()));
};

RulePtr<SphereRegionDescription> sphere_rule() {
  using R = SphereRegionDescription;
  return done(object<R>("sphere", "A ball.")
                  .key("centre", &R::centre, vector_of(length()), "its centre")
                  .required()
                  .key("radius", &R::radius, positive_length(), "its radius")
                  .required());
}

RulePtr<HalfSpaceDescription> half_space_rule() {
  using R = HalfSpaceDescription;
  return done(object<R>("half space", "One side of a plane.")
                  .key("point", &R::point, vector_of(length()), "any point of the plane")
                  .required()
                  .key("normal", &R::normal, direction(), "points from the plane to the side that is meant")
                  .required());
}

RulePtr<NearRegionDescription> near_rule() {
  using R = NearRegionDescription;
  return done(object<R>("nearness", "What is inside a closed surface or near it.")
                  .key("surface", &R::surface, surface_rule(), "the surface")
                  .required()
                  .key("place", &R::place, place_rule(), "where the surface is put")
                  .key("distance", &R::distance, length(),
                       "from the surface; 0: its inside, less than 0: so deep inside at least"));
}

RulePtr<AnyRegionDescription> any_rule() {
  using R = AnyRegionDescription;
  return held<R>(list<RegionDescription>(make_rule<InnerRegionRule>(), 1));
}

RulePtr<NotRegionDescription> not_rule() {
  using R = NotRegionDescription;
  return held<R>(held<std::vector<RegionDescription>>(RulePtr<RegionDescription>(new InnerRegionRule)));
}

}  // namespace

RulePtr<BoxRegionDescription> corners_rule() { return make_rule<CornersRule>(); }

RulePtr<RegionDescription> region_rule() {
  static const RulePtr<RegionDescription> rule = one_of<RegionDescription>(
      "region", "A part of space, which chooses what lies in it at rest, after placing.",
      literal("all", EverywhereDescription{}), keyed("box", corners_rule()), keyed("sphere", sphere_rule()),
      keyed("half_space", half_space_rule()), keyed("near", near_rule()), keyed("any", any_rule()),
      keyed("not", not_rule()));
  return rule;
}

}  // namespace sinew
