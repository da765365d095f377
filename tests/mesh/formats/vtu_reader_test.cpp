#include <fmt/ranges.h>
#include <gmock/gmock.h>
#include <zlib.h>

#include <cmath>

#include "mesh/formats/corrupt_files.h"
#include "mesh/formats/format_readers.h"
#include "mesh/formats/volume_samples.h"

namespace sinew {
namespace {

using testing::ElementsAre;
using testing::HasSubstr;

MeshFile read(std::string_view bytes) {
  MeshFile file = read_vtu(bytes, "sample.vtu");
  require_sound(file, "sample.vtu");
  return file;
}

std::string base64(std::string_view bytes) {
  constexpr char kDigits[] = "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/";
  std::string text;
  for (std::size_t i = 0; i < bytes.size(); i += 3) {
    std::uint32_t bits = 0;
    for (std::size_t k = 0; k < 3; ++k)
      bits = bits << 8 | (i + k < bytes.size() ? static_cast<unsigned char>(bytes[i + k]) : 0U);
    for (std::size_t k = 0; k < 4; ++k)
      text += i + k > bytes.size() ? '=' : kDigits[bits >> (18 - 6 * k) & 63];
  }
  return text;
}

std::string deflated(const std::string& bytes) {
  uLongf size = compressBound(static_cast<uLong>(bytes.size()));
  std::string out(size, '\0');
  compress(reinterpret_cast<Bytef*>(out.data()), &size, reinterpret_cast<const Bytef*>(bytes.data()),
           static_cast<uLong>(bytes.size()));
  return out.substr(0, size);
}

// How a file stores its arrays.
struct Variant {
  std::string format = "ascii";  // ascii, binary, appended raw, appended base64
  std::endian order = std::endian::little;
  bool wide_header = false;
  bool zlib = false;
};

// Writes the sample in one variant.
class SampleFile {
 public:
  explicit SampleFile(const Variant& variant) : variant_(variant) {}

  std::string bytes() {
    const VolumeMesh mesh = sample_volume();
    std::vector<double> points, heat;
    for (const Vec3& p : mesh.positions) points.insert(points.end(), {p.x, p.y, p.z});
    for (int i = 0; i < 9; ++i) heat.push_back(0.1 * i);
    std::string xml =
        "<?xml version=\"1.0\"?>\n<!-- a <comment> -->\n<VTKFile type='UnstructuredGrid' version=\"1.0\" " +
        attributes() + ">\n<UnstructuredGrid>\n<Piece NumberOfPoints=\"9\" NumberOfCells=\"4\">\n";
    xml += "<PointData Scalars=\"heat\">\n" + array<double>("Float64", "a &lt; b", 1, heat) +
           "</PointData>\n<CellData>\n";
    xml += array<std::int16_t>("Int16", "density", 1, {10, 20, 30, -40}) + "</CellData>\n<Points>\n";
    xml += array<double>("Float64", "Points", 3, points) + "</Points>\n<Cells>\n";
    xml += array<std::int32_t>("Int32", "connectivity", 1,
                               {0, 1, 2, 3, 4, 5, 6, 7, 0, 3, 1, 8, 0, 1, 2, 1, 3, 2, 8});
    xml += array<std::int64_t>("Int64", "offsets", 1, {8, 12, 15, 19});
    xml += array<std::uint8_t>("UInt8", "types", 1, {12, 10, 5, 10}) +
           "</Cells>\n</Piece>\n</UnstructuredGrid>\n";
    if (appended())
      xml += "<AppendedData encoding=\"" + variant_.format.substr(9) + "\">\n _" + appended_ +
             "\n</AppendedData>\n";
    return xml + "</VTKFile>\n";
  }

 private:
  bool appended() const { return variant_.format.starts_with("appended"); }

  std::string attributes() const {
    return std::string("byte_order=\"") +
           (variant_.order == std::endian::big ? "BigEndian" : "LittleEndian") + "\"" +
           (variant_.wide_header ? " header_type=\"UInt64\"" : "") +
           (variant_.zlib ? " compressor=\"vtkZLibDataCompressor\"" : "");
  }

  std::string header(const std::vector<std::size_t>& values) const {
    BinaryText text(variant_.order);
    for (const std::size_t value : values)
      variant_.wide_header ? text.put<std::uint64_t>(value) : text.put<std::uint32_t>(value);
    return text.bytes();
  }

  // Header and data, in blocks of 16 bytes where compressed.
  std::pair<std::string, std::string> encoded(const std::string& data) const {
    if (!variant_.zlib) return {header({data.size()}), data};
    std::vector<std::size_t> sizes{(data.size() + 15) / 16, 16, data.size() % 16};
    std::string blocks;
    for (std::size_t i = 0; i < data.size(); i += 16) {
      const std::string block = deflated(data.substr(i, 16));
      sizes.push_back(block.size());
      blocks += block;
    }
    return {header(sizes), blocks};
  }

  template <typename T>
  std::string array(const std::string& type, const std::string& name, int components,
                    const std::vector<T>& values) {
    std::string tag = "<DataArray type=\"" + type + "\" Name=\"" + name + "\" NumberOfComponents=\"" +
                      std::to_string(components) + "\" format=\"" +
                      variant_.format.substr(0, variant_.format.find(' ')) + "\"";
    if (variant_.format == "ascii") return tag + fmt::format(">\n{}\n</DataArray>\n", fmt::join(values, " "));
    BinaryText data(variant_.order);
    for (const T value : values) data.put<T>(value);
    const auto [head, body] = encoded(data.bytes());
    if (variant_.format == "binary") return tag + ">\n  " + base64(head) + base64(body) + "\n</DataArray>\n";
    tag += " offset=\"" + std::to_string(appended_.size()) + "\"/>\n";
    appended_ += variant_.format == "appended raw" ? head + body : base64(head) + base64(body);
    return tag;
  }

  Variant variant_;
  std::string appended_;
};

std::vector<Variant> all_variants() {
  std::vector<Variant> variants;
  for (const char* format : {"ascii", "binary", "appended raw", "appended base64"})
    for (const std::endian order : {std::endian::little, std::endian::big})
      for (const bool wide : {false, true})
        for (const bool zlib : {false, true}) variants.push_back({format, order, wide, zlib});
  return variants;
}

TEST(VtuReader, every_encoding_gives_the_same_mesh_and_fields) {
  for (const Variant& variant : all_variants()) {
    SCOPED_TRACE(fmt::format("{} big {} wide {} zlib {}", variant.format, variant.order == std::endian::big,
                             variant.wide_header, variant.zlib));
    const MeshFile file = read(SampleFile(variant).bytes());
    expect_sample(file);
    EXPECT_EQ(file.format, "VTU");
    EXPECT_TRUE(file.warnings.empty());
    expect_field(file.volume.element_fields, "density", 1, {20, -40, 10});
    std::vector<double> heat;
    for (int i = 0; i < 9; ++i) heat.push_back(0.1 * i);
    expect_field(file.volume.node_fields, "a < b", 1, heat);
  }
}

TEST(VtuReader, header_and_data_may_be_encoded_together) {
  std::string bytes = SampleFile({"binary", std::endian::little, false, false}).bytes();
  BinaryText types(std::endian::little);
  types.put<std::uint32_t>(4);
  const std::string data = "\x0c\x0a\x05\x0a";
  const std::string apart = base64(types.bytes()) + base64(data), together = base64(types.bytes() + data);
  const std::size_t at = bytes.find(apart);
  ASSERT_NE(at, std::string::npos);
  expect_sample(read(bytes.replace(at, apart.size(), together)));
}

std::string piece(int cells, const std::string& node_data, const std::string& types = "10") {
  return "<Piece NumberOfPoints=\"4\" NumberOfCells=\"" + std::to_string(cells) + "\"><PointData>" +
         node_data +
         "</PointData><Points><DataArray type=\"Float32\" NumberOfComponents=\"3\" format=\"ascii\">"
         "0 0 0 1 0 0 0 1 0 0 0 1</DataArray></Points><Cells>"
         "<DataArray type=\"Int32\" Name=\"connectivity\" format=\"ascii\">0 1 2 3</DataArray>"
         "<DataArray type=\"Int32\" Name=\"offsets\" format=\"ascii\">4</DataArray>"
         "<DataArray type=\"UInt8\" Name=\"types\" format=\"ascii\">" +
         types + "</DataArray></Cells></Piece>";
}

std::string grid(const std::string& pieces, const std::string& attributes = "") {
  return "<VTKFile type=\"UnstructuredGrid\" " + attributes + "><UnstructuredGrid>" + pieces +
         "</UnstructuredGrid></VTKFile>";
}

TEST(VtuReader, pieces_are_joined_and_lack_numbers_where_they_lack_fields) {
  const std::string heat = "<DataArray type=\"Float32\" Name=\"heat\" format=\"ascii\">1 2 3 4</DataArray>";
  const MeshFile file = read(grid(piece(1, "") + piece(1, heat) + piece(1, "")));
  EXPECT_EQ(file.volume.node_count(), 12);
  EXPECT_EQ(file.volume.tetrahedra, (std::vector<Tetrahedron>{{0, 1, 2, 3}, {4, 5, 6, 7}, {8, 9, 10, 11}}));
  const Field& field = file.volume.node_fields.at(0);
  ASSERT_EQ(field.values.size(), 12u);
  for (int i = 0; i < 12; ++i) EXPECT_EQ(std::isnan(field.values[i]), i < 4 || i > 7) << i;
  EXPECT_EQ(field.values[6], 3);
}

TEST(VtuReader, fields_of_words_and_other_cells_are_skipped_with_a_warning) {
  const std::string words =
      "<DataArray type=\"String\" Name=\"label\" format=\"ascii\">65 66 67 0</DataArray>";
  const MeshFile file = read(grid(piece(1, words) + piece(1, "", "4")));
  EXPECT_THAT(file.warnings, ElementsAre("skipped field 'label' of type String", "skipped 1 polyline"));
}

TEST(VtuReader, a_pyramid_in_any_piece_is_refused) {
  EXPECT_THAT(error_of([] { read(grid(piece(1, "") + piece(1, "", "14"))); }),
              HasSubstr("holds 1 pyramid, which sinew has not"));
}

TEST(VtuReader, every_fault_has_its_message) {
  const auto message = [](const std::string& bytes) { return error_of([&] { read(bytes); }); };
  EXPECT_THAT(message("<html></html>"), HasSubstr("not a VTK XML file"));
  EXPECT_THAT(message("no tags"), HasSubstr("not a VTK XML file"));
  EXPECT_THAT(message("<VTKFile type=\"PolyData\">"), HasSubstr("type PolyData is not read"));
  EXPECT_THAT(message(grid("", "compressor=\"vtkLZ4DataCompressor\"")), HasSubstr("vtkLZ4DataCompressor"));
  EXPECT_THAT(message("<VTKFile type=\"UnstructuredGrid\"><UnstructuredGrid>"), HasSubstr("never closed"));
  EXPECT_THAT(message(grid(piece(2, ""))), HasSubstr("array 'types'"));
  EXPECT_THAT(message(grid(piece(1, "", "12"))), HasSubstr("does not fit its type 12"));
  EXPECT_THAT(message(grid(piece(1, "", "13"))), HasSubstr("only 1 prism"));
  EXPECT_THAT(message(grid("<Piece NumberOfPoints=\"2000000000\"><Points><DataArray type=\"Float64\" "
                           "format=\"ascii\">1 2 3</DataArray></Points></Piece>")),
              HasSubstr("should hold 6000000000 numbers"));
  EXPECT_THAT(message(grid("<Piece NumberOfPoints=\"1\"></Piece>")), HasSubstr("<Points> has no array"));
}

TEST(VtuReader, a_block_that_claims_an_impossible_size_takes_no_memory) {
  const std::string block = deflated(std::string(1000, '\0'));
  BinaryText header(std::endian::little);
  header.put<std::uint64_t>(1, 48000000000ULL, 0, block.size());
  const std::string bytes =
      grid("<Piece NumberOfPoints=\"2000000000\"><Points><DataArray type=\"Float64\" format=\"binary\">" +
               base64(header.bytes()) + base64(block) + "</DataArray></Points></Piece>",
           "header_type=\"UInt64\" compressor=\"vtkZLibDataCompressor\"");
  EXPECT_THAT(error_of([&] { read(bytes); }), HasSubstr("claims a size that cannot be"));
}

TEST(VtuReader, survives_damage_in_every_encoding) {
  for (const Variant& variant : {Variant{}, Variant{"binary", std::endian::little, false, false},
                                 Variant{"binary", std::endian::big, true, true},
                                 Variant{"appended raw", std::endian::little, true, true},
                                 Variant{"appended raw", std::endian::big, false, false},
                                 Variant{"appended base64", std::endian::little, false, true}})
    expect_survives_damage(read, SampleFile(variant).bytes());
}

}  // namespace
}  // namespace sinew
