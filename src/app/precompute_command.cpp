#include <fmt/format.h>

#include <algorithm>
#include <memory>
#include <optional>

#include "app/commands.h"
#include "app/scene_argument.h"
#include "base/file.h"
#include "base/progress.h"
#include "base/suggestion.h"
#include "base/table.h"
#include "base/timer.h"
#include "greens/precompute.h"
#include "scene/greens_problems.h"
#include "sinew/base/error.h"

namespace sinew {

namespace {

namespace fs = std::filesystem;

constexpr const char* kPrecomputeFooter =
    R"(The scene has a body of "type": "greens", with a mesh, a hold, a material, and "semi_regular" if its responses are
to be compressed. Without -o the file is the one that the body names with "responses".

What is computed stands in OUT.unfinished until all is there. If the command is killed, the same command goes on with
the columns that are done, and the file has the same bytes in the end.

Examples:
  sinew precompute rabbit.json -o rabbit.greens
  sinew precompute rabbit.json -o rabbit.greens --eps 0.01        more is kept: larger and more exact
  sinew precompute rabbit.json -o rabbit.greens --source linear   faster; too stiff where the body is thin
  sinew precompute large.json -o large.greens --source multigrid  of bodies that are too large to factor
  sinew precompute rabbit.json -o plain.greens --rank 0 --wavelet butterfly     wavelets alone
  sinew precompute rabbit.json -o rabbit.greens --precision float --supports    all blocks, to move the supports)";

struct PrecomputeCommand {
  std::string scene, body, source, measured, wavelet = "linear", boundary = "zero", reference = "rest",
                                             precision = "16-bit";
  fs::path output;
  std::vector<std::string> overrides, points;
  std::optional<std::int32_t> rank;
  double eps = -1, growth = PrecomputeParams{}.growth;
  bool unlifted = false, supports = false, from_scratch = false;
};

// The place of a word among those that an option takes.
template <std::size_t N>
std::size_t choice(const std::string& option, const std::string& word,
                   const std::array<std::string_view, N>& words) {
  const auto found = std::ranges::find(words, word);
  if (found != words.end()) return static_cast<std::size_t>(found - words.begin());
  const std::vector<std::string> names(words.begin(), words.end());
  throw Error(fmt::format("'{}' is none of its values{}", word, did_you_mean(word, names)), option,
              fmt::format("take one of: {}", fmt::join(words, ", ")));
}

Vec3 point_of(const std::string& text) {
  Vec3 p;
  char rest = 0;
  if (std::sscanf(text.c_str(), "%lf,%lf,%lf%c", &p.x, &p.y, &p.z, &rest) != 3 || !is_finite(p))
    throw Error(fmt::format("'{}' is not of the form X,Y,Z", text), "--inside",
                "for example --inside 0,0.5,0.1");
  return p;
}

ResponseOrigin origin_of(const PrecomputeCommand& command, const GreensBodyDescription& body) {
  if (!command.source.empty())
    return static_cast<ResponseOrigin>(choice("--source", command.source, kResponseOriginNames));
  return body.source == ResponseMethod::kBoundaryElements ? ResponseOrigin::kBoundary
                                                          : ResponseOrigin::kQuadratic;
}

PrecomputeParams params_of(const PrecomputeCommand& command, const GreensBodyDescription& body) {
  constexpr std::array<std::string_view, 2> kWavelets{"linear", "butterfly"},
      kBoundaries{"zero", "renormalised"}, kReferences{"rest", "column"}, kPrecisions{"float", "16-bit"};
  PrecomputeParams params;
  params.origin = origin_of(command, body);
  params.measured = command.measured;
  params.growth = command.growth;
  params.wavelets.kind = static_cast<WaveletKind>(choice("--wavelet", command.wavelet, kWavelets));
  params.wavelets.boundary =
      static_cast<WaveletBoundary>(choice("--boundary", command.boundary, kBoundaries));
  params.wavelets.lifted = !command.unlifted;
  params.columns.reference =
      static_cast<CompressionParams::Reference>(choice("--relative-to", command.reference, kReferences));
  params.precision = static_cast<BlockPrecision>(choice("--precision", command.precision, kPrecisions));
  params.columns.epsilon = command.eps >= 0 ? command.eps : body.compression.value_or(params.columns.epsilon);
  if (command.rank) params.columns.rank = *command.rank;
  for (const std::string& point : command.points) params.inner_points.push_back(point_of(point));
  params.supports = command.supports;
  params.resume = !command.from_scratch;
  return params;
}

// The body to precompute: the one named, or the only one.
GreensProblem problem_of(const PrecomputeCommand& command) {
  std::vector<GreensProblem> problems =
      greens_problems(described_scene(command.scene, command.overrides), command.scene, command.body);
  if (problems.size() > 1)
    throw Error(fmt::format("{} bodies are known by their responses", problems.size()), command.scene,
                fmt::format("say which one: --body {}", problems[0].body));
  return std::move(problems[0]);
}

void report(const PrecomputeReport& made, const GreensProblem& problem, const fs::path& output,
            double seconds) {
  const auto all = static_cast<Index>(problem.problem.held.size());
  fmt::print(
      "{}: {} of {} vertices are free, {} columns{}\n", problem.body, with_thousands(made.columns / 3),
      with_thousands(all), with_thousands(made.columns),
      made.resumed > 0 ? fmt::format(", {} of them from an earlier run", with_thousands(made.resumed)) : "");
  fmt::print("compressed {:.3g}-fold; error {:.2g} (RMS), at most {:.2g} of a column's largest block\n",
             made.compression, made.error, made.worst);
  fmt::print("{} written: {:.1f} MB in {:.1f} s\n", output.string(), static_cast<double>(made.bytes) / 1e6,
             seconds);
}

void execute(const PrecomputeCommand& command) {
  const Timer timer;
  const GreensProblem problem = problem_of(command);
  const fs::path output = command.output.empty() ? problem.description.responses : command.output;
  if (output.empty())
    throw Error(fmt::format("the body '{}' names no file of responses", problem.body), command.scene,
                "say where to write: -o FILE.greens");
  require_writable(output);
  PrecomputeParams params = params_of(command, problem.description);
  std::optional<Progress> progress;
  params.progress = [&](Index done, Index all) {
    if (!progress) progress.emplace("columns of " + output.filename().string(), all);
    progress->advance_to(done);
  };
  const PrecomputeReport made = precompute(problem.problem, params, output);
  progress.reset();
  report(made, problem, output, timer.seconds());
}

}  // namespace

void add_precompute_command(CommandLine& line) {
  Command command = line.add_command("precompute", "Responses of a body of type greens, into a file");
  auto options = std::make_shared<PrecomputeCommand>();
  command.option("SCENE", options->scene, "Scene file, or built-in scene").required();
  command.option("-o,--output", options->output, "File to write, .greens").type_name("OUT");
  command.option("--body", options->body, "The body, if the scene has several of type greens")
      .type_name("NAME");
  command
      .option("--source", options->source,
              "quadratic or linear: finite elements; multigrid; boundary: boundary elements (default: the "
              "body's)")
      .type_name("S");
  command
      .option("--measured", options->measured,
              "Take the columns from a file of measured or foreign responses (docs/formats.md)")
      .type_name("FILE");
  command.option("--eps", options->eps, "Threshold on the finest level (default: the body's, or 0.05)")
      .between(0, 1)
      .type_name("E");
  command.option("--rank", options->rank, "Of the global term; 0: wavelets alone (default 24)")
      .whole(0, 1000)
      .type_name("N");
  command
      .option("--relative-to", options->reference,
              "The threshold's largest block: of the rest, or the column")
      .show_default()
      .type_name("R");
  command.option("--wavelet", options->wavelet, "linear or butterfly").show_default().type_name("W");
  command.flag("--unlifted", options->unlifted, "Wavelets that do not keep integrals");
  command.option("--boundary", options->boundary, "Wavelets beside held vertices: zero or renormalised")
      .show_default()
      .type_name("B");
  command.option("--precision", options->precision, "Of blocks in the file: 16-bit or float")
      .show_default()
      .type_name("P");
  command.option("--growth", options->growth, "Of elements with their depth; larger: fewer inside")
      .between(0.1, 10)
      .show_default()
      .type_name("G");
  command.flag("--supports", options->supports, "Also the responses to moved supports, vertex by vertex");
  command
      .option("--inside", options->points,
              "A point inside, for rows of displacement, strain and stress; may be repeated")
      .one_at_a_time()
      .type_name("X,Y,Z");
  command.flag("--from-scratch", options->from_scratch, "Does not go on with what a killed run has left");
  command.option("--set", options->overrides, "Another value in the scene; may be repeated")
      .one_at_a_time()
      .type_name("PATH=VALUE");
  command.footer(kPrecomputeFooter);
  command.callback([options] { execute(*options); });
}

}  // namespace sinew
