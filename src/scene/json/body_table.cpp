#include <fmt/format.h>

#include "base/log.h"
#include "scene/json/choice_rules.h"
#include "scene/json/list_rules.h"
#include "scene/json/object_rule.h"
#include "scene/json/scene_table.h"
#include "scene/json/value_rules.h"

namespace sinew {

namespace {

RulePtr<Damping> damping_rule() {
  using D = Damping;
  return done(object<D>("damping",
                        "A damping matrix of alpha M + beta K; for green strain K resists growing strain "
                        "alone, and no turn.")
                  .key("mass", &D::mass, not_negative("1/s"), "alpha: slows every motion, as in a fluid")
                  .key("stiffness", &D::stiffness, not_negative("s"), "beta: slows deformation alone"));
}

RulePtr<SheetDescription> sheet_rule() {
  using D = SheetDescription;
  return done(object<D>("sheet", "Makes the body a sheet of the mesh's triangles, cloth for example.")
                  .key("thickness", &D::thickness, positive_length(), "how thick it is")
                  .required()
                  .key("bending", &D::bending, not_negative(),
                       "resistance to bending, in that of a plate of the material; 0: none"));
}

RulePtr<ElasticParams> solver_rule() {
  using P = ElasticParams;
  const auto of_solver = [](auto member) {
    return [member](P & params) -> auto& { return params.solver.*member; };
  };
  return done(
      object<P>("solver", "How the equations of a step are solved.")
          .key("method", of_solver(&SolverParams::method), choice_of<SolverMethod>(kSolverMethodNames),
               "multigrid: V-cycles; multigrid-cg: conjugate gradients with a V-cycle before each iteration; "
               "cg: conjugate gradients with the diagonal; cholesky: directly")
          .key("cycles", of_solver(&SolverParams::cycles), whole(0),
               "exactly so many cycles or iterations for each system; 0: until the tolerance is met")
          .key("tolerance", of_solver(&SolverParams::tolerance), within({0, 1, true, true}),
               "of the residual, over that of the first guess")
          .key("max_iterations", of_solver(&SolverParams::max_iterations), whole(1),
               "where to stop if the tolerance is not met")
          .key("sweeps_before", of_solver(&SolverParams::sweeps_before), whole(1, 100),
               "of the smoother, on the way to the coarse levels")
          .key("sweeps_after", of_solver(&SolverParams::sweeps_after), whole(0, 100), "on the way back")
          .key("relaxation", of_solver(&SolverParams::relaxation), within({0, 2, false, true}),
               "of the smoother; 1: Gauss-Seidel; 0: what is best for the method")
          .key("precision", &P::precision, optional(choice_of<Precision>(kPrecisionNames)), "of the matrices")
          .otherwise(
              "`\"single\"`, `\"double\"` where moduli are more than a hundredfold apart or steps very short")
          .key("newton_iterations", &P::newton_iterations, whole(0),
               "of the non-linear strains, at most; 0: one in a step of corotated strain, more if a stiff "
               "body "
               "turns far in it, in a step of green strain and in a static solve")
          .key("newton_tolerance", &P::newton_tolerance, within({0, 1, true, true}),
               "of the residual, over the applied forces"));
}

// Refuses a key that does not go with the type of its body. Where --set chose the type of a body that the
// file made for the other one, what the file says is passed over instead, with a note of what is done.
void refuse_or_pass_over(const Node& body, const Place& at_key, const std::string& what,
                         const std::string& hint, const std::string& done) {
  if (!is_type_set(body) || at_key.is_set()) at_key.refuse(what, hint);
  log_warning("{}: {}: {}", at_key.text(), what, done);
}

// Keys that go with the other type alone.
void check_foreign_keys(BodyDescription& body, const Node& object, const Place& place) {
  const bool octree = body.type == BodyType::kOctree;
  const std::vector<const char*> of_tets{"tets", "levels", "refine", "sheet"};
  const std::vector<const char*> of_octrees{"cells", "cell_size", "interior", "surface"};
  for (const char* key : octree ? of_tets : of_octrees)
    if (object.find(key) != nullptr)
      refuse_or_pass_over(
          object, place.of(key, object),
          fmt::format("the key does not go with a body of type \"{}\"", octree ? "octree" : "tet"),
          fmt::format("leave it out, or take \"type\": \"{}\"", octree ? "tet" : "octree"),
          "it is passed over");
  if (octree) body.sheet.reset();
}

void check_octree(BodyDescription& body, const Node& object, const Place& place) {
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
  if (object.find("cells") != nullptr && body.octree.cell_size)
    place.of("cell_size", object).refuse("there are \"cells\" already", "choose one of them");
  if (box && body.octree.surface == OctreeSurface::kOwn)
    place.of("surface", object).refuse("a box of cells has no surface of its own", "take \"smooth\"");
  if (box && body.place.turn.degrees != 0)
    place.of("place", object)
        .refuse("a box of cubes along the axes cannot be turned", "take the model \"bar\", which is filled");
}

void check_body(BodyDescription& body, const Node& object, const Place& place) {
  check_foreign_keys(body, object, place);
  if (body.type == BodyType::kOctree) return check_octree(body, object, place);
  const bool sheet = body.sheet.has_value();
  if (sheet && object.find("strain") == nullptr) body.params.strain = Strain::kGreen;
  if (sheet && body.params.strain == Strain::kCorotated)
    place.of("strain", object)
        .refuse("there is no corotated strain for a sheet",
                "take \"green\", or \"cauchy\" for small deflections");
  if (std::holds_alternative<RectangleMeshDescription>(body.mesh) && !sheet)
    place.refuse("a rectangle has no inside: the key \"sheet\" is missing",
                 "for example \"sheet\": {\"thickness\": 0.001}");
  if (std::holds_alternative<BoxMeshDescription>(body.mesh) && sheet)
    place.of("sheet", object)
        .refuse("a box of cells is no sheet", "leave out \"sheet\", or take a rectangle");
}

}  // namespace

bool is_type_set(const Node& body) {
  const Node* type = body.find("type");
  return type != nullptr && type->is_set();
}

RulePtr<BodyDescription> body_rule() {
  using P = ElasticParams;
  const auto of_params = [](auto member) {
    return [member](BodyDescription & body) -> auto& { return body.params.*member; };
  };
  const auto of_octree = [](auto member) {
    return [member](BodyDescription & body) -> auto& { return body.octree.*member; };
  };
  const auto mass = choice<bool>({{"consistent", false}, {"lumped", true}});
  const auto levels = one_of<int>("", "", whole(1, 12), literal("auto", 0));
  return done(
      object<BodyDescription>("body", "One deformable body.")
          .key("name", &BodyDescription::name, text("unlike every other body's"), "what it is called")
          .required()
          .key("type", &BodyDescription::type,
               choice<BodyType>({{"tet", BodyType::kTet}, {"octree", BodyType::kOctree}}),
               "tet: tetrahedra, or the triangles of a sheet; octree: cubes, which can be cut")
          .key("mesh", &BodyDescription::mesh, mesh_rule(),
               "its shape: a surface, which is filled, or a volume")
          .required()
          .key("tets", &BodyDescription::tets, whole(20), "about how many tetrahedra to fill a surface with")
          .key("levels", &BodyDescription::levels, levels,
               "meshes of the multigrid hierarchy, from fine to coarse")
          .key("refine", &BodyDescription::refine, whole(0, 8),
               "how often to split the elements of a volume, box or sheet; the hierarchy is nested then")
          .key("cells", of_octree(&OctreeDescription::cells), whole(1, 4096),
               "of an octree: the finest along the longest side of its box")
          .key("cell_size", of_octree(&OctreeDescription::cell_size), optional(positive_length()),
               "of an octree: the side of the finest, in place of `cells`")
          .key("interior", of_octree(&OctreeDescription::interior), whole(0, 3),
               "of an octree: how often the finest cells double in size from the boundary inwards, at most")
          .key("surface", of_octree(&OctreeDescription::surface),
               optional(choice_of<OctreeSurface>(kOctreeSurfaceNames)),
               "of an octree: what is seen; own: the surface it was made from, split along the cuts, with "
               "its holes closed; smooth: a surface along the boundary and the cuts, made from the cells; "
               "cells: the faces of the cells")
          .otherwise("`\"own\"` where the mesh is a closed surface, `\"smooth\"` else")
          .key("place", &BodyDescription::place, place_rule(), "where it is put")
          .otherwise("as the mesh is")
          .key("material", &BodyDescription::material, material_rule(), "what it is made of")
          .required()
          .key("strain", of_params(&P::strain), choice_of<Strain>(kStrainNames),
               "cauchy: linear, for small deformations; corotated: large rotations; green: large "
               "deformations")
          .otherwise("`\"corotated\"`, `\"green\"` for a sheet")
          .key("integrator", of_params(&P::integrator), optional(choice_of<Integrator>(kIntegratorNames)),
               "newmark: keeps the energy of linear bodies; euler: backward Euler, stable and damping; "
               "static: in balance, without inertia")
          .otherwise("`\"newmark\"` for cauchy strain, `\"euler\"` else")
          .key("mass", of_params(&P::lumped_mass), mass, "the mass matrix; always lumped for an octree")
          .key("damping", of_params(&P::damping), damping_rule(), "what takes energy out")
          .key("sheet", &BodyDescription::sheet, optional(sheet_rule()), "for bodies without an inside")
          .key("hold", &BodyDescription::hold, list(hold_rule()), "parts that do not move freely")
          .key("forces", &BodyDescription::forces, list(force_rule()), "on this body alone")
          .key("velocity", &BodyDescription::velocity, vector_of(number("m/s")), "at the start")
          .key("solver", &BodyDescription::params, solver_rule(), "how the equations of a step are solved")
          .otherwise("its defaults")
          .key("colour", &BodyDescription::colour, optional(colour_rule()), "red, green and blue, sRGB")
          .otherwise("another for each body")
          .last(check_body));
}

}  // namespace sinew
