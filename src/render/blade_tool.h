#pragma once

#include <optional>

#include "sinew/render/viewer.h"

namespace sinew {

// Cuts with a line along the view direction: from in front of all bodies to behind them or, if the depth is
// below 1, to that far below the surface under the pointer. What the line sweeps while the pointer moves is
// one cut, of every body that can be cut. A stroke may begin and end beside the bodies; the line is as deep
// there as where it last, or first, meets one.
class BladeTool : public Tool {
 public:
  std::string_view name() const override { return "blade"; }
  std::string_view help() const override { return "cut along the stroke"; }

  // False if no body is in front of the camera.
  bool begin(const ToolPointer& pointer, std::vector<SimulationCommand>& commands) override;
  void move(const ToolPointer& pointer, std::vector<SimulationCommand>& commands) override;
  void end(std::vector<SimulationCommand>& commands) override;
  // The path of the line's tip, and the line.
  std::vector<std::array<Vec3, 2>> lines(const Frame& frame) const override;

  // "depth", relative to the size of the body; 1: all the way through.
  std::vector<Tunable> tunables() const override;
  void tune(std::string_view, double value) override { depth_ = value; }

 private:
  using Line = std::array<Vec3, 2>;  // from in front of the bodies to the tip, m

  struct Stroke {
    std::optional<double> reach;  // largest distance of the line's end from the eye, m; none: unknown yet
    Ray ray;                      // of the last position of the pointer
    std::vector<Line> cut;        // the lines between which was cut
    std::optional<Line> latest;   // at the pointer
  };

  void find_reach(const ToolPointer& pointer);
  void cut_to(const Line& line, bool ends, std::vector<SimulationCommand>& commands);

  double depth_ = 1;
  std::int64_t strokes_ = 0;  // number of strokes that cut so far
  Stroke stroke_;
};

}  // namespace sinew
