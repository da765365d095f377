#pragma once

#include <filesystem>
#include <string>

namespace sinew {

// A file on its way: it is written beside its target, under a name of this process, and renamed into place
// when it is complete. A reader, or a restart after a crash, sees the old file or the whole new one.
class UnfinishedFile {
 public:
  // Nothing is made yet.
  explicit UnfinishedFile(std::filesystem::path target);
  // Removes what was not kept.
  ~UnfinishedFile();
  UnfinishedFile(const UnfinishedFile&) = delete;
  UnfinishedFile& operator=(const UnfinishedFile&) = delete;

  // Where to write.
  const std::filesystem::path& path() const { return path_; }
  // Puts it in its place. Throws Error where that fails.
  void keep();

 private:
  std::filesystem::path target_, path_;
  int slot_;  // among those that remove_unfinished_files sees; -1: none was free
};

// Throws the Error of a file that cannot be written, for the reason in errno.
[[noreturn]] void fail_to_write(const std::filesystem::path& target);

// Removes all that is unfinished, before the program ends. May be called in a signal handler.
void remove_unfinished_files() noexcept;

// Removes the unfinished files in a folder whose programs have ended (a killed one leaves them behind), and
// gives back how many there were. Those that a living process of this machine writes stay.
int remove_abandoned_files(const std::filesystem::path& folder);

}  // namespace sinew
