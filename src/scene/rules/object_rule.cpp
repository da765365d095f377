#include "sinew/scene/rules/object_rule.h"

#include <fmt/format.h>

#include <algorithm>
#include <cstddef>
#include <string_view>
#include <utility>

#include "base/suggestion.h"

namespace sinew {

namespace {

const char* article_of(std::string_view name) {
  return !name.empty() && std::string_view("aeiou").find(name[0]) != std::string_view::npos ? "an" : "a";
}

}  // namespace

ObjectRuleBase::ObjectRuleBase(std::string_view name, std::string_view about) : name_(name), about_(about) {}
ObjectRuleBase::ObjectRuleBase(const ObjectRuleBase&) = default;
ObjectRuleBase::ObjectRuleBase(ObjectRuleBase&&) noexcept = default;
ObjectRuleBase::~ObjectRuleBase() = default;

Node ObjectRuleBase::written_out(const Rule& rule, const Node& node, const Place& place) const {
  if (shorthand_.empty() || !node.is(Node::Kind::kText)) rule.refuse(node, place);
  Node object;
  object.kind = Node::Kind::kObject;
  object.line = node.line;
  object.add(shorthand_, node);
  return object;
}

void ObjectRuleBase::refuse_unknown_keys(const Node& object, const Place& place) const {
  const std::vector<std::string> known = all_keys();
  for (std::size_t i = 0; i < object.keys.size(); ++i) {
    if (std::find(known.begin(), known.end(), object.keys[i]) != known.end()) continue;
    place.member(object.keys[i], object.items[i])
        .refuse("there is no such key" + did_you_mean(object.keys[i], known),
                fmt::format("{} {} has: {}", article_of(name_), name_, fmt::join(known, ", ")));
  }
}

void ObjectRuleBase::refuse_missing(const KeyInfo& info, const Place& place) const {
  place.refuse(fmt::format("the key \"{}\" is missing", info.key),
               fmt::format("{}: {}", info.meaning, info.rule->words()));
}

bool ObjectRuleBase::object_suits(const Node& node) const {
  if (node.is(Node::Kind::kText)) return !shorthand_.empty();
  if (!node.is(Node::Kind::kObject)) return false;
  if (selecting_key_.empty()) return true;
  const Node* selecting = node.find(selecting_key_);
  return selecting != nullptr && (tag_value_.empty() || selecting->text == tag_value_);
}

void ObjectRuleBase::add_row(std::string_view key, std::shared_ptr<const Rule> rule, std::string_view meaning,
                             Rule::Json default_value, Reader reader) {
  Row& row = rows_.emplace_back();
  row.info.key = key, row.info.meaning = meaning;
  row.info.rule = rule.get();
  row.info.default_value = std::move(default_value);
  row.rule = std::move(rule);
  row.read = std::move(reader);
}

void ObjectRuleBase::add_member_row(std::string_view key, std::shared_ptr<const Rule> rule,
                                    std::string_view meaning, Rule::Json default_value, const void* whole,
                                    const void* part, MemberReader reader) {
  const std::ptrdiff_t offset = static_cast<const char*>(part) - static_cast<const char*>(whole);
  const Rule* const read_by = rule.get();
  add_row(key, std::move(rule), meaning, std::move(default_value),
          [read_by, offset, reader](const Node& node, const Place& place, void* value) {
            reader(*read_by, node, place, static_cast<char*>(value) + offset);
          });
}

void ObjectRuleBase::set_required(Predicate needed) {
  rows_.back().info.required = true, rows_.back().info.sometimes = static_cast<bool>(needed);
  rows_.back().needed = std::move(needed);
}

void ObjectRuleBase::add_rows(const ObjectRuleBase& other, const Part& part, std::string_view before) {
  // What is said about the part, as if it were said about the whole.
  const auto check_in_part = [&](const Reader& check) -> Reader {
    if (!check) return {};
    return [find = part.find, check](const Node& object, const Place& place, void* value) {
      if (void* found = find(value)) check(object, place, found);
    };
  };
  for (const Row& added : other.rows_) {
    Row row = added;
    row.read = [part, read = added.read](const Node& node, const Place& place, void* value) {
      void* found = part.find(value);
      read(node, place, found != nullptr ? found : part.spare().get());
    };
    row.check = check_in_part(added.check);
    row.needed = [find = part.find, required = added.info.required, needed = added.needed](void* value) {
      void* found = required ? find(value) : nullptr;
      return found != nullptr && (!needed || needed(found));
    };
    row.info.sometimes = added.info.required;
    if (const std::size_t same = row_of(row.info.key); same < rows_.size())
      share_row(rows_[same], part, row);
    else
      rows_.insert(rows_.begin() + row_of(row.info.before.empty() ? before : row.info.before), row);
  }
  if (const Reader own = check_in_part(other.last_))
    last_ = [own, after = last_](const Node& object, const Place& place, void* value) {
      own(object, place, value);
      if (after) after(object, place, value);
    };
}

// Where there is the part, the row is its own.
void ObjectRuleBase::share_row(Row& row, const Part& part, const Row& own) {
  row.read = [find = part.find, own = own.read, other = row.read](const Node& node, const Place& place,
                                                                  void* value) {
    find(value) != nullptr ? own(node, place, value) : other(node, place, value);
  };
  if (!row.info.required && !own.info.required) return;
  const bool was_required = std::exchange(row.info.required, true);
  row.info.sometimes = true;
  row.needed = [find = part.find, is_required = own.info.required, own = own.needed, was_required,
                other = row.needed](void* value) {
    if (find(value) != nullptr) return is_required && (!own || own(value));
    return was_required && (!other || other(value));
  };
}

void ObjectRuleBase::read_object(const Rule& rule, const Node& node, const Place& place, void* value) const {
  if (node.is(Node::Kind::kObject))
    read_members(node, place, value, [&](const std::string& key) { return place.of(key, node); });
  else
    read_members(written_out(rule, node, place), place, value, [&](const std::string&) { return place; });
}

void ObjectRuleBase::read_members(const Node& object, const Place& place, void* value,
                                  const std::function<Place(const std::string&)>& place_of) const {
  refuse_unknown_keys(object, place);
  if (first_) first_(object, place, value);
  for (const Row& row : rows_) {
    if (const Node* member = object.find(row.info.key))
      row.read(*member, place_of(row.info.key), value);
    else if (row.info.required && (!row.needed || row.needed(value)))
      refuse_missing(row.info, place);
    if (row.check) row.check(object, place, value);
  }
  if (last_) last_(object, place, value);
}

std::vector<const Rule*> ObjectRuleBase::all_rules() const {
  std::vector<const Rule*> rules;
  for (const Row& row : rows_) rules.push_back(row.info.rule);
  return rules;
}

const Rule* ObjectRuleBase::rule_of(std::string_view key) const {
  const std::size_t row = row_of(key);
  return row < rows_.size() ? rows_[row].info.rule : nullptr;
}

std::vector<std::string> ObjectRuleBase::all_keys() const {
  std::vector<std::string> keys;
  if (!tag_key_.empty()) keys.push_back(tag_key_);
  for (const Row& row : rows_) keys.push_back(row.info.key);
  return keys;
}

std::size_t ObjectRuleBase::row_of(std::string_view key) const {
  std::size_t row = 0;
  while (row < rows_.size() && rows_[row].info.key != key) ++row;
  return row;
}

std::string ObjectRuleBase::object_words() const {
  return fmt::format("{}an object of the keys {}", shorthand_.empty() ? "" : "a text or ",
                     fmt::join(all_keys(), ", "));
}

std::string ObjectRuleBase::object_section() const {
  std::string text = about_ + "\n\n";
  if (!shorthand_.empty())
    text += fmt::format("The value of `{}` alone may stand for the whole object.\n\n", shorthand_);
  text += "| key | value | default | meaning |\n|---|---|---|---|\n";
  if (!tag_key_.empty())
    text += fmt::format("| `{}` | \"{}\" | required | which type it is |\n", tag_key_, tag_value_);
  for (const Row& row : rows_) {
    const KeyInfo& info = row.info;
    const std::string otherwise = !info.default_words.empty()     ? info.default_words
                                  : !info.default_value.is_null() ? '`' + info.default_value.dump() + '`'
                                                                  : "none";
    text += fmt::format("| `{}` | {} | {} | {} |\n", info.key, info.rule->mention(true),
                        !info.required   ? otherwise
                        : info.sometimes ? "required of some"
                                         : "required",
                        info.meaning);
  }
  return text;
}

Rule::Json ObjectRuleBase::object_schema(Rule::Json& definitions) const {
  using Json = Rule::Json;
  Json properties = Json::object(), required = Json::array();
  if (!tag_key_.empty()) properties[tag_key_] = Json{{"const", tag_value_}}, required.push_back(tag_key_);
  for (const Row& row : rows_) {
    const KeyInfo& info = row.info;
    Json& property = properties[info.key] = info.rule->schema(definitions);
    property["description"] = info.meaning;
    if (!info.default_value.is_null()) property["default"] = info.default_value;
    if (info.required && !info.sometimes) required.push_back(info.key);
  }
  Json schema = {{"type", "object"}, {"description", about_}, {"properties", properties}};
  if (!required.empty()) schema["required"] = required;
  schema["additionalProperties"] = false;
  if (shorthand_.empty()) return schema;
  return Json{{"anyOf", Json::array({properties[shorthand_], schema})}};
}

}  // namespace sinew
