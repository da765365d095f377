#include <gtest/gtest.h>

#include <map>
#include <set>
#include <string>

#include "render/gl/shader_list.h"
#include "render/gl/shader_program.h"
#include "render/offscreen_context.h"
#include "sinew/base/error.h"

namespace sinew {
namespace {

// A fragment shader uses the vertex shader of its name, except for those that share one.
std::string vertex_shader_of(const std::string& fragment_shader) {
  static const std::map<std::string, std::string> kShared{{"deform.frag", "full_screen.vert"},
                                                          {"normals.frag", "full_screen.vert"},
                                                          {"outline.frag", "surface.vert"},
                                                          {"ground_pane.frag", "ground.vert"}};
  const auto shared = kShared.find(fragment_shader);
  if (shared != kShared.end()) return shared->second;
  return fragment_shader.substr(0, fragment_shader.rfind('.')) + ".vert";
}

void link_every_shader() {
  std::set<std::string> names;
  for (const ShaderFile& file : shader_files()) names.emplace(file.name);
  for (const std::string& name : names) {
    if (!name.ends_with(".frag")) continue;
    EXPECT_NO_THROW(ShaderProgram(vertex_shader_of(name), name)) << name;
  }
}

TEST(Shaders, link_as_desktop_opengl) {
  const OffscreenContext context(OffscreenContext::Api::kDesktop);
  link_every_shader();
}

TEST(Shaders, link_as_embedded_opengl) {
  const OffscreenContext context(OffscreenContext::Api::kEmbedded);
  link_every_shader();
}

TEST(Shaders, every_vertex_shader_has_its_fragment_shader) {
  std::set<std::string> names;
  for (const ShaderFile& file : shader_files()) names.emplace(file.name);
  names.erase("full_screen.vert");
  for (const std::string& name : names) {
    if (!name.ends_with(".vert")) continue;
    EXPECT_TRUE(names.contains(name.substr(0, name.size() - 5) + ".frag")) << name;
  }
}

TEST(Shaders, a_name_that_is_not_there_is_an_error) {
  const OffscreenContext context;
  EXPECT_THROW(ShaderProgram("no.vert", "no.frag"), Error);
}

}  // namespace
}  // namespace sinew
