#include "scene/json/kind_tables.h"
#include "scene/json/scene_table.h"
#include "scene/rules/value_rules.h"
#include "sinew/scene/rules/choice_rules.h"
#include "sinew/scene/rules/list_rules.h"

namespace sinew {

namespace {

RulePtr<SheetDescription> sheet_rule() {
  using D = SheetDescription;
  return done(object<D>("sheet", "Makes the body a sheet of the mesh's triangles, cloth for example.")
                  .key("thickness", &D::thickness, positive_length(), "how thick it is")
                  .required()
                  .key("bending", &D::bending, not_negative(),
                       "resistance to bending, in that of a plate of the material; 0: none"));
}

}  // namespace

ObjectRule<TetBodyDescription> tet_keys() {
  using D = TetBodyDescription;
  const auto levels = one_of<int>("", "", whole(1, 12), literal("auto", 0));
  return object<D>(std::string(D::kType), "tetrahedra, or the triangles of a sheet")
      .key("tets", &D::tets, whole(20), "about how many tetrahedra to fill a surface with")
      .key("levels", &D::levels, levels, "meshes of the multigrid hierarchy, from fine to coarse")
      .key("refine", &D::refine, whole(0, 8),
           "how often to split the elements of a volume, box or sheet; the hierarchy is nested then")
      .key("sheet", &D::sheet, optional(sheet_rule()), "for bodies without an inside")
      .before("hold");
}

void check_tet_body(BodyDescription& body, const Node& object, const Place& place) {
  const bool sheet = std::get<TetBodyDescription>(body.kind).sheet.has_value();
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
        .refuse("a box of cells is not a sheet", "leave out \"sheet\", or take a rectangle");
}

}  // namespace sinew
