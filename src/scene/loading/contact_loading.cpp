#include "scene/loading/contact_loading.h"

#include "scene/loading/placement.h"
#include "scene/loading/region_loading.h"

namespace sinew {

namespace {

struct MakeShape {
  template <typename Shape>
  ObstacleShape operator()(const Shape& shape) const {
    return shape;
  }
  ObstacleShape operator()(const MeshShapeDescription& d) const {
    MeshShape shape{described_surface(d.surface, false)};
    put_in_place(shape.mesh.positions, d.place);
    return shape;
  }
};

struct MakeChoice {
  double scale;

  template <typename Choice>
  ContactChoice operator()(const Choice& choice) const {
    return choice;
  }
  ContactChoice operator()(const SurfaceDescription& surface) const {
    GivenContact given{described_surface(surface, false)};
    for (Vec3& p : given.mesh.positions) p *= scale;
    return given;
  }
};

Obstacle ground_of(const GroundDescription& ground, UpAxis up) {
  const Vec3 normal = up == UpAxis::kZ ? Vec3{0, 0, 1} : Vec3{0, 1, 0};
  return {.name = "ground", .shape = PlaneShape{ground.height * normal, normal}, .friction = ground.friction};
}

}  // namespace

Obstacle scene_obstacle(const ObstacleDescription& description, const ScenePlace& place) try {
  Obstacle obstacle{description.name, std::visit(MakeShape{}, description.shape), description.motion,
                    description.friction};
  require_valid(obstacle, "");
  return obstacle;
} catch (const Error& error) {
  throw place.member("shape").with(error);
}

ContactChoice scene_contact_surface(const BodyDescription& body, const ScenePlace& place) try {
  return std::visit(MakeChoice{body.place.scale}, body.contact_surface);
} catch (const Error& error) {
  throw place.member("contact_surface").with(error);
}

Error with_contact_place(const Error& error, const ScenePlace& body) {
  return body.member("contact_surface").with(Error(error.problem(), "", error.hint()));
}

Attachment scene_attachment(const AttachmentDescription& description) {
  Attachment attachment{.name = description.name,
                        .body = description.body,
                        .region = region_of(description.region),
                        .to = description.to,
                        .during = description.during};
  if (description.within) attachment.within = *description.within;
  return attachment;
}

std::vector<Obstacle> scene_obstacles(const SceneDescription& scene, const std::string& name) {
  std::vector<Obstacle> obstacles;
  if (scene.ground) obstacles.push_back(ground_of(*scene.ground, scene.up));
  for (std::size_t i = 0; i < scene.obstacles.size(); ++i)
    obstacles.push_back(scene_obstacle(scene.obstacles[i], ScenePlace{name, "obstacles"}.item(i)));
  return obstacles;
}

}  // namespace sinew
