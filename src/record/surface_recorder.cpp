#include <map>

#include "record/body_colours.h"
#include "record/seen_surface.h"
#include "sinew/mesh/mesh_file.h"
#include "sinew/record/recorder.h"

namespace sinew {

namespace {

namespace fs = std::filesystem;

class SurfaceRecorder : public Recorder {
 public:
  SurfaceRecorder(fs::path folder, std::int64_t every, std::string extension, BodyColours colours)
      : Recorder(every),
        folder_(std::move(folder)),
        extension_(std::move(extension)),
        colours_(std::move(colours)) {}

  FrameContents contents() const override { return {}; }

  // Each frame has files of its own: those of later steps are written again.
  void resume(const Frame&) override {}

  void record(const Frame& frame) override {
    const std::vector<std::string> stems = file_stems(frame);
    for (std::size_t b = 0; b < stems.size(); ++b) {
      const BodyFrame& body = frame.bodies[b];
      const fs::path path = folder_ / frame_file_name(stems[b], frame.step, extension_);
      if (extension_ == ".ply")
        write_with_columns(path, b, body);
      else
        write_surface(path, {surface_positions(body), body.topology.surface->mesh.triangles});
    }
  }

 private:
  void write_with_columns(const fs::path& path, std::size_t b, const BodyFrame& body) {
    const SeenSurface seen = seen_surface(body, elements_of(known_[b], body.topology),
                                          body_colour(static_cast<Index>(b), colours_));
    write_surface(path, seen.surface, seen.columns, seen.comments);
  }

  struct OfBody {
    FrameTopology topology;
    std::vector<Index> elements;
  };

  // The same until the body is cut.
  static const std::vector<Index>& elements_of(OfBody& known, const FrameTopology& topology) {
    if (known.topology != topology) known = {topology, moving_elements(topology)};
    return known.elements;
  }

  fs::path folder_;
  std::string extension_;
  BodyColours colours_;
  std::map<std::size_t, OfBody> known_;
};

}  // namespace

std::unique_ptr<Recorder> make_surface_recorder(const fs::path& folder, std::int64_t every,
                                                const std::string& extension, BodyColours colours) {
  require_surface_format(folder / ("frame" + extension));
  return std::make_unique<SurfaceRecorder>(folder, every, extension, std::move(colours));
}

}  // namespace sinew
