#include "mesh/formats/xml_scanner.h"

#include <fmt/format.h>

#include <algorithm>

#include "mesh/formats/text_cursor.h"
#include "sinew/base/error.h"

namespace sinew {

namespace {

constexpr std::string_view kBlank = " \t\r\n";
constexpr std::pair<std::string_view, char> kEntities[] = {
    {"&amp;", '&'}, {"&lt;", '<'}, {"&gt;", '>'}, {"&quot;", '"'}, {"&apos;", '\''}};

}  // namespace

std::string xml_escaped(std::string_view text) {
  std::string escaped;
  for (const char c : text) {
    const auto entity = std::find_if(std::begin(kEntities), std::end(kEntities),
                                     [&](const auto& e) { return e.second == c; });
    if (entity != std::end(kEntities))
      escaped += entity->first;
    else
      escaped += static_cast<unsigned char>(c) < 32 ? ' ' : c;
  }
  return escaped;
}

std::string xml_unescaped(std::string_view text) {
  std::string plain;
  while (!text.empty()) {
    const auto entity = std::find_if(std::begin(kEntities), std::end(kEntities),
                                     [&](const auto& e) { return text.starts_with(e.first); });
    const bool found = entity != std::end(kEntities);
    plain += found ? entity->second : text.front();
    text.remove_prefix(found ? entity->first.size() : 1);
  }
  return plain;
}

std::string XmlTag::attribute(std::string_view key, const std::string& otherwise) const {
  for (const auto& [name_of_attribute, value] : attributes)
    if (name_of_attribute == key) return value;
  return otherwise;
}

XmlScanner::XmlScanner(std::string_view bytes, std::string file) : bytes_(bytes), file_(std::move(file)) {}

std::string_view XmlScanner::text() const {
  return bytes_.substr(position_, std::min(bytes_.find('<', position_), bytes_.size()) - position_);
}

bool XmlScanner::skip_past(std::string_view opening, std::string_view closing) {
  if (!bytes_.substr(position_).starts_with(opening)) return false;
  const std::size_t end = bytes_.find(closing, position_ + opening.size());
  if (end == std::string_view::npos)
    fail(fmt::format("'{}' is never closed", opening), "the file seems to be truncated");
  position_ = end + closing.size();
  return true;
}

void XmlScanner::skip_blank() {
  position_ = std::min(bytes_.find_first_not_of(kBlank, position_), bytes_.size());
}

std::string_view XmlScanner::take_name() {
  const std::size_t end = std::min(bytes_.find_first_of(" \t\r\n=/><\"'", position_), bytes_.size());
  const std::string_view name = bytes_.substr(position_, end - position_);
  position_ = end;
  return name;
}

std::optional<XmlTag> XmlScanner::next() {
  do {
    position_ = bytes_.find('<', position_);
    if (position_ == std::string_view::npos) {
      position_ = bytes_.size();
      return std::nullopt;
    }
  } while (skip_past("<!--", "-->") || skip_past("<![CDATA[", "]]>") || skip_past("<?", "?>") ||
           skip_past("<!", ">"));

  XmlTag tag;
  ++position_;
  tag.closes = bytes_.substr(position_).starts_with('/');
  tag.opens = !tag.closes;
  if (tag.closes) ++position_;
  tag.name = take_name();
  if (tag.name.empty()) fail("a tag without a name");
  for (skip_blank(); position_ < bytes_.size(); skip_blank()) {
    const char c = bytes_[position_];
    if (c == '/') tag.closes = true;
    if (c == '/' || c == '>') ++position_;
    if (c == '>') return tag;
    if (c != '/') read_attribute(tag);
  }
  fail(fmt::format("the tag <{}> is never closed", printable(tag.name)), "the file seems to be truncated");
}

void XmlScanner::read_attribute(XmlTag& tag) {
  const std::string name(take_name());
  skip_blank();
  if (name.empty() || !bytes_.substr(position_).starts_with('=')) fail("an attribute without a value");
  ++position_;
  skip_blank();
  const char quote = position_ < bytes_.size() ? bytes_[position_] : '\0';
  const std::size_t end =
      quote == '"' || quote == '\'' ? bytes_.find(quote, position_ + 1) : std::string_view::npos;
  if (end == std::string_view::npos) fail("an attribute without a quoted value");
  tag.attributes.emplace_back(name, xml_unescaped(bytes_.substr(position_ + 1, end - position_ - 1)));
  position_ = end + 1;
}

void XmlScanner::fail(const std::string& what, const std::string& hint) const {
  const auto line =
      1 + std::count(bytes_.begin(), bytes_.begin() + static_cast<std::ptrdiff_t>(position_), '\n');
  throw Error(what, fmt::format("{}, line {}", file_, line), hint);
}

}  // namespace sinew
