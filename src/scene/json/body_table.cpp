#include <fmt/format.h>

#include "scene/json/choice_rules.h"
#include "scene/json/list_rules.h"
#include "scene/json/object_rule.h"
#include "scene/json/scene_table.h"
#include "scene/json/value_rules.h"

namespace sinew {

namespace {

using B = BodyDescription;

RulePtr<DampingDescription> damping_rule() {
  using D = DampingDescription;
  return done(object<D>("damping", "A damping matrix of alpha M + beta K.")
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

RulePtr<SolverDescription> solver_rule() {
  using D = SolverDescription;
  using M = SolverMethod;
  const auto method = choice<M>({{"multigrid", M::kMultigrid},
                                 {"multigrid-cg", M::kMultigridCg},
                                 {"cg", M::kCg},
                                 {"cholesky", M::kCholesky}});
  return done(
      object<D>("solver", "How the equations of a step are solved.")
          .key("method", &D::method, method,
               "multigrid: V-cycles; multigrid-cg: conjugate gradients with a V-cycle before each iteration; "
               "cg: conjugate gradients with the diagonal; cholesky: directly")
          .key("cycles", &D::cycles, whole(1), "cycles or iterations at most, for each system")
          .key("tolerance", &D::tolerance, within({0, 1, false, true}),
               "where to stop: the residual in right-hand sides; 0: after all cycles")
          .key("sweeps", &D::sweeps, list_of<2>(whole(0, 100)), "of the smoother, before and after")
          .key("relaxation", &D::relaxation, within({0, 2, true, true}), "of the smoother; 1: Gauss-Seidel")
          .key("newton", &D::newton, whole(1), "Newton's iterations at most for each step, of green strain"));
}

void check_body(B& body, const Node& object, const Place& place) {
  const bool sheet = body.sheet.has_value();
  if (std::holds_alternative<RectangleMeshDescription>(body.mesh) && !sheet)
    place.refuse("a rectangle has no inside: the key \"sheet\" is missing",
                 "for example \"sheet\": {\"thickness\": 0.001}");
  if (std::holds_alternative<BoxMeshDescription>(body.mesh) && sheet)
    place.of("sheet", object)
        .refuse("a box of cells is no sheet", "leave out \"sheet\", or take a rectangle");
}

}  // namespace

RulePtr<B> body_rule() {
  const auto strain = choice<StrainMeasure>({{"cauchy", StrainMeasure::kCauchy},
                                             {"corotated", StrainMeasure::kCorotated},
                                             {"green", StrainMeasure::kGreen}});
  const auto integrator = choice<TimeIntegrator>({{"newmark", TimeIntegrator::kNewmark},
                                                  {"euler", TimeIntegrator::kEuler},
                                                  {"static", TimeIntegrator::kStatic}});
  const auto mass =
      choice<MassMatrix>({{"consistent", MassMatrix::kConsistent}, {"lumped", MassMatrix::kLumped}});
  const auto levels = one_of<int>("", "", whole(1, 12), literal("auto", 0));
  return done(
      object<B>("body", "One deformable body.")
          .key("name", &B::name, text("unlike every other body's"), "what it is called")
          .required()
          .key("type", &B::type, choice<BodyType>({{"tet", BodyType::kTet}}),
               "tet: tetrahedra, or the triangles of a sheet")
          .key("mesh", &B::mesh, mesh_rule(), "its shape: a surface, which is filled, or a volume")
          .required()
          .key("tets", &B::tets, whole(20), "about how many tetrahedra to fill a surface with")
          .key("levels", &B::levels, levels, "meshes of the multigrid hierarchy, from fine to coarse")
          .key("refine", &B::refine, whole(0, 8),
               "how often to split the elements of a volume, box or sheet; the hierarchy is nested then")
          .key("place", &B::place, place_rule(), "where it is put")
          .otherwise("as the mesh is")
          .key("material", &B::material, material_rule(), "what it is made of")
          .required()
          .key(
              "strain", &B::strain, strain,
              "cauchy: linear, for small deformations; corotated: large rotations; green: large deformations")
          .then([](B& body, const Node&, const Place&) {
            body.integrator =
                body.strain == StrainMeasure::kCauchy ? TimeIntegrator::kNewmark : TimeIntegrator::kEuler;
          })
          .key("integrator", &B::integrator, integrator,
               "newmark: keeps the energy of linear bodies; euler: backward Euler, stable and damping; "
               "static: "
               "the rest under the load")
          .otherwise("`\"newmark\"` for cauchy strain, `\"euler\"` else")
          .key("mass", &B::mass, mass, "the mass matrix")
          .key("damping", &B::damping, damping_rule(), "what takes energy out")
          .key("sheet", &B::sheet, optional(sheet_rule()), "for bodies without an inside")
          .key("hold", &B::hold, list(hold_rule()), "parts that do not move freely")
          .key("forces", &B::forces, list(force_rule()), "on this body alone")
          .key("velocity", &B::velocity, vector_of(number("m/s")), "at the start")
          .key("solver", &B::solver, solver_rule(), "how the equations of a step are solved")
          .otherwise("its defaults")
          .last(check_body));
}

}  // namespace sinew
