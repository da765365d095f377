// The small parts that the readers of volumes share.
#include <gmock/gmock.h>

#include "mesh/cell_collector.h"
#include "mesh/encoded_bytes.h"
#include "mesh/tag_map.h"
#include "mesh/volume_samples.h"
#include "mesh/xml_scanner.h"

namespace sinew {
namespace {

using testing::ElementsAre;
using testing::HasSubstr;

TEST(TagMap, finds_tags_with_gaps_in_any_order) {
  const TagMap map({5, -3, 9223372036854775807LL, 6, 7});
  EXPECT_EQ(map.find(5), 0);
  EXPECT_EQ(map.find(-3), 1);
  EXPECT_EQ(map.find(9223372036854775807LL), 2);
  EXPECT_EQ(map.find(7), 4);
  for (const long long absent : {-4LL, 0LL, 8LL, -9223372036854775807LL}) EXPECT_EQ(map.find(absent), -1);
  EXPECT_FALSE(map.duplicate());
  EXPECT_EQ(TagMap({1, 2, 1}).duplicate(), 1);
  EXPECT_EQ(TagMap({}).find(0), -1);
}

TEST(EncodedBytes, base64_is_taken_in_parts_across_padding_and_blanks) {
  EncodedBytes bytes(" c2luZXc=\nYm\r\nRpZXM= ", true);  // "sinew", "bdies"
  EXPECT_EQ(bytes.take(2), "si");
  EXPECT_EQ(bytes.take(4), "newb");
  EXPECT_EQ(bytes.take(0), "");
  EXPECT_EQ(bytes.take(4), "dies");
  EXPECT_EQ(bytes.take(1), std::nullopt);
}

TEST(EncodedBytes, what_is_no_base64_gives_nothing) {
  for (const char* bad : {"ab", "ab*d", "a===", "=abc", "ab=c"})
    EXPECT_EQ(EncodedBytes(bad, true).take(1), std::nullopt) << bad;
  EXPECT_EQ(EncodedBytes("raw", false).take(4), std::nullopt);
  EXPECT_EQ(EncodedBytes("raw", false).take(3), "raw");
}

TEST(XmlScanner, goes_from_tag_to_tag) {
  XmlScanner xml("<?xml version='1.0'?><!DOCTYPE x><a b = \"1 &amp; 2\" c='/>'>text<!-- <no> --><d/></a>",
                 "x");
  const auto a = xml.next();
  ASSERT_TRUE(a);
  EXPECT_TRUE(a->opens && !a->closes);
  EXPECT_EQ(a->attribute("b"), "1 & 2");
  EXPECT_EQ(a->attribute("c"), "/>");
  EXPECT_EQ(a->attribute("e", "none"), "none");
  EXPECT_EQ(xml.text(), "text");
  const auto d = xml.next();
  EXPECT_TRUE(d->opens && d->closes);
  const auto end = xml.next();
  EXPECT_TRUE(!end->opens && end->closes);
  EXPECT_FALSE(xml.next());
}

TEST(XmlScanner, escaping_and_unescaping_are_inverse) {
  const std::string text = "a < b && \"c\" > 'd' &lt;";
  EXPECT_EQ(xml_unescaped(xml_escaped(text)), text);
}

TEST(XmlScanner, broken_tags_are_errors_that_name_the_line) {
  for (const char* bad :
       {"\n\n<", "\n\n<a", "\n\n<a b", "\n\n<a b=", "\n\n<a b=1>", "\n\n<a b='1", "\n\n<!-- ", "\n\n<>"}) {
    XmlScanner xml(bad, "x");
    EXPECT_THAT(error_of([&] { xml.next(); }), HasSubstr("line 3")) << bad;
  }
}

TEST(CellCollector, names_are_counted_in_singular_and_plural) {
  EXPECT_EQ(counted(1, "prism"), "1 prism");
  EXPECT_EQ(counted(12, "prism"), "12 prisms");
  EXPECT_EQ(counted(3, "second-order tetrahedron"), "3 second-order tetrahedra");
}

TEST(CellCollector, a_field_that_comes_again_replaces_the_earlier_with_one_warning) {
  CellCollector cells("x", 100);
  for (const Vec3& p : sample_volume().positions) cells.add_node(p);
  cells.add_cell(CellShape::kTetrahedron, std::vector<long long>{0, 3, 1, 8});
  for (double value = 1; value < 4; ++value) cells.add_cell_field({"step", 1, {value}});
  const MeshFile file = cells.finish("test");
  expect_field(file.volume.element_fields, "step", 1, {3});
  EXPECT_THAT(file.warnings, ElementsAre("field 'step' comes more than once: the last is kept"));
}

TEST(CellCollector, fields_may_not_take_memory_out_of_proportion_to_the_file) {
  CellCollector cells("x", 1);
  for (int i = 0; i < 1000; ++i) cells.add_node({});
  const auto add_all = [&] {
    for (int i = 0; i < 2000; ++i) cells.add_node_field({std::to_string(i), 1, std::vector<double>(1000)});
  };
  EXPECT_THAT(error_of(add_all), HasSubstr("far more values"));
}

}  // namespace
}  // namespace sinew
