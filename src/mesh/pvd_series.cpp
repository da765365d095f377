#include "mesh/pvd_series.h"

#include <fmt/format.h>

#include <cmath>

#include "base/file.h"
#include "mesh/formats/text_cursor.h"
#include "mesh/formats/xml_scanner.h"
#include "sinew/base/error.h"

namespace sinew {

namespace fs = std::filesystem;

namespace {
std::string frame_line(const PvdFrame& frame) {
  return fmt::format("<DataSet timestep=\"{}\" group=\"\" part=\"0\" file=\"{}\"/>\n", frame.time,
                     xml_escaped(frame.file));
}
}  // namespace

std::vector<PvdFrame> read_pvd(const fs::path& path) {
  const std::string bytes = read_file(path);
  XmlScanner xml(bytes, path.string());
  std::vector<PvdFrame> frames;
  bool closed = false;
  while (const auto tag = xml.next()) {
    if (tag->name == "VTKFile" && tag->closes) closed = true;
    if (tag->name != "DataSet" || !tag->opens) continue;
    const auto time = parse_double(tag->attribute("timestep"));
    if (!time || !std::isfinite(*time)) xml.fail("a <DataSet> whose timestep is not a number");
    frames.push_back({*time, tag->attribute("file")});
    if (frames.back().file.empty()) xml.fail("a <DataSet> without a file");
  }
  if (!closed) xml.fail("<VTKFile> is missing or never closed", "the file seems to be truncated");
  return frames;
}

PvdSeries::PvdSeries(fs::path path) : path_(std::move(path)) {}

void PvdSeries::add(double time, const fs::path& file) {
  if (!std::isfinite(time)) throw Error(fmt::format("a frame at time {}", time), path_.string());
  const fs::path folder = fs::absolute(path_).lexically_normal().parent_path();
  const fs::path relative = fs::absolute(file).lexically_normal().lexically_relative(folder);
  frames_ += frame_line({time, relative.generic_string()});
  rewrite();
}

void PvdSeries::resume(double time) {
  frames_.clear();
  if (!fs::exists(path_)) return;
  for (const PvdFrame& frame : read_pvd(path_))
    if (frame.time <= time) frames_ += frame_line(frame);
  rewrite();
}

void PvdSeries::rewrite() const {
  write_file(
      path_,
      "<?xml version=\"1.0\"?>\n<VTKFile type=\"Collection\" version=\"1.0\" byte_order=\"LittleEndian\">\n"
      "<Collection>\n" +
          frames_ + "</Collection>\n</VTKFile>\n");
}

}  // namespace sinew
