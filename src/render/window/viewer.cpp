#include "sinew/render/viewer.h"

#include <epoxy/gl.h>
#include <fmt/format.h>

#include <cmath>
#include <cstdio>
#include <optional>

#include "base/timer.h"
#include "render/gl/render_target.h"
#include "render/window/panels.h"
#include "render/window/saved_files.h"
#include "render/window/viewer_window.h"
#include "sinew/base/error.h"
#include "sinew/render/renderer.h"
#include "world/interruption.h"

namespace sinew {

namespace {

std::string title_of(const LoadedWorld& loaded) {
  return loaded.title.empty() ? "sinew" : "sinew: " + loaded.title;
}

// The camera is placed for the picture beside the panels.
SessionOptions session_options(const ViewerOptions& options, const InputEvent& size) {
  return {.aspect = std::max(size.x - size.value, size.x / 2) / std::max(size.y, 1.0),
          .play = options.play,
          .replay = options.replay,
          .record = options.record,
          .folder = options.folder,
          .tools = options.tools};
}

// The picture of the scene is drawn when it has changed, into its own target; the window shows it beside the
// panels, which are drawn whenever anything has happened. If neither is due, it waits.
class Viewer {
 public:
  Viewer(LoadedWorld&& loaded, const ViewerOptions& options)
      : options_(options),
        window_(title_of(loaded), options.width, options.height),
        session_(std::move(loaded), session_options(options, window_.size_event())) {
    if (!session_.replaying()) session_.handle(window_.size_event());
  }

  void run() {
    while (!closing_ && !interruption_.wanted()) {
      window_.wait(seconds_to_wait());
      take_input();
      const bool moved = session_.update();
      scene_is_old_ |= moved;
      if (moved) history_.add(session_.frame());
      follow_replayed_size();
      const bool touched = window_.take_touched();
      if (touched || moved || session_.has_actions() || !events_.empty()) pictures_due_ = kPicturesToSettle;
      if (pictures_due_ > 0) draw();
      leave_where_it_ends();
      report();
    }
    if (!options_.picture.empty()) save_on_leaving();
    if (movie_.recording()) tell(movie_.finish());
    if (options_.steps > 0 && !session_.status().trouble.empty()) throw Error(session_.status().trouble);
  }

 private:
  // Panels need another picture or two until they have taken up what was clicked.
  static constexpr int kPicturesToSettle = 3;

  double seconds_to_wait() const {
    if (session_.replaying() || pictures_due_ > 0) return 0;
    // A frame of the simulation does not wake us.
    return session_.interaction().playing() ? 0.004 : 0.1;
  }

  void take_input() {
    for (InputEvent& event : window_.take_events()) {
      if (session_.replaying() && event.kind != InputKind::kClose) continue;
      events_.push_back(std::move(event));
    }
    for (InputEvent& event : std::exchange(events_, {})) {
      state_.notice.clear();
      session_.handle(std::move(event));
      scene_is_old_ = true;
    }
  }

  // The window takes the size that was recorded.
  void follow_replayed_size() {
    const ViewArea area = session_.interaction().area();
    const int width = area.left + area.width;
    if (!session_.replaying() || (width == replayed_[0] && area.height == replayed_[1])) return;
    replayed_ = {width, area.height};
    if (!area.empty()) window_.resize(width, area.height);
  }

  void draw() {
    const auto [width, height] = window_.size();
    const ViewArea area = session_.interaction().area();
    --pictures_due_;
    if (width == 0 || height == 0 || area.empty()) {
      act(session_.take_actions());
      return;
    }
    draw_scene(area);
    glBindFramebuffer(GL_FRAMEBUFFER, 0);
    glViewport(0, 0, width, height);
    glClear(GL_COLOR_BUFFER_BIT);
    target_->copy_to_window(area.left, height - area.height);
    draw_panels_over();
    require_no_gl_error("drawing the window");
    act(session_.take_actions());
    window_.show();
    count_picture();
  }

  void draw_scene(const ViewArea& area) {
    if (!target_ || target_->width() != area.width || target_->height() != area.height)
      target_.emplace(area.width, area.height), scene_is_old_ = true;
    if (!std::exchange(scene_is_old_, false)) return;
    const Interaction& interaction = session_.interaction();
    const DisplayOptions shown = interaction.shown();
    renderer_.take(session_.frame(), shown);
    target_->bind();
    renderer_.draw(interaction.camera(), shown, area.width, area.height);
    if (movie_.wants(session_.frame().time)) add_to_movie();
  }

  void draw_panels_over() {
    window_.begin_panels();
    window_.set_panels(session_.interaction().area().left);
    draw_panels(session_, history_, state_, events_);
    draw_over_picture(session_, state_);
    window_.end_panels();
  }

  void act(const std::vector<ViewerAction>& actions) {
    for (const ViewerAction action : actions) try {
        act(action);
      } catch (const Error& error) {
        tell(error.what());
      }
  }

  void act(ViewerAction action) {
    if (action == ViewerAction::kClose) {
      closing_ = true;
    } else if (target_) {
      if (action == ViewerAction::kSavePicture) save(target_->read());
      if (action == ViewerAction::kSaveWindow) save(window_.read());
      if (action == ViewerAction::kToggleMovie) toggle_movie();
    }
  }

  void save(const Picture& picture) {
    const auto path = unused_path(options_.folder, "picture", session_.frame().step, ".png");
    write_png(path, picture);
    tell(path.string());
  }

  void toggle_movie() {
    if (movie_.recording()) {
      tell(movie_.finish());
    } else {
      movie_.begin(unused_path(options_.folder, "movie", session_.frame().step, ".mp4"), target_->width(),
                   target_->height(), session_.frame().time);
      add_to_movie();
    }
    state_.recording_movie = movie_.recording();
  }

  void add_to_movie() try {
    if (!movie_.fits(target_->width(), target_->height()))
      tell(movie_.finish());
    else
      movie_.add(target_->read(), session_.frame().time);
    state_.recording_movie = movie_.recording();
  } catch (const Error& error) {
    movie_ = {};
    state_.recording_movie = false;
    tell(error.what());
  }

  void tell(const std::string& notice) {
    state_.notice = notice;
    pictures_due_ = kPicturesToSettle;
    if (options_.verbose) fmt::print(stderr, "{}\n", notice);
  }

  void leave_where_it_ends() {
    const bool reached = options_.steps > 0 && session_.frame().step >= options_.steps;
    const bool failed = options_.steps > 0 && !session_.status().trouble.empty();
    closing_ |= reached || failed;
  }

  void save_on_leaving() {
    pictures_due_ = 1, scene_is_old_ = true;
    draw();
    write_png(options_.picture, window_.read());
  }

  void count_picture() {
    ++pictures_;
    const double seconds = since_counted_.seconds();
    if (seconds < 0.5) return;
    state_.frames_per_second = pictures_ / seconds;
    pictures_ = 0;
    since_counted_.restart();
  }

  // At most five times a second.
  void report() {
    if (!options_.verbose || since_reported_.seconds() < 0.2) return;
    const SimulationStatus& status = session_.status();
    std::string text = status_text(session_);
    for (const std::string& message : {status.trouble, status.notice})
      if (!message.empty()) text += "; " + message;
    if (text == reported_) return;
    fmt::print(stderr, "{}\n", text);
    reported_ = std::move(text);
    since_reported_.restart();
  }

  const ViewerOptions& options_;
  const Interruption interruption_;
  ViewerWindow window_;
  Session session_;
  Renderer renderer_;
  std::optional<PictureTarget> target_;
  MovieRecorder movie_;
  StepHistory history_;
  ViewerState state_;
  EventSink events_;  // of panels, for the next turn
  std::array<int, 2> replayed_{0, 0};
  int pictures_due_ = kPicturesToSettle;
  bool scene_is_old_ = true, closing_ = false;

  Timer since_counted_, since_reported_;
  int pictures_ = 0;
  std::string reported_;
};

}  // namespace

void view(LoadedWorld&& loaded, const ViewerOptions& options) { Viewer(std::move(loaded), options).run(); }

}  // namespace sinew
