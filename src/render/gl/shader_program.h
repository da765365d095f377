#pragma once

#include <epoxy/gl.h>

#include <string>
#include <string_view>

#include "render/matrix4.h"
#include "sinew/base/geometry.h"

namespace sinew {

// A shader of shaders/ as the host hands it to the driver: the version line for the current context
// (GLSL 3.30 or GLSL ES 3.00; the text itself keeps to what both know), then the file with its includes put
// in.
std::string shader_text(std::string_view file, bool embedded_systems);

// A vertex and a fragment shader, linked. Errors name the file and carry what the compiler said.
class ShaderProgram {
 public:
  ShaderProgram(std::string_view vertex_file, std::string_view fragment_file);
  ~ShaderProgram();
  ShaderProgram(const ShaderProgram&) = delete;
  ShaderProgram& operator=(const ShaderProgram&) = delete;

  void use() const { glUseProgram(program_); }

  // Uniforms of the program in use. A name that the shader does not have, or does not need, is passed over.
  void set(const char* name, int value) const { glUniform1i(at(name), value); }
  void set(const char* name, float value) const { glUniform1f(at(name), value); }
  void set(const char* name, float x, float y) const { glUniform2f(at(name), x, y); }
  void set(const char* name, const Vec3& v) const {
    glUniform3f(at(name), static_cast<float>(v.x), static_cast<float>(v.y), static_cast<float>(v.z));
  }
  void set(const char* name, const Matrix4& m) const;

 private:
  GLint at(const char* name) const { return glGetUniformLocation(program_, name); }

  GLuint program_ = 0;
};

// Draws the one triangle that covers the viewport: for passes over data.
void draw_full_screen();

}  // namespace sinew
