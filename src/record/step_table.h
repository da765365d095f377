#pragma once

#include <cstdint>
#include <filesystem>
#include <memory>
#include <string>

namespace sinew {

// A CSV file with a line for each recorded step, which begins with the number of the step. Each line is
// passed to the operating system at once, so that it survives a crash of the program; a line that does not
// fit on the disk is removed again. Throws Error if the file cannot be read or written.
class StepTable {
 public:
  // Steps that `every` divides are recorded.
  StepTable(std::filesystem::path path, std::int64_t every);
  ~StepTable();
  StepTable(StepTable&&) noexcept;
  StepTable& operator=(StepTable&&) noexcept;

  // Writes a new file with this first line.
  void start(const std::string& header);
  // Keeps the lines of a file up to and including `step`, or starts a new file if there is none. Throws Error
  // if the file has another header.
  void resume(const std::string& header, std::int64_t step);
  bool is_open() const { return file_ != nullptr; }

  void add(const std::string& line);
  // Returns when all lines are on the disk.
  void sync() const;

 private:
  class LineFile;
  std::string kept_lines(const std::string& header, std::int64_t step) const;

  std::filesystem::path path_;
  std::int64_t every_;
  std::unique_ptr<LineFile> file_;
};

// The name, quoted for CSV if it needs to be.
std::string csv_quoted(const std::string& name);

}  // namespace sinew
