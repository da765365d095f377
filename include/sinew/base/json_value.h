#pragma once

#include <cstddef>
#include <cstdint>
#include <initializer_list>
#include <optional>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

namespace sinew {

// JSON to be written: reports for programs, and the schema of a scene. A JSON library of templates takes the
// compiler 3 s in each source that uses it; it writes these values, in one source. For the same reason,
// copies and the end of a value are not inline.
class JsonValue {
 public:
  // A key of an object, and its value.
  using Member = std::pair<std::string, JsonValue>;

  JsonValue();  // null
  JsonValue(const JsonValue&);
  JsonValue(JsonValue&&) noexcept;
  JsonValue& operator=(const JsonValue&);
  JsonValue& operator=(JsonValue&&) noexcept;
  ~JsonValue();
  JsonValue(std::nullptr_t) : JsonValue() {}
  JsonValue(bool flag);
  JsonValue(int number) : JsonValue(static_cast<std::int64_t>(number)) {}
  JsonValue(std::int64_t number);
  JsonValue(double number);
  JsonValue(const char* text);
  JsonValue(std::string text);
  JsonValue(std::initializer_list<Member> members);

  // A list of values, a list of texts, and an object without keys.
  static JsonValue array(std::vector<JsonValue> items = {});
  static JsonValue texts(const std::vector<std::string>& texts);
  static JsonValue object();

  bool is_null() const { return kind_ == Kind::kNull; }
  bool empty() const { return items_.empty(); }
  // Whether an object has the key.
  bool contains(std::string_view key) const { return find(key) < keys_.size(); }
  // The value of a key; it is added, as null, if there is none.
  JsonValue& operator[](std::string_view key);
  // Appends an item to a list.
  void push_back(JsonValue item);

  bool operator==(std::string_view text) const { return kind_ == Kind::kText && text_ == text; }
  bool operator==(bool flag) const { return kind_ == Kind::kFlag && flag_ == flag; }
  bool is_text() const { return kind_ == Kind::kText; }

  // On one line, or indented. Bytes that are not UTF-8 become U+FFFD, numbers that are not finite null.
  std::string dump(int indent = -1) const;

 private:
  enum class Kind { kNull, kFlag, kWhole, kNumber, kText, kList, kObject };

  std::size_t find(std::string_view key) const;
  friend struct JsonWriter;

  Kind kind_ = Kind::kNull;
  bool flag_ = false;
  std::int64_t whole_ = 0;
  double number_ = 0;
  std::string text_;
  std::vector<std::string> keys_;  // of an object, one for each item
  std::vector<JsonValue> items_;
};

// A text in quotes; none if it is not UTF-8.
std::optional<std::string> json_text(const std::string& text);

}  // namespace sinew
