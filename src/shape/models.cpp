#include "shape/models.h"

#include <fmt/format.h>

#include <algorithm>
#include <functional>
#include <numeric>

#include "base/error.h"
#include "shape/polygonise.h"
#include "shape/sculptures.h"
#include "shape/structured.h"

namespace sinew {
namespace {

using Sculpt = Distance (*)(const ModelParams&);

struct Model {
  ModelInfo info;
  Sculpt sculpt;  // null for the open sheet
};

ModelParameter metres(const char* name, const char* meaning, double value, double lower, double upper) {
  return {name, meaning, "m", value, lower, upper};
}

Model block_model(const char* name, const char* description, Index triangles, const Vec3& size) {
  const ModelParameter round = metres("round", "radius of rounded edges; 0 keeps them sharp", 0, 0, 50);
  return {{name,
           description,
           triangles,
           12,
           {metres("length", "along x", size.x, 1e-3, 100), metres("height", "along y", size.y, 1e-3, 100),
            metres("width", "along z", size.z, 1e-3, 100), round}},
          block};
}

// A figure that is only ever scaled, and perhaps has one feature of its own.
Model scaled_model(const char* name, const char* description, Index triangles, Index fewest, Sculpt sculpt,
                   const char* key, const char* meaning, double size, std::vector<ModelParameter> more = {}) {
  more.insert(more.begin(), metres(key, meaning, size, 1e-3, 100));
  return {{name, description, triangles, fewest, std::move(more)}, sculpt};
}

const std::vector<Model>& models() {
  static const std::vector<Model> table = {
      block_model("bar", "a bar 1 m long with a square section, sharp edges", 3'000, {1, 0.2, 0.2}),
      block_model("cube", "a cube of 0.2 m", 3'000, {0.2, 0.2, 0.2}),
      block_model("slab", "a slab of 1 x 0.1 x 0.6 m", 4'000, {1, 0.1, 0.6}),
      {{"bridge",
        "a stone bridge on round arches, 12 m long",
        30'000,
        3'000,
        {metres("length", "along x", 12, 1, 100),
         metres("height", "to the parapet", 2.6, 0.2, 30),
         metres("width", "along z", 2.4, 0.2, 30),
         {"arches", "how many", "", 3, 1, 8}}},
       bridge},
      {{"tower",
        "a round keep with battlements, 9 m tall",
        40'000,
        4'000,
        {metres("height", "to the top", 9, 0.1, 100), metres("radius", "of the shaft", 1.6, 0.02, 20)}},
       tower},
      {{"cloth",
        "a square sheet of 1 m, flat and open, in a regular grid",
        5'000,
        2,
        {metres("width", "along x", 1, 1e-3, 100), metres("depth", "along z", 1, 1e-3, 100)}},
       nullptr},
      {{"sphere", "a ball of 0.1 m radius", 5'000, 100, {metres("radius", "of the ball", 0.1, 1e-3, 100)}},
       ball},
      {{"torus",
        "a ring of 0.1 m radius lying flat",
        6'000,
        300,
        {metres("radius", "of the circle in the tube's middle", 0.1, 1e-3, 100),
         metres("tube", "radius of the tube", 0.04, 1e-4, 50)}},
       ring},
      {{"knot",
        "a trefoil knot, 0.6 m across",
        42'254,
        1'500,
        {metres("size", "across", 0.6, 1e-3, 100), metres("tube", "radius of the tube", 0.05, 1e-4, 10)}},
       knot},
      scaled_model("bear", "a gummy bear, 5 cm tall", 24'000, 1'500, bear, "height", "to the ears", 0.05,
                   {{"belly", "how far the belly stands out", "", 1, 0.8, 1.4}}),
      scaled_model("rabbit", "a sitting rabbit with upright ears, 0.35 m tall", 30'000, 1'500, rabbit,
                   "height", "to the ear tips", 0.35,
                   {{"ears", "length of the ears against usual", "", 1, 0.5, 1.6}}),
      scaled_model("dragon", "a wingless dragon with horns and spikes, mouth open, 1.2 m tall", 80'000, 8'000,
                   dragon, "height", "to the horns", 1.2,
                   {{"spikes", "how many along the back", "", 19, 0, 40}}),
      scaled_model("pony", "a standing pony with mane and tail, 1.2 m tall", 40'000, 3'000, pony, "height",
                   "to the ear tips", 1.2),
      scaled_model("liver", "a human liver, two lobes and gallbladder, 0.24 m wide", 20'000, 600, liver,
                   "width", "along x", 0.24, {{"notch", "how deep the lobes are parted", "", 1, 0.5, 1.5}}),
      scaled_model("figure", "an armoured creature standing with its arms out, 1 m tall", 60'000, 5'000,
                   figure, "height", "to the ear tips", 1),
      scaled_model("bike", "a bicycle of thick tubes, 1.7 m long", 13'000, 8'000, bike, "length", "along x",
                   1.7, {{"tube", "thickness of the tubes against usual", "", 1, 0.8, 1.6}}),
      scaled_model("car", "a small car with its wheels, 4 m long", 50'000, 6'000, car, "length", "along x",
                   4),
      {{"bowl",
        "a round bowl on a foot, 0.24 m across",
        20'000,
        2'500,
        {metres("radius", "at the rim", 0.12, 1e-2, 10), metres("height", "to the rim", 0.085, 1e-2, 10),
         metres("wall", "thickness", 0.01, 1e-3, 0.5)}},
       bowl},
      scaled_model("finger", "a finger pointing up, with nail and joints, 8 cm long", 24'000, 600, finger,
                   "length", "from root to tip", 0.08),
  };
  return table;
}

// Levenshtein's distance, to find what a mistyped name meant.
std::size_t edit_distance(std::string_view a, std::string_view b) {
  std::vector<std::size_t> row(b.size() + 1);
  std::iota(row.begin(), row.end(), std::size_t{0});
  for (std::size_t i = 0; i < a.size(); ++i) {
    std::size_t diagonal = row[0]++;
    for (std::size_t j = 0; j < b.size(); ++j) {
      const std::size_t replaced = diagonal + (a[i] != b[j]);
      diagonal = row[j + 1];
      row[j + 1] = std::min({replaced, row[j] + 1, row[j + 1] + 1});
    }
  }
  return row.back();
}

const Model& find(std::string_view name) {
  const auto same = std::ranges::find_if(models(), [&](const Model& m) { return m.info.name == name; });
  if (same != models().end()) return *same;
  const auto nearest = std::ranges::min_element(
      models(), {}, [&](const Model& m) { return edit_distance(m.info.name, name); });
  const bool likely = edit_distance(nearest->info.name, name) <= std::max<std::size_t>(1, name.size() / 3);
  throw Error(likely ? fmt::format("no model '{}'; did you mean '{}'?", name, nearest->info.name)
                     : fmt::format("no model '{}'", name),
              "", "'sinew model' lists them all");
}

std::string accepted_keys(const ModelInfo& info) {
  std::string keys;
  for (const ModelParameter& p : info.parameters) keys += (keys.empty() ? "" : ", ") + p.name;
  return keys;
}

// The given values checked, the others at their default.
ModelParams complete(const ModelInfo& info, const ModelParams& given) {
  ModelParams all;
  for (const ModelParameter& p : info.parameters) all[p.name] = p.value;
  for (const auto& [key, value] : given) {
    const auto p = std::ranges::find(info.parameters, key, &ModelParameter::name);
    if (p == info.parameters.end())
      throw Error(fmt::format("the model {} has no parameter '{}'", info.name, key), "",
                  "it accepts " + accepted_keys(info));
    if (!(value >= p->lower && value <= p->upper))
      throw Error(fmt::format("{} = {} is out of range", key, value), info.name,
                  fmt::format("give a value from {} to {}{}{}", p->lower, p->upper,
                              p->unit.empty() ? "" : " ", p->unit));
    all[key] = value;
  }
  return all;
}

Index checked_count(const ModelInfo& info, Index triangles) {
  constexpr Index kMost = 20'000'000;
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
    for (const Model& model : models()) infos.push_back(model.info);
    return infos;
  }();
  return list;
}

const ModelInfo& find_model(std::string_view name) { return find(name).info; }

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
