#include "scene/json/document_checksum.h"

#include "base/checksum.h"

namespace sinew {

namespace {

std::uint64_t with_count(std::size_t count, std::uint64_t sum) {
  const std::uint64_t wide = count;
  return checksum_of(std::span(&wide, 1), sum);
}

// Its length goes before a text, so that no two texts can be taken for two others.
std::uint64_t with_text(const std::string& text, std::uint64_t sum) {
  return checksum_of(std::span(text), with_count(text.size(), sum));
}

std::uint64_t with_node(const Node& node, std::uint64_t sum) {
  sum = with_count(static_cast<std::size_t>(node.kind), sum);
  sum = with_count(node.flag ? 1 : 0, sum);
  sum = checksum_of(std::span(&node.number, 1), sum);
  sum = with_text(node.text, sum);
  sum = with_count(node.items.size(), sum);
  for (const std::string& key : node.keys) sum = with_text(key, sum);
  for (const Node& item : node.items) sum = with_node(item, sum);
  return sum;
}

void remove(Node& object, std::string_view key) {
  for (std::size_t i = object.keys.size(); i-- > 0;)
    if (object.keys[i] == key)
      object.keys.erase(object.keys.begin() + i), object.items.erase(object.items.begin() + i);
}

}  // namespace

void remove_looks(Node& document) {
  for (const char* key : {"$schema", "title", "view"}) remove(document, key);
  if (Node* bodies = document.find("bodies"))
    for (Node& body : bodies->items) remove(body, "colour");
}

std::uint64_t document_checksum(const Node& document) { return with_node(document, checksum({})); }

}  // namespace sinew
