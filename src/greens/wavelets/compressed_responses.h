#pragma once

#include <memory>

#include "base/scratch_pool.h"
#include "greens/responses/responses.h"
#include "greens/wavelets/compressed_columns.h"
#include "greens/wavelets/surface_wavelets.h"

namespace sinew {

// Where a constraint acts [JamesPai03, Eq. 68]: on level L on one vertex; on a coarser level l a unit force is spread
// over the vertices around, by the hat of level l (greens/wavelets/hierarchical_forces.h).
struct ConstraintPlace {
  Index level = 0, vertex = 0;  // vertex < free vertices on that level
};

// All arrays of compressed responses. Columns of a level that has none are empty; levels are those of constraints, the
// finest last.
struct CompressedParts {
  GlobalTerm global;
  std::vector<ColumnView> levels;     // L + 1
  std::shared_ptr<const void> owner;  // keeps the arrays alive: vectors, or a mapped file
};

// Responses of which most wavelet coefficients are left out [JamesPai03, sec. 4.4-5, 7], answered from the plain arrays
// of a file or of memory. Blocks extracted are those that sums are made of, to rounding; G_ij and G_ji^T differ by the
// threshold, so what needs a symmetric matrix takes the mean of both.
class CompressedResponses final : public Responses {
 public:
  // Throws Error if the arrays do not fit each other or the domain.
  CompressedResponses(std::shared_ptr<const SurfaceWavelets> wavelets, CompressedParts parts);

  Index count() const override { return wavelets_->count(); }
  void extract(std::span<const Index> rows, std::span<const Index> columns,
               std::span<double> G) const override;
  void sum(std::span<const Index> vertices, std::span<const Vec3> forces, std::span<Vec3> u) const override;

  // The same for constraints of any level, mixed if need be [JamesPai03, Eq. 69]: rows are vertices, where a function
  // of a coarser level has the value of its force's own vertex.
  void extract(std::span<const Index> rows, std::span<const ConstraintPlace> columns,
               std::span<double> G) const;
  void sum(std::span<const ConstraintPlace> places, std::span<const Vec3> forces, std::span<Vec3> u) const;
  // Only the vertices of a level (u has as many), in the detail of that level [JamesPai03, sec. 9.1].
  void sum_on_level(Index level, std::span<const ConstraintPlace> places, std::span<const Vec3> forces,
                    std::span<Vec3> u) const;

  const SurfaceWavelets& wavelets() const { return *wavelets_; }
  const GlobalTerm& global() const { return parts_.global; }
  Index finest() const { return wavelets_->domain().levels(); }
  const ColumnView& columns(Index level) const { return parts_.levels[static_cast<std::size_t>(level)]; }
  bool has(Index level) const { return columns(level).count() > 0; }

 private:
  struct Scratch;

  std::shared_ptr<const SurfaceWavelets> wavelets_;
  CompressedParts parts_;
  SparseRows inverse_rows_;
  mutable ScratchPool<Scratch> scratch_;
};

}  // namespace sinew
