#include "base/mapped_file.h"

#include <fcntl.h>
#include <fmt/format.h>
#include <sys/mman.h>
#include <sys/stat.h>
#include <unistd.h>

#include <cerrno>
#include <cstring>

#include "base/file.h"
#include "sinew/base/error.h"

namespace sinew {

MappedFile::MappedFile(const std::filesystem::path& path) {
  require_file(path);
  const int file = open(path.c_str(), O_RDONLY | O_CLOEXEC);
  struct stat status {};
  const bool known = file >= 0 && fstat(file, &status) == 0;
  const auto size = known ? static_cast<std::size_t>(status.st_size) : 0;
  void* const at = size > 0 ? mmap(nullptr, size, PROT_READ, MAP_PRIVATE, file, 0) : MAP_FAILED;
  const int reason = errno;
  if (file >= 0) close(file);
  if (known && size == 0) throw Error("the file is empty", path.string());
  if (at == MAP_FAILED)
    throw Error(fmt::format("cannot be read: {}", std::strerror(reason)), path.string(),
                "check its permissions");
  bytes_ = {static_cast<const std::byte*>(at), size};
}

MappedFile::~MappedFile() { munmap(const_cast<std::byte*>(bytes_.data()), bytes_.size()); }

}  // namespace sinew
