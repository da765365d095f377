#pragma once

#include <cstdint>
#include <filesystem>
#include <memory>
#include <optional>
#include <span>
#include <string>
#include <vector>

#include "sinew/body/frame.h"
#include "sinew/mesh/mesh_file.h"

namespace sinew {

// A named material point of a body whose path is recorded.
struct Probe {
  std::string name, body;
  Vec3 rest_position;            // m
  std::string where = {};        // origin for messages: file, line and path; empty: use the name
  LengthUnit unit = {"m", 1.0};  // used in messages
};

// Writes frames to files. One recorder writes one format; all of them share a folder. A program derives its
// own, and hands it to run() by RunOptions::recorders.
class Recorder {
 public:
  // Records the steps that `every` divides. Throws Error if it is less than 1.
  explicit Recorder(std::int64_t every);
  virtual ~Recorder() = default;

  // Whether it records this step.
  bool wants(std::int64_t step) const { return step % every_ == 0; }
  // What the frames that it records must contain.
  virtual FrameContents contents() const = 0;

  // Called once, before a run continues from `frame`. Drops what an earlier run recorded after it, so that
  // the files become those of a run that was never interrupted.
  virtual void resume(const Frame& frame) = 0;
  virtual void record(const Frame& frame) = 0;
  // Returns when everything recorded is on the disk.
  virtual void sync() {}

 protected:
  std::int64_t every() const { return every_; }

 private:
  std::int64_t every_;
};

// Writes BODY_STEP.vtu for every body and step, and BODY.pvd: the nodes at their current positions with
// displacement, velocity and stress, and the elements with their stress and, if they differ, their levels of
// refinement. ParaView opens it.
std::unique_ptr<Recorder> make_vtu_recorder(const std::filesystem::path& folder, std::int64_t every);

// Colours of the bodies, sRGB from 0 to 1; missing ones come from a palette.
using BodyColours = std::vector<std::optional<Vec3>>;

// Writes BODY_STEP.ply or .obj (the extension, with its dot): the visible surface. A .ply also has what is
// needed to draw it later.
std::unique_ptr<Recorder> make_surface_recorder(const std::filesystem::path& folder, std::int64_t every,
                                                const std::string& extension, BodyColours colours = {});

// Writes run.csv, one line per step: step, time, the energies of each body (J), each probe's position and
// displacement (m), and the place (m), force (N) and torque (N m) of each hold's reaction (HoldReaction). The cell
// of a number that is not finite is empty, as those of reactions before the first step. The file is written line
// by line.
std::unique_ptr<Recorder> make_csv_recorder(const std::filesystem::path& folder, std::int64_t every,
                                            std::vector<Probe> probes);

// Writes checksums.csv, one line per step: for each body a checksum of its positions, velocities, stress,
// energies, arrows and visible surface, and one of the tools. Two runs with the same bits write the same
// file.
std::unique_ptr<Recorder> make_checksum_recorder(const std::filesystem::path& folder, std::int64_t every);

// Makes the recorder of a format: "vtu", "ply", "obj", "csv" or "checksums". Throws Error, with a suggestion,
// for any other name.
std::unique_ptr<Recorder> make_recorder(const std::string& format, const std::filesystem::path& folder,
                                        std::int64_t every, const std::vector<Probe>& probes,
                                        const BodyColours& colours = {});

// The stem of the file names of every body of the frame: its name, with '_' for characters that file systems
// may not accept, shortened if it is too long for them, and followed by a number if two would be equal. Names
// that need no change keep their stem, whatever the other names are.
std::vector<std::string> file_stems(const Frame& frame);

// "bar" and step 12 -> "bar_00000012.vtu".
std::string frame_file_name(const std::string& stem, std::int64_t step, const std::string& extension);

// What the name of a frame's file says.
struct FrameFile {
  std::string stem;
  std::int64_t step;
};
// The inverse of frame_file_name, for any extension; empty if the name is not one of a frame.
std::optional<FrameFile> frame_file_of(const std::string& name);

}  // namespace sinew
