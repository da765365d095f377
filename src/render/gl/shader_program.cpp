#include "render/gl/shader_program.h"

#include <fmt/format.h>

#include <algorithm>
#include <array>

#include "render/gl/shader_list.h"
#include "sinew/base/error.h"

namespace sinew {

namespace {

std::string_view find_shader(std::string_view file) {
  for (const ShaderFile& shader : shader_files())
    if (shader.name == file) return shader.text;
  throw Error(fmt::format("there is no shader '{}'", file), "render", "rebuild sinew");
}

// Replaces each line `#include "FILE"` by that file.
std::string with_includes(std::string_view text) {
  constexpr std::string_view kInclude = "#include \"";
  std::string result;
  while (!text.empty()) {
    const std::size_t end = std::min(text.find('\n'), text.size());
    const std::string_view line = text.substr(0, end);
    if (line.starts_with(kInclude))
      result += with_includes(find_shader(line.substr(kInclude.size(), line.rfind('"') - kInclude.size())));
    else
      (result += line) += '\n';
    text.remove_prefix(std::min(end + 1, text.size()));
  }
  return result;
}

template <typename Length, typename Log>
std::string log_of(GLuint object, Length&& length, Log&& log) {
  GLint size = 0;
  length(object, GL_INFO_LOG_LENGTH, &size);
  std::string text(static_cast<std::size_t>(std::max(size, 1)), '\0');
  log(object, size, nullptr, text.data());
  text.resize(text.find('\0') == std::string::npos ? text.size() : text.find('\0'));
  return text;
}

// One stage, until the program is linked.
class CompiledShader {
 public:
  explicit CompiledShader(GLenum stage) : name_(glCreateShader(stage)) {}
  ~CompiledShader() { glDeleteShader(name_); }
  CompiledShader(const CompiledShader&) = delete;
  CompiledShader& operator=(const CompiledShader&) = delete;

  GLuint name() const { return name_; }
  void compile(std::string_view file) const {
    const std::string text = shader_text(file, !epoxy_is_desktop_gl());
    const char* source = text.c_str();
    glShaderSource(name_, 1, &source, nullptr);
    glCompileShader(name_);
    GLint good = 0;
    glGetShaderiv(name_, GL_COMPILE_STATUS, &good);
    if (good) return;
    const std::string log = log_of(name_, glGetShaderiv, glGetShaderInfoLog);
    throw Error(fmt::format("the shader is refused by the graphics driver: {}", log), std::string(file),
                "update the driver");
  }

 private:
  GLuint name_;
};

}  // namespace

std::string shader_text(std::string_view file, bool embedded_systems) {
  constexpr const char* kEmbedded =
      "#version 300 es\nprecision highp float;\nprecision highp int;\nprecision highp sampler2D;\n"
      "precision highp usampler2D;\nprecision highp isampler2D;\nprecision highp sampler2DShadow;\n";
  return (embedded_systems ? kEmbedded : "#version 330 core\n") + with_includes(find_shader(file));
}

ShaderProgram::ShaderProgram(std::string_view vertex_file, std::string_view fragment_file) {
  const CompiledShader vertex(GL_VERTEX_SHADER), fragment(GL_FRAGMENT_SHADER);
  vertex.compile(vertex_file);
  fragment.compile(fragment_file);
  program_ = glCreateProgram();
  glAttachShader(program_, vertex.name());
  glAttachShader(program_, fragment.name());
  glLinkProgram(program_);
  GLint good = 0;
  glGetProgramiv(program_, GL_LINK_STATUS, &good);
  if (good) return;
  const std::string log = log_of(program_, glGetProgramiv, glGetProgramInfoLog);
  glDeleteProgram(program_);
  throw Error(fmt::format("the shaders do not fit together: {}", log),
              fmt::format("{} and {}", vertex_file, fragment_file), "update the driver");
}

ShaderProgram::~ShaderProgram() { glDeleteProgram(program_); }

void ShaderProgram::set(const char* name, const Matrix4& m) const {
  std::array<float, 16> values{};
  std::transform(m.columns.begin(), m.columns.end(), values.begin(),
                 [](double x) { return static_cast<float>(x); });
  glUniformMatrix4fv(at(name), 1, GL_FALSE, values.data());
}

void draw_full_screen() { glDrawArrays(GL_TRIANGLES, 0, 3); }

}  // namespace sinew
