#pragma once

#include "sinew/scene/rules/object_rule.h"
#include "sinew/scene/scene_description.h"

namespace sinew {

struct AdaptiveTetDescription;  // scene/loading/adaptive_loading.h

// The keys that go with one kind of bodies alone, and what does not go together in a body of that kind.

ObjectRule<TetBodyDescription> tet_keys();
void check_tet_body(BodyDescription& body, const Node& object, const Place& place);

ObjectRule<OctreeBodyDescription> octree_keys();
void check_octree_body(BodyDescription& body, const Node& object, const Place& place);

ObjectRule<RigidBodyDescription> rigid_keys();
void check_rigid_body(BodyDescription& body, const Node& object, const Place& place);

ObjectRule<GreensBodyDescription> greens_keys();
void check_greens_body(BodyDescription& body, const Node& object, const Place& place);

ObjectRule<AdaptiveTetDescription> adaptive_tet_keys();
void check_adaptive_tet_body(BodyDescription& body, const Node& object, const Place& place);

}  // namespace sinew
