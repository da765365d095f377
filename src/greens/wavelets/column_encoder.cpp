#include "greens/wavelets/column_encoder.h"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>

#include "base/parallel.h"
#include "linalg/dense_algebra.h"
#include "sinew/base/error.h"

namespace sinew {

namespace {

constexpr Index kBlock = 9;    // numbers
constexpr Index kColumns = 4;  // that a thread encodes at a time

double squared_size(const double* block) {
  double sum = 0;
  for (Index k = 0; k < kBlock; ++k) sum += block[k] * block[k];
  return sum;
}

// Three dense columns as blocks of nine numbers, row by row within a block.
void gather_blocks(std::span<const double> columns, std::span<double> blocks) {
  const std::size_t size = columns.size() / 3;
  for (std::size_t row = 0; row < size; ++row)
    for (std::size_t b = 0; b < 3; ++b) blocks[3 * row + b] = columns[b * size + row];
}

double largest_block(std::span<const double> blocks) {
  double largest = 0;
  for (std::size_t at = 0; at < blocks.size(); at += kBlock)
    largest = std::max(largest, squared_size(&blocks[at]));
  return std::sqrt(largest);
}

}  // namespace

ColumnEncoder::ColumnEncoder(const SurfaceWavelets& wavelets, const GlobalTerm& global,
                             const CompressionParams& params)
    : wavelets_(&wavelets), global_(global), params_(params) {
  if (!(params.epsilon >= 0 && std::isfinite(params.epsilon)))
    throw Error(fmt::format("the threshold is {}", params.epsilon), "epsilon", "it is a share, such as 0.05");
  const Index L = wavelets.domain().levels();
  for (Index l = 0; l <= L; ++l) thresholds_.push_back(std::ldexp(params.epsilon, l - L));
  if (params.keep_base) thresholds_[0] = 0;
  if (global.F.size() != share_size() * wavelets.count())
    throw Error(fmt::format("the global term has {} numbers instead of {}", global.F.size(),
                            share_size() * wavelets.count()));
  F_.assign(global.F.begin(), global.F.end());
}

void ColumnEncoder::encode(std::span<const Index> vertices, std::span<const double> G,
                           ColumnStore& out) const {
  std::vector<float> shares;
  for (const Index vertex : vertices) {
    const std::span<const float> rows = global_.F.subspan(share_size() * vertex, share_size());
    shares.insert(shares.end(), rows.begin(), rows.end());
  }
  encode(shares, G, out);
}

void ColumnEncoder::encode(std::span<const float> shares, std::span<const double> G, ColumnStore& out) const {
  const auto column_size = static_cast<std::size_t>(kBlock) * wavelets_->count();
  const auto columns = static_cast<Index>(G.size() / column_size);
  std::vector<ColumnStore> parts((columns + kColumns - 1) / kColumns);
  parallel_for(columns, kColumns, [&](Index begin, Index end) {
    std::vector<double> blocks(column_size);
    for (Index c = begin; c < end; ++c) {
      gather_blocks(G.subspan(column_size * c, column_size), blocks);
      encode_column(shares.subspan(share_size() * c, share_size()), blocks, parts[begin / kColumns]);
    }
  });
  for (const ColumnStore& part : parts) out.append(part.view());
}

void ColumnEncoder::encode_column(std::span<const float> share, std::span<double> blocks,
                                  ColumnStore& out) const {
  const double whole = largest_block(blocks);
  add_global(-1, share, blocks);
  const double reference =
      params_.reference == CompressionParams::Reference::kRest ? largest_block(blocks) : whole;
  wavelets_->forward(blocks, kBlock);
  keep(share, blocks, reference, out);
}

void ColumnEncoder::encode_transformed(std::span<const float> share, std::span<const double> coefficients,
                                       ColumnStore& out) const {
  std::vector<double> blocks(coefficients.begin(), coefficients.end());
  wavelets_->inverse(blocks, kBlock);
  if (params_.reference == CompressionParams::Reference::kColumn) add_global(1, share, blocks);
  keep(share, coefficients, largest_block(blocks), out);
}

// blocks += sign F s
void ColumnEncoder::add_global(double sign, std::span<const float> share, std::span<double> blocks) const {
  if (global_.rank == 0) return;
  std::vector<double> s;
  for (const float number : share) s.push_back(sign * double{number});
  add_inner_products(F_, s, global_.rank, 3, blocks);
}

// [JamesPai03, Eq. 31]
void ColumnEncoder::keep(std::span<const float> share, std::span<const double> coefficients, double reference,
                         ColumnStore& out) const {
  const FreeDomain& domain = wavelets_->domain();
  Index vertex = 0;
  for (Index l = 0; l <= domain.levels(); ++l) {
    const double least = thresholds_[l] * reference;
    for (; vertex < domain.count(l); ++vertex) {
      const double* block = &coefficients[static_cast<std::size_t>(kBlock) * vertex];
      if (squared_size(block) < least * least) continue;
      out.vertices.push_back(vertex);
      for (Index b = 0; b < 3; ++b)
        for (Index a = 0; a < 3; ++a) out.blocks.push_back(static_cast<float>(block[3 * a + b]));
    }
  }
  out.offsets.push_back(out.vertices.size());
  out.shares.insert(out.shares.end(), share.begin(), share.end());
}

}  // namespace sinew
