#include <unistd.h>

#include <cerrno>
#include <cstring>

#include "app/commands.h"
#include "sinew/base/error.h"

namespace sinew {

void run_bench_program(const std::vector<std::string>& words) {
  std::error_code ignored;
  const std::filesystem::path own = std::filesystem::read_symlink("/proc/self/exe", ignored);
  const std::string program = (own.parent_path() / "sinew-bench").string();
  if (!std::filesystem::exists(program, ignored))
    throw Error("the benches are not built", program,
                "'./sinew bench' builds them, and so does the target sinew_benches");
  std::vector<char*> arguments;
  for (const std::string& word : words) arguments.push_back(const_cast<char*>(word.c_str()));
  arguments.push_back(nullptr);
  execv(program.c_str(), arguments.data());
  throw Error(std::string("cannot be run: ") + std::strerror(errno), program);
}

}  // namespace sinew
