#pragma once

#include "greens/wavelets/compressed_columns.h"
#include "greens/wavelets/surface_wavelets.h"

namespace sinew {

// Compresses dense columns, any number at a time. Keeps nothing of them.
class ColumnEncoder {
 public:
  // Both must outlive it. Throws Error if a parameter is invalid.
  ColumnEncoder(const SurfaceWavelets& wavelets, const GlobalTerm& global, const CompressionParams& params);

  // Appends the compressed columns of these vertices (level L). `G` has three dense columns for each of them, as
  // ResponseSource::columns() gives them, and is overwritten.
  void encode(std::span<const Index> vertices, std::span<double> G, ColumnStore& out) const;
  // The same for columns with these shares of the global term: hierarchical ones.
  void encode(std::span<const float> shares, std::span<double> G, ColumnStore& out) const;

 private:
  const SurfaceWavelets* wavelets_;
  GlobalTerm global_;
  CompressionParams params_;
  std::vector<double> thresholds_;  // by level of the coefficient [JamesPai03, Eq. 33]
};

}  // namespace sinew
