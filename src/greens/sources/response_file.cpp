#include "greens/sources/response_file.h"

#include <fmt/format.h>

#include <algorithm>
#include <charconv>
#include <cmath>
#include <map>
#include <span>

#include "base/byte_cursor.h"
#include "base/file.h"
#include "base/little_endian.h"
#include "base/log.h"
#include "base/suggestion.h"
#include "sinew/base/error.h"

namespace sinew {

namespace {

constexpr std::string_view kFirstLine = "sinew responses 1";
constexpr Index kMostVertices = 15'000;  // 16 GB
constexpr double kNotedAsymmetry = 0.01, kMostAsymmetry = 0.5, kMostSpread = 1e6;

struct Header {
  Index vertices = 0;
  bool is_traction = false, is_text = false;
};

// The header's lines, and where its numbers begin.
class HeaderReader {
 public:
  HeaderReader(std::string_view bytes, const std::string& path) : bytes_(bytes), path_(path) {}

  Header read() {
    if (next_line() != kFirstLine)
      throw Error("is no file of responses", path_, fmt::format("its first line must be '{}'", kFirstLine));
    for (std::string_view line = next_line(); line != "end"; line = next_line()) take(line);
    Header header;
    header.vertices = vertices();
    header.is_traction = choice("form", "force", "traction") == 1;
    header.is_text = choice("numbers", "float64", "text") == 1;
    return header;
  }
  std::string_view rest() const { return bytes_.substr(at_); }

 private:
  std::string place() const { return fmt::format("{}:{}", path_, line_); }

  std::string_view next_line() {
    constexpr std::size_t kLongestLine = 1000;
    ++line_;
    const std::size_t end = bytes_.substr(at_, kLongestLine).find('\n');
    if (end == std::string_view::npos)
      throw Error("the header does not end", place(), "a line 'end' stands between it and the numbers");
    std::string_view line = bytes_.substr(at_, end);
    at_ += end + 1;
    while (!line.empty() && (line.back() == '\r' || line.back() == ' ')) line.remove_suffix(1);
    return line;
  }

  void take(std::string_view line) {
    if (line.empty() || line.front() == '#') return;
    static const std::string kKeys[] = {"vertices", "form", "numbers"};
    const std::size_t space = line.find(' ');
    const std::string key(line.substr(0, space));
    if (std::find(std::begin(kKeys), std::end(kKeys), key) == std::end(kKeys))
      throw Error(fmt::format("unknown key '{}'{}", key, did_you_mean(key, kKeys)), place(),
                  "a header has vertices, form and numbers");
    const std::string value(space == std::string_view::npos ? "" : line.substr(space + 1));
    if (!values_.insert({key, value}).second) throw Error(fmt::format("'{}' occurs twice", key), place());
  }

  const std::string& value(const std::string& key) const {
    const auto found = values_.find(key);
    if (found == values_.end()) throw Error(fmt::format("the header has no line '{}'", key), path_);
    return found->second;
  }

  Index vertices() const {
    const std::string& text = value("vertices");
    Index count = 0;
    const auto [end, failure] = std::from_chars(text.data(), text.data() + text.size(), count);
    if (failure != std::errc() || end != text.data() + text.size() || count < 1 || count > kMostVertices)
      throw Error(fmt::format("'vertices {}'", text), path_,
                  fmt::format("a whole number from 1 to {} is expected", kMostVertices));
    return count;
  }

  int choice(const std::string& key, std::string_view first, std::string_view second) const {
    const std::string& text = value(key);
    if (text != first && text != second)
      throw Error(fmt::format("'{} {}'", key, text), path_,
                  fmt::format("{} or {} is expected", first, second));
    return text == second;
  }

  std::string_view bytes_;
  const std::string& path_;
  std::size_t at_ = 0;
  int line_ = 0;
  std::map<std::string, std::string> values_;
};

// `count` numbers and nothing else.
UnsetVector<double> binary_numbers(std::string_view bytes, std::size_t count, const std::string& path) {
  if (bytes.size() != count * sizeof(double))
    throw Error(fmt::format("{} numbers of 8 bytes are expected after the header, but {} bytes follow", count,
                            bytes.size()),
                path, "is 'vertices' right? The matrix has 3 x vertices rows and columns");
  ByteCursor cursor(bytes, path);
  UnsetVector<double> numbers(count);
  for (double& number : numbers) number = cursor.read<double>("a number");
  return numbers;
}

UnsetVector<double> text_numbers(std::string_view text, std::size_t count, const std::string& path) {
  // Two bytes are the least that a number takes: memory is not asked for in vain.
  if (text.size() + 1 < 2 * count)
    throw Error(fmt::format("{} numbers are expected after the header; the file ends before", count), path);
  UnsetVector<double> numbers;
  numbers.reserve(count);
  const char *at = text.data(), *end = at + text.size();
  const auto is_space = [](char c) { return c == ' ' || c == '\n' || c == '\t' || c == '\r' || c == ','; };
  while (true) {
    at = std::find_if_not(at, end, is_space);
    if (at == end) break;
    double number = 0;
    const auto [next, failure] = std::from_chars(at, end, number);
    if (failure == std::errc::invalid_argument || (next != end && !is_space(*next)))
      throw Error(fmt::format("number {} after the header cannot be read", numbers.size() + 1), path);
    if (numbers.size() == count)
      throw Error(fmt::format("more than {} numbers follow the header", count), path);
    numbers.push_back(failure == std::errc() ? number : std::nan(""));
    at = next;
  }
  if (numbers.size() != count)
    throw Error(fmt::format("{} numbers are expected after the header, but {} follow", count, numbers.size()),
                path);
  return numbers;
}

void require_areas(std::span<const double> areas, const std::string& path) {
  for (std::size_t i = 0; i < areas.size(); ++i)
    if (!(areas[i] > 0) || !std::isfinite(areas[i]))
      throw Error(fmt::format("the area of vertex {} is {} m^2", i, areas[i]), path,
                  "areas come before the matrix, one for each vertex");
}

// G from the numbers of the file, row by row.
DenseMatrix matrix_of(std::span<const double> numbers, std::span<const double> areas,
                      const std::string& path) {
  DenseMatrix G(3 * static_cast<Index>(std::lround(std::sqrt(static_cast<double>(numbers.size())) / 3)));
  for (Index row = 0; row < G.size; ++row)
    for (Index column = 0; column < G.size; ++column) {
      const double value = numbers[static_cast<std::size_t>(row) * G.size + column];
      if (!std::isfinite(value))
        throw Error(fmt::format("row {}, column {} is {}", row, column, value), path,
                    "every vertex needs a response to every force");
      G(row, column) = areas.empty() ? value : value / areas[column / 3];
    }
  return G;
}

// Positive diagonal blocks: no vertex moves against the force on it.
void require_positive_blocks(const DenseMatrix& G, const std::string& path) {
  for (Index i = 0; i < G.size; i += 3) {
    const double xx = G(i, i), xy = G(i, i + 1), minor = xx * G(i + 1, i + 1) - xy * xy;
    const Mat3 block{{Vec3{xx, xy, G(i, i + 2)}, Vec3{xy, G(i + 1, i + 1), G(i + 1, i + 2)},
                      Vec3{G(i, i + 2), G(i + 1, i + 2), G(i + 2, i + 2)}}};
    if (!(xx > 0 && minor > 0 && determinant(block) > 0))
      throw Error(
          fmt::format("vertex {} moves against a force on it: its diagonal block is not positive definite",
                      i / 3),
          path, "are signs, order of vertices and axes right?");
  }
}

void warn_of_doubts(const ForeignResponses& found, const std::string& path) {
  const DenseMatrix& G = found.G;
  if (found.asymmetry.all > kNotedAsymmetry)
    log_warning("{}: responses are {:.1f}% from symmetric; their symmetric half is used", path,
                100 * found.asymmetry.all);
  const std::vector<double> own = own_compliances(G);
  const auto [least, most] = std::minmax_element(own.begin(), own.end());
  if (*most > kMostSpread * *least)
    log_warning("{}: badly scaled: vertex {} gives way {:.1g} times as much as vertex {}", path,
                most - own.begin(), *most / *least, least - own.begin());
  for (Index column = 0; column < G.size; ++column)
    for (Index row = 0; row < column; ++row)
      if (G(row, column) * G(row, column) > G(row, row) * G(column, column))
        return log_warning(
            "{}: not positive definite: vertices {} and {} answer each other more than themselves; "
            "contact may have no solution there",
            path, row / 3, column / 3);
}

}  // namespace

ForeignResponses parse_responses(std::string_view bytes, const std::string& path, Index expected_vertices) {
  HeaderReader reader(bytes, path);
  const Header header = reader.read();
  if (expected_vertices > 0 && header.vertices != expected_vertices)
    throw Error(fmt::format("has responses of {} vertices; the surface has {} free ones", header.vertices,
                            expected_vertices),
                path, "responses are those of free vertices, in the order of the surface");
  const std::size_t size = 3 * static_cast<std::size_t>(header.vertices);
  const std::size_t area_count = header.is_traction ? header.vertices : 0, count = area_count + size * size;
  const UnsetVector<double> numbers =
      header.is_text ? text_numbers(reader.rest(), count, path) : binary_numbers(reader.rest(), count, path);
  const std::span areas = std::span(numbers).first(area_count);
  require_areas(areas, path);
  ForeignResponses found;
  found.G = matrix_of(std::span(numbers).subspan(area_count), areas, path);
  found.asymmetry = make_symmetric(found.G);
  if (!(found.asymmetry.all <= kMostAsymmetry))
    throw Error(fmt::format("responses are {:.0f}% from symmetric", 100 * found.asymmetry.all), path,
                "vertex i answers a force on j as j answers one on i; are form, areas and order right?");
  require_positive_blocks(found.G, path);
  warn_of_doubts(found, path);
  return found;
}

ForeignResponses read_responses(const std::filesystem::path& path, Index expected_vertices) {
  return parse_responses(read_file(path), path.string(), expected_vertices);
}

void write_responses(const std::filesystem::path& path, const DenseMatrix& G) {
  std::string bytes =
      fmt::format("{}\nvertices {}\nform force\nnumbers float64\nend\n", kFirstLine, G.size / 3);
  bytes.reserve(bytes.size() + G.values.size() * sizeof(double));
  for (Index row = 0; row < G.size; ++row)
    for (Index column = 0; column < G.size; ++column) put_little_endian(bytes, G(row, column));
  write_file(path, bytes);
}

}  // namespace sinew
