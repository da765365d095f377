#pragma once

#include <cstdint>
#include <initializer_list>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

namespace sinew {

// JSON to be written: the schema of a scene, and defaults. It is small, so that the sources of the table need
// not compile a JSON library each.
class JsonValue {
 public:
  using Member = std::pair<std::string, JsonValue>;

  JsonValue() = default;  // null
  JsonValue(std::nullptr_t) {}
  JsonValue(bool flag) : kind_(Kind::kFlag), flag_(flag) {}
  JsonValue(int number) : JsonValue(static_cast<std::int64_t>(number)) {}
  JsonValue(std::int64_t number) : kind_(Kind::kWhole), whole_(number) {}
  JsonValue(double number) : kind_(Kind::kNumber), number_(number) {}
  JsonValue(const char* text) : JsonValue(std::string(text)) {}
  JsonValue(std::string text) : kind_(Kind::kText), text_(std::move(text)) {}
  JsonValue(std::initializer_list<Member> members);

  static JsonValue array(std::vector<JsonValue> items = {});
  static JsonValue texts(const std::vector<std::string>& texts);
  static JsonValue object();

  bool is_null() const { return kind_ == Kind::kNull; }
  bool empty() const { return items_.empty(); }
  // Of an object.
  bool contains(std::string_view key) const { return find(key) < keys_.size(); }
  // The value of a key; it is added, as null, if there is none.
  JsonValue& operator[](std::string_view key);
  void push_back(JsonValue item) { items_.push_back(std::move(item)); }

  bool operator==(std::string_view text) const { return kind_ == Kind::kText && text_ == text; }
  bool operator==(bool flag) const { return kind_ == Kind::kFlag && flag_ == flag; }
  bool is_text() const { return kind_ == Kind::kText; }

  // On one line, or indented.
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

}  // namespace sinew
