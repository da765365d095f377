#include "sinew/base/json_value.h"

#include <algorithm>
#include <nlohmann/json.hpp>

namespace sinew {

struct JsonWriter {
  using Written = nlohmann::ordered_json;

  static Written written(const JsonValue& value) {
    using Kind = JsonValue::Kind;
    switch (value.kind_) {
      case Kind::kNull:
        return nullptr;
      case Kind::kFlag:
        return value.flag_;
      case Kind::kWhole:
        return value.whole_;
      case Kind::kNumber:
        return value.number_;
      case Kind::kText:
        return value.text_;
      case Kind::kList:
      case Kind::kObject:
        break;
    }
    Written all = value.kind_ == Kind::kList ? Written::array() : Written::object();
    for (std::size_t i = 0; i < value.items_.size(); ++i)
      if (value.kind_ == Kind::kList)
        all.push_back(written(value.items_[i]));
      else
        all[value.keys_[i]] = written(value.items_[i]);
    return all;
  }
};

JsonValue::JsonValue() = default;
JsonValue::JsonValue(const JsonValue&) = default;
JsonValue::JsonValue(JsonValue&&) noexcept = default;
JsonValue& JsonValue::operator=(const JsonValue&) = default;
JsonValue& JsonValue::operator=(JsonValue&&) noexcept = default;
JsonValue::~JsonValue() = default;

JsonValue::JsonValue(bool flag) : kind_(Kind::kFlag), flag_(flag) {}
JsonValue::JsonValue(std::int64_t number) : kind_(Kind::kWhole), whole_(number) {}
JsonValue::JsonValue(double number) : kind_(Kind::kNumber), number_(number) {}
JsonValue::JsonValue(const char* text) : JsonValue(std::string(text)) {}
JsonValue::JsonValue(std::string text) : kind_(Kind::kText), text_(std::move(text)) {}

void JsonValue::push_back(JsonValue item) { items_.push_back(std::move(item)); }

JsonValue::JsonValue(std::initializer_list<Member> members) : kind_(Kind::kObject) {
  for (const auto& [key, value] : members) keys_.push_back(key), items_.push_back(value);
}

JsonValue JsonValue::array(std::vector<JsonValue> items) {
  JsonValue list;
  list.kind_ = Kind::kList;
  list.items_ = std::move(items);
  return list;
}

JsonValue JsonValue::texts(const std::vector<std::string>& texts) {
  return array(std::vector<JsonValue>(texts.begin(), texts.end()));
}

JsonValue JsonValue::object() {
  JsonValue object;
  object.kind_ = Kind::kObject;
  return object;
}

std::size_t JsonValue::find(std::string_view key) const {
  return static_cast<std::size_t>(std::find(keys_.begin(), keys_.end(), key) - keys_.begin());
}

JsonValue& JsonValue::operator[](std::string_view key) {
  const std::size_t at = find(key);
  if (at == keys_.size()) keys_.emplace_back(key), items_.emplace_back();
  return items_[at];
}

std::string JsonValue::dump(int indent) const {
  return JsonWriter::written(*this).dump(indent, ' ', false, nlohmann::json::error_handler_t::replace);
}

std::optional<std::string> json_text(const std::string& text) try {
  return nlohmann::json(text).dump();
} catch (const nlohmann::json::exception&) {
  return std::nullopt;
}

}  // namespace sinew
