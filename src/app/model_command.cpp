#include <fmt/format.h>

#include <charconv>
#include <memory>

#include "app/commands.h"
#include "base/file.h"
#include "base/table.h"
#include "base/timer.h"
#include "sinew/base/error.h"
#include "sinew/mesh/mesh_file.h"
#include "sinew/shape/models.h"

namespace sinew {
namespace {

struct ModelOptions {
  std::string name, output;
  Index triangles = 0;
  std::vector<std::string> settings;
};

void print_list() {
  Table table({"model", "triangles", "what it is"});
  for (const ModelInfo& info : model_list())
    table.add_row({info.name, with_thousands(info.triangles), info.description});
  fmt::print("{}\n'sinew model NAME' shows a model's parameters, 'sinew model NAME -o FILE' writes it.\n",
             table.text());
}

void print_details(const ModelInfo& info) {
  fmt::print("{}: {}\n{} triangles unless --triangles says otherwise, {} at least.\n\n", info.name,
             info.description, with_thousands(info.triangles), with_thousands(info.fewest_triangles));
  Table table({"--set", "default", "from", "to", "unit", "meaning"});
  for (const ModelParameter& p : info.parameters)
    table.add_row({p.name, fmt::format("{:g}", p.value), fmt::format("{:g}", p.lower),
                   fmt::format("{:g}", p.upper), p.unit, p.meaning});
  fmt::print("{}\nWrite it with 'sinew model {} -o {}.obj'.\n", table.text(), info.name, info.name);
}

ModelParams parsed_settings(const std::vector<std::string>& settings) {
  ModelParams params;
  for (const std::string& setting : settings) {
    const std::size_t equals = setting.find('=');
    double value = 0;
    const char* end = setting.data() + setting.size();
    const auto [rest, failure] = equals == std::string::npos
                                     ? std::from_chars_result{end, std::errc::invalid_argument}
                                     : std::from_chars(setting.data() + equals + 1, end, value);
    if (failure != std::errc() || rest != end)
      throw Error(fmt::format("'{}' is not of the form key=number", setting), "--set",
                  "for example --set height=0.2");
    params[setting.substr(0, equals)] = value;
  }
  return params;
}

void run(const ModelOptions& options) {
  const bool changed = options.triangles > 0 || !options.settings.empty();
  if (options.name.empty()) {
    if (changed || !options.output.empty()) throw Error("which model?", "", "'sinew model' lists them");
    return print_list();
  }
  const ModelInfo& info = find_model(options.name);
  if (options.output.empty()) {
    if (changed) throw Error("no file to write the model to", "", "name one with -o FILE");
    return print_details(info);
  }
  require_surface_format(options.output);
  require_writable(options.output);
  const Timer timer;
  const SurfaceMesh mesh = make_model(info.name, options.triangles, parsed_settings(options.settings));
  write_surface(options.output, mesh);
  const Vec3 size = bounding_box(mesh).size();
  fmt::print("{}: {} triangles, {} vertices, {:.3g} x {:.3g} x {:.3g} m, {:.2f} s, in {}\n", info.name,
             with_thousands(mesh.triangle_count()), with_thousands(mesh.vertex_count()), size.x, size.y,
             size.z, timer.seconds(), options.output);
}

}  // namespace

void add_model_command(CommandLine& line) {
  Command command = line.add_command("model", "Procedural models: list them, or write one as a surface");
  auto options = std::make_shared<ModelOptions>();
  command.option("NAME", options->name, "Which model; leave it out for the list");
  command.option("-o,--output", options->output, "File to write: .obj, .ply or .stl").type_name("FILE");
  command.option("--triangles", options->triangles, "About how many triangles")
      .whole(1, 10'000'000)
      .type_name("N");
  command.option("--set", options->settings, "Change a parameter of the model; may be repeated")
      .type_name("KEY=VALUE")
      .one_at_a_time();
  command.footer(
      "Examples:\n"
      "  sinew model                                    the list\n"
      "  sinew model knot                               parameters of the knot\n"
      "  sinew model rabbit -o rabbit.ply --triangles 20000 --set ears=1.3");
  command.callback([options] { run(*options); });
}

}  // namespace sinew
