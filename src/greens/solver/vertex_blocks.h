#pragma once

#include <span>
#include <vector>

#include "base/large_vector.h"
#include "greens/responses/responses.h"

namespace sinew {

// Blocks of G between the few vertices that are in use, for capacitance matrices (E^T W^-1 of [JamesPai03, sec. 5.3]).
// A block is extracted once, when both of its vertices are in use for the first time, and kept until the place is
// needed: while contacts move by a vertex a step, only blocks of the new vertex are extracted. Compressed responses are
// not symmetric; what is kept is the mean of G_ij and G_ji^T. Allocates only when it is made, and it is as free of
// allocations as the responses' extract().
class VertexBlocks {
 public:
  // Of at most `capacity` vertices at a time: 72 capacity^2 bytes. The responses must outlive it.
  VertexBlocks(const Responses& responses, Index capacity);

  // Uses the vertices, each once more. False, and nothing is changed, if there is no room.
  bool hold(std::span<const Index> vertices);
  // Uses them once less.
  void release(std::span<const Index> vertices);

  // The place of a vertex in use.
  Index place(Index vertex) const { return place_[vertex]; }
  Index places() const { return places_; }  // all places ever in use are below it
  // Column 3 place + axis: three numbers per place.
  const double* column(Index place, Index axis) const {
    return &G_[static_cast<std::size_t>(3 * place + axis) * stride_];
  }
  Index vertex_count() const { return static_cast<Index>(place_.size()); }
  long long extracted() const { return extracted_; }  // blocks so far, pairs of G_ij and G_ji once

 private:
  bool has_room(std::span<const Index> vertices) const;
  Index take_place(Index vertex);
  void complete(Index place);

  const Responses* responses_;
  Index capacity_, places_ = 0;
  std::size_t stride_;
  long long extracted_ = 0, now_ = 0;
  LargeVector<double> G_;
  std::vector<Index> place_;                     // of each free vertex, or -1
  std::vector<Index> vertex_, users_;            // per place; vertex -1: empty
  std::vector<long long> last_used_;             // per place
  std::vector<char> known_;                      // per pair of places
  std::vector<Index> missing_, missing_vertex_;  // scratch memory
  std::vector<double> there_, back_;
};

}  // namespace sinew
