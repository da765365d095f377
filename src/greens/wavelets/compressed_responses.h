#pragma once

#include <memory>

#include "base/scratch_pool.h"
#include "greens/responses/hierarchical_responses.h"
#include "greens/wavelets/compressed_columns.h"
#include "greens/wavelets/surface_wavelets.h"

namespace sinew {

// All arrays of compressed responses.
struct CompressedParts {
  GlobalTerm global;
  std::vector<ColumnView> levels;     // by constraint level, 0 .. L, all its columns or none
  std::shared_ptr<const void> owner;  // keeps the arrays alive: vectors, or a mapped file
};

// Responses of which most wavelet coefficients are left out [JamesPai03, sec. 4.4-5, 7], answered from plain arrays in
// memory or in a mapped file. extract() gives the blocks that sum() adds up, to rounding. G_ij and G_ji^T differ by the
// threshold: who needs a symmetric matrix takes the mean of both. Several threads may ask at the same time.
class CompressedResponses final : public HierarchicalResponses {
 public:
  // Throws Error if the arrays do not fit each other or the domain.
  CompressedResponses(std::shared_ptr<const SurfaceWavelets> wavelets, CompressedParts parts);
  ~CompressedResponses() override;

  Index count() const override { return wavelets_->count(); }
  // Both throw Error if the finest level has no columns, and those below if another level has none.
  void extract(std::span<const Index> rows, std::span<const Index> columns,
               std::span<double> G) const override;
  void sum(std::span<const Index> vertices, std::span<const Vec3> forces, std::span<Vec3> u) const override;

  // The same for constraints of levels that have columns.
  void extract(std::span<const Index> rows, std::span<const ConstraintPlace> columns,
               std::span<double> G) const override;
  void sum(std::span<const ConstraintPlace> places, std::span<const Vec3> forces,
           std::span<Vec3> u) const override;
  // Only the vertices of a level (u has as many), in the detail of that level [JamesPai03, sec. 9.1].
  void sum_on_level(Index level, std::span<const ConstraintPlace> places, std::span<const Vec3> forces,
                    std::span<Vec3> u) const;

  const SurfaceWavelets& wavelets() const { return *wavelets_; }
  Index finest() const { return wavelets_->domain().levels(); }
  const SparseRows& inverse_rows() const { return inverse_rows_; }  // of W^-1
  const GlobalTerm& global() const { return parts_.global; }
  const ColumnView& columns(Index level) const { return parts_.levels[static_cast<std::size_t>(level)]; }
  bool has(Index level) const { return columns(level).count() > 0; }

 private:
  struct Scratch;

  // Throws Error if the place has no column.
  const ColumnView& columns_with(const ConstraintPlace& place) const;
  std::span<const float> share_of(const ConstraintPlace& place) const;
  template <typename PlaceOf>
  void extract_columns(std::span<const Index> rows, std::size_t columns, PlaceOf&& place_of,
                       std::span<double> G) const;
  template <typename PlaceOf>
  void sum_columns(Index level, PlaceOf&& place_of, std::span<const Vec3> forces, std::span<Vec3> u) const;
  void add_column(const ConstraintPlace& place, const Vec3& f, Index rows, Scratch& scratch) const;
  void extract_block(Index row, const float* blocks, std::span<const float> share, const Scratch& scratch,
                     std::span<double, 9> block) const;

  std::shared_ptr<const SurfaceWavelets> wavelets_;
  CompressedParts parts_;
  SparseRows inverse_rows_;
  mutable ScratchPool<Scratch> scratch_;
};

}  // namespace sinew
