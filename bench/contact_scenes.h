#pragma once

#include <functional>
#include <memory>
#include <string>
#include <vector>

#include "sinew/contact/contact.h"
#include "sinew/elastic/material.h"
#include "sinew/world/world.h"

namespace sinew {

// The scenes of `sinew bench contact` and `contact-rest`: steps of 1/60 s by backward Euler, corotated strain
// (sheets, which do not have it: Green's), two cycles a step.
inline constexpr double kContactStep = 1.0 / 60;

struct ContactScene {
  std::vector<std::function<std::unique_ptr<Body>()>> bodies;
  std::vector<Obstacle> obstacles;
  ContactParams contact;
  int steps = 0;  // to be measured
};

// Forty bears poured into a bowl; ten rabbits into a heap; a cloth on a ball; a liver between two plates that
// close; a thousand boxes into a heap.
ContactScene bears_in_a_bowl();
ContactScene heap_of_rabbits();
ContactScene cloth_on_a_sphere();
ContactScene liver_between_plates();
ContactScene heap_of_boxes();
// A rabbit dropped on the ground; ten boxes dropped on each other.
ContactScene rabbit_on_the_ground();
struct StackOfBoxes {
  int count = 10;
  double side = 1, drop = 0.01;  // m
  Material material{.young = 1e7, .poisson = 0.3, .density = 1000};
};
ContactScene stack_of_boxes(const StackOfBoxes& stack);

// A world of these bodies, which collide with each other and with the obstacles or pass through everything.
World make_world(const ContactScene& scene, bool collides);

// Triangles of bodies and obstacles that cross each other or themselves as the world shows them, by the exact oracle
// (collision/crossing_pairs.h), and vertices of bodies below planes.
Index count_crossings(const ContactScene& scene, const World& world);

}  // namespace sinew
