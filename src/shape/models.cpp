#include "sinew/shape/models.h"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>

#include "base/suggestion.h"
#include "shape/model_table.h"
#include "shape/polygonise.h"
#include "shape/sculptures.h"
#include "shape/structured.h"
#include "sinew/base/error.h"

namespace sinew {
namespace {

const Model& find(std::string_view name) {
  const auto same = std::ranges::find_if(model_table(), [&](const Model& m) { return m.info.name == name; });
  if (same != model_table().end()) return *same;
  std::vector<std::string> names;
  for (const Model& model : model_table()) names.push_back(model.info.name);
  throw Error(fmt::format("no model '{}'{}", name, did_you_mean(name, names)), "",
              "'sinew model' lists them all");
}

std::vector<std::string> accepted_keys(const ModelInfo& info) {
  std::vector<std::string> keys;
  for (const ModelParameter& p : info.parameters) keys.push_back(p.name);
  return keys;
}

// The given values checked, the others at their default.
ModelParams complete(const ModelInfo& info, const ModelParams& given) {
  ModelParams all;
  for (const ModelParameter& p : info.parameters) all[p.name] = p.value;
  for (const auto& [key, value] : given) {
    const auto p = std::ranges::find(info.parameters, key, &ModelParameter::name);
    if (p == info.parameters.end())
      throw Error(fmt::format("the model {} has no parameter '{}'{}", info.name, key,
                              did_you_mean(key, accepted_keys(info))),
                  "", fmt::format("it accepts {}", fmt::join(accepted_keys(info), ", ")));
    if (!(value >= p->lower && value <= p->upper))
      throw Error(fmt::format("{} = {} is out of range", key, value), info.name,
                  fmt::format("give a value from {} to {}{}{}", p->lower, p->upper,
                              p->unit.empty() ? "" : " ", p->unit));
    if (p->whole && value != std::floor(value))
      throw Error(fmt::format("{} = {} is not a whole number", key, value), info.name);
    all[key] = value;
  }
  return all;
}

Index checked_count(const ModelInfo& info, Index triangles) {
  constexpr Index kMost = 10'000'000;
  if (triangles == 0) return info.triangles;
  if (triangles < info.fewest_triangles || triangles > kMost)
    throw Error(fmt::format("{} triangles are too {} of the {}", triangles,
                            triangles > kMost ? "many to make" : "few to show the shape", info.name),
                "", fmt::format("ask for {} to {}", info.fewest_triangles, kMost));
  return triangles;
}

// A body with parts thinner than an edge falls to pieces, of which only one is kept.
SurfaceMesh polygonised_whole(const ModelInfo& info, const Distance& distance, Index triangles) {
  SurfaceMesh mesh = largest_component(polygonise(distance, triangles));
  if (std::abs(mesh.triangle_count() - triangles) > 0.2 * triangles)
    throw Error(fmt::format("with {} triangles the thin parts of this {} are lost", triangles, info.name), "",
                "ask for more triangles, or make it thicker");
  return mesh;
}

}  // namespace

const std::vector<ModelInfo>& model_list() {
  static const std::vector<ModelInfo> list = [] {
    std::vector<ModelInfo> infos;
    for (const Model& model : model_table()) infos.push_back(model.info);
    return infos;
  }();
  return list;
}

const ModelInfo& find_model(std::string_view name) { return find(name).info; }

void require_model(std::string_view name, Index triangles, const ModelParams& params) {
  const ModelInfo& info = find_model(name);
  complete(info, params);
  checked_count(info, triangles);
}

SurfaceMesh make_model(std::string_view name, Index triangles, const ModelParams& params) {
  const auto& [info, sculpt] = find(name);
  const ModelParams values = complete(info, params);
  const Index count = checked_count(info, triangles);
  if (sculpt == nullptr) return structured_sheet(values.at("width"), values.at("depth"), count);
  if (sculpt == block && values.at("round") == 0)
    return structured_box({values.at("length"), values.at("height"), values.at("width")}, count);
  return polygonised_whole(info, sculpt(values), count);
}

Distance model_distance(std::string_view name, const ModelParams& params) {
  const auto& [info, sculpt] = find(name);
  if (sculpt == nullptr) throw Error(fmt::format("{} is an open sheet: it has no inside", info.name));
  return sculpt(complete(info, params));
}

}  // namespace sinew
