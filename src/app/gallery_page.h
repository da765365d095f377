#pragma once

#include <string>
#include <vector>

namespace sinew {

// What the page says about one part of a demo: a scene, or a table. Files are named relative to the page.
struct GalleryPart {
  enum class State { kWaiting, kBeingMade, kMade };

  std::string name, title;  // `name` is unique on the page
  std::string text;         // a paragraph about it; may be empty
  std::string command;      // shows more of it; may be empty
  State state = State::kWaiting;
  bool wide = false;           // takes the whole width of the page
  std::string picture, movie;  // each may be empty
  std::string trouble;         // why one of them is missing
  std::vector<std::string> heads;
  std::vector<std::vector<std::string>> rows;
};
inline bool is_made(const GalleryPart& part) { return part.state == GalleryPart::State::kMade; }

// An HTML page that needs only the files it names. While it is being made it reloads itself, unless a movie
// is playing. A page that was stopped says so for the parts that were not made.
enum class PageState { kBeingMade, kStopped, kFinished };
std::string gallery_page(const std::vector<GalleryPart>& parts, PageState state);

}  // namespace sinew
