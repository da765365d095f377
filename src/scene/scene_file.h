#pragma once

#include <span>
#include <string_view>

#include "scene/scene_description.h"

namespace sinew {

// Scene files are JSON with comments. One table describes them; the reader, the JSON Schema and the reference
// page are made from it.

constexpr int kSceneVersion = 1;

// What "type" of a body may say: see scene/body_kind.h.
class BodyKinds;
const BodyKinds& built_in_body_kinds();

// Reads a scene and changes it by `overrides`, each "path=value" ("bodies[0].material.young=1e5", or a body
// by its name: "bodies.rabbit.material.young=1e5"; the value as JSON, else as text). Paths in the file are
// relative to its folder. Throws Error, with file, line, path of the value and what is accepted, for
// anything that the table does not say.
SceneDescription read_scene(const std::filesystem::path& path, std::span<const std::string> overrides = {},
                            const BodyKinds& kinds = built_in_body_kinds());

// The same from text; `name` stands for the file in messages, files are looked for from `folder`.
SceneDescription scene_from_text(std::string_view text, std::span<const std::string> overrides = {},
                                 const std::string& name = "scene", const std::filesystem::path& folder = ".",
                                 const BodyKinds& kinds = built_in_body_kinds());

// The same where files that the scene names may be missing: for all but to load it.
SceneDescription scene_without_files(std::string_view text, const std::string& name,
                                     const BodyKinds& kinds = built_in_body_kinds());

// docs/scene.schema.json and docs/scene.md, each ending in a newline.
std::string scene_schema(const BodyKinds& kinds = built_in_body_kinds());
std::string scene_reference(const BodyKinds& kinds = built_in_body_kinds());

}  // namespace sinew
