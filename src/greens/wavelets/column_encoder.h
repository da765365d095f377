#pragma once

#include "greens/wavelets/compressed_columns.h"
#include "greens/wavelets/surface_wavelets.h"

namespace sinew {

// Compresses dense columns, any number at a time [JamesPai03, sec. 4.4-5]. It keeps nothing of them.
class ColumnEncoder {
 public:
  // The wavelets and the arrays of the global term must outlive it. Throws Error if a parameter is invalid.
  ColumnEncoder(const SurfaceWavelets& wavelets, const GlobalTerm& global, const CompressionParams& params);

  Index count() const { return wavelets_->count(); }  // free vertices

  // Appends compressed columns. `G` has three dense columns of 3 n numbers for each, as ResponseSource::columns()
  // gives them, and `shares` 3 x rank numbers for each. Those of the responses to forces on vertices are rows of F.
  void encode(std::span<const float> shares, std::span<const double> G, ColumnStore& out) const;
  void encode(std::span<const Index> vertices, std::span<const double> G, ColumnStore& out) const;
  // Appends a column whose rest is given by all its wavelet coefficients: blocks of 3x3, row by row.
  void encode_transformed(std::span<const float> share, std::span<const double> coefficients,
                          ColumnStore& out) const;

 private:
  std::size_t share_size() const { return static_cast<std::size_t>(3) * global_.rank; }
  void encode_column(std::span<const float> share, std::span<double> blocks, ColumnStore& out) const;
  void add_global(double sign, std::span<const float> share, std::span<double> blocks) const;
  void keep(std::span<const float> share, std::span<const double> coefficients, double reference,
            ColumnStore& out) const;

  const SurfaceWavelets* wavelets_;
  GlobalTerm global_;
  CompressionParams params_;
  std::vector<double> F_;           // of the global term, in double
  std::vector<double> thresholds_;  // by level of the coefficient, of the reference [JamesPai03, Eq. 33]
};

}  // namespace sinew
