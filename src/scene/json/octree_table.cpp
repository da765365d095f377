#include "scene/json/kind_tables.h"
#include "scene/json/scene_table.h"
#include "scene/rules/value_rules.h"
#include "sinew/base/error.h"
#include "sinew/octree/octree_body.h"
#include "sinew/scene/rules/choice_rules.h"
#include "sinew/scene/rules/list_rules.h"
#include "sinew/scene/rules/object_rule.h"

namespace sinew {

namespace {

// What the struct says of itself, with its place in the scene.
void check_adaptivity(OctreeAdaptivity& adaptivity, const Node&, const Place& place) {
  try {
    require_valid(adaptivity);
  } catch (const Error& error) {
    place.refuse(error.problem(), error.hint());
  }
}

RulePtr<OctreeAdaptivity> adaptivity_rule() {
  using A = OctreeAdaptivity;
  return done(
      object<A>("adaptive cells",
                "How the cells of an octree are split where it deforms, and merged where it rests.")
          .key("oracle", &A::oracle, choice_of<OctreeOracle>(kOctreeOracleNames),
               "what is measured; strain: lengths, the jump of strain times the side of a cell, and how far "
               "what is "
               "merged would move; energy: that of cells, as [Seiler11] does")
          .key("split_above", &A::split_above, positive(),
               "a cell is split above it; strain: a part of the body's longest side; energy: J")
          .key("merge_below", &A::merge_below, not_negative(),
               "eight cells are merged below it, in the same unit")
          .key("every", &A::every, whole(1, 1000), "how many steps pass between two changes")
          .key("wait", &A::wait, whole(1, 1000),
               "for how many changes eight cells must be ready to be merged")
          .key(
              "cells", &A::most_cells, whole(0, 100'000'000),
              "cells are split up to this number, and beyond it only at cuts and under tools; 0: without end")
          .key("tool_level", &A::tool_level, whole(0, 3),
               "how often the finest cells double in size where a moving tool or obstacle is near, at most")
          .key("restricted", &A::restricted, flag(),
               "whether cells that touch differ by one level at most; if not there are fewer, but they are "
               "solved "
               "by conjugate gradients alone")
          .last(check_adaptivity));
}

}  // namespace

ObjectRule<OctreeBodyDescription> octree_keys() {
  using D = OctreeBodyDescription;
  return object<D>(std::string(D::kType), "cubes, which can be cut")
      .key("cells", &D::cells, whole(1, 4096), "of an octree: the finest along the longest side of its box")
      .key("cell_size", &D::cell_size, optional(positive_length()),
           "of an octree: the side of the finest, in place of `cells`")
      .key("interior", &D::interior, whole(0, 3),
           "of an octree: how often the finest cells double in size from the boundary inwards, at most")
      .key("surface", &D::surface, optional(choice_of<OctreeSurface>(kOctreeSurfaceNames)),
           "of an octree: what is seen; own: the surface it was made from, split along the cuts, with "
           "its holes closed; smooth: a surface along the boundary and the cuts, made from the cells; "
           "cells: the faces of the cells")
      .otherwise("`\"own\"` where the mesh is a closed surface, `\"smooth\"` else")
      .key("adaptive", &D::adaptive, optional(adaptivity_rule()),
           "of an octree: cells may be large at the boundary too, and follow the deformation")
      .otherwise("cells change with cuts alone");
}

void check_octree_body(BodyDescription& body, const Node& object, const Place& place) {
  const auto& octree = std::get<OctreeBodyDescription>(body.kind);
  if (body.params.strain == Strain::kGreen) {
    refuse_or_pass_over(object, place.of("strain", object), "there is no green strain for an octree",
                        "take \"corotated\"", "\"corotated\" is taken");
    body.params.strain = Strain::kCorotated;
  }
  if (object.find("mass") != nullptr && !body.params.lumped_mass)
    refuse_or_pass_over(object, place.of("mass", object), "the mass of an octree is lumped", "leave it out",
                        "the key is passed over");
  const Node* solver = object.find("solver");
  if (solver != nullptr && solver->find("precision") != nullptr)
    refuse_or_pass_over(object, place.of("solver", object).of("precision", *solver),
                        "an octree is solved in mixed precision", "leave it out", "the key is passed over");
  if (std::holds_alternative<RectangleMeshDescription>(body.mesh))
    place.of("mesh", object).refuse("a rectangle has no inside", "an octree needs one");
  const bool box = std::holds_alternative<BoxMeshDescription>(body.mesh);
  for (const char* key : {"cells", "cell_size"})
    if (box && object.find(key) != nullptr)
      place.of(key, object).refuse("a box has its cells already", "say \"cells\" in the box");
  if (object.find("cells") != nullptr && octree.cell_size)
    place.of("cell_size", object).refuse("there are \"cells\" already", "choose one of them");
  if (octree.adaptive && octree.surface == OctreeSurface::kCells)
    place.of("surface", object)
        .refuse("the faces of cells that adapt are no closed surface", "take \"smooth\" or \"own\"");
  if (box && octree.surface == OctreeSurface::kOwn)
    place.of("surface", object).refuse("a box of cells has no surface of its own", "take \"smooth\"");
}

}  // namespace sinew
