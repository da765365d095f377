#include "sinew/render/picture.h"

#include "render/gl/render_target.h"
#include "render/offscreen_context.h"
#include "sinew/render/renderer.h"

namespace sinew {

struct OffscreenRenderer::Parts {
  OffscreenContext context;  // first: the others need it to be made, and to end
  PictureTarget target;
  Renderer renderer;

  Parts(int width, int height) : target(width, height) {}
  ~Parts() { context.make_current(); }
};

OffscreenRenderer::OffscreenRenderer(int width, int height)
    : parts_(std::make_unique<Parts>(width, height)) {}
OffscreenRenderer::~OffscreenRenderer() = default;

Picture OffscreenRenderer::picture(const Frame& frame, const Camera& camera, const DisplayOptions& display) {
  take(frame, display);
  draw(camera, display);
  return parts_->target.read();
}

void OffscreenRenderer::take(const Frame& frame, const DisplayOptions& display) {
  parts_->context.make_current();
  parts_->renderer.take(frame, display);
}

void OffscreenRenderer::draw(const Camera& camera, const DisplayOptions& display) {
  parts_->context.make_current();
  parts_->target.bind();
  parts_->renderer.draw(camera, display, parts_->target.width(), parts_->target.height());
}

void OffscreenRenderer::finish() {
  parts_->context.make_current();
  glFinish();
}

const Renderer& OffscreenRenderer::renderer() const { return parts_->renderer; }
std::string OffscreenRenderer::driver() const { return parts_->context.driver(); }

}  // namespace sinew
