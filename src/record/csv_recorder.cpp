#include <fmt/format.h>

#include <cmath>
#include <set>
#include <utility>

#include "record/probe.h"
#include "record/step_table.h"
#include "sinew/base/error.h"
#include "sinew/record/recorder.h"

namespace sinew {

namespace {

namespace fs = std::filesystem;

// Counts, then the forces on obstacles and on the first of two bodies, then those of attachments.
std::string contact_header(const ContactFrame& contact) {
  if (!contact.is_on) return "";
  std::string line = ",contact.contacts,contact.active,contact.held_back,contact.blocked,contact.exempt";
  for (const ContactSum& sum : contact.sums)
    for (const char* part : {"fx", "fy", "fz"}) {
      const std::string between = sum.b.empty() ? sum.a : fmt::format("{}.{}", sum.a, sum.b);
      line += "," + csv_quoted(fmt::format("contact.{}.{}", between, part));
    }
  for (const AttachmentForce& one : contact.attachments)
    for (const char* part : {"points", "fx", "fy", "fz"})
      line += "," + csv_quoted(fmt::format("attachment.{}.{}", one.name, part));
  return line;
}

std::string header(const Frame& frame, const std::vector<Probe>& probes) {
  std::string line = "step,time";
  for (const BodyFrame& body : frame.bodies)
    for (const char* energy : {"kinetic", "elastic", "external", "total"})
      line += "," + csv_quoted(fmt::format("{}.{}", body.body, energy));
  for (const Probe& probe : probes)
    for (const char* part : {"x", "y", "z", "dx", "dy", "dz"})
      line += "," + csv_quoted(fmt::format("{}.{}", probe.name, part));
  for (const BodyFrame& body : frame.bodies)
    for (const HoldReaction& one : body.reactions)
      for (const char* part : {"x", "y", "z", "fx", "fy", "fz", "tx", "ty", "tz"})
        line += "," + csv_quoted(fmt::format("{}.{}.{}", body.body, one.hold, part));
  return line + contact_header(frame.contact) + "\n";
}

// A comma and the number; nothing after it if the number is not finite, as before a failure, since readers of
// CSV do not agree on how to write that.
std::string cell(double value) { return std::isfinite(value) ? fmt::format(",{}", value) : ","; }

std::string contact_cells(const ContactFrame& contact) {
  if (!contact.is_on) return "";
  std::string text = fmt::format(",{},{},{},{},{}", contact.contacts, contact.active, contact.held_back,
                                 contact.blocked, contact.exempt);
  for (const ContactSum& sum : contact.sums)
    for (int axis = 0; axis < 3; ++axis) text += cell(sum.force[axis]);
  for (const AttachmentForce& one : contact.attachments) {
    text += fmt::format(",{}", one.points);
    for (int axis = 0; axis < 3; ++axis) text += cell(one.force[axis]);
  }
  return text;
}

class CsvRecorder : public Recorder {
 public:
  CsvRecorder(const fs::path& folder, std::int64_t every, std::vector<Probe> probes)
      : Recorder(every), table_(folder / "run.csv", every), probes_(std::move(probes)) {
    std::set<std::string> names;
    for (const Probe& probe : probes_.probes())
      if (probe.name.empty() || !names.insert(probe.name).second)
        throw Error(fmt::format("two probes are called '{}', or one has no name", probe.name), "",
                    "give each probe a name of its own");
  }

  FrameContents contents() const override { return {.energies = true, .reactions = true}; }

  void resume(const Frame& frame) override { table_.resume(header(frame, probes_.probes()), frame.step); }
  void record(const Frame& frame) override {
    const std::string text = line(frame);
    if (!table_.is_open()) table_.start(header(frame, probes_.probes()));
    table_.add(text);
  }
  void sync() override { table_.sync(); }

 private:
  std::string line(const Frame& frame) {
    std::string text = fmt::format("{},{}", frame.step, frame.time);
    for (const BodyFrame& body : frame.bodies) {
      const Energies& e = body.energies;
      for (const double energy : {e.kinetic, e.elastic, e.external, e.total()}) text += cell(energy);
    }
    const std::vector<Vec3> moved = probes_.displacements(frame);
    for (std::size_t p = 0; p < moved.size(); ++p)
      for (const Vec3& v : {probes_.probes()[p].rest_position + moved[p], moved[p]})
        for (int axis = 0; axis < 3; ++axis) text += cell(v[axis]);
    for (const BodyFrame& body : frame.bodies)
      for (const HoldReaction& one : body.reactions)
        for (const Vec3& v : {one.at, one.force, one.torque})
          for (int axis = 0; axis < 3; ++axis) text += cell(v[axis]);
    return text + contact_cells(frame.contact) + "\n";
  }

  StepTable table_;
  ProbeTracker probes_;
};

}  // namespace

std::unique_ptr<Recorder> make_csv_recorder(const fs::path& folder, std::int64_t every,
                                            std::vector<Probe> probes) {
  return std::make_unique<CsvRecorder>(folder, every, std::move(probes));
}

}  // namespace sinew
