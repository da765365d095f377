#include <fmt/format.h>

#include <algorithm>
#include <cmath>

#include "haptics/hand_tool.h"
#include "sinew/base/error.h"
#include "sinew/model/blade.h"

namespace sinew {

namespace {

constexpr const char* kBall = "hand";
constexpr const char* kBlade = "blade in the hand";

// A bar of a twentieth of its length around the edge, with a point at its tip.
SurfaceMesh shape_of_blade(const Vec3& edge) {
  const double width = norm(edge) / 40;
  const Vec3 aside = std::abs(edge.x) < 0.6 * norm(edge) ? Vec3{1, 0, 0} : Vec3{0, 1, 0};
  const Vec3 u = width * normalized(cross(edge, aside)), v = width * normalized(cross(edge, u));
  SurfaceMesh mesh;
  mesh.positions = {{}};
  for (const Vec3& middle : {0.1 * edge, edge})
    for (const Vec3& corner : {u, v, -u, -v}) mesh.positions.push_back(middle + corner);
  for (Index k = 0; k < 4; ++k) {
    const Index a = 1 + k, b = 1 + (k + 1) % 4;
    mesh.triangles.push_back({0, b, a});
    mesh.triangles.push_back({a, b, b + 4});
    mesh.triangles.push_back({a, b + 4, a + 4});
  }
  mesh.triangles.push_back({5, 6, 7});
  mesh.triangles.push_back({5, 7, 8});
  return mesh;
}

void require_number(double value, double least, const char* what, const char* unit) {
  if (std::isfinite(value) && (value > least || (value == 0 && least == 0))) return;
  throw Error(fmt::format("the {} of a tool is {} {}", what, value, unit), "", "it must not be negative");
}

// Where the line meets the triangle, as a share of its length; -1 if it does not.
double share_at(const Vec3& from, const Vec3& way, const Vec3& a, const Vec3& b, const Vec3& c) {
  const Vec3 u = b - a, v = c - a, p = cross(way, v);
  const double volume = dot(u, p);
  if (volume == 0) return -1;
  const Vec3 s = from - a;
  const double beta = dot(s, p) / volume;
  const Vec3 q = cross(s, u);
  const double gamma = dot(way, q) / volume;
  if (beta < 0 || gamma < 0 || beta + gamma > 1) return -1;
  return dot(v, q) / volume;
}

const BodyFrame& frame_of_body(const World& world, const std::string& body) {
  world.body(body);
  const auto& frames = world.frame().bodies;
  return *std::ranges::find(frames, body, &BodyFrame::body);
}

// On the tool, by contact and by what it holds, N.
Vec3 force_on(const Frame& frame, std::string_view tool) {
  Vec3 sum;
  for (const ContactSum& one : frame.contact.sums)
    if (one.a == tool && one.b.empty()) sum += one.force;
  for (const AttachmentForce& one : frame.contact.attachments)
    if (one.b == tool) sum -= one.force;
  return sum;
}

}  // namespace

void require_valid(const HandToolParams& params) {
  require_number(params.radius, 1e-12, "radius", "m");
  require_number(params.toughness, 0, "toughness", "J/m^2");
  require_number(params.rubbing, 0, "rubbing", "N/m");
  require_number(params.stiffness, 1e-12, "stiffness", "N/m");
  require_number(norm(params.edge), 1e-12, "edge", "m");
}

double length_inside(const BodyFrame& frame, const Vec3& from, const Vec3& to) {
  if (frame.topology.surface == nullptr) return 0;
  const std::vector<Vec3> x = surface_positions(frame);
  const Vec3 way = to - from;
  struct Crossing {
    double share;
    int turn;  // 1: into the body
  };
  std::vector<Crossing> crossings;
  for (const auto& [a, b, c] : frame.topology.surface->mesh.triangles) {
    const double share = share_at(from, way, x[a], x[b], x[c]);
    if (share < 0) continue;
    crossings.push_back({share, dot(cross(x[b] - x[a], x[c] - x[a]), way) < 0 ? 1 : -1});
  }
  std::ranges::sort(crossings, {}, &Crossing::share);
  // Beyond all crossings the line is outside.
  int inside = 0;
  for (const Crossing& crossing : crossings) inside -= crossing.turn;
  double sum = 0, before = 0;
  for (const Crossing& crossing : crossings) {
    if (inside > 0) sum += std::min(crossing.share, 1.0) - std::min(before, 1.0);
    inside += crossing.turn, before = crossing.share;
  }
  return sum * norm(way);
}

ToolInHand::ToolInHand(const HandToolParams& params, std::string body)
    : params_(params), body_(std::move(body)) {
  require_valid(params_);
}

void ToolInHand::after_step(World& world, const ToolPlace& tool, double now, ToolResponse& response) {
  response = {};
  response.step = world.step_count(), response.time = now;
  if (tool.is_known) {
    if ((tool.buttons & kNextTool) != 0 && (buttons_ & kNextTool) == 0) {
      release(world);
      params_.job = params_.job == HandJob::kPush ? HandJob::kCut
                                                  : static_cast<HandJob>(static_cast<int>(params_.job) + 1);
    }
    if (params_.job == HandJob::kCut)
      cut(world, tool, response);
    else
      hold(world, tool, response);
    buttons_ = tool.buttons, place_ = tool.place;
  }
  response.job = params_.job;
}

void ToolInHand::cut(World& world, const ToolPlace& tool, ToolResponse& response) {
  const auto line_at = [&](const Vec3& place) { return BladeSweep::Line{place, place + params_.edge}; };
  const bool cuts = (tool.buttons & kActs) != 0;
  if (cuts && !has_stroke_) ++strokes_;
  if (cuts && has_stroke_ && tool.place != place_)
    world.sweep(body_, {strokes_, {line_at(place_), line_at(tool.place)}, false, false});
  if (cuts && !has_stroke_)
    world.sweep(body_, {strokes_, {line_at(tool.place), line_at(tool.place)}, true, false});
  if (!cuts && has_stroke_) world.sweep(body_, {strokes_, {line_at(place_), line_at(place_)}, false, true});
  has_stroke_ = cuts;
  show_blade(world, tool.place);
  if (!cuts) return;
  const double inside = length_inside(frame_of_body(world, body_), tool.place, tool.place + params_.edge);
  response.edge = normalized(params_.edge);
  response.along = params_.rubbing * inside;
  response.across = response.along + params_.toughness * inside;
}

void ToolInHand::show_blade(World& world, const Vec3& place) {
  if (blade_ == nullptr) blade_ = std::make_shared<const SurfaceMesh>(shape_of_blade(params_.edge));
  std::vector<ToolFrame>& tools = world.tools();
  const auto found = std::ranges::find(tools, kBlade, &ToolFrame::name);
  if (found == tools.end())
    tools.push_back({.name = kBlade, .shape = blade_, .position = place});
  else
    found->position = place;
}

void ToolInHand::hold(World& world, const ToolPlace& tool, ToolResponse& response) {
  world.hold({.name = kBall, .shape = SphereShape{{}, params_.radius}, .hand = tool.place});
  is_held_ = true;
  const bool closes = (tool.buttons & kActs) != 0, closed = (buttons_ & kActs) != 0;
  if (params_.job == HandJob::kGrasp && closes && !closed) world.grasp(kBall, params_.radius);
  if (params_.job == HandJob::kGrasp && !closes && closed) world.let_go(kBall);
  response.place = place_;
  for (const ToolFrame& shown : world.frame().tools)
    if (shown.name == kBall) response.place = shown.position;
  response.force = force_on(world.frame(), kBall);
  if (response.force == Vec3{}) return;
  const Vec3 n = normalized(response.force);
  response.stiffness = params_.stiffness * (params_.job == HandJob::kGrasp ? Mat3::identity() : outer(n, n));
}

void ToolInHand::release(World& world) {
  if (has_stroke_)
    world.sweep(body_,
                {strokes_, {{place_, place_ + params_.edge}, {place_, place_ + params_.edge}}, false, true});
  if (is_held_) world.put_away(kBall);
  std::erase_if(world.tools(), [](const ToolFrame& tool) { return tool.name == kBlade; });
  has_stroke_ = is_held_ = false;
}

}  // namespace sinew
