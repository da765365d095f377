#include "shape/sculptures.h"

namespace sinew {

// A human liver seen from the front, 1 unit wide: the thick right lobe at -x, the thin left lobe at +x, a
// domed upper face, a hollowed lower one, and the notch of the round ligament between the lobes.
Distance liver(const ModelParams& params) {
  const double notch = params.at("notch");
  Distance liver;
  liver.add(ellipsoid({0, 0, 0}, {0.31, 0.27, 0.235}).turned({0, 0, 1}, -15).moved({-0.18, 0.28, 0}));
  liver.add(ellipsoid({0, 0, 0}, {0.36, 0.13, 0.15}).turned({0, 0, 1}, 4).moved({0.17, 0.4, 0.03}), 0.18);
  // The lower face is cut off along a plane that rises to the left and to the front, which leaves the thin
  // front edge; it is hollowed toward the gate of the vessels.
  liver.keep(half_space({0.05, 0.2, 0.02}, {0.4, -1, -0.8}), 0.06);
  liver.carve(ellipsoid({0.0, 0.12, -0.12}, {0.2, 0.15, 0.13}), 0.08);
  // The notch at the front edge, and the shallow line of the falciform ligament over the dome.
  liver.carve(ellipsoid({0.085, 0.26, 0.15}, {0.03 * notch, 0.11 * notch, 0.14}), 0.05);
  const TubePoint ligament[] = {{{0.088, 0.34, 0.235}, 0.012},
                                {{0.085, 0.43, 0.215}, 0.012},
                                {{0.075, 0.53, 0.15}, 0.012},
                                {{0.06, 0.575, 0.02}, 0.012},
                                {{0.05, 0.55, -0.12}, 0.008}};
  liver.carve(bent_tube(ligament, 6), 0.05);
  // The gallbladder peeps out below the right lobe.
  liver.add(round_cone({-0.06, 0.14, 0.02}, {-0.09, 0.06, 0.13}, 0.04, 0.058), 0.025);
  return liver.scaled(params.at("width"));
}

// The end of a finger that points up, 1 unit long, nail toward +z, cut off flat at the root.
Distance finger(const ModelParams& params) {
  Distance finger;
  const TubePoint bones[] = {{{0, -0.1, -0.02}, 0.118}, {{0, 0.1, -0.005}, 0.118}, {{0, 0.3, 0.015}, 0.112},
                             {{0, 0.42, 0.022}, 0.122}, {{0, 0.54, 0.018}, 0.108}, {{0, 0.7, 0.0}, 0.107},
                             {{0, 0.8, -0.02}, 0.104},  {{0, 0.9, -0.045}, 0.097}};
  finger.add(bent_tube(bones, 8));
  finger.add(ellipsoid({0, 0.855, -0.085}, {0.085, 0.115, 0.075}), 0.04);
  finger.add(ellipsoid({0, 0.2, -0.07}, {0.095, 0.15, 0.075}), 0.05);
  finger.add(ellipsoid({0, 0.57, -0.075}, {0.09, 0.12, 0.06}), 0.05);
  // Creases: on the inner side at the joints, short wrinkles on the knuckles.
  for (const double y : {0.4, 0.45, 0.71}) {
    const TubePoint inner[] = {
        {{-0.125, y + 0.02, -0.03}, 0.008}, {{0, y, -0.118}, 0.016}, {{0.125, y + 0.02, -0.03}, 0.008}};
    finger.carve(bent_tube(inner, 8), 0.03);
  }
  for (const double y : {0.385, 0.42, 0.455, 0.68, 0.71}) {
    const double front = y < 0.5 ? 0.147 : 0.108, half = y == 0.42 ? 0.075 : 0.055;
    const TubePoint outer[] = {{{-half, y, front - 0.022}, 0.006},
                               {{0, y, front + 0.005}, 0.011},
                               {{half, y, front - 0.022}, 0.006}};
    finger.carve(bent_tube(outer, 8), 0.022);
  }
  // The nail bed is a shallow cut; the nail, a curved plate, lies in it and stands over the tip.
  const auto placed = [](const Solid& s) { return s.turned({1, 0, 0}, -14).moved({0, 0.865, 0.012}); };
  finger.carve(placed(ellipsoid({0, 0, 0.062}, {0.083, 0.115, 0.034})), 0.012);
  finger.add(placed(ellipsoid({0, 0.012, 0}, {0.078, 0.115, 0.062})), 0.006);
  return standing(finger, 0, 0.02).scaled(params.at("length"));
}

}  // namespace sinew
