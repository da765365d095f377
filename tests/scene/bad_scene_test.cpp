#include "scene/scene_texts.h"

namespace sinew {
namespace {

using testing::HasSubstr;
using testing::StartsWith;

struct Case {
  std::string text, message;
};

void expect_complaints(const std::vector<Case>& cases) {
  for (const auto& [text, message] : cases) EXPECT_THAT(complaint_about(text), HasSubstr(message)) << text;
}

std::vector<Case> in_body(const std::vector<Case>& cases) {
  std::vector<Case> whole;
  for (const auto& [text, message] : cases)
    whole.push_back({small_scene(text), "s.json:5: bodies[0]." + message});
  return whole;
}

std::vector<Case> in_scene(const std::vector<Case>& cases) {
  std::vector<Case> whole;
  for (const auto& [text, message] : cases) whole.push_back({small_scene("", text), "s.json:6: " + message});
  return whole;
}

TEST(BadScene, what_is_no_json_is_refused_with_line_and_column) {
  expect_complaints({
      {"{", "s.json:1:2: unexpected end of input; expected string literal"},
      {"{\n \"sinew\": 1,\n", "s.json:3:1: unexpected end of input"},
      {"{\"sinew\": 1\n \"step\": 2}", "s.json:2:"},
      {"{\"sinew\": 1,}",
       "s.json:1:13: unexpected '}'; expected string literal\n  no comma may stand before a"},
      {"[1, 2, ]",
       "s.json:1:8: unexpected ']'; expected '[', '{', or a literal\n  no comma may stand before a"},
      {"{\"step\": NaN}", "s.json:1:"},
      {"{\"step\": Infinity}", "s.json:1:"},
      {"{\"step\": -inf}", "s.json:1:"},
      {"{\"step\": 1e999}", "number overflow parsing '1e999'"},
      {"{\"step\": 01}", "s.json:1:"},
      {"{'step': 1}", "s.json:1:"},
      {"{\"title\": \"a\nb\"}", "s.json:1:13: invalid string: control character"},
      {"{\"title\": \"\xff\"}", "invalid string: ill-formed UTF-8 byte"},
      {"{\"title\": \"\\x\"}", "invalid string: forbidden character after backslash"},
      {"{} {}", "s.json:1:4: unexpected '{'; expected end of input"},
      {"// only a comment", "unexpected end of input"},
      {"/* not closed", "invalid comment"},
      {"", "unexpected end of input"},
      {std::string(100, '['), "s.json:1: more than 64 lists and objects within each other"},
  });
}

TEST(BadScene, every_prefix_of_a_scene_is_refused) {
  const std::string text = small_scene(R"("hold": [{"region": "all"}])", R"("gravity": false)");
  const std::size_t end = text.rfind('}');
  for (std::size_t length = 0; length <= end; ++length)
    EXPECT_THAT(complaint_about(text.substr(0, length)), StartsWith("s.json:")) << length;
}

TEST(BadScene, only_a_comma_before_a_closing_bracket_is_blamed_for_it) {
  EXPECT_THAT(complaint_about(R"({"sinew": 1, step: 2})"), testing::Not(HasSubstr("comma")));
}

TEST(BadScene, whatever_byte_is_changed_the_answer_is_a_scene_or_a_complaint) {
  const std::string sound = small_scene(R"("hold": [{"region": {"not": "all"}}], "levels": "auto")",
                                        R"("gravity": [0, -1e1, 0], "record": {"formats": ["vtu"]} // end)");
  for (std::size_t i = 0; i < sound.size(); ++i)
    for (const char c : {'"', '{', ']', ',', '0', '-', '\\', '\n', '\0', '\xff'}) {
      std::string text = sound;
      text[i] = c;
      EXPECT_NO_THROW(complaint_about(text)) << i << " " << c;
    }
}

TEST(BadScene, a_value_of_another_kind_at_the_top_is_refused) {
  expect_complaints({
      {"[]", "s.json:1: a list of 0 values is not an object of the keys sinew, $schema, title,"},
      {"5", "s.json:1: 5 is not an object"},
      {"null", "s.json:1: null is not an object"},
  });
}

TEST(BadScene, a_key_that_stands_twice_is_refused_at_every_depth) {
  expect_complaints({
      {"{\"sinew\": 1,\n\"step\": 1,\n\"step\": 2}",
       "s.json:3: step: the key stands here for the second time; first in line 2"},
      {small_scene(R"("tets": 50, "tets": 50)"), "s.json:5: bodies[0].tets: the key stands"},
      {small_scene(R"("damping": {"mass": 1, "mass": 1})"),
       "s.json:5: bodies[0].damping.mass: the key stands"},
      {small_scene(R"("hold": [{"region": "all"}, {"region": {"sphere": {"radius": 1,
                                                           "radius": 1}}}])"),
       "s.json:6: bodies[0].hold[1].region.sphere.radius: the key stands here for the second time; first in "
       "line 5"},
      {small_scene("", R"("no": {"such": {"key": 1, "key": 2}})"), "s.json:6: no.such.key: the key stands"},
  });
}

TEST(BadScene, the_version_is_looked_at_before_anything_else) {
  expect_complaints({
      {"{\"new\": 3, \"sinew\": 2}",
       "s.json:1: sinew: the scene has version 2, this sinew reads 1\n  a newer sinew reads it"},
      {"{\"sinew\": 0}", "s.json:1: sinew: 0 is not 1"},
      {"{\"sinew\": 1.5}", "the scene has version 1.5"},
      {"{\"sinew\": \"1\"}", "sinew: \"1\" is not 1"},
      {"{}", "s.json:1: the key \"sinew\" is missing"},
  });
}

TEST(BadScene, a_key_that_is_not_in_the_table_is_refused_with_the_one_that_was_meant) {
  expect_complaints(in_scene({
      {R"("stpes": 3)",
       "stpes: there is no such key; did you mean 'steps'?\n  a scene has: sinew, $schema, title, unit,"},
      {R"("camera": {})", "camera: there is no such key\n"},
      {R"("": 1)", "\"\": there is no such key"},
      {R"("record": {"evry": 1})", "record.evry: there is no such key; did you mean 'every'?"},
      {R"("obstacles": [{"naem": "o"}])",
       "obstacles[0].naem: there is no such key; did you mean 'name'?\n  an obstacle has:"},
      {R"("obstacles": [{"name": "o", "shape": {"radius": 1, "tyep": "sphere"}}])",
       "obstacles[0].shape.tyep: there is no such key; did you mean 'type'?"},
  }));
  expect_complaints(in_body({
      {R"("texture": 1)", "texture: there is no such key"},
      {R"("contact_surface": {"triangels": 50})",
       "contact_surface.triangels: there is no such key; did you mean 'triangles'?"},
      {R"("place": {"scal": 1})", "place.scal: there is no such key; did you mean 'scale'?"},
      {R"("hold": [{"region": "all", "motion": {"sped": 1}}])", "hold[0].motion.sped: there is no such key"},
      {R"("forces": [{"type": "wind", "velocity": [1, 0, 0], "strength": 1}])",
       "forces[0].strength: there is no such key\n  a wind has: type, velocity, drag,"},
  }));
}

TEST(BadScene, a_missing_key_is_refused_with_what_it_means) {
  expect_complaints({
      {R"({"sinew": 1})", "s.json:1: the key \"bodies\" is missing\n  what moves: a list"},
      {R"({"sinew": 1, "bodies": []})",
       "bodies: a list of 0 values is not a list that is not empty, each a body"},
      {"{\"sinew\": 1, \"bodies\": [\n{}]}", "s.json:2: bodies[0]: the key \"name\" is missing"},
      {R"({"sinew": 1, "bodies": [{"name": "a"}]})", "bodies[0]: the key \"mesh\" is missing"},
      {R"({"sinew": 1, "bodies": [{"name": "a", "mesh": {"model": "bar"}}]})",
       "bodies[0]: the key \"material\" is missing"},
  });
  expect_complaints(in_body({
      {R"("hold": [{}])", "hold[0]: the key \"region\" is missing"},
      {R"("hold": [{"region": {"sphere": {"radius": 1}}}])",
       "hold[0].region.sphere: the key \"centre\" is missing"},
      {R"("sheet": {})",
       "sheet: the key \"thickness\" is missing\n  how thick it is: a number above 0, in the scene"},
      {R"("forces": [{"type": "wind"}])", "forces[0]: the key \"velocity\" is missing"},
      {R"("forces": [{"velocity": [1, 0, 0]}])",
       "forces[0]: the key \"type\" is missing\n  it is \"wind\", \"radial\", \"point\" or \"surface\""},
  }));
}

TEST(BadScene, numbers_out_of_range_are_refused_with_the_range) {
  expect_complaints(in_scene({
      {R"("step": 0)", "step: 0 is not a number above 0, in s"},
      {R"("step": -0.1)", "step: -0.1 is not a number above 0, in s"},
      {R"("steps": -1)", "steps: -1 is not a whole number of at least 0"},
      {R"("steps": 1.5)", "steps: 1.5 is not a whole number"},
      {R"("steps": 1e10)", "steps: 10000000000 is not a whole number"},
      {R"("record": {"every": 0})", "record.every: 0 is not a whole number of at least 1"},
  }));
  expect_complaints(in_body({
      {R"("tets": 19)", "tets: 19 is not a whole number of at least 20"},
      {R"("levels": 13)", "levels: 13 is not a whole number from 1 to 12"},
      {R"("refine": -1)", "refine: -1 is not a whole number from 0 to 8"},
      {R"("place": {"scale": 0})", "place.scale: 0 is not a number above 0"},
      {R"("damping": {"mass": -1})", "damping.mass: -1 is not a number of at least 0, in 1/s"},
      {R"("solver": {"relaxation": 2})", "solver.relaxation: 2 is not a number from 0, below 2"},
      {R"("solver": {"tolerance": 1})", "solver.tolerance: 1 is not a number above 0 and below 1"},
      {R"("solver": {"sweeps_before": 0})", "solver.sweeps_before: 0 is not a whole number from 1 to 100"},
      {R"("hold": [{"region": {"sphere": {"centre": [0, 0, 0], "radius": -1}}}])",
       "hold[0].region.sphere.radius: -1 is not a number above 0, in the scene's unit"},
      {R"("forces": [{"type": "wind", "velocity": [1, 0, 0], "from": -1}])", "forces[0].from: -1 is not"},
  }));
}

TEST(BadScene, materials_that_are_none_are_refused) {
  const auto with = [](const std::string& material) {
    return "{\"sinew\": 1, \"bodies\": [{\"name\": \"a\", \"mesh\": {\"model\": \"bar\"},\n\"material\": " +
           material + "}]}";
  };
  expect_complaints({
      {with(R"({"density": -5})"),
       "s.json:2: bodies[0].material.density: -5 is not a number above 0, in kg/m^3"},
      {with(R"({"young": 0})"), "bodies[0].material.young: 0 is not a number above 0, in Pa"},
      {with(R"({"poisson": 0.5})"), "bodies[0].material.poisson: 0.5 is not a number above -1 and below 0.5"},
      {with(R"("ruber")"), "bodies[0].material: \"ruber\" is not \"fat\", \"liver\""},
      {with(R"("ruber")"), "did you mean 'rubber'?"},
      {with("7"),
       "s.json:2: bodies[0].material: 7 is not a text or an object of the keys name, young, poisson,"},
      {with(R"({"regions": [{"region": "all", "material": "glass"}]})"),
       "bodies[0].material.regions[0].material: \"glass\" is not"},
      {with(R"({"volume": {"file": "no.nrrd", "transfer": [{"value": 1}]}})"),
       "bodies[0].material.volume.file: there is no file"},
      {with(R"({"fields": {"young": 5}})"),
       "bodies[0].material.fields.young: 5 is not a text, the name of an array"},
  });
}

TEST(BadScene, meshes_that_are_none_are_refused) {
  const auto with = [](const std::string& mesh, const std::string& more = "") {
    return "{\"sinew\": 1, \"bodies\": [{\"name\": \"a\", \"material\": \"fat\"" + more +
           ",\n\"mesh\": " + mesh + "}]}";
  };
  expect_complaints({
      {with(R"("no.obj")"), "s.json:2: bodies[0].mesh: there is no file ./no.obj"},
      {with(R"("")"), "bodies[0].mesh: \"\" is not the path of a mesh file"},
      {with(R"("/")"), "bodies[0].mesh: there is no file /"},
      {with("3"), "bodies[0].mesh: 3 is not a mesh file, or a model, or {\"box\": ...} with a box mesh"},
      {with("{}"), "bodies[0].mesh: the key \"file\", \"model\", \"box\" or \"rectangle\" is missing"},
      {with(R"({"modle": "bar"})"), "did you mean 'model'?"},
      {with(R"({"model": "rabit"})"), "bodies[0].mesh.model: \"rabit\" is not \"bar\""},
      {with(R"({"model": "rabit"})"), "did you mean 'rabbit'?"},
      {with(R"({"model": "knot", "parameters": {"tub": 1}})"),
       "bodies[0].mesh.parameters: the model knot has no parameter 'tub'; did you mean 'tube'?"},
      {with(R"({"model": "knot", "parameters": {"tube": 1e9}})"), "tube = 1000000000 is out of range"},
      {with(R"({"model": "knot", "parameters": {"tube": "fat"}})"),
       "parameters.tube: \"fat\" is not a number"},
      {with(R"({"model": "rabbit", "triangles": 3})"), "bodies[0].mesh.triangles: 3 triangles are too few"},
      {with(R"({"box": {"size": [1, 1, 1], "cells": [1, 1, 1]}, "model": "bar"})"),
       "bodies[0].mesh.box: there is no such key"},
      {with(R"({"box": {"size": [1, 1, 1], "cells": [1, 1, 1]}, "tets": 5})"),
       "bodies[0].mesh.tets: the key does not go with \"box\""},
      {with(R"({"box": {"size": [1, 1], "cells": [1, 1, 1]}})"),
       "bodies[0].mesh.box.size: a list of 2 values is not a list of 3, each a number above 0"},
      {with(R"({"box": {"size": [1, 1, 1], "cells": [1, 1, 0]}})"), "bodies[0].mesh.box.cells[2]: 0 is not"},
      {with(R"({"rectangle": {"size": [1, 1], "cells": [4, 4]}})"),
       "bodies[0]: a rectangle has no inside: the key \"sheet\" is missing"},
      {with(R"({"box": {"size": [1, 1, 1], "cells": [1, 1, 1]}})", R"(, "sheet": {"thickness": 1})"),
       "bodies[0].sheet: a box of cells is not a sheet"},
  });
}

TEST(BadScene, values_of_another_kind_are_refused_with_what_is_accepted) {
  expect_complaints(in_scene({
      {R"("title": 5)", "title: 5 is not a text"},
      {R"("title": "")", "title: \"\" is not a text"},
      {R"("unit": "km")", "unit: \"km\" is not \"m\", \"cm\", \"mm\" or \"in\""},
      {R"("up": "x")", "up: \"x\" is not \"y\" or \"z\""},
      {R"("gravity": true)", "gravity: true is not a list of 3, each a number, in m/s^2, or false"},
      {R"("gravity": 9.81)", "gravity: 9.81 is not a list of 3"},
      {R"("gravity": [0, "g", 0])", "gravity[1]: \"g\" is not a number, in m/s^2"},
      {R"("gravity": [0, 1])", "gravity: a list of 2 values is not a list of 3"},
      {R"("step": "fast")", "step: \"fast\" is not a number above 0, in s"},
      {R"("step": null)", "step: null is not a number"},
      {R"("step": [1])", "step: a list of 1 value is not a number"},
      {R"("step": {})", "step: an object is not a number"},
      {R"("forces": {})", "forces: an object is not a list, each a force"},
      {R"("forces": [5])", "forces[0]: 5 is not a wind, or a radial, or a point, or a surface force"},
      {R"("forces": [{"type": "wnd"}])",
       "forces[0].type: \"wnd\" is not \"wind\", \"radial\", \"point\" or \"surface\"; did"},
      {R"("forces": [{"type": 3}])", "forces[0].type: 3 is not \"wind\""},
      {R"("record": {"formats": ["vtk"]})",
       "record.formats[0]: \"vtk\" is not \"vtu\", \"ply\", \"obj\", \"csv\" or \"checksums\"; did you mean "
       "'vtu'?"},
      {R"("record": {"formats": "vtu"})", "record.formats: \"vtu\" is not a list"},
  }));
  expect_complaints(in_body({
      {R"("type": "octre")", "type: \"octre\" is not \"tet\""},
      {R"("levels": "many")", "levels: \"many\" is not a whole number from 1 to 12, or \"auto\""},
      {R"("strain": "corotate")",
       "strain: \"corotate\" is not \"cauchy\", \"corotated\" or \"green\"; did you mean 'corotated'?"},
      {R"("damping": 0.1)", "damping: 0.1 is not an object of the keys mass, stiffness"},
      {R"("hold": {"region": "all"})", "hold: an object is not a list, each a hold"},
      {R"("hold": [{"region": "al"}])", "hold[0].region: \"al\" is not \"all\", or {\"box\": ...}"},
      {R"("hold": [{"region": {"ball": {}}}])", "hold[0].region: the key \"box\", \"sphere\","},
      {R"("hold": [{"region": {"any": []}}])",
       "hold[0].region.any: a list of 0 values is not a list that is not empty"},
      {R"("hold": [{"region": {"not": 5}}])", "hold[0].region.not: 5 is not \"all\", or"},
      {R"("hold": [{"region": {"box": [0, 0, 0]}}])",
       "hold[0].region.box: a list of 3 values is not a list of 2"},
  }));
}

TEST(BadScene, what_contradicts_itself_is_refused) {
  expect_complaints(in_body({
      {R"("hold": [{"region": {"box": [[1, 0, 0], [0, 1, 1]]}}])",
       "hold[0].region.box: the lower corner is above"},
      {R"("hold": [{"region": {"half_space": {"point": [0, 0, 0], "normal": [0, 0, 0]}}}])",
       "hold[0].region.half_space.normal: the vector has no length"},
      {R"("forces": [{"type": "wind", "velocity": [1, 0, 0], "from": 2, "until": 1}])",
       "forces[0].until: it ends before it starts"},
      {R"("hold": [{"region": "all", "motion": {"from": 2, "until": 2}}])", "hold[0].motion.until: it ends"},
      {R"("hold": [{"region": "all", "axes": "w"}])", "hold[0].axes: \"w\" is not \"x\", \"y\", \"z\","},
      {R"("hold": [{"region": "all", "axes": ""}])", "hold[0].axes: \"\" is not \"x\", \"y\", \"z\","},
      {R"("hold": [{"region": "all", "axes": ["x"]}])", "hold[0].axes: a list of 1 value is not \"x\","},
      {R"("hold": [{"region": "all", "normal": [0, 0, 0]}])", "hold[0].normal: the vector has no length"},
      {R"("hold": [{"region": "all", "axes": "x", "normal": [0, 1, 0]}])",
       "hold[0].normal: the hold has axes already"},
      {R"("hold": [{"region": "all", "name": "a"}, {"region": "all", "name": "a"}])",
       "hold[1].name: another hold has this name already"},
  }));
  expect_complaints(in_scene({
      {R"("record": {"probes": [{"name": "p", "at": [0, 0, 0], "body": "bat"}]})",
       "record.probes[0].body: no body is called \"bat\"; did you mean 'bar'?"},
      {R"("record": {"probes": [{"name": "p", "at": [0, 0, 0]}, {"name": "p", "at": [0, 0, 0]}]})",
       "record.probes[1].name: another one has this name already"},
  }));
  expect_complaints({
      {R"({"sinew": 1, "bodies": [{"name": "a", "material": "fat", "mesh": {"model": "bar"}},
         {"name": "a", "material": "fat", "mesh": {"model": "bar"}}]})",
       "s.json:2: bodies[1].name: another one has this name already"},
  });
}

}  // namespace
}  // namespace sinew
