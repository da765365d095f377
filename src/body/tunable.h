#pragma once

#include <span>
#include <string>
#include <vector>

namespace sinew {

// A parameter of a body that may be changed while it moves.
struct Tunable {
  std::string name, unit;
  double value = 0, least = 0, most = 1;
  bool logarithmic = false;  // sliders use a logarithmic scale
  bool whole = false;        // it takes integers only

  bool operator==(const Tunable&) const = default;
};

// Throws Error if no tunable has that name (with the nearest name), or if the value is not finite, out of
// range, or not an integer where one is needed (with the range). `whose` appears in the message: "body
// 'liver'".
void require_tunable(std::span<const Tunable> tunables, const std::string& name, double value,
                     const std::string& whose);

// A body some of whose parameters may be changed while it moves.
class TunableBody {
 public:
  virtual std::vector<Tunable> tunables() const = 0;
  // Changes one of them from the next step on; displacements and velocities stay. Throws Error (body
  // unchanged) as require_tunable does.
  virtual void tune(const std::string& name, double value) = 0;

 protected:
  ~TunableBody() = default;
};

}  // namespace sinew
