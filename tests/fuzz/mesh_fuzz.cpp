// One target for each mesh format: SINEW_FUZZ_READER is its reader, SINEW_FUZZ_NAME the file's name in
// messages. What was read then goes the way of `sinew inspect`: diagnosis and repair.
#include "fuzz/fuzz_target.h"
#include "mesh/formats/format_readers.h"
#include "mesh/formats/format_sniffer.h"
#include "mesh/mesh_check.h"
#include "mesh/surface_diagnosis.h"
#include "mesh/unit_guess.h"
#include "mesh/volume_diagnosis.h"
#include "sinew/mesh/repair.h"

namespace sinew::fuzz {

namespace {

template <typename Cells>
bool in_range(const Cells& cells, std::size_t vertices) {
  for (const auto& cell : cells)
    for (const Index v : cell)
      if (v < 0 || static_cast<std::size_t>(v) >= vertices) return false;
  return true;
}

bool have_size(const std::vector<Field>& fields, std::size_t tuples) {
  for (const Field& field : fields)
    if (field.values.size() != tuples * static_cast<std::size_t>(field.components)) return false;
  return true;
}

void require_sound_content(const MeshFile& file) {
  const VolumeMesh& volume = file.volume;
  require(in_range(file.surface.triangles, file.surface.positions.size()) &&
              in_range(volume.tetrahedra, volume.positions.size()) &&
              in_range(volume.hexahedra, volume.positions.size()),
          "corners are vertices of the mesh");
  require(have_size(volume.node_fields, volume.positions.size()) &&
              have_size(volume.element_fields, static_cast<std::size_t>(volume.element_count())) &&
              have_size(file.vertex_fields, file.surface.positions.size()) &&
              have_size(file.triangle_fields, file.surface.triangles.size()),
          "fields have a value for each item");
}

void inspect(const MeshFile& file) {
  if (file.is_volume())
    guess_unit(diagnose(file.volume).box);
  else
    guess_unit(diagnose(file.surface).box);
  SurfaceMesh surface = surface_of(file);
  repair(surface);
  require(in_range(surface.triangles, surface.positions.size()), "repaired corners are vertices");
  if (surface.triangle_count() > 0) diagnose(surface);
}

}  // namespace

#ifdef SINEW_FUZZ_TETGEN
// A .node file, a line of '%', and the .ele file beside it.
MeshFile read_bytes(std::string_view bytes) {
  static const InputFolder folder;
  constexpr std::string_view kBetween = "\n%\n";
  const std::size_t end = bytes.find(kBetween);
  const bool has_elements = end != std::string_view::npos;
  folder.put("mesh.ele", has_elements ? bytes.substr(end + kBetween.size()) : "");
  return read_tetgen(bytes.substr(0, end), folder.path() / "mesh.node");
}
#else
// Nothing lies beside the file.
MeshFile read_bytes(std::string_view bytes) { return SINEW_FUZZ_READER(bytes, "/none/" SINEW_FUZZ_NAME); }
#endif

void read_input(std::string_view bytes) {
  sniff_format(bytes);
  MeshFile file;
  if (is_taken([&] {
        file = read_bytes(bytes);
        require_sound(file, SINEW_FUZZ_NAME);
      })) {
    require_sound_content(file);
    inspect(file);
  }
}

}  // namespace sinew::fuzz
