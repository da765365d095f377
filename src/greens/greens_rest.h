#pragma once

#include <memory>
#include <span>
#include <vector>

#include "body/contact_surface.h"
#include "greens/responses/known_responses.h"
#include "sinew/body/frame.h"
#include "sinew/model/motion.h"

namespace sinew {

// What follows from the responses of a body, in own axes. The unknowns of its steps are all vertices of the surface, held
// ones too.
struct GreensRest {
  std::shared_ptr<const KnownResponses> known;
  std::vector<Index> free;      // the surface's numbers of the free vertices, ascending
  std::vector<Index> free_of;   // per vertex: its number among the free ones; -1: held
  double volume = 0, mass = 0;  // m^3, kg
  Vec3 centre;                  // of mass, m
  std::vector<double> masses;   // of the vertices: shares of the mass by area, kg
  FrameTopology topology;
  std::shared_ptr<const ContactSurface> contact;

  // Throws Error, with a remedy, if the surface is not closed, if the responses are not those of its free vertices, or
  // if a piece of it is not held by three vertices off one line.
  static std::shared_ptr<const GreensRest> of(std::shared_ptr<const KnownResponses> known);

  const std::vector<Vec3>& positions() const { return known->problem.surface.positions; }
  Index count() const { return known->problem.surface.vertex_count(); }
  Index free_count() const { return static_cast<Index>(free.size()); }
};

// Throws Error if the holds are not those of the responses, are of some directions alone, or move differently.
void require_fitting(std::span<const Hold> holds, const GreensRest& rest);

}  // namespace sinew
