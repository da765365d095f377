// libpng reports errors by longjmp, which must not pass over a destructor: what runs under setjmp keeps all
// its objects outside.
#include <fmt/format.h>
#include <png.h>

#include <algorithm>
#include <array>
#include <csetjmp>
#include <cstring>

#include "base/byte_cursor.h"
#include "base/file.h"
#include "render/png_palette.h"
#include "sinew/base/error.h"
#include "sinew/render/picture.h"

namespace sinew {

namespace {

namespace fs = std::filesystem;

constexpr std::string_view kSignature = "\x89PNG\r\n\x1a\n";

// Owns libpng's objects for writing, and what they write.
class PngEncoder {
 public:
  PngEncoder() {
    png_ = png_create_write_struct(PNG_LIBPNG_VER_STRING, this, on_error, on_warning);
    if (png_ != nullptr) info_ = png_create_info_struct(png_);
    if (info_ == nullptr) {
      png_destroy_write_struct(&png_, nullptr);
      throw Error("no memory for a PNG");
    }
    png_set_write_fn(png_, this, append, nullptr);
  }
  ~PngEncoder() { png_destroy_write_struct(&png_, &info_); }
  PngEncoder(const PngEncoder&) = delete;
  PngEncoder& operator=(const PngEncoder&) = delete;

  std::string encode(const Picture& picture) {
    return encode({picture.rgb.data(), size_of(picture.width), size_of(picture.height), 3, nullptr, 0});
  }
  std::string encode(const PalettePicture& picture) {
    std::array<png_color, 256> palette;
    for (std::size_t i = 0; i < picture.colours.size(); ++i)
      palette[i] = {picture.colours[i][0], picture.colours[i][1], picture.colours[i][2]};
    return encode({picture.indices.data(), size_of(picture.width), size_of(picture.height), 1, palette.data(),
                   static_cast<int>(picture.colours.size())});
  }

 private:
  struct Content {
    const std::uint8_t* rows;
    png_uint_32 width, height, bytes_per_pixel;
    const png_color* palette;  // nullptr: red, green, blue
    int colours;
  };

  static png_uint_32 size_of(int pixels) { return static_cast<png_uint_32>(pixels); }

  std::string encode(const Content& content) {
    if (!write(content)) throw Error(fmt::format("the PNG could not be made: {}", reason_));
    return std::move(bytes_);
  }

  // Shading is a slope, which filters make flat; the numbers of a palette are not.
  bool write(const Content& content) {
    if (setjmp(png_jmpbuf(png_)) != 0) return false;
    const bool palette = content.palette != nullptr;
    png_set_IHDR(png_, info_, content.width, content.height, 8,
                 palette ? PNG_COLOR_TYPE_PALETTE : PNG_COLOR_TYPE_RGB, PNG_INTERLACE_NONE,
                 PNG_COMPRESSION_TYPE_DEFAULT, PNG_FILTER_TYPE_DEFAULT);
    if (palette) png_set_PLTE(png_, info_, content.palette, content.colours);
    png_set_sRGB(png_, info_, PNG_sRGB_INTENT_PERCEPTUAL);
    png_set_compression_level(png_, 9);
    png_set_filter(png_, PNG_FILTER_TYPE_BASE, palette ? PNG_FILTER_NONE : PNG_ALL_FILTERS);
    png_write_info(png_, info_);
    const std::size_t row = std::size_t(content.width) * content.bytes_per_pixel;
    for (png_uint_32 y = 0; y < content.height; ++y) png_write_row(png_, content.rows + row * y);
    png_write_end(png_, nullptr);
    return true;
  }

  static PngEncoder& self(png_structp png) { return *static_cast<PngEncoder*>(png_get_io_ptr(png)); }

  static void append(png_structp png, png_bytep data, std::size_t size) {
    bool failed = false;
    try {
      self(png).bytes_.append(reinterpret_cast<const char*>(data), size);
    } catch (const std::bad_alloc&) {
      failed = true;
    }
    if (failed) png_error(png, "no memory");
  }
  static void on_error(png_structp png, png_const_charp message) {
    std::strncpy(static_cast<PngEncoder*>(png_get_error_ptr(png))->reason_, message, sizeof(reason_) - 1);
    png_longjmp(png, 1);
  }
  static void on_warning(png_structp, png_const_charp) {}

  png_structp png_ = nullptr;
  png_infop info_ = nullptr;
  std::string bytes_;
  char reason_[120] = "";
};

// libpng stops at the last pixel: whether the file goes on to its end is seen here.
void require_all_chunks(std::string_view bytes, const std::string& file) {
  if (!bytes.starts_with(kSignature)) throw Error("this is no PNG", file, "name a .png file");
  ByteCursor cursor(bytes, file, std::endian::big);
  cursor.take(kSignature.size(), "the signature");
  for (std::string_view type; type != "IEND";) {
    const auto size = cursor.read<std::uint32_t>("a chunk");
    type = cursor.take(4, "the type of a chunk");
    cursor.take(std::size_t(size) + 4, "a chunk");
  }
}

// Ends with libpng's reader, whether all of it was read or not.
class PngDecoder {
 public:
  explicit PngDecoder(std::string file) : file_(std::move(file)) { image_.version = PNG_IMAGE_VERSION; }
  ~PngDecoder() { png_image_free(&image_); }
  PngDecoder(const PngDecoder&) = delete;
  PngDecoder& operator=(const PngDecoder&) = delete;

  Picture decode(std::string_view bytes) {
    if (png_image_begin_read_from_memory(&image_, bytes.data(), bytes.size()) == 0) fail();
    require_possible_size(bytes.size());
    image_.format = PNG_FORMAT_RGB;
    image_.flags |= PNG_IMAGE_FLAG_16BIT_sRGB;
    Picture picture{static_cast<int>(image_.width), static_cast<int>(image_.height), {}};
    picture.rgb.resize(PNG_IMAGE_SIZE(image_));
    const png_color white{255, 255, 255};
    if (png_image_finish_read(&image_, &white, picture.rgb.data(), 0, nullptr) == 0) fail();
    return picture;
  }

 private:
  // A byte of the file inflates to 1032 at most, and each of these holds eight pixels at most.
  void require_possible_size(std::size_t bytes) const {
    constexpr std::uint64_t kMostPixels = 1U << 28U, kPixelsPerByte = 8 * 1032;
    const std::uint64_t pixels = std::uint64_t(image_.width) * image_.height;
    if (pixels <= std::min(kMostPixels, kPixelsPerByte * bytes)) return;
    throw Error(fmt::format("a picture of {} x {} is too large, or its file too small for it", image_.width,
                            image_.height),
                file_);
  }
  [[noreturn]] void fail() const {
    throw Error(fmt::format("the PNG is damaged: {}", image_.message), file_);
  }

  std::string file_;
  png_image image_{};
};

}  // namespace

void write_png(const fs::path& path, const Picture& picture, std::size_t most_bytes) {
  if (picture.width < 1 || picture.height < 1 ||
      picture.rgb.size() != 3 * std::size_t(picture.width) * picture.height)
    throw Error(fmt::format("a picture of {} x {} pixels with {} values", picture.width, picture.height,
                            picture.rgb.size()),
                path.string());
  std::string bytes = PngEncoder().encode(picture);
  if (bytes.size() > most_bytes) bytes = PngEncoder().encode(with_palette(picture));
  write_file(path, bytes);
}

Picture read_png(const fs::path& path) {
  const std::string bytes = read_file(path);
  require_all_chunks(bytes, path.string());
  return PngDecoder(path.string()).decode(bytes);
}

}  // namespace sinew
