#pragma once

#include <optional>

#include "render/tool.h"

namespace sinew {

// Cuts with a line along the view: from before all bodies to behind them or, at less than full depth, to so
// far below the surface under the pointer. What it sweeps while the pointer moves is one cut, of every body
// that can be. A stroke may begin and end beside the bodies; the line is there as deep as where it last, or
// first, meets one.
class BladeTool : public Tool {
 public:
  std::string_view name() const override { return "blade"; }
  std::string_view help() const override { return "cut along the stroke"; }

  // False where no body is before the camera.
  bool begin(const ToolPointer& pointer, std::vector<SimulationCommand>& commands) override;
  void move(const ToolPointer& pointer, std::vector<SimulationCommand>& commands) override;
  void end(std::vector<SimulationCommand>& commands) override;
  // The path of the line's tip, and the line.
  std::vector<std::array<Vec3, 2>> lines(const Frame& frame) const override;

  // "depth", in sizes of the body; 1: all through.
  std::vector<Tunable> tunables() const override;
  void tune(std::string_view, double value) override { depth_ = value; }

 private:
  using Line = std::array<Vec3, 2>;  // from before the bodies to the tip, m

  struct Stroke {
    std::optional<double> reach;  // how far from the eye the line ends at most, m; none: not known yet
    Ray ray;                      // of the pointer before
    std::vector<Line> cut;        // the lines that were cut between
    std::optional<Line> latest;   // at the pointer
  };

  void find_reach(const ToolPointer& pointer);
  void cut_to(const Line& line, bool ends, std::vector<SimulationCommand>& commands);

  double depth_ = 1;
  std::int64_t strokes_ = 0;  // that cut, so far
  Stroke stroke_;
};

}  // namespace sinew
