#include "base/shared_objects.h"

#include <gtest/gtest.h>

namespace sinew {
namespace {

Fingerprint fingerprint_of(const std::vector<int>& values) { return Fingerprint().add(values); }

TEST(Fingerprint, depends_on_every_value_on_their_order_and_on_where_arrays_end) {
  const std::vector<int> a{1, 2, 3}, b{1, 3, 2}, none;
  EXPECT_EQ(fingerprint_of(a), fingerprint_of({1, 2, 3}));
  EXPECT_NE(fingerprint_of(a), fingerprint_of(b));
  EXPECT_NE(Fingerprint().add(a).add(none), Fingerprint().add(none).add(a));
  EXPECT_NE(Fingerprint().add(std::vector{1, 2}).add(3), fingerprint_of(a));
  EXPECT_NE(Fingerprint().add(0.0), Fingerprint().add(-0.0));
}

TEST(SharedObjects, an_equal_object_is_made_once_while_somebody_holds_it) {
  SharedObjects<int> objects;
  int made = 0;
  const auto find = [&](int value) {
    return objects.find_or_make(fingerprint_of({value}), [&] {
      ++made;
      return std::make_shared<const int>(value);
    });
  };
  std::shared_ptr<const int> first = find(5);
  EXPECT_EQ(find(5), first);
  EXPECT_NE(find(6), first);
  EXPECT_EQ(made, 2);
  EXPECT_EQ(*first, 5);
  first.reset();
  EXPECT_EQ(*find(5), 5);
  EXPECT_EQ(made, 3);
}

TEST(SharedObjects, an_object_that_could_not_be_made_is_tried_again) {
  SharedObjects<int> objects;
  const Fingerprint key = fingerprint_of({1});
  EXPECT_THROW(objects.find_or_make(key, []() -> std::shared_ptr<const int> { throw 1; }), int);
  EXPECT_EQ(*objects.find_or_make(key, [] { return std::make_shared<const int>(7); }), 7);
}

}  // namespace
}  // namespace sinew
