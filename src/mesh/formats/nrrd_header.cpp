#include "mesh/formats/nrrd_header.h"

#include <fmt/format.h>

#include <algorithm>
#include <limits>
#include <set>
#include <vector>

#include "base/lower_case.h"
#include "mesh/formats/text_cursor.h"
#include "sinew/base/error.h"

// A magic line, then lines of "field: value", "key:=value" and "# comment" up to a blank line or the end of
// the file. Fields with a value per axis come after the number of axes.
namespace sinew {

namespace {

using Names = std::vector<std::string_view>;

struct TypeNames {
  NumberType type;
  Names names;
};
const std::vector<TypeNames> kTypes = {
    {NumberType::kInt8, {"signed char", "int8", "int8_t"}},
    {NumberType::kUInt8, {"uchar", "unsigned char", "uint8", "uint8_t"}},
    {NumberType::kInt16, {"short", "short int", "signed short", "signed short int", "int16", "int16_t"}},
    {NumberType::kUInt16, {"ushort", "unsigned short", "unsigned short int", "uint16", "uint16_t"}},
    {NumberType::kInt32, {"int", "signed int", "int32", "int32_t"}},
    {NumberType::kUInt32, {"uint", "unsigned int", "uint32", "uint32_t"}},
    {NumberType::kInt64,
     {"longlong", "long long", "long long int", "signed long long", "signed long long int", "int64",
      "int64_t"}},
    {NumberType::kUInt64,
     {"ulonglong", "unsigned long long", "unsigned long long int", "uint64", "uint64_t"}},
    {NumberType::kFloat32, {"float"}},
    {NumberType::kFloat64, {"double"}}};

// Fields that say nothing about where samples are or what they measure.
const std::set<std::string_view> kIgnored = {
    "content",     "number",  "sample units", "sampleunits", "min",      "max",         "old min",
    "oldmin",      "old max", "oldmax",       "axis maxs",   "axismaxs", "labels",      "units",
    "thicknesses", "centers", "centerings",   "kinds",       "space",    "space units", "measurement frame"};

std::string_view trimmed(std::string_view text) {
  const std::size_t begin = std::min(text.find_first_not_of(" \t"), text.size());
  const std::size_t end = text.find_last_not_of(" \t");
  return text.substr(begin, end == std::string_view::npos ? 0 : end + 1 - begin);
}

Names words_of(std::string_view text, std::string_view separators) {
  Names words;
  for (std::size_t begin = text.find_first_not_of(separators); begin != std::string_view::npos;) {
    const std::size_t end = std::min(text.find_first_of(separators, begin), text.size());
    words.push_back(text.substr(begin, end - begin));
    begin = text.find_first_not_of(separators, end);
  }
  return words;
}

class HeaderReader {
 public:
  HeaderReader(std::string_view bytes, const std::string& file) : cursor_(bytes, file, '\0') {}

  NrrdHeader read() {
    if (cursor_.line().substr(0, 7) != "NRRD000") fail("not a NRRD file: it does not begin with 'NRRD000'");
    while (!cursor_.at_end()) {
      ++line_;
      const std::string_view line = cursor_.line();
      if (line.empty()) break;
      if (line.front() != '#') read_line(line);
    }
    header_.data_position = cursor_.position();
    finish();
    return header_;
  }

 private:
  [[noreturn]] void fail(const std::string& what, const std::string& hint = "") const {
    throw Error(what, fmt::format("{}, line {}", cursor_.file(), line_), hint);
  }

  void read_line(std::string_view line) {
    const std::size_t colon = line.find(':');
    if (colon == std::string_view::npos)
      fail(fmt::format("'{}' is not a line of a NRRD header", printable(line)),
           "the header ends with a blank line");
    if (line.substr(colon, 2) == ":=") return;
    const std::string name = lower_case(trimmed(line.substr(0, colon)));
    if (!seen_.insert(name).second) fail(fmt::format("the field '{}' comes twice", printable(name)));
    read_field(name, trimmed(line.substr(colon + 1)));
  }

  void read_field(const std::string& name, std::string_view value) {
    if (name == "type") return read_type(value);
    if (name == "dimension") return read_dimension(value);
    if (name == "sizes") return read_sizes(value);
    if (name == "encoding") return read_encoding(value);
    if (name == "endian") return read_order(value);
    if (name == "spacings") return read_spacings(value);
    if (name == "space dimension") return require_space(value);
    if (name == "space directions") return read_directions(value);
    if (name == "space origin") return read_origin(value);
    if (name == "data file" || name == "datafile") return read_data_file(value);
    if (name == "line skip" || name == "lineskip") return read_skip(value, 0, header_.line_skip);
    if (name == "byte skip" || name == "byteskip") return read_skip(value, -1, header_.byte_skip);
    if (name == "axis mins" || name == "axismins")
      fail("the place of the volume is given by 'axis mins', which sinew does not read",
           "give it by 'space origin' and 'space directions'");
    if (kIgnored.count(name) == 0)
      fail(fmt::format("unknown field '{}'", printable(name)), "further information is written key:=value");
  }

  void read_type(std::string_view value) {
    const std::string name = lower_case(value);
    for (const TypeNames& known : kTypes)
      if (std::find(known.names.begin(), known.names.end(), name) != known.names.end()) {
        header_.type = known.type;
        return;
      }
    fail(fmt::format("'{}' is not a type of numbers", printable(value)),
         "known are int8 to int64, uint8 to uint64, float and double, and their names in C");
  }

  void read_dimension(std::string_view value) {
    if (parse_integer(value) != 3)
      fail(fmt::format("the data has '{}' axes, a scalar volume three", printable(value)),
           "take one component, or one moment, of it");
  }

  Names per_axis(std::string_view value, std::string_view field) const {
    if (seen_.count("dimension") == 0) fail(fmt::format("'{}' comes before 'dimension'", field));
    Names words = words_of(value, " \t");
    if (words.size() != 3) fail(fmt::format("'{}' has {} values for three axes", field, words.size()));
    return words;
  }

  double number(std::string_view word) const {
    const auto value = parse_double(word);
    if (!value || !std::isfinite(*value)) fail(fmt::format("'{}' is not a finite number", printable(word)));
    return *value;
  }

  void read_sizes(std::string_view value) {
    const Names words = per_axis(value, "sizes");
    for (int k = 0; k < 3; ++k) {
      const auto size = parse_integer(words[k]);
      if (!size || *size < 1 || *size > std::numeric_limits<Index>::max())
        fail(fmt::format("'{}' is not a number of samples", printable(words[k])));
      header_.sizes[k] = static_cast<Index>(*size);
    }
  }

  void read_encoding(std::string_view value) {
    const std::string name = lower_case(value);
    if (name == "raw")
      header_.encoding = NrrdEncoding::kRaw;
    else if (name == "gzip" || name == "gz")
      header_.encoding = NrrdEncoding::kGzip;
    else if (name == "ascii" || name == "text" || name == "txt")
      header_.encoding = NrrdEncoding::kText;
    else
      fail(fmt::format("encoding '{}' is not read", printable(value)), "known are raw, gzip and ascii");
  }

  void read_order(std::string_view value) {
    const std::string name = lower_case(value);
    if (name != "little" && name != "big")
      fail(fmt::format("'{}' is not a byte order", printable(value)), "known are little and big");
    header_.order = name == "little" ? std::endian::little : std::endian::big;
  }

  void read_spacings(std::string_view value) {
    const Names words = per_axis(value, "spacings");
    for (int k = 0; k < 3; ++k) {
      const double spacing = number(words[k]);
      if (!(spacing > 0)) fail(fmt::format("a spacing is {}", spacing), "it must be positive");
      header_.axes(k, k) = spacing;
    }
  }

  void require_space(std::string_view value) const {
    if (parse_integer(value) != 3) fail(fmt::format("the space has '{}' dimensions", printable(value)));
  }

  // Takes "(x,y,z)" from the front.
  Vec3 take_vector(std::string_view& text) const {
    text = trimmed(text);
    const std::size_t end = text.find(')');
    if (text.substr(0, 1) != "(" || end == std::string_view::npos)
      fail(fmt::format("a vector (x,y,z) expected, found '{}'", printable(text)));
    const Names words = words_of(text.substr(1, end - 1), ", \t");
    if (words.size() != 3) fail(fmt::format("a vector of space has {} components", words.size()));
    text.remove_prefix(end + 1);
    return {number(words[0]), number(words[1]), number(words[2])};
  }

  void require_used_up(std::string_view rest) const {
    if (!trimmed(rest).empty()) fail(fmt::format("'{}' is more than was expected", printable(trimmed(rest))));
  }

  void read_directions(std::string_view value) {
    for (Vec3& column : header_.axes.column) column = take_vector(value);
    require_used_up(value);
  }

  void read_origin(std::string_view value) {
    header_.origin = take_vector(value);
    require_used_up(value);
  }

  void read_data_file(std::string_view value) {
    if (value.empty() || value.find_first_of("/\\%") != std::string_view::npos ||
        value.substr(0, 4) == "LIST" || value == "." || value == "..")
      fail(fmt::format("data file '{}' is not the name of one file beside the header", printable(value)),
           "put header and data into one folder, the data into one file");
    header_.data_file = value;
  }

  void read_skip(std::string_view value, long long least, long long& skip) const {
    const auto count = parse_integer(value);
    if (!count || *count < least) fail(fmt::format("'{}' is not a number to skip", printable(value)));
    skip = *count;
  }

  void finish() const {
    for (const char* name : {"type", "dimension", "sizes", "encoding"})
      if (seen_.count(name) == 0)
        fail(fmt::format("the header has no '{}'", name), "the file is truncated or damaged");
    if (seen_.count("spacings") != 0 && seen_.count("space directions") != 0)
      fail("the header has both 'spacings' and 'space directions'", "leave one out");
    const bool ordered = header_.encoding == NrrdEncoding::kText || byte_size(header_.type) == 1;
    if (!ordered && seen_.count("endian") == 0) fail("the header does not say the byte order, 'endian'");
    if (header_.byte_skip < 0 && header_.encoding != NrrdEncoding::kRaw)
      fail("a byte skip of -1 is for raw data only");
  }

  TextCursor cursor_;
  NrrdHeader header_;
  std::set<std::string> seen_;
  long long line_ = 1;
};

}  // namespace

NrrdHeader read_nrrd_header(std::string_view bytes, const std::string& file) {
  return HeaderReader(bytes, file).read();
}

}  // namespace sinew
