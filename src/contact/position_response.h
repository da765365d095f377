#pragma once

#include <array>
#include <span>
#include <vector>

#include "linalg/block_vector.h"
#include "sinew/embed/embedding.h"

namespace sinew {

// The contact of [Seiler11, sec. 5]: points of collision meshes are moved until none is inside of another, and what
// they moved is carried back to the unknowns that they follow.

// A vertex that has to come out of a triangle, or of a plane: sum_k weight[k] x(particle[k]), which is the vertex less
// a point of the triangle, must reach `keeps` along the normal.
struct PositionPair {
  std::array<Index, 4> particle{-1, -1, -1, -1};  // the vertex, then the corners of the triangle
  std::array<double, 4> weight{1, 0, 0, 0};       // those of the triangle are negative
  int count = 1;                                  // of the particles
  Vec3 normal;                                    // of length 1, out of what the vertex is in
  double keeps = 0;                               // m
  double friction = 0;                            // Coulomb's coefficient
  Vec3 carried;                                   // m: how far what it is in has moved there
  Vec3 pushed;                                    // kg m: what the vertex got so far
};

// Resolves each pair after the other, so many times over: both sides move along the normal by their shares of the inverse
// masses (1/kg; 0: does not give way), which keeps the centre of mass. Friction takes back of what a pair
// slipped since `start` at most its coefficient times what pushed it out.
void resolve(std::span<PositionPair> pairs, std::span<const double> inverse_mass, std::span<const Vec3> start,
             std::span<Vec3> x, int iterations);

// d = M^-1 H^T M_c d_c [Seiler11, Eq. 6]: what the displacements d_c of points (kg: m_c) that follow unknowns by H (kg:
// `mass`; infinite: held) make of these. It keeps linear and angular momentum, since the rows of H sum to one and
// reproduce places.
void carry_back(const Embedding& H, std::span<const double> point_mass, std::span<const Vec3> d_c,
                std::span<const double> mass, std::span<Block3<double>> d);

}  // namespace sinew
