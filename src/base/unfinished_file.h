#pragma once

#include <filesystem>
#include <string>
#include <string_view>

namespace sinew {

// A file that is being written: it lies beside its target, under a name of this process, and is renamed into
// place when it is complete. A reader, or a restart after a crash, sees the old file or the whole new one.
class UnfinishedFile {
 public:
  // Creates no file yet.
  explicit UnfinishedFile(std::filesystem::path target);
  // Removes the file unless it was put in its place.
  ~UnfinishedFile();
  UnfinishedFile(const UnfinishedFile&) = delete;
  UnfinishedFile& operator=(const UnfinishedFile&) = delete;

  // The path to write to.
  const std::filesystem::path& path() const { return path_; }
  // Renames the file to its target. Throws Error if that fails.
  void keep();
  // From now on remove_unfinished_files puts it in the place of `other`, instead of removing it.
  void keep_if_interrupted_as(const std::filesystem::path& other);

 private:
  std::filesystem::path target_, path_;
  int slot_;  // in the table of remove_unfinished_files; -1: none was free
};

// What a file is to say if the program is interrupted: it lies beside its target, takes the target's place
// when a signal ends the program (remove_unfinished_files), and is removed otherwise.
class LastWords {
 public:
  // Nothing is said yet.
  explicit LastWords(std::filesystem::path target);

  // Replaces what was said before. Has no effect if it cannot be written.
  void say(std::string_view bytes);

 private:
  std::filesystem::path target_;
  UnfinishedFile file_;
};

// Throws the Error of a file that cannot be written, for the reason in errno.
[[noreturn]] void fail_to_write(const std::filesystem::path& target);

// Removes all that is unfinished, before the program ends, and puts last words in their place. May be called
// in a signal handler.
void remove_unfinished_files() noexcept;

// Removes the unfinished files in a folder whose processes have ended (a killed one leaves them behind), and
// returns how many there were. Files that a running process of this machine writes stay.
int remove_abandoned_files(const std::filesystem::path& folder);

}  // namespace sinew
