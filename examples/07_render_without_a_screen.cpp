// Draws a body that bends, coloured by its stress, into a PNG file: 07_render_without_a_screen [FILE.png]
// It needs no window and no screen; without a graphics card, Mesa draws on the processor.
#include <algorithm>
#include <cmath>
#include <cstdio>
#include <filesystem>
#include <memory>

#include <sinew/base/error.h>
#include <sinew/meshing/signed_distance.h>
#include <sinew/octree/octree_body.h>
#include <sinew/octree/voxels.h>
#include <sinew/render/camera.h>
#include <sinew/render/display_options.h>
#include <sinew/render/picture.h>
#include <sinew/shape/models.h>
#include <sinew/world/world.h>

using namespace sinew;

// A rabbit of soft rubber that stands on its lowest tenth, in a storm from the side: its ears give way.
World rabbit_in_the_wind() {
  const SurfaceMesh surface = make_model("rabbit", 20000);
  OctreeBodyModel rabbit;
  rabbit.voxels = voxels_inside(surface, SignedDistance(surface), voxel_frame(bounding_box(surface), 40));
  rabbit.surface = OctreeSurface::kOwn;  // show the surface itself, bound to the voxels
  rabbit.own_surface = surface;
  rabbit.materials.base = {.young = 3e5, .poisson = 0.4, .density = 1000};
  rabbit.holds = {{{HalfSpaceRegion{{0, 0.035, 0}, {0, -1, 0}}}, Motion{}}};
  rabbit.forces = {Gravity{}, Wind{.velocity = {0, 0, -40}}};
  World world;
  world.add(std::make_unique<OctreeBody>("rabbit", rabbit, ElasticParams{}));
  return world;
}

// The share of the pixels that have a colour, rather than a shade of grey.
double coloured(const Picture& picture) {
  int count = 0;
  for (std::size_t i = 0; i < picture.rgb.size(); i += 3) {
    const auto [least, most] = std::minmax({picture.rgb[i], picture.rgb[i + 1], picture.rgb[i + 2]});
    count += most - least > 40;
  }
  return static_cast<double>(count) / (picture.width * picture.height);
}

int main(int argc, char** argv) try {
  const std::filesystem::path path = argc > 1 ? argv[1] : "rabbit.png";

  // What is to be shown, and what frames must contain for it: the stress is computed only if it is asked for.
  DisplayOptions display;
  display.colouring = Colouring::kStress;
  display.title = "a rabbit in the wind";
  World world = rabbit_in_the_wind();
  for (int i = 0; i < 30; ++i) world.step(1.0 / 30, contents_for(display));

  // A camera that has all of the body in the picture, and the picture itself.
  const BodyFrame& rabbit = world.frame().bodies[0];
  const int width = 640, height = 360;
  const double azimuth = 0.5, elevation = 0.25;  // radians
  const Camera camera =
      camera_around(surface_positions(rabbit), display.up, azimuth, elevation, double(width) / height);
  OffscreenRenderer renderer(width, height);
  const Picture picture = renderer.picture(world.frame(), camera, display);
  write_png(path, picture);

  std::printf("wrote %s: %d x %d pixels\n", path.c_str(), picture.width, picture.height);
  std::printf("the file has more than 10 kB: %s\n", std::filesystem::file_size(path) > 10000 ? "yes" : "no");
  std::printf("the largest stress is %.0f kPa\n",
              *std::max_element(rabbit.stress.begin(), rabbit.stress.end()) / 1000);
  // Drivers differ in a few pixels along the outline.
  std::printf("about %.0f %% of the picture show the rabbit\n", 10 * std::round(10 * coloured(picture)));
  std::fprintf(stderr, "drawn by %s\n", renderer.driver().c_str());
} catch (const Error& error) {
  std::fprintf(stderr, "%s\n", error.what());
  return 2;
}
