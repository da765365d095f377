#include "sinew/model/material_map.h"

#include <gtest/gtest.h>

#include <cmath>
#include <limits>

#include "sinew/base/error.h"
#include "sinew/mesh/scalar_volume.h"

namespace sinew {
namespace {

const double kNan = std::numeric_limits<double>::quiet_NaN();
const Material kSoft{1e4, 0.45, 1000}, kStiff{1e9, 0.3, 1900};

// Ten elements along x, at 0.5, 1.5, ...
std::vector<Vec3> row() {
  std::vector<Vec3> centres;
  for (int i = 0; i < 10; ++i) centres.push_back({i + 0.5, 0, 0});
  return centres;
}

Region below(double x) { return {HalfSpaceRegion{{x, 0, 0}, {-1, 0, 0}}}; }

std::string message_of(const MaterialMap& map, const std::vector<Field>& fields = {}) {
  try {
    element_materials(map, row(), fields);
  } catch (const Error& error) {
    return error.what();
  }
  ADD_FAILURE() << "no sinew::Error was thrown";
  return "";
}

TEST(MaterialMap, without_rules_every_element_is_made_of_the_base) {
  for (const Material& m : element_materials({kSoft}, row(), {})) EXPECT_EQ(m, kSoft);
}

TEST(MaterialMap, later_rules_win) {
  const Material rubber{5e6, 0.48, 1100};
  const MaterialMap map{kSoft, {RegionMaterial{below(6), kStiff}, RegionMaterial{below(3), rubber}}};
  const auto materials = element_materials(map, row(), {});
  EXPECT_EQ(materials[2], rubber);
  EXPECT_EQ(materials[3], kStiff);
  EXPECT_EQ(materials[5], kStiff);
  EXPECT_EQ(materials[6], kSoft);
}

TEST(MaterialMap, arrays_of_the_mesh_give_every_element_its_own) {
  std::vector<Field> fields = {{"young", 1, {}}, {"nu", 1, std::vector<double>(10, 0.2)}};
  for (int i = 0; i < 10; ++i) fields[0].values.push_back(std::pow(10, i + 1));
  const MaterialMap map{kSoft, {FieldMaterial{.poisson = "nu", .density = ""}}};
  const auto materials = element_materials(map, row(), fields);
  for (int i = 0; i < 10; ++i) EXPECT_EQ(materials[i], (Material{std::pow(10, i + 1), 0.2, 1000}));
}

TEST(MaterialMap, a_missing_array_is_named_with_those_there_are) {
  const Field density{"density", 1, std::vector<double>(10, 900)};
  const std::string message = message_of({kSoft, {FieldMaterial{}}}, {density, {"yuong", 1, {}}});
  EXPECT_NE(message.find("'young'"), std::string::npos) << message;
  EXPECT_NE(message.find("did you mean 'yuong'"), std::string::npos) << message;
  EXPECT_NE(message.find("density, yuong"), std::string::npos) << message;
  EXPECT_NE(message.find("rules[0]"), std::string::npos) << message;
  EXPECT_NE(message_of({kSoft, {FieldMaterial{}}}).find("no element fields"), std::string::npos);
}

TEST(MaterialMap, arrays_that_do_not_fit_are_refused) {
  const MaterialMap map{kSoft, {FieldMaterial{.poisson = "", .density = ""}}};
  const auto with = [](int components, std::size_t values) {
    return std::vector<Field>{{"young", components, std::vector<double>(values, 1e5)}};
  };
  EXPECT_NE(message_of(map, with(3, 30)).find("3 components"), std::string::npos);
  EXPECT_NE(message_of(map, with(1, 9)).find("9 values for 10 elements"), std::string::npos);
}

TEST(MaterialMap, values_without_physical_meaning_name_the_element) {
  const auto message = [](const char* name, double value) {
    std::vector<Field> fields = {{"young", 1, std::vector<double>(10, 1e5)},
                                 {"poisson", 1, std::vector<double>(10, 0.3)},
                                 {"density", 1, std::vector<double>(10, 1000)}};
    for (Field& field : fields)
      if (field.name == name) field.values[7] = value;
    return message_of({kSoft, {FieldMaterial{}}}, fields);
  };
  const double inf = std::numeric_limits<double>::infinity();
  for (const double bad : {0.0, -1.0, kNan, inf}) {
    EXPECT_NE(message("young", bad).find("rules[0], element 7"), std::string::npos) << bad;
    EXPECT_NE(message("density", bad).find("rules[0], element 7"), std::string::npos) << bad;
  }
  for (const double bad : {0.5, -1.0, kNan, 1e300})
    EXPECT_NE(message("poisson", bad).find("rules[0], element 7"), std::string::npos) << bad;
}

TEST(MaterialMap, bad_regions_and_materials_are_refused_by_rule) {
  EXPECT_NE(message_of({{-1, 0.3, 1000}}).find("base"), std::string::npos);
  EXPECT_NE(message_of({kSoft, {RegionMaterial{{}, {1e5, 0.7, 1000}}}}).find("rules[0]"), std::string::npos);
  EXPECT_NE(message_of({kSoft, {RegionMaterial{{SphereRegion{{}, -1}}, kStiff}}}).find("rules[0]"),
            std::string::npos);
}

// Scanner numbers of a creature that stands on y = 0: bone below y = 1, flesh above.
std::shared_ptr<ScalarVolume> stepped_scan() {
  auto volume = std::make_shared<ScalarVolume>();
  volume->dimensions = {2, 40, 2};
  volume->axes = {{Vec3{1, 0, 0}, Vec3{0, 0.05, 0}, Vec3{0, 0, 1}}};
  for (int k = 0; k < 2; ++k)
    for (int j = 0; j < 40; ++j)
      for (int i = 0; i < 2; ++i) volume->values.push_back(j < 20 ? 1000 : 40);
  return volume;
}

VolumeMaterial scan_rule() {
  return {stepped_scan(), {{40, 1e4}, {1000, 1e10}}, {{40, 0.45}, {1000, 0.3}}, {{40, 1000}, {1000, 1900}}};
}

TEST(MaterialMap, a_scan_makes_stiff_legs_and_a_soft_belly) {
  const std::vector<Vec3> centres = {{0.5, 0.2, 0.5}, {0.1, 0.8, 0.9}, {0.5, 1.2, 0.5}, {0.9, 1.9, 0.1}};
  const auto materials = element_materials({kSoft, {scan_rule()}}, centres, {});
  for (const int leg : {0, 1}) {
    EXPECT_NEAR(materials[leg].young, 1e10, 1);
    EXPECT_EQ(materials[leg].poisson, 0.3);
    EXPECT_EQ(materials[leg].density, 1900);
  }
  for (const int belly : {2, 3}) {
    EXPECT_NEAR(materials[belly].young, 1e4, 1e-6);
    EXPECT_EQ(materials[belly].poisson, 0.45);
    EXPECT_EQ(materials[belly].density, 1000);
  }
}

TEST(MaterialMap, between_points_of_a_table_young_runs_in_its_logarithm_and_the_others_straight) {
  const auto even = stepped_scan();
  std::fill(even->values.begin(), even->values.end(), 520.F);
  VolumeMaterial rule = scan_rule();
  rule.volume = even;
  const std::vector<Vec3> centre = {{0.5, 1, 0.5}};
  const Material middle = element_materials({kSoft, {rule}}, centre, {})[0];
  EXPECT_NEAR(middle.young, 1e7, 1e-3);
  EXPECT_NEAR(middle.poisson, 0.375, 1e-12);
  EXPECT_NEAR(middle.density, 1450, 1e-9);
}

TEST(MaterialMap, beyond_its_ends_a_table_is_constant) {
  VolumeMaterial rule{stepped_scan(), {{100, 2e4}, {200, 3e4}}, {}, {}};
  const std::vector<Vec3> centres = {{0.5, 0.2, 0.5}, {0.5, 1.5, 0.5}};
  const auto materials = element_materials({kSoft, {rule}}, centres, {});
  EXPECT_NEAR(materials[0].young, 3e4, 1e-9);
  EXPECT_NEAR(materials[1].young, 2e4, 1e-9);
  EXPECT_EQ(materials[0].density, kSoft.density);
}

TEST(MaterialMap, elements_outside_of_the_volume_keep_what_they_had) {
  const std::vector<Vec3> centres = {{0.5, 5, 0.5}, {-3, 0.2, 0.5}};
  for (const Material& m : element_materials({kStiff, {scan_rule()}}, centres, {})) EXPECT_EQ(m, kStiff);
}

TEST(MaterialMap, transfer_functions_that_make_no_sense_are_refused) {
  const auto refused = [](VolumeMaterial rule) {
    EXPECT_NE(message_of({kSoft, {std::move(rule)}}).find("rules[0]"), std::string::npos);
  };
  refused({nullptr, {{0, 1e4}}, {}, {}});
  refused({stepped_scan(), {{0, 1e4}, {0, 1e5}}, {}, {}});
  refused({stepped_scan(), {{5, 1e4}, {0, 1e5}}, {}, {}});
  refused({stepped_scan(), {{0, 0}}, {}, {}});
  refused({stepped_scan(), {{0, -1}}, {}, {}});
  refused({stepped_scan(), {{kNan, 1e4}}, {}, {}});
  refused({stepped_scan(), {{0, kNan}}, {}, {}});
  refused({stepped_scan(), {}, {{0, kNan}}, {}});
  refused({stepped_scan(), {}, {{0, 0.5}}, {}});
  refused({stepped_scan(), {}, {}, {{0, -5}}});
  refused({stepped_scan(), {}, {}, {{0, 1000}, {1e5, 0}}});
  auto torn = stepped_scan();
  torn->values.pop_back();
  refused({torn, {{0, 1e4}}, {}, {}});
}

}  // namespace
}  // namespace sinew
