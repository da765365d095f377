#pragma once

#include <array>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "sinew/base/geometry.h"

namespace sinew {

// How a scene is to be shown, as plain data. docs/scene.md explains each member. None of this changes a run.

// What is shown in addition to the surface: its stress, the levels of refinement or the cuts as colours, the
// edges of the simulation mesh, the stress inside, fur, the forces as arrows, contacts as pins.
enum class Shown { kStress, kLevels, kCuts, kWire, kVolume, kFur, kForces, kContacts };
inline constexpr std::array<std::string_view, 8> kShownNames{"stress", "levels", "cuts",   "wire",
                                                             "volume", "fur",    "forces", "contacts"};

// The colour maps that there are.
inline constexpr std::array<std::string_view, 3> kColourMapNames{"viridis", "blue-red", "grey"};

// Which axis points upwards.
enum class UpAxis { kY, kZ };

// A cross-section. Elements whose centre at rest lies beyond the plane, on the side to which the normal points,
// are left out, and the others are shown whole, as the simulation mesh.
struct Section {
  std::optional<Vec3> point;  // on the plane, in the world, m; default: the middle of each body
  Vec3 normal{0, 0, 1};       // of any length but 0
  bool operator==(const Section&) const = default;
};

// How a scene is to be seen.
struct ViewDescription {
  std::vector<Shown> show;
  // Direction from the target to the camera, degrees. Azimuth 0 has x to the right and the up axis upward
  // (the camera is at +z if y is up, at -y if z is) and increases towards +x; elevation is the angle above
  // the horizontal.
  double azimuth = 30, elevation = 15;
  double zoom = 1;             // 1: all of the scene fits, 2: twice as large
  std::optional<Vec3> target;  // what the camera looks at, m; default: the middle of the scene
  bool ground = true;
  // Along the up axis, m: that of the scene's ground; default: below the bodies at the start.
  std::optional<double> ground_height = {};
  std::optional<std::array<double, 2>> range;  // of coloured values (Pa for stress); default: from the frames
  std::string colours = "viridis";             // one of kColourMapNames
  double fur_length = 0.05;                    // relative to the size of the body
  std::optional<Section> section;
  bool operator==(const ViewDescription&) const = default;
};

}  // namespace sinew
