#include "sinew/render/picture.h"

#include <gmock/gmock.h>

#include "base/file.h"
#include "base/scratch_folder.h"
#include "render/png_palette.h"

namespace sinew {
namespace {

namespace fs = std::filesystem;
using testing::Each;
using testing::ElementsAre;
using testing::HasSubstr;

Picture uniform(int width, int height, std::uint8_t value) {
  return {width, height, std::vector<std::uint8_t>(3 * std::size_t(width) * height, value)};
}

Picture gradient(int width, int height) {
  Picture picture = uniform(width, height, 0);
  for (int y = 0; y < height; ++y)
    for (int x = 0; x < width; ++x) {
      std::uint8_t* pixel = &picture.rgb[3 * (std::size_t(y) * width + x)];
      pixel[0] = static_cast<std::uint8_t>(255 * x / width);
      pixel[1] = static_cast<std::uint8_t>(255 * y / height);
      pixel[2] = static_cast<std::uint8_t>((x * x + y * y) / 1000);
    }
  return picture;
}

// Two hexadecimal digits per byte.
std::string bytes_from(std::string_view hex) {
  std::string bytes;
  for (std::size_t i = 0; i < hex.size(); i += 2)
    bytes += static_cast<char>(std::stoi(std::string(hex.substr(i, 2)), nullptr, 16));
  return bytes;
}

class PictureFile : public ScratchFolderTest {
 protected:
  fs::path file_ = folder_ / "p.png";

  std::string complaint(const std::string& bytes) const {
    write_file(file_, bytes);
    return error_of([&] { read_png(file_); });
  }
  std::string bytes_of(const Picture& picture) const {
    write_png(file_, picture);
    return read_file(file_);
  }
};

TEST_F(PictureFile, what_is_written_is_read_to_the_bit) {
  for (const auto& [width, height] : {std::pair{1, 1}, {3, 2}, {1, 7}, {400, 300}}) {
    const Picture picture = gradient(width, height);
    write_png(file_, picture);
    const Picture read = read_png(file_);
    EXPECT_EQ(read.width, width);
    EXPECT_EQ(read.height, height);
    EXPECT_EQ(read.rgb, picture.rgb);
  }
}

TEST_F(PictureFile, smooth_shading_takes_few_bytes) {
  EXPECT_LT(bytes_of(gradient(800, 450)).size(), 50'000U);
}

TEST_F(PictureFile, a_limit_on_its_bytes_costs_colours_that_are_hardly_missed) {
  const Picture picture = gradient(640, 400);
  const std::size_t whole = bytes_of(picture).size();
  write_png(file_, picture, whole);
  EXPECT_EQ(read_png(file_).rgb, picture.rgb);
  write_png(file_, picture, whole - 1);
  EXPECT_LT(fs::file_size(file_), whole / 2);
  EXPECT_LT(compare(read_png(file_), picture).mean, 0.03);
}

TEST(PicturePalette, a_picture_of_few_colours_keeps_them) {
  Picture picture = uniform(16, 16, 0);
  for (std::size_t i = 0; i < picture.rgb.size(); i += 3)
    picture.rgb[i] = static_cast<std::uint8_t>(i / 3), picture.rgb[i + 2] = static_cast<std::uint8_t>(7 * i);
  const PalettePicture small = with_palette(picture);
  EXPECT_EQ(small.colours.size(), 256U);
  for (std::size_t i = 0; i < small.indices.size(); ++i)
    for (std::size_t c = 0; c < 3; ++c) EXPECT_EQ(small.colours[small.indices[i]][c], picture.rgb[3 * i + c]);
  EXPECT_EQ(with_palette(uniform(3, 3, 9)).colours.size(), 1U);
  EXPECT_TRUE(with_palette({}).indices.empty());
}

TEST_F(PictureFile, other_kinds_of_png_become_red_green_and_blue) {
  const auto read = [&](std::string_view hex) {
    write_file(file_, bytes_from(hex));
    return read_png(file_).rgb;
  };
  // Two pixels of 1 bit, one of 16 bits, and one that cannot be seen.
  EXPECT_THAT(read("89504e470d0a1a0a0000000d4948445200000002000000010100000000dc5942270000000a49444154789c63"
                   "6800000082008177cd72b60000000049454e44ae426082"),
              ElementsAre(255, 255, 255, 0, 0, 0));
  EXPECT_THAT(read("89504e470d0a1a0a0000000d4948445200000001000000011002000000c0e78f9d0000000f49444154789c63"
                   "68686060f8ff1f00088402ffb27fdcd20000000049454e44ae426082"),
              ElementsAre(128, 0, 255));
  EXPECT_THAT(read("89504e470d0a1a0a0000000d49484452000000010000000110060000004f8518ca0000001149444154789c63"
                   "68606060f8ff9f8101000b02027f0b1ac8af0000000049454e44ae426082"),
              ElementsAre(255, 255, 255));
}

TEST_F(PictureFile, a_file_cut_off_anywhere_is_refused) {
  const std::string bytes = bytes_of(gradient(40, 30));
  for (std::size_t size = 1; size < bytes.size(); size += size < 60 ? 1 : 97)
    EXPECT_THAT(complaint(bytes.substr(0, size)), HasSubstr("p.png")) << size;
  EXPECT_THAT(complaint(bytes.substr(0, bytes.size() - 1)), HasSubstr("truncated"));
  EXPECT_THAT(complaint(bytes.substr(0, bytes.size() - 12)), HasSubstr("truncated"));
}

TEST_F(PictureFile, damage_anywhere_in_the_pixels_is_found) {
  const std::string bytes = bytes_of(gradient(40, 30));
  const std::size_t data = bytes.find("IDAT");
  for (std::size_t at = data; at + 16 < bytes.size(); at += 13) {
    std::string damaged = bytes;
    damaged[at] = static_cast<char>(damaged[at] ^ 0x10);
    EXPECT_THAT(complaint(damaged), HasSubstr("p.png")) << at;
  }
}

TEST_F(PictureFile, what_is_no_png_is_refused) {
  EXPECT_THAT(complaint("P6 1 1 255 xyz"), HasSubstr("this is no PNG"));
  EXPECT_THAT(complaint("\x89PNG"), HasSubstr("this is no PNG"));
  EXPECT_THAT(error_of([&] { read_png(folder_ / "none.png"); }), HasSubstr("no such file"));
  EXPECT_THAT(error_of([&] { read_png(folder_); }), HasSubstr("is a folder"));
}

TEST_F(PictureFile, an_absurd_size_takes_no_memory) {
  // 60,000 x 60,000 pixels in 57 bytes.
  EXPECT_THAT(complaint(bytes_from(
                  "89504e470d0a1a0a0000000d494844520000ea600000ea6008020000000fb0e215000000004944415435af06"
                  "1e0000000049454e44ae426082")),
              HasSubstr("60000 x 60000"));
}

TEST_F(PictureFile, a_picture_that_is_none_is_not_written) {
  EXPECT_THAT(error_of([&] { write_png(file_, {}); }), HasSubstr("0 x 0 pixels"));
  EXPECT_THAT(error_of([&] { write_png(file_, {2, 2, {1, 2, 3}}); }), HasSubstr("with 3 values"));
  EXPECT_THAT(error_of([&] { write_png(folder_ / "no" / "p.png", gradient(2, 2)); }),
              HasSubstr("check that the folder exists"));
  EXPECT_FALSE(fs::exists(file_));
}

TEST(PictureHalved, uniform_colours_stay_what_they_are) {
  for (int value = 0; value < 256; ++value) {
    const Picture half = halved(uniform(4, 2, static_cast<std::uint8_t>(value)));
    EXPECT_EQ(half.width, 2);
    EXPECT_EQ(half.height, 1);
    EXPECT_THAT(half.rgb, Each(value));
  }
}

TEST(PictureHalved, half_black_and_half_white_has_half_the_light) {
  const Picture checks{2, 2, {0, 0, 0, 255, 255, 255, 255, 255, 255, 0, 0, 0}};
  EXPECT_THAT(halved(checks).rgb, ElementsAre(188, 188, 188));
}

TEST(PictureHalved, an_odd_line_stands_for_itself) {
  const Picture three{3, 1, {10, 20, 30, 10, 20, 30, 200, 100, 50}};
  const Picture half = halved(three);
  EXPECT_EQ(half.width, 2);
  EXPECT_EQ(half.height, 1);
  EXPECT_THAT(half.rgb, ElementsAre(10, 20, 30, 200, 100, 50));
}

TEST(PictureCompare, a_picture_does_not_differ_from_itself) {
  const PictureDifference none = compare(gradient(30, 20), gradient(30, 20));
  EXPECT_EQ(none.mean, 0);
  EXPECT_EQ(none.share_off, 0);
}

TEST(PictureCompare, black_beside_white_differs_by_one) {
  const PictureDifference all = compare(uniform(5, 4, 0), uniform(5, 4, 255));
  EXPECT_DOUBLE_EQ(all.mean, 1);
  EXPECT_DOUBLE_EQ(all.share_off, 1);
}

TEST(PictureCompare, one_channel_of_one_pixel_counts_when_it_is_off_by_more_than_8_percent) {
  Picture a = uniform(5, 4, 100), b = a;
  b.rgb[7] = 120;
  EXPECT_EQ(compare(a, b).share_off, 0);
  EXPECT_NEAR(compare(a, b).mean, 20 / 255.0 / 60, 1e-12);
  b.rgb[7] = 79;
  EXPECT_DOUBLE_EQ(compare(a, b).share_off, 1.0 / 20);
}

TEST(PictureCompare, pictures_of_different_sizes_are_refused) {
  EXPECT_THAT(error_of([] { compare(uniform(2, 3, 0), uniform(3, 2, 0)); }), HasSubstr("2 x 3"));
}

}  // namespace
}  // namespace sinew
