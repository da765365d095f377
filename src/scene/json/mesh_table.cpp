#include <fmt/format.h>

#include "scene/json/scene_table.h"
#include "scene/rules/value_rules.h"
#include "sinew/base/error.h"
#include "sinew/scene/rules/choice_rules.h"
#include "sinew/scene/rules/list_rules.h"
#include "sinew/scene/rules/object_rule.h"
#include "sinew/shape/models.h"

namespace sinew {

namespace {

RulePtr<MeshFileDescription> mesh_file_rule() {
  using M = MeshFileDescription;
  return done(object<M>("mesh file", "A surface or a volume, of any format that sinew reads.")
                  .told_by("file")
                  .shorthand("file")
                  .first([](M& mesh, const Node&, const Place& place) {
                    mesh.metres_per_unit = place.source().metres_per_unit;
                  })
                  .key("file", &M::file, file("a mesh file, relative to the scene"), "where it is")
                  .required()
                  .key("unit", &M::metres_per_unit, unit_rule(), "of its coordinates")
                  .otherwise("the scene's"));
}

RulePtr<std::string> model_name_rule() {
  std::vector<std::pair<std::string, std::string>> names;
  for (const ModelInfo& info : model_list()) names.emplace_back(info.name, info.name);
  return choice<std::string>(names);
}

void check_model(ModelDescription& model, const Node& object, const Place& place) {
  try {
    require_model(model.model, model.triangles, model.parameters);
  } catch (const Error& error) {
    place.of(model.parameters.empty() ? "triangles" : "parameters", object).refuse(error.what());
  }
}

RulePtr<ModelDescription> model_rule() {
  using M = ModelDescription;
  return done(object<M>("model", "A procedural model, in metres whatever the scene's unit, with y up.")
                  .told_by("model")
                  .key("model", &M::model, model_name_rule(), "which one: `sinew model` lists them")
                  .required()
                  .key("triangles", &M::triangles, whole(1), "about how many triangles its surface has")
                  .otherwise("the model's own")
                  .key("parameters", &M::parameters, numbers_by_name(),
                       "what to change: `sinew model NAME` lists them")
                  .last(check_model));
}

RulePtr<BoxMeshDescription> box_mesh_rule() {
  using M = BoxMeshDescription;
  return done(object<M>("box mesh", "Bricks of six tetrahedra each, from the origin up.")
                  .key("size", &M::size, vector_of(positive_length()), "along x, y and z")
                  .required()
                  .key("cells", &M::cells, list_of<3>(whole(1, 4096)), "bricks along x, y and z")
                  .required());
}

RulePtr<RectangleMeshDescription> rectangle_mesh_rule() {
  using M = RectangleMeshDescription;
  return done(
      object<M>("rectangle mesh",
                "A level sheet from the origin: along x and z where y is up, x and y where z is.")
          .key("size", &M::size, list_of<2>(positive_length()), "its sides")
          .required()
          .key("cells", &M::cells, list_of<2>(whole(1, 32768)), "cells along them, two triangles each")
          .required());
}

}  // namespace

RulePtr<MeshDescription> mesh_rule() {
  return one_of<MeshDescription>("mesh",
                                 "A closed surface is filled with elements; a volume of tetrahedra is taken "
                                 "as it is, by an octree as what "
                                 "its boundary holds.",
                                 mesh_file_rule(), model_rule(), keyed("box", box_mesh_rule()),
                                 keyed("rectangle", rectangle_mesh_rule()));
}

RulePtr<SurfaceDescription> surface_rule() {
  return one_of<SurfaceDescription>("surface", "A closed surface.", mesh_file_rule(), model_rule());
}

RulePtr<TurnDescription> turn_rule() {
  using T = TurnDescription;
  return done(object<T>("turn", "A turn about an axis through the origin.")
                  .key("axis", &T::axis, direction(), "what it turns about")
                  .key("degrees", &T::degrees, number("degrees"), "how far, right-handed about the axis")
                  .required());
}

RulePtr<PlaceDescription> place_rule() {
  using P = PlaceDescription;
  return done(object<P>("place", "Scaled first, then turned, then moved.")
                  .key("scale", &P::scale, positive(), "how many times as large")
                  .key("turn", &P::turn, turn_rule(), "about the origin")
                  .key("move", &P::move, vector_of(length()), "how far"));
}

}  // namespace sinew
