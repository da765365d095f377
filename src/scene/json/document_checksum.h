#pragma once

#include <cstdint>

#include "scene/rules/document.h"

namespace sinew {

// Takes out of a scene's document what is for the eye alone: title, view, the colours of bodies, the schema
// for editors. Two scenes that are the same without it make the same run.
void remove_looks(Node& document);

// Of what a document says; neither comments nor the layout of its text count.
std::uint64_t document_checksum(const Node& document);

}  // namespace sinew
