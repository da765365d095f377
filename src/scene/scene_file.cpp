#include "scene/scene_file.h"

#include "base/file.h"
#include "scene/json/document_checksum.h"
#include "scene/json/overrides.h"
#include "scene/json/reference_page.h"
#include "scene/json/scene_table.h"

namespace sinew {

SceneDescription scene_from_text(std::string_view text, std::span<const std::string> overrides,
                                 const std::string& name, const std::filesystem::path& folder) {
  SceneSource source{name, folder, {overrides.begin(), overrides.end()}, 1};
  Node document = parse_document(text, name);
  const Place place(source, document);
  SceneDescription scene;
  // A newer version may have keys that are not known here: that it is newer says more than they would.
  if (const Node* version = document.find("sinew"))
    version_rule()->read(*version, place.member("sinew", *version), scene.version);
  apply_overrides(document, *scene_rule(), source);
  scene_rule()->read(document, place, scene);
  scene.files = std::move(source.files);
  remove_looks(document);
  scene.checksum = document_checksum(document);
  return scene;
}

SceneDescription read_scene(const std::filesystem::path& path, std::span<const std::string> overrides) {
  return scene_from_text(read_file(path), overrides, path.string(), path.parent_path());
}

std::string scene_schema() { return schema_text(*scene_rule()); }

std::string scene_reference() { return reference_text(*scene_rule()); }

}  // namespace sinew
