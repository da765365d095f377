#pragma once

#include <fcntl.h>
#include <sys/mman.h>
#include <unistd.h>

#include <cstdint>
#include <cstdio>
#include <cstdlib>
#include <filesystem>
#include <string>
#include <string_view>

#include "base/log.h"
#include "base/parallel.h"
#include "sinew/base/error.h"

// What all fuzz targets share. A target hands libFuzzer's bytes to a reader, which takes them or throws
// sinew::Error. Everything else ends the process and is reported with its input: another exception, a
// sanitizer's complaint, a broken invariant, too much memory or time.
namespace sinew::fuzz {

// An invariant of what was read.
inline void require(bool holds, const char* what) {
  if (holds) return;
  std::fprintf(stderr, "invariant broken: %s\n", what);
  std::abort();
}

// Calls work(), which may throw Error. Gives back whether it did not.
template <typename Work>
bool is_taken(Work&& work) {
  try {
    work();
    return true;
  } catch (const Error& error) {
    require(!error.problem().empty(), "an Error says what is wrong");
    return false;
  }
}

// One thread, so that a seed gives the same run again, and no warnings.
inline void be_quiet_and_repeatable() {
  set_thread_count(1);
  set_log_level(LogLevel::kQuiet);
}

// A file in memory, for readers that ask for a path.
class InputFile {
 public:
  explicit InputFile(std::string_view bytes) : descriptor_(memfd_create("input", MFD_CLOEXEC)) {
    require(descriptor_ >= 0 && write(descriptor_, bytes.data(), bytes.size()) == ssize_t(bytes.size()),
            "the input fits into memory");
  }
  ~InputFile() { close(descriptor_); }
  InputFile(const InputFile&) = delete;
  InputFile& operator=(const InputFile&) = delete;

  std::filesystem::path path() const { return "/proc/self/fd/" + std::to_string(descriptor_); }

 private:
  int descriptor_;
};

// A folder of the process's own, for readers that look for other files beside the first. Its path is the same
// in every process, as what a reader does may depend on its letters.
class InputFolder {
 public:
  InputFolder() : name_((std::filesystem::temp_directory_path() / "sinew_fuzz_XXXXXX").string()) {
    require(mkdtemp(name_.data()) != nullptr, "there is room for a folder");
    const int descriptor = open(name_.c_str(), O_RDONLY | O_DIRECTORY | O_CLOEXEC);
    require(descriptor >= 0, "a folder can be opened");
    path_ = "/proc/self/fd/" + std::to_string(descriptor);
  }
  ~InputFolder() {
    std::error_code ignored;
    std::filesystem::remove_all(name_, ignored);
  }
  InputFolder(const InputFolder&) = delete;
  InputFolder& operator=(const InputFolder&) = delete;

  // Not write_file(), which waits for the disk.
  std::filesystem::path put(const std::string& name, std::string_view bytes) const {
    std::FILE* file = std::fopen((path_ / name).c_str(), "wb");
    require(file != nullptr && std::fwrite(bytes.data(), 1, bytes.size(), file) == bytes.size() &&
                std::fclose(file) == 0,
            "there is room for a file");
    return path_ / name;
  }
  const std::filesystem::path& path() const { return path_; }

 private:
  std::string name_;
  std::filesystem::path path_;
};

}  // namespace sinew::fuzz

// Defined by each target.
namespace sinew::fuzz {
void read_input(std::string_view bytes);
}

extern "C" int LLVMFuzzerInitialize(int*, char***) {
  sinew::fuzz::be_quiet_and_repeatable();
  return 0;
}

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
  sinew::fuzz::read_input({reinterpret_cast<const char*>(data), size});
  return 0;
}
