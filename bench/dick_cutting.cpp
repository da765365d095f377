#include "bench/dick_cutting.h"

#include "base/timer.h"
#include "bench/median.h"

namespace sinew {

namespace {

void take_step(OctreeBody& body, int step) {
  body.predict(step * kDickStep, kDickStep);
  body.commit();
}

}  // namespace

double seconds_in(const Profile& profile, std::string_view name) {
  for (const Profile::Zone& zone : profile.zones())
    if (zone.name == name) return zone.seconds;
  return 0;
}

Cutting cut_and_step(OctreeBody& body, const Blade& blade) {
  Cutting cutting;
  {
    Profile profile;
    const ProfileScope scope(profile);
    body.cut(blade);
    cutting.surface_seconds = seconds_in(profile, "surface");
    cutting.seconds = profile.seconds() - cutting.surface_seconds;
  }
  Profile profile;
  const ProfileScope scope(profile);
  const Timer timer;
  take_step(body, 0);
  cutting.set_up_seconds = seconds_in(profile, "set-up");
  cutting.seconds += cutting.set_up_seconds;
  cutting.step_seconds = timer.seconds() - cutting.set_up_seconds;
  return cutting;
}

std::vector<Cutting> cut_repeatedly(OctreeBody& body, const Blade& blade) {
  constexpr int kCuts = 4;
  const BodyState whole = body.state();
  std::vector<Cutting> cuts;
  for (int i = 0; i < kCuts; ++i) {
    if (i > 0) body.restore(whole);
    cuts.push_back(cut_and_step(body, blade));
  }
  return cuts;
}

double later_step_seconds(OctreeBody& body) {
  constexpr int kSteps = 7;
  std::vector<double> seconds;
  for (int step = 1; step <= kSteps; ++step) {
    const Timer timer;
    take_step(body, step);
    seconds.push_back(timer.seconds());
  }
  return median(std::move(seconds));
}

}  // namespace sinew
