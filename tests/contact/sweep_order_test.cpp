#include "contact/sweep_order.h"

#include <gtest/gtest.h>

#include <mutex>

#include "base/random.h"

namespace sinew {
namespace {

using Bodies = std::array<Index, 2>;

// Contacts in the order of their bodies, as islands have them; -1 is the ground.
std::vector<Bodies> random_contacts(Index bodies, int pairs) {
  Random random(3);
  std::vector<Bodies> contacts;
  for (int i = 0; i < pairs; ++i) {
    const auto a = static_cast<Index>(random.uniform(0, bodies)),
               b = static_cast<Index>(random.uniform(-1, bodies));
    for (int k = static_cast<int>(random.uniform(1, 6)); k > 0; --k) contacts.push_back({a, b});
  }
  std::ranges::sort(contacts);
  return contacts;
}

// The contacts that each body meets in the order of the groups, with one visit at a time.
std::vector<std::vector<Index>> met_by_bodies(const std::vector<Bodies>& contacts, Index bodies,
                                              bool forward) {
  SweepOrder order;
  order.set(contacts, bodies);
  std::vector<std::vector<Index>> met(bodies);
  std::mutex one_at_a_time;
  order.for_each_group(forward, [&](Index g) {
    const std::lock_guard lock(one_at_a_time);
    const auto [begin, end] = order.groups()[g];
    for (Index k = begin; k < end; ++k) {
      const Index contact = forward ? k : begin + end - 1 - k;
      for (const Index body : contacts[contact])
        if (body >= 0) met[body].push_back(contact);
    }
  });
  return met;
}

TEST(SweepOrder, lets_each_body_meet_its_contacts_as_it_would_in_turn) {
  constexpr Index kBodies = 60;
  const std::vector<Bodies> contacts = random_contacts(kBodies, 400);
  std::vector<std::vector<Index>> in_turn(kBodies);
  for (std::size_t i = 0; i < contacts.size(); ++i)
    for (const Index body : contacts[i])
      if (body >= 0) in_turn[body].push_back(static_cast<Index>(i));
  EXPECT_EQ(met_by_bodies(contacts, kBodies, true), in_turn);
  for (auto& one : in_turn) std::ranges::reverse(one);
  EXPECT_EQ(met_by_bodies(contacts, kBodies, false), in_turn);
}

TEST(SweepOrder, lets_bodies_on_the_ground_go_side_by_side) {
  std::vector<Bodies> contacts;
  for (Index body = 0; body < 50; ++body) contacts.push_back({body, -1});
  SweepOrder order;
  order.set(contacts, 50);
  EXPECT_EQ(order.level_count(), 1);
}

TEST(SweepOrder, goes_up_a_stack_body_by_body) {
  std::vector<Bodies> contacts{{0, -1}};
  for (Index body = 1; body < 10; ++body) contacts.push_back({body - 1, body});
  SweepOrder order;
  order.set(contacts, 10);
  EXPECT_EQ(order.level_count(), 10);
}

}  // namespace
}  // namespace sinew
