#include "app/gallery_page.h"

#include <fmt/format.h>

#include "base/file.h"

namespace sinew {

namespace {

constexpr const char* kHead = R"(<!DOCTYPE html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<title>sinew</title>
<style>
  body { font: 16px/1.5 system-ui, sans-serif; color: #222; background: #f6f7f8; margin: 2rem auto; max-width: 76rem; padding: 0 1rem; }
  main { display: grid; grid-template-columns: repeat(auto-fill, minmax(30rem, 1fr)); gap: 1.5rem; }
  section { background: #fff; border-radius: 8px; box-shadow: 0 1px 4px #0002; overflow: hidden; }
  video, img { width: 100%; display: block; }
  .text { padding: .5rem 1rem 1rem; overflow-x: auto; }
  h2 { font-size: 1.1rem; margin: .4rem 0; }
  table { border-collapse: collapse; font-size: .85rem; }
  td, th { padding: .1rem .8rem .1rem 0; text-align: left; font-weight: normal; }
  th { color: #777; }
</style>
</head>
<body>
<h1>sinew</h1>
<p>Bodies that move, simulated and drawn on this machine. Energies in joules, at the end of each run.</p>
<main>
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

std::string media(const GalleryEntry& entry) {
  const std::string name = escaped(entry.name), picture = escaped(entry.picture);
  if (!entry.movie.empty())
    return fmt::format("<video src=\"{}\" poster=\"{}\" controls loop muted playsinline></video>\n",
                       escaped(entry.movie), picture);
  if (!entry.picture.empty()) return fmt::format("<img src=\"{}\" alt=\"{}\">\n", picture, name);
  return "";
}

std::string section(const GalleryEntry& entry) {
  std::string text =
      fmt::format("<section id=\"{}\">\n{}<div class=\"text\">\n<h2>{}: {}</h2>\n<table>\n",
                  escaped(entry.name), media(entry), escaped(entry.name), escaped(entry.title));
  text += row_of(entry.heads, "th");
  for (const auto& row : entry.rows) text += row_of(row, "td");
  return text + "</table>\n</div>\n</section>\n";
}

}  // namespace

void write_gallery_page(const std::filesystem::path& path, const std::vector<GalleryEntry>& entries) {
  std::string page = kHead;
  for (const GalleryEntry& entry : entries) page += section(entry);
  write_file(path, page + "</main>\n</body>\n</html>\n");
}

}  // namespace sinew
