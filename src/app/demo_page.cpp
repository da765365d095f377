#include "app/demo_page.h"

#include <fmt/format.h>

#include <algorithm>
#include <cstdio>
#include <exception>
#include <utility>

#include "base/file.h"

namespace sinew {

DemoPage::DemoPage(const std::filesystem::path& folder, std::vector<GalleryPart> parts)
    : path_(folder / "index.html"),
      parts_(std::move(parts)),
      last_words_(std::make_unique<LastWords>(path_)) {
  update();
  fmt::print("{} shows what there is, from now on\n", path_.string());
  std::fflush(stdout);
}

DemoPage::~DemoPage() {
  if (finished_) return;
  try {
    write_file(path_, gallery_page(parts_, PageState::kStopped));
  } catch (const std::exception&) {
    // The page that is there says what to think of it.
  }
}

GalleryPart& DemoPage::begin(const std::string& name) {
  GalleryPart& part = *std::ranges::find(parts_, name, &GalleryPart::name);
  part.state = GalleryPart::State::kBeingMade;
  update();
  return part;
}

void DemoPage::update() {
  last_words_->say(gallery_page(parts_, PageState::kStopped));
  write_file(path_, gallery_page(parts_, PageState::kBeingMade));
}

void DemoPage::finish(GalleryPart& part, const std::string& added) {
  part.state = GalleryPart::State::kMade;
  update();
  fmt::print("{:4.0f} s  {:2} of {}  {}: {}\n", since_start_.seconds(),
             std::ranges::count_if(parts_, is_made), parts_.size(), part.name, added);
  std::fflush(stdout);
}

void DemoPage::finish() {
  write_file(path_, gallery_page(parts_, PageState::kFinished));
  last_words_.reset();
  finished_ = true;
  fmt::print("\n{:.0f} s; {} shows all of it, and ParaView opens the .vtu and .pvd files\n",
             since_start_.seconds(), path_.string());
}

}  // namespace sinew
