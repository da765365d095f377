#include "mesh/formats/xml_scanner.h"

#include <gmock/gmock.h>

#include "mesh/formats/volume_samples.h"

namespace sinew {
namespace {

using testing::HasSubstr;

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

}  // namespace
}  // namespace sinew
