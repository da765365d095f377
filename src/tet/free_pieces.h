#pragma once

#include <string_view>

#include "body/frame.h"
#include "tet/elastic_rest.h"

namespace sinew {

// Throws Error, naming the body, where a piece of it (elements that hang together by faces; by edges, of a
// sheet) has fewer than three held nodes off one line: without inertia nothing would say where it is. Pieces
// that touch in a node or an edge alone do not hold each other.
void require_no_free_piece(const ElasticRest& rest, const FrameTopology& topology, std::string_view body);

}  // namespace sinew
