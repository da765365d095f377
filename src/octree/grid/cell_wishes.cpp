#include "octree/grid/cell_wishes.h"

namespace sinew {

namespace {

constexpr int kOfLevel2 = 64, kOfLevel3 = 72;  // the first numbers of these blocks

template <typename Word>
void set_bit_of(Word& word, int bit, bool value) {
  const Word mask = static_cast<Word>(Word(1) << bit);
  word = static_cast<Word>(value ? word | mask : word & static_cast<Word>(~mask));
}

}  // namespace

int CellWishes::block_number(const CellPlace& block) {
  const auto at = [&](int step) {
    return LatticePoint{block.x >> block.level & step, block.y >> block.level & step,
                        block.z >> block.level & step};
  };
  if (block.level == 1) return at(3).x + 4 * at(3).y + 16 * at(3).z;
  if (block.level == 2) return kOfLevel2 + at(1).x + 2 * at(1).y + 4 * at(1).z;
  return kOfLevel3;
}

CellWishes::CellWishes(std::size_t bricks)
    : marks_{std::vector<std::uint64_t>(bricks), std::vector<std::uint8_t>(bricks),
             std::vector<std::uint8_t>(bricks), true} {}

CellWishes::CellWishes(const Cells& cells) : CellWishes(cells.in_brick.size()) {
  for (Index b = 0; b < static_cast<Index>(cells.in_brick.size()); ++b)
    for (Index c = cells.brick_start[b]; c < cells.brick_start[b + 1]; ++c)
      for (CellPlace block = cells.places[c]; block.level < kBrickLevel;) split(b, block = block.parent());
}

bool CellWishes::is_split(Index brick, int block) const {
  if (block < kOfLevel2) return (marks_.to_level_0[brick] >> block & 1) != 0;
  if (block < kOfLevel3) return (marks_.to_level_1[brick] >> (block - kOfLevel2) & 1) != 0;
  return marks_.to_level_2[brick] != 0;
}

void CellWishes::set(Index brick, int block, bool is_split) {
  if (block < kOfLevel2)
    set_bit_of(marks_.to_level_0[brick], block, is_split);
  else if (block < kOfLevel3)
    set_bit_of(marks_.to_level_1[brick], block - kOfLevel2, is_split);
  else
    marks_.to_level_2[brick] = is_split ? 1 : 0;
}

bool CellWishes::operator==(const CellWishes& other) const {
  return marks_.to_level_0 == other.marks_.to_level_0 && marks_.to_level_1 == other.marks_.to_level_1 &&
         marks_.to_level_2 == other.marks_.to_level_2;
}

std::vector<double> CellWishes::numbers() const {
  std::vector<double> numbers;
  for (std::size_t b = 0; b < marks_.to_level_0.size(); ++b) {
    const std::uint64_t of_level_1 = marks_.to_level_0[b];
    numbers.insert(numbers.end(),
                   {static_cast<double>(of_level_1 & 0xffffffff), static_cast<double>(of_level_1 >> 32),
                    static_cast<double>(marks_.to_level_1[b] + 256 * marks_.to_level_2[b])});
  }
  return numbers;
}

CellWishes CellWishes::of_numbers(std::span<const double> numbers) {
  CellWishes wishes(numbers.size() / kNumbers);
  for (std::size_t b = 0; b < numbers.size() / kNumbers; ++b) {
    const auto whole = [&](std::size_t k) { return static_cast<std::uint64_t>(numbers[kNumbers * b + k]); };
    wishes.marks_.to_level_0[b] = whole(0) | whole(1) << 32;
    wishes.marks_.to_level_1[b] = static_cast<std::uint8_t>(whole(2) & 0xff);
    wishes.marks_.to_level_2[b] = static_cast<std::uint8_t>(whole(2) >> 8 & 1);
  }
  return wishes;
}

}  // namespace sinew
