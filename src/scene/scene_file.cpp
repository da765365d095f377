#include "sinew/scene/scene_description.h"

#include "base/file.h"
#include "scene/json/document_checksum.h"
#include "scene/json/overrides.h"
#include "scene/json/reference_page.h"
#include "scene/json/scene_table.h"

namespace sinew {

namespace {

// Sets the text at the places that name files. What a scene is does not depend on where its files lie: the
// bytes of the files belong to the fingerprint.
template <typename TextOf>
void rename_files(Node& document, const SceneSource& source, const TextOf& text_of) {
  for (std::size_t i = 0; i < source.files.size(); ++i)
    if (Node* node = find_path(document, source.file_places[i])) node->text = text_of(source.files[i]);
}

// That of the kinds that are always there is made once.
RulePtr<SceneDescription> rule_for(const BodyKinds& kinds) {
  static const RulePtr<SceneDescription> built_in = scene_rule(built_in_body_kinds());
  return &kinds == &built_in_body_kinds() ? built_in : scene_rule(kinds);
}

SceneDescription read(std::string_view text, SceneSource& source, const BodyKinds& kinds) {
  const RulePtr<SceneDescription> rule = rule_for(kinds);
  Node document = parse_document(text, source.name);
  const Place place(source, document);
  SceneDescription scene;
  // A newer version may have keys that are not known here: that it is newer says more than they would.
  if (const Node* version = document.find("sinew"))
    version_rule()->read(*version, place.member("sinew", *version), scene.version);
  apply_overrides(document, *rule, source);
  rule->read(document, place, scene);
  rename_files(document, source, [](const std::filesystem::path& file) {
    return std::filesystem::absolute(file).lexically_normal().string();
  });
  scene.text = document_text(document);
  rename_files(document, source, [](const std::filesystem::path&) { return "file"; });
  scene.files = std::move(source.files);
  remove_looks(document);
  scene.checksum = document_checksum(document);
  return scene;
}

}  // namespace

SceneDescription scene_from_text(std::string_view text, std::span<const std::string> overrides,
                                 const std::string& name, const std::filesystem::path& folder,
                                 const BodyKinds& kinds) {
  SceneSource source{name, folder, {overrides.begin(), overrides.end()}};
  return read(text, source, kinds);
}

SceneDescription scene_without_files(std::string_view text, const std::string& name, const BodyKinds& kinds) {
  SceneSource source{name, ".", {}};
  source.files_exist = false;
  return read(text, source, kinds);
}

SceneDescription read_scene(const std::filesystem::path& path, std::span<const std::string> overrides,
                            const BodyKinds& kinds) {
  return scene_from_text(read_file(path), overrides, path.string(), path.parent_path(), kinds);
}

std::string scene_schema(const BodyKinds& kinds) { return schema_text(*rule_for(kinds)); }

std::string scene_reference(const BodyKinds& kinds) { return reference_text(*rule_for(kinds)); }

}  // namespace sinew
