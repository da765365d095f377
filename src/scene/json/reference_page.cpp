#include "scene/json/reference_page.h"

#include <fmt/format.h>

#include <algorithm>

#include "sinew/scene/rules/rule.h"

namespace sinew {

namespace {

constexpr const char* kHead = R"(# Scene files

A scene file says what there is, what acts on it and what a run writes. It is JSON with comments (`//` and
`/* */`), one object, read whole before anything happens:

```
{
  "sinew": 1,                                        // the version of the format
  "title": "a rubber bar that hangs at one end",
  "step": 0.02, "steps": 100,
  "bodies": [{
    "name": "bar",
    "mesh": {"box": {"size": [1, 0.2, 0.2], "cells": [20, 4, 4]}},
    "material": "rubber",
    "hold": [{"region": {"half_space": {"point": [0, 0, 0], "normal": [-1, 0, 0]}}}]
  }]
}
```

`sinew new MESH` writes such a file for a mesh of yours, `sinew scene FILE` checks one and says what is in it.

**What is refused.** A key that is not below, a key that stands twice, a value of another kind or out of its range, a
file that is not there: one message with the file, the line, the path of the value and what is accepted.

**Units.** Numbers are in SI units, except coordinates, sizes and distances, which are "in the scene's unit", `unit`. Mesh
files are in that unit too unless they have one of their own; procedural models are in metres always.

**Paths** are relative to the folder of the scene.

**Changes from the command line.** `--set path=value` changes a value before the file is read: the path is made of keys
and of `[n]`, counted from 0, or the name of an item (`bodies[0].material.young=1e5`, `bodies.bar.tets=5000`). The value
is JSON, and a text where it is no JSON.

This page and the [JSON Schema](scene.schema.json) are written by `sinew scene --reference` and `sinew scene --schema`
from the table that the reader uses.
)";

// Every rule with a name, each once, in the order in which they are first spoken of.
void collect(const Rule& rule, std::vector<const Rule*>& sections) {
  const auto same = [&](const Rule* other) { return other->name() == rule.name(); };
  if (!rule.name().empty()) {
    if (std::any_of(sections.begin(), sections.end(), same)) return;
    sections.push_back(&rule);
  }
  for (const Rule* part : rule.parts()) collect(*part, sections);
}

}  // namespace

std::string schema_text(const Rule& rule) {
  using Json = Rule::Json;
  Json definitions = Json::object();
  Json reference = rule.schema(definitions);
  const Json schema = {{"$schema", "https://json-schema.org/draft/2020-12/schema"},
                       {"title", "A scene of sinew"},
                       {"$ref", reference["$ref"]},
                       {"$defs", definitions}};
  return schema.dump(1) + "\n";
}

std::string reference_text(const Rule& rule) {
  std::vector<const Rule*> sections;
  collect(rule, sections);
  std::string text = kHead;
  for (const Rule* section : sections)
    text += fmt::format("\n## {}\n\n{}", section->name(), section->section());
  return text;
}

}  // namespace sinew
