#pragma once

#include <filesystem>
#include <memory>
#include <optional>
#include <span>
#include <string>
#include <vector>

#include "body/frame.h"
#include "record/probe.h"

namespace sinew {

// Writes frames to files. One recorder writes one format; all of them share a folder.
class Recorder {
 public:
  // Records the steps that `every` divides.
  explicit Recorder(std::int64_t every) : every_(every) {}
  virtual ~Recorder() = default;

  bool wants(std::int64_t step) const { return step % every_ == 0; }
  // What it needs of the frames it records.
  virtual FrameContents contents() const = 0;

  // Once, before a run goes on from `frame`: drops what an earlier run recorded after it, so that the files
  // become those of a run that was never interrupted.
  virtual void resume(const Frame& frame) = 0;
  virtual void record(const Frame& frame) = 0;
  // Returns when all that was recorded is on the disk.
  virtual void sync() {}

 protected:
  std::int64_t every() const { return every_; }

 private:
  std::int64_t every_;
};

// BODY_STEP.vtu for every body and step, and BODY.pvd: the nodes at their current positions with
// displacement, velocity and stress, and the elements with their stress and, where they differ, their levels
// of refinement. Opens in ParaView.
std::unique_ptr<Recorder> make_vtu_recorder(const std::filesystem::path& folder, std::int64_t every);

// Colours of the bodies, sRGB from 0 to 1; those that are not given come from a palette.
using BodyColours = std::vector<std::optional<Vec3>>;

// BODY_STEP.ply or .obj (the extension, with its dot): the surface as it is seen. A .ply also has what a
// picture needs; see record/seen_surface.h.
std::unique_ptr<Recorder> make_surface_recorder(const std::filesystem::path& folder, std::int64_t every,
                                                const std::string& extension, BodyColours colours = {});

// run.csv, a line for each step: step, time, the energies of each body (J), and each probe's position and
// displacement (m). A number that is not finite leaves its cell empty. Written line by line.
std::unique_ptr<Recorder> make_csv_recorder(const std::filesystem::path& folder, std::int64_t every,
                                            std::vector<Probe> probes);

// checksums.csv, a line for each step: for each body a checksum of its positions, velocities, stress,
// energies, arrows and seen surface, and one of the tools. Two runs with the same bits write the same file.
std::unique_ptr<Recorder> make_checksum_recorder(const std::filesystem::path& folder, std::int64_t every);

// By the name of the format: "vtu", "ply", "obj", "csv" or "checksums"; Error, with a suggestion, for any
// other.
std::unique_ptr<Recorder> make_recorder(const std::string& format, const std::filesystem::path& folder,
                                        std::int64_t every, const std::vector<Probe>& probes,
                                        const BodyColours& colours = {});

// The beginning of a body's file names, for every body of the frame: its name, with '_' for all that file
// systems may not take, no longer than they take, and a number behind it where two would be alike. Names that
// need no change keep their files, whatever the others are called.
std::vector<std::string> file_stems(const Frame& frame);

// "bar" and step 12 -> "bar_00000012.vtu".
std::string frame_file_name(const std::string& stem, std::int64_t step, const std::string& extension);

struct FrameFile {
  std::string stem;
  std::int64_t step;
};
// What frame_file_name made the name of, whatever the extension; nothing for another name.
std::optional<FrameFile> frame_file_of(const std::string& name);

}  // namespace sinew
