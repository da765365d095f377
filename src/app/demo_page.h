#pragma once

#include <filesystem>
#include <memory>
#include <string>
#include <vector>

#include "app/gallery_page.h"
#include "base/timer.h"
#include "base/unfinished_file.h"

namespace sinew {

// index.html of a demo's folder, while the demo runs. It exists from the start, with all parts named, and is
// rewritten whenever something is added. If the demo ends before all parts are made, by an Error or by a
// signal, the page says what is missing.
class DemoPage {
 public:
  DemoPage(const std::filesystem::path& folder, std::vector<GalleryPart> parts);
  ~DemoPage();
  DemoPage(const DemoPage&) = delete;
  DemoPage& operator=(const DemoPage&) = delete;

  // The part of that name, to be filled; the page says that it is being made.
  GalleryPart& begin(const std::string& name);
  // Shows what the parts have by now.
  void update();
  // Shows the part as made, and prints a line that says what was added.
  void finish(GalleryPart& part, const std::string& added);
  // Prints how long it took; all parts must be made.
  void finish();

 private:
  std::filesystem::path path_;
  std::vector<GalleryPart> parts_;
  std::unique_ptr<LastWords> last_words_;  // while it is unfinished
  bool finished_ = false;
  Timer since_start_;
};

}  // namespace sinew
