#include "sinew/scene/scene_description.h"

#include <cstdlib>

#include "scene/rules/document.h"

namespace sinew {

ScenePlace ScenePlace::member(std::string_view key) const { return {file, member_path(path, key)}; }

ScenePlace ScenePlace::item(std::size_t index) const { return {file, item_path(path, index)}; }

Error ScenePlace::with(const Error& error) const {
  return Error(error.problem(), error.where().empty() ? text() : text() + ": " + error.where(), error.hint());
}

Error ScenePlace::with(const Error& error, const std::string& list,
                       const std::vector<ScenePlace>& items) const {
  const std::string& where = error.where();
  const std::string start = list + "[";
  if (!where.starts_with(start)) return with(error);
  const std::size_t index = std::strtoul(where.c_str() + start.size(), nullptr, 10);
  const std::size_t end = where.find(']') + 1;
  return Error(error.problem(), items.at(index).text() + where.substr(end), error.hint());
}

}  // namespace sinew
