#pragma once

#include <optional>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

namespace sinew {

struct XmlTag {
  std::string name;
  bool opens = false, closes = false;  // both for <a/>
  std::vector<std::pair<std::string, std::string>> attributes;

  // The value of an attribute, or `otherwise` if the tag does not have it.
  std::string attribute(std::string_view key, const std::string& otherwise = "") const;
};

// Goes through XML tag by tag and leaves it to the caller to make sense of them: no tree, no recursion, no
// check that tags match. Enough for VTK's files, and unlike a parser not put off by the raw bytes at their
// end. The bytes must outlive the scanner.
class XmlScanner {
 public:
  XmlScanner(std::string_view bytes, std::string file);

  // The next tag; comments, declarations and text are passed over. Nothing at the end.
  std::optional<XmlTag> next();
  // Where the last tag ended, and the text from there to the next one.
  std::size_t position() const { return position_; }
  std::string_view text() const;

  // An Error that names the file and the current line.
  [[noreturn]] void fail(const std::string& what, const std::string& hint = "") const;

 private:
  bool skip_past(std::string_view opening, std::string_view closing);
  void skip_blank();
  std::string_view take_name();
  void read_attribute(XmlTag& tag);

  std::string_view bytes_;
  std::string file_;
  std::size_t position_ = 0;
};

// & < > " ' as XML wants them, and back.
std::string xml_escaped(std::string_view text);
std::string xml_unescaped(std::string_view text);

}  // namespace sinew
