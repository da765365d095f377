#include "mesh/formats/nrrd_reader.h"

#include <gtest/gtest.h>
#include <zlib.h>

#include "base/file.h"
#include "mesh/formats/corrupt_files.h"
#include "mesh/formats/file_bytes.h"
#include "mesh/formats/sample_surfaces.h"

namespace sinew {
namespace {

const std::string kSizes = "dimension: 3\nsizes: 2 3 2\n";
const std::string kPlace = "space directions: (2,0,0) (0, 3, 0) (0,0.5,4)\nspace origin: (-1,1e1,0.25)\n";

// 0 to 11: as many as kSizes asks for.
template <typename T>
std::string samples(std::endian order = std::endian::little) {
  std::string bytes;
  for (int i = 0; i < 12; ++i) bytes += bytes_of(static_cast<T>(i), order);
  return bytes;
}

std::string gzipped(const std::string& bytes) {
  z_stream stream{};
  deflateInit2(&stream, 9, Z_DEFLATED, MAX_WBITS + 16, 8, Z_DEFAULT_STRATEGY);
  std::string out(deflateBound(&stream, static_cast<uLong>(bytes.size())), '\0');
  stream.next_in = reinterpret_cast<Bytef*>(const_cast<char*>(bytes.data()));
  stream.avail_in = static_cast<uInt>(bytes.size());
  stream.next_out = reinterpret_cast<Bytef*>(out.data());
  stream.avail_out = static_cast<uInt>(out.size());
  deflate(&stream, Z_FINISH);
  out.resize(stream.total_out);
  deflateEnd(&stream);
  return out;
}

std::string nrrd(const std::string& fields, const std::string& data) {
  return "NRRD0004\n# a comment\n" + fields + "\n" + data;
}

std::string raw_nrrd(const std::string& more = "") {
  return nrrd("type: uchar\n" + kSizes + "encoding: raw\n" + more, samples<std::uint8_t>());
}

void expect_twelve(const ScalarVolume& volume) {
  EXPECT_EQ(volume.dimensions, (std::array<Index, 3>{2, 3, 2}));
  ASSERT_EQ(volume.values.size(), 12u);
  for (int i = 0; i < 12; ++i) EXPECT_EQ(volume.values[i], static_cast<float>(i));
}

template <typename T>
void expect_type(const std::string& name) {
  for (const std::endian order : {std::endian::little, std::endian::big})
    for (const bool gzip : {false, true}) {
      const std::string data = samples<T>(order);
      const std::string fields = "type: " + name + "\n" + kSizes +
                                 (order == std::endian::little ? "endian: little\n" : "endian: big\n") +
                                 (gzip ? "encoding: gzip\n" : "encoding: raw\n");
      expect_twelve(read_nrrd(nrrd(fields, gzip ? gzipped(data) : data), "scan.nrrd"));
    }
}

std::string refusal(const std::string& bytes) {
  return error_of([&] { read_nrrd(bytes, "scan.nrrd"); });
}

TEST(NrrdReader, every_type_is_read_in_both_byte_orders_raw_and_compressed) {
  expect_type<std::int8_t>("signed char");
  expect_type<std::uint8_t>("unsigned char");
  expect_type<std::int16_t>("short");
  expect_type<std::uint16_t>("uint16_t");
  expect_type<std::int32_t>("int");
  expect_type<std::uint32_t>("unsigned int");
  expect_type<std::int64_t>("long long int");
  expect_type<std::uint64_t>("uint64");
  expect_type<float>("float");
  expect_type<double>("double");
}

TEST(NrrdReader, text_is_read_too) {
  expect_twelve(read_nrrd(
      nrrd("type: float\n" + kSizes + "encoding: ascii\n", "0 1 2 3 4 5\n6 7 8 9 10 11\n"), "scan.nrrd"));
}

TEST(NrrdReader, directions_and_origin_place_the_samples) {
  const ScalarVolume volume = read_nrrd(raw_nrrd("space: left-posterior-superior\n" + kPlace), "scan.nrrd");
  EXPECT_EQ(volume.origin, (Vec3{-1, 10, 0.25}));
  EXPECT_EQ(volume.axes, (Mat3{{Vec3{2, 0, 0}, Vec3{0, 3, 0}, Vec3{0, 0.5, 4}}}));
  EXPECT_NEAR(volume.sample({1, 10 + 6.5, 4.25}).value(), 11, 1e-12);
}

TEST(NrrdReader, spacings_alone_put_the_first_sample_at_zero) {
  const ScalarVolume volume = read_nrrd(raw_nrrd("spacings: 0.5 0.25 2\n"), "scan.nrrd");
  EXPECT_EQ(volume.origin, (Vec3{}));
  EXPECT_EQ(volume.axes, (Mat3{{Vec3{0.5, 0, 0}, Vec3{0, 0.25, 0}, Vec3{0, 0, 2}}}));
}

TEST(NrrdReader, what_says_nothing_about_samples_is_ignored) {
  expect_twelve(read_nrrd(raw_nrrd("kinds: domain domain domain\ncontent: a: scan\nModality:=CT\n"
                                   "space units: \"mm\" \"mm\" \"mm\"\ncenters: cell cell cell\n"),
                          "scan.nrrd"));
}

TEST(NrrdReader, lines_may_end_as_on_windows) {
  expect_twelve(read_nrrd("NRRD0005\r\ntype: uint8\r\ndimension: 3\r\nsizes: 2 3 2\r\nencoding: raw\r\n\r\n" +
                              samples<std::uint8_t>(),
                          "scan.nrrd"));
}

TEST(NrrdReader, a_compressed_stream_may_have_several_members) {
  const std::string data = samples<std::uint8_t>();
  expect_twelve(read_nrrd(
      nrrd("type: uchar\n" + kSizes + "encoding: gz\n", gzipped(data.substr(0, 5)) + gzipped(data.substr(5))),
      "scan.nrrd"));
}

TEST(NrrdReader, lines_and_bytes_are_skipped_before_the_data) {
  const std::string fields = "type: uchar\n" + kSizes, data = samples<std::uint8_t>();
  expect_twelve(read_nrrd(
      nrrd(fields + "encoding: raw\nline skip: 2\nbyte skip: 3\n", "one\ntwo\nabc" + data), "scan.nrrd"));
  expect_twelve(
      read_nrrd(nrrd(fields + "encoding: raw\nbyte skip: -1\n", "anything at all" + data), "scan.nrrd"));
  expect_twelve(read_nrrd(
      nrrd(fields + "encoding: gzip\nline skip: 1\nbyte skip: 3\n", "one\n" + gzipped("abc" + data)),
      "scan.nrrd"));
}

TEST(NrrdReader, data_may_stand_in_a_file_beside_the_header) {
  const TemporaryFolder folder;
  write_file(folder / "scan.raw", samples<std::uint8_t>());
  write_file(folder / "scan.nhdr",
             "NRRD0004\ntype: uchar\n" + kSizes + "encoding: raw\ndata file: scan.raw\n");
  expect_twelve(read_scalar_volume(folder / "scan.nhdr"));
}

TEST(NrrdReader, data_that_is_missing_or_elsewhere_is_refused) {
  const TemporaryFolder folder;
  const auto with = [&](const std::string& name) {
    write_file(folder / "scan.nhdr",
               "NRRD0004\ntype: uchar\n" + kSizes + "encoding: raw\ndata file: " + name + "\n");
    return error_of([&] { read_scalar_volume(folder / "scan.nhdr"); });
  };
  EXPECT_NE(with("gone.raw").find("gone.raw"), std::string::npos);
  for (const char* name : {"../scan.raw", "/etc/passwd", "a\\b", "scan%03d.raw 1 9 1", "LIST", "..", ""})
    EXPECT_NE(with(name).find("beside the header"), std::string::npos) << name;
  write_file(folder / "short.raw", "abc");
  EXPECT_NE(with("short.raw").find("3 bytes"), std::string::npos);
}

TEST(NrrdReader, headers_that_are_damaged_name_what_is_wrong) {
  const auto says = [](const std::string& bytes, const std::string& part) {
    const std::string message = refusal(bytes);
    EXPECT_NE(message.find(part), std::string::npos) << message;
  };
  const std::string data = samples<std::uint8_t>();
  const std::string type = "type: uchar\n", raw = "encoding: raw\n";
  says("PNG", "does not begin with 'NRRD000'");
  says(nrrd(kSizes + raw, data), "no 'type'");
  says(nrrd(type + raw, data), "no 'dimension'");
  says(nrrd(type + "dimension: 3\n" + raw, data), "no 'sizes'");
  says(nrrd(type + kSizes, data), "no 'encoding'");
  says(nrrd("type: block\n" + kSizes + raw, data), "'block'");
  says(nrrd(type + "dimension: 4\n" + raw, data), "'4' axes");
  says(nrrd(type + "dimension: x\n" + raw, data), "'x' axes");
  says(nrrd(type + "sizes: 2 3 2\ndimension: 3\n" + raw, data), "before 'dimension'");
  says(nrrd(type + "dimension: 3\nsizes: 2 3\n" + raw, data), "2 values");
  says(nrrd(type + "dimension: 3\nsizes: 2 -3 2\n" + raw, data), "'-3'");
  says(nrrd(type + "dimension: 3\nsizes: 2 0 2\n" + raw, data), "'0'");
  says(nrrd(type + "dimension: 3\nsizes: 2 3 4294967298\n" + raw, data), "'4294967298'");
  says(nrrd(type + "dimension: 3\nsizes: 2147483647 2147483647 2147483647\n" + raw, data), "any file");
  says(nrrd(type + kSizes + "encoding: bzip2\n", data), "'bzip2'");
  says(nrrd(type + kSizes + "encoding: hex\n", data), "'hex'");
  says(nrrd("type: short\n" + kSizes + raw, data + data), "'endian'");
  says(raw_nrrd("endian: middle\n"), "'middle'");
  says(raw_nrrd("type: uchar\n"), "comes twice");
  says(raw_nrrd("flavour: sweet\n"), "'flavour'");
  says(raw_nrrd("what is this\n"), "not a line");
  says(raw_nrrd("spacings: 1 1\n"), "2 values");
  says(raw_nrrd("spacings: 1 1 0\n"), "spacing is 0");
  says(raw_nrrd("spacings: 1 nan 1\n"), "'nan'");
  says(raw_nrrd("spacings: 1 1 1\n" + kPlace), "both");
  says(raw_nrrd("space dimension: 2\n"), "'2' dimensions");
  says(raw_nrrd("space directions: (1,0,0) (0,1,0)\n"), "expected");
  says(raw_nrrd("space directions: none (1,0,0) (0,1,0) (0,0,1)\n"), "expected");
  says(raw_nrrd("space directions: (1,0,0) (0,1,0) (0,0,1) (1,1,1)\n"), "more than");
  says(raw_nrrd("space directions: (1,0) (0,1) (0,0)\n"), "2 components");
  says(raw_nrrd("space directions: (1,0,0) (0,1,0) (1,1,0)\n"), "do not span space");
  says(raw_nrrd("space origin: (0,0,inf)\n"), "'inf'");
  says(raw_nrrd("space origin: 0 0 0\n"), "expected");
  says(raw_nrrd("axis mins: 0 0 0\n"), "axis mins");
  says(raw_nrrd("line skip: -1\n"), "'-1'");
  says(raw_nrrd("byte skip: -2\n"), "'-2'");
  says(raw_nrrd("line skip: 2\n"), "2 lines to skip, but only 1");
  says(raw_nrrd("byte skip: 13\n"), "bytes to skip");
}

TEST(NrrdReader, the_message_names_the_line) {
  EXPECT_NE(refusal("NRRD0004\n# comment\ntype: ushrt\n").find("scan.nrrd, line 3"), std::string::npos);
}

TEST(NrrdReader, data_that_does_not_fit_the_sizes_is_refused) {
  const std::string data = samples<std::uint8_t>();
  const auto with = [](const std::string& encoding, const std::string& bytes) {
    return refusal(nrrd("type: uchar\n" + kSizes + "encoding: " + encoding + "\n", bytes));
  };
  EXPECT_NE(with("raw", data.substr(1)).find("11 bytes"), std::string::npos);
  EXPECT_NE(with("raw", data + "x").find("13 bytes"), std::string::npos);
  EXPECT_NE(with("raw", "").find("0 bytes"), std::string::npos);
  for (const std::string& stream : {gzipped(data.substr(1)), gzipped(data + "x"), gzipped(data).substr(0, 20),
                                    std::string("not gzip"), gzipped("")})
    EXPECT_NE(with("gzip", stream).find("compressed data is damaged"), std::string::npos);
  EXPECT_NE(with("gzip", "").find("more than 0 compressed"), std::string::npos);
  EXPECT_NE(with("ascii", "1 2 3").find("numbers"), std::string::npos);
  EXPECT_NE(with("ascii", "1 2 3 4 5 6 7 8 9 10 11 x").find("'x'"), std::string::npos);
  EXPECT_NE(with("ascii", "1 2 3 4 5 6 7 8 9 10 11 12 13").find("more data"), std::string::npos);
}

// Damage is the same to every reader: a volume that was read and is valid passes for a sound mesh.
BytesReader volume_reader() {
  return [](std::string_view bytes) {
    require_valid(read_nrrd(bytes, "damaged.nrrd"), "damaged.nrrd");
    MeshFile sound;
    sound.surface = {{{0, 0, 0}, {1, 0, 0}, {0, 1, 0}}, {{0, 1, 2}}};
    return sound;
  };
}

TEST(NrrdReader, damaged_raw_files_are_survived) {
  expect_survives_damage(volume_reader(), raw_nrrd("byte skip: 0\nline skip: 0\n" + kPlace));
}

TEST(NrrdReader, damaged_compressed_files_are_survived) {
  const std::string fields = "type: short\nendian: big\n" + kSizes + "encoding: gzip\nspacings: 1 2 3\n";
  expect_survives_damage(volume_reader(), nrrd(fields, gzipped(samples<std::int16_t>(std::endian::big))));
}

TEST(NrrdReader, damaged_text_files_are_survived) {
  expect_survives_damage(volume_reader(), nrrd("type: float\n" + kSizes + "encoding: text\n",
                                               "0 1 2 3.5 4 5 6 7 8 9 -10 1e3\n"));
}

}  // namespace
}  // namespace sinew
