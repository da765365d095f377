#include <fmt/format.h>

#include <charconv>
#include <filesystem>
#include <memory>

#include "app/commands.h"
#include "app/mesh_jobs.h"
#include "meshing/element_budget.h"
#include "sinew/base/error.h"

namespace sinew {

namespace {

constexpr const char* kMeshFooter =
    R"(IN is any surface, also with holes, flipped or loose triangles and parts that run through each other; what was
wrong and what is assumed is said. Of a volume the boundary is taken, but for --refine. OUT is .vtu or .msh
for volumes; .obj, .ply or .stl for --triangles and --semi-regular. Level 0 is the finest.

Examples:
  sinew mesh body.ply -o body.vtu                      about 20,000 tetrahedra
  sinew mesh body.ply -o body.vtu --tets 100000
  sinew mesh body.ply -o body.vtu --levels 6           a hierarchy: body_level0.vtu to body_level5.vtu
  sinew mesh body.ply -o b.vtu --levels 4 --level 0=mine.msh     your own mesh as the finest
  sinew mesh body.ply -o voxels.vtu --voxels 128       cubes, 128 along the longest side
  sinew mesh coarse.msh -o fine.msh --refine 2         each tetrahedron into 8, twice
  sinew mesh scan.ply -o small.ply --triangles 5000    decimate the surface
  sinew mesh scan.ply -o regular.ply --semi-regular 4 --base 200)";

// "2=file.msh" into level and path.
std::pair<int, std::string> level_and_path(const std::string& text) {
  const std::size_t equals = text.find('=');
  int level = -1;
  const char* end = text.data() + std::min(equals, text.size());
  const auto [rest, failure] = std::from_chars(text.data(), end, level);
  if (equals == std::string::npos || equals + 1 == text.size() || failure != std::errc() || rest != end)
    throw Error(fmt::format("'{}' is not of the form LEVEL=FILE", text), "--level",
                "for example --level 0=fine.msh");
  return {level, text.substr(equals + 1)};
}

std::map<int, std::string> given_levels(const std::vector<std::string>& texts, int levels) {
  std::map<int, std::string> given;
  for (const std::string& text : texts) {
    const auto [level, path] = level_and_path(text);
    if (level < 0 || level >= levels)
      throw Error(fmt::format("'{}': there is no level {}", text, level), "--level",
                  fmt::format("levels count from 0, the finest, to {}", levels - 1));
    if (!given.insert({level, path}).second)
      throw Error(fmt::format("level {} is given twice", level), "--level", "give one mesh for a level");
  }
  return given;
}

struct MeshOptions {
  MeshJob job;
  Index tets = 0, voxels = 0, triangles = 0, semi_regular = 0, base = 200;
  int levels = 0, refine = 0;
  std::vector<std::string> given;
};

void run(const MeshOptions& options) {
  if (options.refine > 0) return refine_volume(options.job, options.refine);
  if (options.triangles > 0) return decimate_surface(options.job, options.triangles);
  if (options.semi_regular > 0) return remesh_surface(options.job, options.semi_regular, options.base);
  if (options.voxels > 0) return make_voxels(options.job, options.voxels);
  if (options.levels > 0)
    return make_hierarchy(options.job, options.levels, options.tets,
                          given_levels(options.given, options.levels));
  constexpr Index kDefaultTets = 20'000;
  make_tetrahedra(options.job, options.tets > 0 ? options.tets : kDefaultTets);
}

}  // namespace

void add_mesh_command(CommandLine& line) {
  auto options = std::make_shared<MeshOptions>();
  Command command = line.add_command("mesh", "Surface to volume: tetrahedra, hierarchies, voxels; remeshing");
  command.option("IN", options->job.input, "The surface (or volume) to start from").required();
  command.option("-o,--output", options->job.output, "File to write").required().type_name("OUT");
  Option tets = command.option("--tets", options->tets, "About how many tetrahedra (default 20,000)");
  Option levels = command.option("--levels", options->levels,
                                 "A hierarchy of this many meshes, each containing the surface");
  command.option("--level", options->given, "A mesh of your own as one level; may be repeated")
      .type_name("LEVEL=FILE")
      .one_at_a_time()
      .needs(levels);
  Option voxels = command.option("--voxels", options->voxels, "Cubes, this many along the longest side");
  Option refine = command.option("--refine", options->refine,
                                 "Split each tetrahedron of a volume into eight, this many times");
  Option triangles =
      command.option("--triangles", options->triangles, "Decimate the surface to this many triangles");
  Option semi = command.option("--semi-regular", options->semi_regular,
                               "Remesh the surface as a coarse base and this many levels of subdivision");
  command.option("--base", options->base, "About how many triangles the base has")
      .needs(semi)
      .whole(4, 1'000'000)
      .type_name("N");
  tets.whole(kFewestTetrahedra, 100'000'000).type_name("N");
  triangles.whole(1, 100'000'000).type_name("N");
  voxels.whole(1, 2048).type_name("N");
  levels.whole(1, 12).type_name("N");
  refine.whole(1, 6).type_name("N");
  semi.whole(1, 10).type_name("L");
  // One thing at a time; only --tets goes with --levels.
  for (Option a : {tets, voxels, refine, triangles, semi})
    for (Option b : {levels, voxels, refine, triangles, semi})
      if (a != b && !(a == tets && b == levels)) a.excludes(b);
  command.footer(kMeshFooter);
  command.callback([options] {
    try {
      run(*options);
    } catch (const Error& error) {
      if (!error.where().empty()) throw;
      throw Error(error.what(), options->job.input);
    }
  });
}

}  // namespace sinew
