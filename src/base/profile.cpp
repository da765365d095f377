#include "sinew/base/profile.h"

#include <fmt/format.h>

#include "base/table.h"
#include "base/timer.h"

namespace sinew {

namespace {
thread_local Profile* t_listening = nullptr;
}  // namespace

double Profile::seconds() const {
  double sum = 0;
  for (const Zone& zone : zones_) sum += zone.seconds;
  return sum;
}

void Profile::add_side_by_side(std::span<const Profile> parts, double seconds) {
  double all = 0;
  for (const Profile& part : parts) all += part.seconds();
  for (const Profile& part : parts)
    for (const Zone& from : part.zones_) {
      Zone& to = zone(from.name);
      to.seconds += all > 0 ? seconds * from.seconds / all : 0;
      to.entered += from.entered;
    }
}

std::string Profile::table(long long steps) const {
  const double all = seconds();
  Table table({"zone", "seconds", "share", "ms a step"});
  auto add = [&](const std::string& name, double zone_seconds) {
    table.add_row({name, fmt::format("{:.3f}", zone_seconds),
                   fmt::format("{:.1f}%", all > 0 ? 100 * zone_seconds / all : 0),
                   fmt::format("{:.3f}", steps > 0 ? 1e3 * zone_seconds / static_cast<double>(steps) : 0)});
  };
  for (const Zone& zone : zones_) add(zone.name, zone.seconds);
  add("all", all);
  return table.text();
}

Profile::Zone& Profile::zone(std::string_view name) {
  for (Zone& zone : zones_)
    if (zone.name == name) return zone;
  return zones_.emplace_back(Zone{std::string(name)});
}

void Profile::charge() {
  const std::int64_t now = Timer::now();
  if (running_ >= 0) zones_[running_].seconds += 1e-9 * static_cast<double>(now - last_change_);
  last_change_ = now;
}

ProfileScope::ProfileScope(Profile& profile) : before_(t_listening) { t_listening = &profile; }

ProfileScope::~ProfileScope() { t_listening = before_; }

ProfileZone::ProfileZone(std::string_view name) : profile_(t_listening) {
  if (profile_ == nullptr) return;
  profile_->charge();
  outer_ = profile_->running_;
  Profile::Zone& zone = profile_->zone(name);
  ++zone.entered;
  profile_->running_ = static_cast<int>(&zone - profile_->zones_.data());
}

ProfileZone::~ProfileZone() {
  if (profile_ == nullptr) return;
  profile_->charge();
  profile_->running_ = outer_;
}

}  // namespace sinew
