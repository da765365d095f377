// A frame of a recorded run (.vtu): the second of two, so that it meets the topology of the first.
#include "fuzz/fuzz_target.h"
#include "sinew/mesh/mesh_file.h"
#include "sinew/playback/frame_source.h"
#include "sinew/record/recorder.h"

namespace sinew::fuzz {

namespace {

VolumeMesh first_frame() {
  VolumeMesh mesh;
  mesh.positions = {{0, 0, 0}, {1, 0, 0}, {0, 1, 0}, {0, 0, 1}};
  mesh.tetrahedra = {{0, 1, 2, 3}};
  mesh.node_fields = {{"displacement", 3, std::vector<double>(12)}};
  return mesh;
}

std::string series_text() {
  std::string frames;
  for (const int step : {0, 1})
    frames += "<DataSet timestep=\"" + std::to_string(step) + "\" file=\"" +
              frame_file_name("bar", step, ".vtu") + "\"/>";
  return "<VTKFile><Collection>" + frames + "</Collection></VTKFile>";
}

void require_sound(const BodyFrame& body) {
  const FrameElements& elements = *body.topology.elements;
  const SurfaceMesh& surface = body.topology.surface->mesh;
  require(body.positions.size() == elements.rest_positions.size() &&
              body.velocities.size() == body.positions.size(),
          "nodes have rest positions and velocities");
  for (const Triangle& triangle : surface.triangles)
    for (const Index v : triangle)
      require(v >= 0 && v < surface.vertex_count(), "corners are vertices of the surface");
}

}  // namespace

void read_input(std::string_view bytes) {
  static const InputFolder folder;
  [[maybe_unused]] static const bool once = [] {
    folder.put("bar.pvd", series_text());
    write_volume(folder.path() / frame_file_name("bar", 0, ".vtu"), first_frame());
    return true;
  }();
  folder.put(frame_file_name("bar", 1, ".vtu"), bytes);
  is_taken([&] {
    RecordedRun run(folder.path());
    for (const std::int64_t step : {0, 1}) require_sound(run.read(step).bodies.at(0));
  });
}

}  // namespace sinew::fuzz
