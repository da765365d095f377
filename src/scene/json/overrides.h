#pragma once

#include "sinew/scene/rules/rule.h"

namespace sinew {

// Changes a document by the source's overrides, in their order: "path=value", where a path is made of keys
// and of [n] or the name of an item, and a value is JSON, else text. What is changed has the line -n of the
// n-th override. Throws Error for a path that the rule has no place for.
void apply_overrides(Node& document, const Rule& rule, const SceneSource& source);

}  // namespace sinew
