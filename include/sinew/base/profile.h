#pragma once

#include <cstdint>
#include <span>
#include <string>
#include <string_view>
#include <vector>

namespace sinew {

// Measures where the time of a step goes. Zones are named parts of the program; a zone entered inside another
// stops the outer one's clock, so that the times of the zones add up to the total.
class Profile {
 public:
  // A named part of the program: seconds spent in it, and how often it was entered.
  struct Zone {
    std::string name;
    double seconds = 0;
    long long entered = 0;
  };

  // In order of first entry.
  const std::vector<Zone>& zones() const { return zones_; }
  double seconds() const;
  // Adds what profiles of parts that ran side by side have: each zone's share of their time, of the seconds
  // that all of them took together.
  void add_side_by_side(std::span<const Profile> parts, double seconds);
  // One row per zone with its time, its share and the time of each of `steps`.
  std::string table(long long steps) const;

 private:
  friend class ProfileZone;
  friend class ProfileScope;
  Zone& zone(std::string_view name);
  void charge();  // adds the time since the last change to the running zone

  std::vector<Zone> zones_;
  int running_ = -1;
  std::int64_t last_change_ = 0;  // ns
};

// While this object exists, the time in zones that this thread enters is added to the profile.
class ProfileScope {
 public:
  explicit ProfileScope(Profile& profile);
  ~ProfileScope();
  ProfileScope(const ProfileScope&) = delete;
  ProfileScope& operator=(const ProfileScope&) = delete;

 private:
  Profile* before_;
};

// A zone from here to the end of the block: `const ProfileZone zone("assembly");`. Costs a clock reading at
// each end if a profile is active, and nothing otherwise.
class ProfileZone {
 public:
  explicit ProfileZone(std::string_view name);
  ~ProfileZone();
  ProfileZone(const ProfileZone&) = delete;
  ProfileZone& operator=(const ProfileZone&) = delete;

 private:
  Profile* profile_;
  int outer_ = -1;
};

}  // namespace sinew
