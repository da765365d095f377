#pragma once

#include <string>
#include <string_view>
#include <vector>

#include "render/gl/gl_object.h"
#include "sinew/base/geometry.h"

namespace sinew {

// Colours (sRGB, 0..1) that a scalar goes through, evenly spaced.
struct ColourMap {
  std::string name;
  std::vector<Vec3> stops;
};

// One of kColourMapNames (sinew/scene/view_description.h); throws Error for others.
const ColourMap& colour_map(std::string_view name);
// At t from 0 to 1, between the stops in proportion.
Vec3 colour_at(const ColourMap& map, double t);

// A colour map for shaders: 256 x 1 texels.
class ColourMapTexture {
 public:
  // Does nothing if it already has this map.
  void set(std::string_view name);
  GLuint name() const { return texture_.name(); }

 private:
  GlTexture texture_;
  std::string map_;
};

}  // namespace sinew
