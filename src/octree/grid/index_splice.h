#pragma once

#include <span>
#include <vector>

#include "base/parallel.h"

namespace sinew {

// Numbers of things that are sorted by segments (cells by bricks, vertices by bricks of points), after some
// segments have been replaced by those of a window:
//
//     old     | a a a | b b | c c c c | d d |          Things of a segment that is kept, or taken with the same
//     window        | B B B | C C C C |                number of things, get numbers that are moved by a
//     new     | a a a | B B B | C C C C | d d |        constant. The window has numbers of its own.
class IndexSplice {
 public:
  IndexSplice() = default;
  // Starts of the segments, one more than there are. Segment k of the window is segment segment_of[k] of the
  // whole, ascending, and replaces it if taken[k] != 0.
  IndexSplice(std::span<const Index> old_start, std::span<const Index> window_start,
              std::span<const Index> segment_of, std::span<const char> taken);

  Index count() const { return start_.back(); }
  Index old_count() const { return old_count_; }
  Index window_count() const { return window_start_.back(); }
  // Starts of the new segments.
  const std::vector<Index>& start() const { return start_; }

  // The new number of an old thing. Meaningless if its segment has changed.
  Index of_old(Index i) const {
    const Index shift = shift_of_block_[i >> kBlock];
    return i + (shift != kMixed ? shift : shift_[range_of(i)]);
  }
  // The new number of a thing of the window. Meaningless if its segment is not that of the whole.
  Index of_window(Index i) const;

  // Whether the segment of a thing of the window is taken.
  bool is_taken(Index i) const { return taken_[window_segment(i)] != 0; }

  // Consecutive things, which come from the old ones or from the window.
  struct Run {
    Index from, to, count;
    bool of_window;
  };
  std::span<const Run> runs() const { return runs_; }
  // The longest run, so that threads share the work.
  static constexpr Index kLongest = 8192;

  // An array over the new things: entries of old ones are changed by from_old(entry), those of the window by
  // from_window(entry).
  template <typename Values, typename FromOld, typename FromWindow>
  Values spliced(const Values& old, const Values& window, FromOld&& from_old,
                 FromWindow&& from_window) const {
    Values values(static_cast<std::size_t>(count()));
    splice_into(values.data(), old.data(), window.data(), from_old, from_window);
    return values;
  }
  // The same for entries that do not change.
  template <typename Values>
  Values spliced(const Values& old, const Values& window) const {
    const auto same = [](auto&) {};
    return spliced(old, window, same, same);
  }
  template <typename T, typename FromOld, typename FromWindow>
  void splice_into(T* to, const T* old, const T* window, FromOld&& from_old, FromWindow&& from_window) const {
    parallel_for_each(runs_.size(), 1, [&](Index k) {
      const Run& run = runs_[k];
      T* const first = to + run.to;
      std::copy_n((run.of_window ? window : old) + run.from, run.count, first);
      if (run.of_window)
        for (Index i = 0; i < run.count; ++i) from_window(first[i]);
      else
        for (Index i = 0; i < run.count; ++i) from_old(first[i]);
    });
  }

 private:
  static constexpr int kBlock = 8;  // old things per entry of shift_of_block_, as a power of two
  static constexpr Index kMixed = static_cast<Index>(1) << 30;

  void add_run(Index from, Index to, Index count, bool of_window);
  void find_shifts(std::span<const Index> old_start);
  std::size_t range_of(Index i) const;
  std::size_t window_segment(Index i) const;

  Index old_count_ = 0;
  std::vector<Index> start_;
  std::vector<Run> runs_;
  // Old things from shift_from_[k] on are moved by shift_[k].
  std::vector<Index> shift_from_, shift_, shift_of_block_;
  // Per segment of the window: where it starts, there and in the whole, and whether it is taken.
  std::vector<Index> window_start_, window_to_;
  std::vector<char> taken_;
};

// The entries of rows of any length over things in such runs: row i has entries start[i] up to start[i + 1].
template <typename Starts>
class RowSplice {
 public:
  // Refers to all of them.
  RowSplice(std::span<const IndexSplice::Run> runs, const Starts& old_start, const Starts& window_start)
      : runs_(runs), old_(old_start), window_(window_start) {
    to_.push_back(0);
    for (const IndexSplice::Run& run : runs) {
      const Starts& start = run.of_window ? window_ : old_;
      from_.push_back(start[run.from]);
      to_.push_back(to_.back() + start[run.from + run.count] - start[run.from]);
    }
  }

  Starts starts() const {
    const Index rows = runs_.empty() ? 0 : runs_.back().to + runs_.back().count;
    Starts starts(static_cast<std::size_t>(rows) + 1);
    parallel_for_each(runs_.size(), 1, [&](Index k) {
      const auto* from = (runs_[k].of_window ? window_ : old_).data() + runs_[k].from;
      const Index shift = to_[k] - from_[k];
      for (Index i = 0; i < runs_[k].count; ++i) starts[runs_[k].to + i] = from[i] + shift;
    });
    starts[rows] = to_.back();
    return starts;
  }
  // An array over the entries, changed as by IndexSplice::spliced.
  template <typename Values, typename FromOld, typename FromWindow>
  Values spliced(const Values& old, const Values& window, FromOld&& from_old,
                 FromWindow&& from_window) const {
    Values values(static_cast<std::size_t>(to_.back()));
    parallel_for_each(runs_.size(), 1, [&](Index k) {
      const bool of_window = runs_[k].of_window;
      auto* const first = values.data() + to_[k];
      const Index count = to_[k + 1] - to_[k];
      std::copy_n((of_window ? window : old).data() + from_[k], count, first);
      if (of_window)
        for (Index i = 0; i < count; ++i) from_window(first[i]);
      else
        for (Index i = 0; i < count; ++i) from_old(first[i]);
    });
    return values;
  }
  template <typename Values>
  Values spliced(const Values& old, const Values& window) const {
    const auto same = [](auto&) {};
    return spliced(old, window, same, same);
  }

 private:
  std::span<const IndexSplice::Run> runs_;
  const Starts &old_, &window_;
  std::vector<Index> from_, to_;  // per run: its first entry, and where it goes; to_ has one more
};

}  // namespace sinew
