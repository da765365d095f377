#include "app/gallery_page.h"

#include <fmt/format.h>

#include <algorithm>

namespace sinew {

namespace {

constexpr const char* kHead = R"(<!DOCTYPE html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<title>sinew demo</title>
<style>
  body { font: 16px/1.5 system-ui, sans-serif; color: #222; background: #f6f7f8; margin: 2rem auto; max-width: 76rem; padding: 0 1rem; }
  main { display: grid; grid-template-columns: repeat(auto-fill, minmax(min(30rem, 100%), 1fr)); gap: 1.5rem; }
  section { background: #fff; border-radius: 8px; box-shadow: 0 1px 4px #0002; overflow: hidden; }
  section.wide { grid-column: 1 / -1; }
  video, img { width: 100%; aspect-ratio: 16 / 9; display: block; }
  .missing { display: grid; place-items: center; min-height: 8rem; padding: 1rem; background: #e9edf0; color: #666; }
  section:not(.wide) .missing { aspect-ratio: 16 / 9; }
  .state { padding: .6rem 1rem; border-radius: 8px; background: #fff3d6; }
  .text { padding: .5rem 1rem 1rem; overflow-x: auto; }
  h2 { font-size: 1.1rem; margin: .4rem 0; }
  p { margin: .4rem 0; }
  code { background: #eef0f2; border-radius: 4px; padding: .1rem .3rem; }
  table { border-collapse: collapse; font-size: .85rem; margin-top: .6rem; }
  td, th { padding: .1rem 1.2rem .1rem 0; text-align: right; font-weight: normal; white-space: nowrap; }
  td:first-child, th:first-child { text-align: left; }
  th { color: #666; border-bottom: 1px solid #ccc; }
  footer { margin-top: 2rem; color: #666; font-size: .85rem; }
</style>
)";

// Reloading would start a movie from its beginning.
constexpr const char* kReload = R"(<noscript><meta http-equiv="refresh" content="5"></noscript>
<script>
  setInterval(() => {
    if ([...document.querySelectorAll("video")].every(video => video.paused)) location.reload();
  }, 3000);
</script>
)";

constexpr const char* kTop = R"(</head>
<body>
<h1>sinew</h1>
<p>Deformable bodies that bend, swing and are cut. Everything here was simulated and drawn on this computer; click a
picture to see the film.</p>
)";

constexpr const char* kFoot = R"(<footer>
<p>Kinetic, elastic and external: energies at the end of the run, in joules. The folder beside each film has its frames for ParaView (.vtu, .pvd).</p>
<p>[Georgii05]: J. Georgii, R. Westermann, Interactive Simulation and Rendering of Heterogeneous Deformable Bodies.
[Dick11]: C. Dick, J. Georgii, R. Westermann, A Hexahedral Multigrid Approach for Simulating Cuts in Deformable Objects.</p>
</footer>
</body>
</html>
)";

std::string escaped(const std::string& text) {
  std::string result;
  for (const char c : text) switch (c) {
      case '&':
        result += "&amp;";
        break;
      case '<':
        result += "&lt;";
        break;
      case '>':
        result += "&gt;";
        break;
      case '"':
        result += "&quot;";
        break;
      default:
        result += c;
    }
  return result;
}

std::string row_of(const std::vector<std::string>& cells, const char* tag) {
  std::string row = "<tr>";
  for (const std::string& cell : cells) row += fmt::format("<{0}>{1}</{0}>", tag, escaped(cell));
  return row + "</tr>\n";
}

std::string table_of(const GalleryPart& part) {
  if (part.rows.empty()) return "";
  std::string table = "<table>\n" + row_of(part.heads, "th");
  for (const auto& row : part.rows) table += row_of(row, "td");
  return table + "</table>\n";
}

std::string why_missing(const GalleryPart& part, PageState state) {
  if (state == PageState::kStopped) return "Not made: the demo ended early.";
  return part.state == GalleryPart::State::kBeingMade ? "Still being made: this one is under way."
                                                      : "Still being made: waits for those before it.";
}

std::string media(const GalleryPart& part, PageState state) {
  if (!is_made(part)) return fmt::format("<div class=\"missing\">{}</div>\n", why_missing(part, state));
  const std::string picture = escaped(part.picture), movie = escaped(part.movie);
  const std::string poster = picture.empty() ? "" : fmt::format(" poster=\"{}\"", picture);
  if (!movie.empty())
    return fmt::format("<video src=\"{}\"{} controls loop muted playsinline></video>\n", movie, poster);
  return picture.empty() ? "" : fmt::format("<img src=\"{}\" alt=\"{}\">\n", picture, escaped(part.title));
}

std::string paragraph(const char* format, const std::string& text) {
  return text.empty() ? "" : fmt::format(fmt::runtime(format), escaped(text));
}

std::string section(const GalleryPart& part, PageState state) {
  return fmt::format(
      "<section id=\"{}\"{}>\n{}<div class=\"text\">\n<h2>{}</h2>\n{}{}{}{}</div>\n</section>\n",
      escaped(part.name), part.wide ? " class=\"wide\"" : "", media(part, state), escaped(part.title),
      paragraph("<p>{}</p>\n", part.text), paragraph("<p>No film or picture: {}</p>\n", part.trouble),
      table_of(part), paragraph("<p><code>{}</code></p>\n", part.command));
}

// How far it is, in a sentence; nothing to say of a finished page.
std::string progress(const std::vector<GalleryPart>& parts, PageState state) {
  if (state == PageState::kFinished) return "";
  const auto made = std::ranges::count_if(parts, is_made);
  const std::string count = fmt::format("{} of {} parts are here", made, parts.size());
  const std::string words =
      state == PageState::kStopped
          ? fmt::format("The demo ended early: {}. Those that are missing say so.", count)
          : fmt::format(
                "Still being made: {}. This page reloads itself until all are. If <code>sinew demo</code> no "
                "longer runs, it was killed, and what is missing stays missing.",
                count);
  return fmt::format("<p class=\"state\">{}</p>\n", words);
}

}  // namespace

std::string gallery_page(const std::vector<GalleryPart>& parts, PageState state) {
  std::string page = kHead;
  if (state == PageState::kBeingMade) page += kReload;
  page += kTop + progress(parts, state) + "<main>\n";
  for (const GalleryPart& part : parts) page += section(part, state);
  return page + "</main>\n" + kFoot;
}

}  // namespace sinew
