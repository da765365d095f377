#include "shape/model_table.h"

#include "shape/sculptures.h"

namespace sinew {
namespace {

ModelParameter metres(const char* name, const char* meaning, double value, double lower, double upper) {
  return {name, meaning, "m", value, lower, upper};
}

// A plain number against the usual one, 1.
ModelParameter factor(const char* name, const char* meaning, double lower, double upper) {
  return {name, meaning, "", 1, lower, upper};
}

ModelParameter count(const char* name, const char* meaning, double value, double lower, double upper) {
  return {name, meaning, "", value, lower, upper, true};
}

Model model(const char* name, const char* description, Index triangles, Index fewest,
            Distance (*sculpt)(const ModelParams&), std::vector<ModelParameter> parameters) {
  return {{name, description, triangles, fewest, std::move(parameters)}, sculpt};
}

Model block_model(const char* name, const char* description, Index triangles, const Vec3& size) {
  return model(name, description, triangles, 12, block,
               {metres("length", "along x", size.x, 1e-3, 100),
                metres("height", "along y", size.y, 1e-3, 100), metres("width", "along z", size.z, 1e-3, 100),
                metres("round", "radius of rounded edges; 0 keeps them sharp", 0, 0, 50)});
}

}  // namespace

const std::vector<Model>& model_table() {
  static const std::vector<Model> table = {
      block_model("bar", "a bar 1 m long with a square section, sharp edges", 3'000, {1, 0.2, 0.2}),
      block_model("cube", "a cube of 0.2 m", 3'000, {0.2, 0.2, 0.2}),
      block_model("slab", "a slab of 1 x 0.1 x 0.6 m", 4'000, {1, 0.1, 0.6}),
      model("bridge", "a stone bridge on arches, 12 m long", 30'000, 3'000, bridge,
            {metres("length", "along x", 12, 1, 100), metres("height", "to the parapet", 2.6, 0.2, 30),
             metres("width", "along z", 2.4, 0.2, 30), count("arches", "how many", 3, 1, 8)}),
      model("tower", "a round keep with battlements, 9 m tall", 40'000, 4'000, tower,
            {metres("height", "to the top", 9, 0.1, 100), metres("radius", "of the shaft", 1.6, 0.02, 20)}),
      model("cloth", "a square sheet of 1 m, flat and open, in a regular grid", 5'000, 2, nullptr,
            {metres("width", "along x", 1, 1e-3, 100), metres("depth", "along z", 1, 1e-3, 100)}),
      model("sphere", "a ball of 0.1 m radius", 5'000, 100, ball,
            {metres("radius", "of the ball", 0.1, 1e-3, 100)}),
      model("torus", "a ring of 0.1 m radius lying flat", 6'000, 300, ring,
            {metres("radius", "of the circle in the tube's middle", 0.1, 1e-3, 100),
             metres("tube", "radius of the tube", 0.04, 1e-4, 50)}),
      model("knot", "a trefoil knot, 0.6 m across", 42'254, 1'500, knot,
            {metres("size", "across", 0.6, 1e-3, 100), metres("tube", "radius of the tube", 0.05, 1e-4, 10)}),
      model("bear", "a gummy bear, 5 cm tall", 24'000, 1'500, bear,
            {metres("height", "to the ears", 0.05, 1e-3, 100),
             factor("belly", "how far the belly stands out", 0.8, 1.4)}),
      model("rabbit", "a sitting rabbit with upright ears, 0.35 m tall", 30'000, 1'500, rabbit,
            {metres("height", "to the ear tips, with ears = 1", 0.35, 1e-3, 100),
             factor("ears", "length of the ears", 0.5, 1.6)}),
      model("dragon", "a wingless dragon with horns and spikes, mouth open, 1.2 m tall", 80'000, 8'000,
            dragon,
            {metres("height", "to the horns", 1.2, 1e-3, 100), count("spikes", "along the back", 19, 0, 40)}),
      model("pony", "a standing pony with mane and tail, 1.2 m tall", 40'000, 3'000, pony,
            {metres("height", "to the ear tips", 1.2, 1e-3, 100)}),
      model("liver", "a human liver, two lobes and gallbladder, 0.24 m wide", 20'000, 600, liver,
            {metres("width", "along x", 0.24, 1e-3, 100),
             factor("notch", "how deep the lobes are parted", 0.5, 1.5)}),
      model("figure", "an armoured creature standing with its arms out, 1 m tall", 60'000, 5'000, figure,
            {metres("height", "to the ear tips", 1, 1e-3, 100)}),
      model(
          "bike", "a bicycle of thick tubes, 1.7 m long", 13'000, 8'000, bike,
          {metres("length", "along x", 1.7, 1e-3, 100), factor("tube", "thickness of the tubes", 0.8, 1.6)}),
      model("car", "a small car with its wheels, 4 m long", 50'000, 6'000, car,
            {metres("length", "along x", 4, 1e-3, 100)}),
      model("bowl", "a round bowl on a foot, 0.24 m across", 32'000, 2'500, bowl,
            {metres("radius", "at the rim", 0.12, 1e-2, 10), metres("height", "to the rim", 0.085, 1e-2, 10),
             metres("wall", "thickness", 0.01, 1e-3, 0.5)}),
      model("finger", "a finger pointing up, with nail and joints, 8 cm long", 24'000, 600, finger,
            {metres("length", "from root to tip", 0.08, 1e-3, 100)}),
  };
  return table;
}

}  // namespace sinew
