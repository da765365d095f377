#include "mesh/formats/format_sniffer.h"

#include <algorithm>
#include <array>

#include "mesh/formats/off_format.h"
#include "mesh/formats/stl_format.h"
#include "mesh/formats/text_cursor.h"

namespace sinew {

namespace {

constexpr std::size_t kHeadBytes = 4096;

struct Beginning {
  std::string_view word;
  MeshFormat format;
};
// First words that no other format has.
constexpr std::array<Beginning, 13> kFirstWords = {{{"ply", MeshFormat::kPly},
                                                    {"$MeshFormat", MeshFormat::kGmsh},
                                                    {"$NOD", MeshFormat::kGmsh},
                                                    {"$Comments", MeshFormat::kGmsh},
                                                    {"MeshVersionFormatted", MeshFormat::kMedit},
                                                    {"<VTKFile", MeshFormat::kVtu},
                                                    {"v", MeshFormat::kObj},
                                                    {"vn", MeshFormat::kObj},
                                                    {"vt", MeshFormat::kObj},
                                                    {"mtllib", MeshFormat::kObj},
                                                    {"usemtl", MeshFormat::kObj},
                                                    {"o", MeshFormat::kObj},
                                                    {"g", MeshFormat::kObj}}};

}  // namespace

MeshFormat sniff_format(std::string_view bytes) {
  const std::string_view head = bytes.substr(0, kHeadBytes);
  const auto mentions = [&](std::string_view word) { return head.find(word) != std::string_view::npos; };
  if (head.starts_with("glTF")) return MeshFormat::kGltf;
  if (head.starts_with("# vtk DataFile")) return MeshFormat::kVtk;
  if (is_ascii_stl(bytes) || is_binary_stl(bytes)) return MeshFormat::kStl;

  TextCursor cursor(head, "");
  const std::string_view word = cursor.next_token().value_or("");
  if (word.starts_with("{") && bytes.find("\"asset\"") != std::string_view::npos) return MeshFormat::kGltf;
  if (word.starts_with("<?xml") && mentions("<VTKFile")) return MeshFormat::kVtu;
  if (!off_header_word(word).empty()) return MeshFormat::kOff;
  const auto known = std::find_if(kFirstWords.begin(), kFirstWords.end(),
                                  [&](const Beginning& first) { return first.word == word; });
  return known != kFirstWords.end() ? known->format : MeshFormat::kUnknown;
}

}  // namespace sinew
