#include "sinew/scene/rules/list_rules.h"

#include <fmt/format.h>

namespace sinew {

std::string fixed_list_words(int count, const Rule& item, bool links) {
  return fmt::format("a list of {}, each {}", count, item.mention(links));
}

Rule::Json fixed_list_schema(int count, const Rule& item, Rule::Json& definitions) {
  return {{"type", "array"}, {"items", item.schema(definitions)}, {"minItems", count}, {"maxItems", count}};
}

std::string list_words(std::size_t fewest, const Rule& item, bool links) {
  return fmt::format("a list{}, each {}", fewest > 0 ? " that is not empty" : "", item.mention(links));
}

Rule::Json list_schema(std::size_t fewest, const Rule& item, Rule::Json& definitions) {
  Rule::Json schema = {{"type", "array"}, {"items", item.schema(definitions)}};
  if (fewest > 0) schema["minItems"] = static_cast<int>(fewest);
  return schema;
}

std::string keyed_words(const std::string& key, const Rule& inner, bool links) {
  const std::string tick = links ? "`" : "";
  return fmt::format("{0}{{\"{1}\": ...}}{0} with {2}", tick, key, inner.mention(links));
}

Rule::Json keyed_schema(const std::string& key, const Rule& inner, Rule::Json& definitions) {
  return {{"type", "object"},
          {"properties", Rule::Json{{key, inner.schema(definitions)}}},
          {"required", Rule::Json::texts({key})},
          {"additionalProperties", false}};
}

const Node& only_member(const std::string& key, const Node& object, const Place& place) {
  for (std::size_t i = 0; i < object.keys.size(); ++i)
    if (object.keys[i] != key)
      place.member(object.keys[i], object.items[i])
          .refuse(fmt::format("the key does not go with \"{}\"", key), "choose one of them");
  return *object.find(key);
}

}  // namespace sinew
