#include <map>

#include "mesh/pvd_series.h"
#include "sinew/mesh/mesh_file.h"
#include "sinew/record/recorder.h"

namespace sinew {

namespace {

namespace fs = std::filesystem;

Field vector_field(const std::string& name, const std::vector<Vec3>& values) {
  Field field{name, 3, {}};
  field.values.reserve(3 * values.size());
  for (const Vec3& v : values) field.values.insert(field.values.end(), {v.x, v.y, v.z});
  return field;
}

Field scalar_field(const std::string& name, const std::vector<float>& values) {
  return {name, 1, {values.begin(), values.end()}};
}

void write_body(const fs::path& path, const BodyFrame& body) {
  const FrameElements& elements = *body.topology.elements;
  std::vector<Field> of_nodes{vector_field("displacement", displacements(body)),
                              vector_field("velocity", body.velocities)};
  std::vector<Field> of_elements;
  if (!body.stress.empty()) {
    of_nodes.push_back(scalar_field("stress", node_values(elements, body.stress)));
    of_elements.push_back(scalar_field("stress", body.stress));
  }
  if (!elements.levels.empty())
    of_elements.push_back({"level", 1, {elements.levels.begin(), elements.levels.end()}});
  if (elements.tetrahedra.empty() && elements.hexahedra.empty())
    write_sheet(path, {body.positions, elements.triangles}, of_nodes, of_elements);
  else
    write_volume(path, {body.positions, elements.tetrahedra, elements.hexahedra, std::move(of_nodes),
                        std::move(of_elements)});
}

class VtuRecorder : public Recorder {
 public:
  VtuRecorder(fs::path folder, std::int64_t every) : Recorder(every), folder_(std::move(folder)) {}

  FrameContents contents() const override { return {.stress = true}; }

  void resume(const Frame& frame) override {
    for (const std::string& stem : file_stems(frame)) series(stem).resume(frame.time);
  }

  void record(const Frame& frame) override {
    const std::vector<std::string> stems = file_stems(frame);
    for (std::size_t b = 0; b < stems.size(); ++b) {
      const fs::path file = folder_ / frame_file_name(stems[b], frame.step, ".vtu");
      write_body(file, frame.bodies[b]);
      series(stems[b]).add(frame.time, file);
    }
  }

 private:
  PvdSeries& series(const std::string& stem) {
    return series_.try_emplace(stem, folder_ / (stem + ".pvd")).first->second;
  }

  fs::path folder_;
  std::map<std::string, PvdSeries> series_;  // by stem
};

}  // namespace

std::unique_ptr<Recorder> make_vtu_recorder(const fs::path& folder, std::int64_t every) {
  return std::make_unique<VtuRecorder>(folder, every);
}

}  // namespace sinew
