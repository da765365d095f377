#pragma once

#include <array>
#include <optional>
#include <string>
#include <vector>

#include "sinew/body/frame.h"
#include "sinew/scene/view_description.h"

namespace sinew {

enum class Colouring { kPlain, kStress, kLevels, kCuts };  // as shaders/surface.frag numbers them

// What is shown of a frame, and how.
struct DisplayOptions {
  Colouring colouring = Colouring::kPlain;
  bool surface = true;
  bool wire = false;    // edges of the simulation mesh
  bool volume = false;  // the stress inside, by casting rays through the simulation mesh
  bool fur = false;
  bool forces = false;    // arrows at applied forces, pulls, contacts and attachments
  bool contacts = false;  // pins where things are near each other
  bool ground = true;
  bool shadows = true;
  bool legend = true;  // of the colours, if there are any

  // Shows what a plane leaves of the simulation mesh, with its edges (or its inside, with `volume`), instead of
  // the surface.
  std::optional<Section> section{};

  std::string colours = "viridis";  // one of kColourMapNames (sinew/scene/view_description.h)
  std::optional<std::array<double, 2>>
      range{};               // of the coloured stress, Pa; default: from 0 to the largest of the frame
  double fur_length = 0.05;  // relative to the body's size
  Vec3 up{0, 1, 0};
  std::optional<double> ground_height{};            // along `up`, m; default: below the first frame's bodies
  std::vector<std::optional<Vec3>> body_colours{};  // sRGB 0..1; default: from a palette
  std::string title{};                              // in the corner of the picture; empty: none
};

// What frames must contain to be shown with these options.
FrameContents contents_for(const DisplayOptions& display);

}  // namespace sinew
