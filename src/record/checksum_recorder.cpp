#include <fmt/format.h>

#include "base/checksum.h"
#include "record/step_table.h"
#include "sinew/record/recorder.h"

namespace sinew {

namespace {

class ChecksumRecorder : public Recorder {
 public:
  ChecksumRecorder(const std::filesystem::path& folder, std::int64_t every)
      : Recorder(every), table_(folder / "checksums.csv", every) {}

  FrameContents contents() const override {
    return {.stress = true, .energies = true, .forces = true, .reactions = true};
  }

  void resume(const Frame& frame) override { table_.resume(header(frame), frame.step); }
  void record(const Frame& frame) override {
    if (!table_.is_open()) table_.start(header(frame));
    table_.add(line(frame));
  }
  void sync() override { table_.sync(); }

 private:
  static std::string header(const Frame& frame) {
    std::string line = "step";
    for (const BodyFrame& body : frame.bodies) line += "," + csv_quoted(body.body);
    return line + (frame.contact.is_on ? ",tools,contact\n" : ",tools\n");
  }

  static std::string line(const Frame& frame) {
    std::string text = fmt::format("{}", frame.step);
    for (const BodyFrame& body : frame.bodies) {
      const std::vector<Vec3> seen = surface_positions(body);
      text += fmt::format(",{:016x}", word_checksum_of(std::span(seen), body_checksum(body)));
    }
    text += fmt::format(",{:016x}", tools_checksum(frame.tools));
    if (frame.contact.is_on) text += fmt::format(",{:016x}", contact_checksum(frame.contact));
    return text + "\n";
  }

  StepTable table_;
};

}  // namespace

std::unique_ptr<Recorder> make_checksum_recorder(const std::filesystem::path& folder, std::int64_t every) {
  return std::make_unique<ChecksumRecorder>(folder, every);
}

}  // namespace sinew
