#include <sinew/sinew.h>

// Links the window and the renderer, and draws without them: PROGRAM [SCENE PICTURE].
int main(int argc, char** argv) {
  if (argc == 2) sinew::view(sinew::load_world(argv[1]), {});
  if (argc == 3) {
    sinew::LoadedWorld loaded = sinew::load_world(argv[1]);
    sinew::shoot_picture(*sinew::frames_of(loaded), 0, sinew::studio_options(loaded), argv[2]);
  }
  const sinew::Camera camera = sinew::camera_around(sinew::Box3{{0, 0, 0}, {1, 1, 1}}, {0, 1, 0}, 0, 0, 1);
  sinew::write_png("black.png", {2, 1, {0, 0, 0, 0, 0, 0}});
  return camera.eye().z > 1 && sinew::read_png("black.png").width == 2 ? 0 : 1;
}
