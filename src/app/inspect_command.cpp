#include <fmt/format.h>

#include <memory>
#include <utility>

#include "app/commands.h"
#include "app/inspection.h"
#include "sinew/base/error.h"
#include "sinew/base/json_value.h"

namespace sinew {

namespace {

constexpr const char* kInspectFooter =
    R"(The file is reported as it is; beside it, what loading it as a surface repairs. Self-intersections are proper
crossings of triangles that share at most one vertex; overlaps within a plane and folds over a shared edge are
not counted. Elements are numbered from 0, tetrahedra first.

Examples:
  sinew inspect body.ply                what is in the file and what is wrong with it
  sinew inspect out/*.vtu               several files, one after the other
  sinew inspect --json body.msh         {"files": [...]}, for programs

Exit code 0 for any file that can be read, however ugly; 2 where one cannot.)";

struct InspectOptions {
  std::vector<std::string> files;
  bool json = false;
};

// One unreadable file does not keep the others from being inspected; its message comes last.
void inspect(const InspectOptions& options) {
  JsonValue all = JsonValue::array();
  std::string complaints;
  const char* gap = "";
  for (const std::string& file : options.files) {
    try {
      const Inspection inspection = inspect_file(file);
      if (options.json)
        all.push_back(inspection_json(inspection));
      else
        fmt::print("{}{}", std::exchange(gap, "\n\n"), inspection_text(inspection));
    } catch (const Error& error) {
      complaints += (complaints.empty() ? "" : "\n") + std::string(error.what());
      if (options.json) all.push_back({{"file", file}, {"error", error.what()}});
    }
  }
  // A file's name may hold any bytes; JSON is UTF-8.
  if (options.json) fmt::print("{}\n", JsonValue{{"files", all}}.dump(2));
  if (!complaints.empty()) throw Error(complaints);
}

}  // namespace

void add_inspect_command(CommandLine& line) {
  auto options = std::make_shared<InspectOptions>();
  Command command = line.add_command("inspect", "What is in a mesh file and what is wrong with it");
  command.option("FILE", options->files, "Mesh files, surfaces or volumes").required();
  command.flag("--json", options->json, "Write JSON instead of a table");
  command.footer(kInspectFooter);
  command.callback([options] { inspect(*options); });
}

}  // namespace sinew
