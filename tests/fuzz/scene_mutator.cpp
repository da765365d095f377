// Changes scenes as JSON documents, so that most of them are still JSON: a value becomes another one, a
// member goes, comes from the table of all keys, or is taken from elsewhere in the document. Every fourth
// change is one of libFuzzer's own, of bytes.
#include <cstring>
#include <nlohmann/json.hpp>

#include "base/random.h"
#include "sinew/scene/scene_description.h"

extern "C" std::size_t LLVMFuzzerMutate(std::uint8_t* data, std::size_t size, std::size_t max_size);

namespace sinew::fuzz {

namespace {

using Json = nlohmann::json;

struct Vocabulary {
  std::vector<std::string> keys;
  std::vector<Json> values;
};

void collect(const Json& schema, Vocabulary& words) {
  if (schema.is_object())
    for (const auto& [key, value] : schema.items()) {
      if (key == "properties" && value.is_object())
        for (const auto& [name, ignored] : value.items()) words.keys.push_back(name);
      if (key == "enum" && value.is_array())
        words.values.insert(words.values.end(), value.begin(), value.end());
      if (key == "const" || key == "default") words.values.push_back(value);
    }
  if (schema.is_structured())
    for (const Json& part : schema) collect(part, words);
}

const Vocabulary& vocabulary() {
  static const Vocabulary words = [] {
    Vocabulary all;
    collect(Json::parse(scene_schema()), all);
    all.values.insert(all.values.end(), {0,
                                         1,
                                         -1,
                                         2,
                                         0.5,
                                         0.49999999,
                                         3,
                                         7,
                                         1e-5,
                                         1e-30,
                                         1e-300,
                                         1e9,
                                         1e12,
                                         1e30,
                                         1e300,
                                         -1e300,
                                         -1e-9,
                                         2147483647,
                                         2147483648,
                                         -2147483649,
                                         4294967296,
                                         true,
                                         false,
                                         nullptr,
                                         "",
                                         "x",
                                         "cube.obj",
                                         "sheet.off",
                                         "tets.mesh",
                                         "scan.nrrd",
                                         Json::array(),
                                         Json::object(),
                                         Json::array({0, 0, 0}),
                                         Json::array({1, 0, 0}),
                                         Json::array({1, 1, 1}),
                                         Json::array({0, 1}),
                                         Json::array({1e300, 1, -1e300})});
    return all;
  }();
  return words;
}

// All values in the document.
void collect(Json& value, std::vector<Json*>& places) {
  places.push_back(&value);
  if (value.is_structured())
    for (Json& part : value) collect(part, places);
}

template <typename List>
auto& any_of(List& list, Random& random) {
  return list[random.below(static_cast<std::uint32_t>(list.size()))];
}

void change_number(Json& value, Random& random) {
  constexpr double kFactors[] = {0, -1, 0.5, 2, 10, 1e-3, 1e3, 1e6, 1e-6, 1.0000001};
  value = value.get<double>() * kFactors[random.below(std::size(kFactors))];
}

void change(Json& document, Random& random) {
  std::vector<Json*> places;
  collect(document, places);
  Json& at = *any_of(places, random);
  const Vocabulary& words = vocabulary();
  const std::uint32_t what = random.below(6);
  if (what == 0 && at.is_number()) {
    change_number(at, random);
  } else if (what == 1 && at.is_object()) {
    at[any_of(words.keys, random)] = any_of(words.values, random);
  } else if (what == 2 && at.is_object()) {
    at[any_of(words.keys, random)] = Json(*any_of(places, random));
  } else if (what == 3 && at.is_structured() && !at.empty()) {
    at.erase(std::next(at.begin(), random.below(static_cast<std::uint32_t>(at.size()))));
  } else if (what == 4 && at.is_array() && !at.empty()) {
    at.push_back(Json(any_of(at, random)));
  } else if (what == 5) {
    at = Json(*any_of(places, random));
  } else {
    at = any_of(words.values, random);
  }
}

}  // namespace

}  // namespace sinew::fuzz

extern "C" std::size_t LLVMFuzzerCustomMutator(std::uint8_t* data, std::size_t size, std::size_t max_size,
                                               unsigned seed) {
  sinew::Random random(seed);
  auto document = nlohmann::json::parse(data, data + size, nullptr, false, true);
  if (document.is_discarded() || random.below(4) == 0) return LLVMFuzzerMutate(data, size, max_size);
  for (std::uint32_t n = 1 + random.below(3); n > 0; --n) sinew::fuzz::change(document, random);
  const std::string text = document.dump(-1, ' ', false, nlohmann::json::error_handler_t::replace);
  if (text.size() > max_size) return LLVMFuzzerMutate(data, size, max_size);
  std::memcpy(data, text.data(), text.size());
  return text.size();
}
