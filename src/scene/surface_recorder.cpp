#include "mesh/mesh_file.h"
#include "scene/recorder.h"

namespace sinew {

namespace {

namespace fs = std::filesystem;

class SurfaceRecorder : public Recorder {
 public:
  SurfaceRecorder(fs::path folder, std::int64_t every, std::string extension)
      : Recorder(every), folder_(std::move(folder)), extension_(std::move(extension)) {}

  FrameContents contents() const override { return {}; }

  // Each frame has files of its own: those of later steps are written again.
  void resume(const Frame&) override {}

  void record(const Frame& frame) override {
    const std::vector<std::string> stems = file_stems(frame);
    for (std::size_t b = 0; b < stems.size(); ++b) {
      const BodyFrame& body = frame.bodies[b];
      write_surface(folder_ / frame_file_name(stems[b], frame.step, extension_),
                    {surface_positions(body), body.topology->surface.triangles});
    }
  }

 private:
  fs::path folder_;
  std::string extension_;
};

}  // namespace

std::unique_ptr<Recorder> make_surface_recorder(const fs::path& folder, std::int64_t every,
                                                const std::string& extension) {
  require_surface_format(folder / ("frame" + extension));
  return std::make_unique<SurfaceRecorder>(folder, every, extension);
}

}  // namespace sinew
