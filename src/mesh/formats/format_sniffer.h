#pragma once

#include <string_view>

namespace sinew {

// What a file holds, told from its first bytes and its size.
enum class MeshFormat { kUnknown, kObj, kPly, kStl, kOff, kGltf, kGmsh, kMedit, kTetgen, kVtk, kVtu };

// kUnknown if nothing is certain: TetGen's files and OFF files without a header word are numbers only.
MeshFormat sniff_format(std::string_view bytes);

}  // namespace sinew
