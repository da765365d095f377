#pragma once

#include <filesystem>
#include <string>

namespace sinew {

// The text of a scene that runs as it is: the mesh, sheet or solid, of a material that suits its size, held
// at one end and pulled by gravity. `folder` is where the scene will stand. Warnings of the mesh are logged.
// Throws Error for a file that is no mesh, or that no body can be made of.
std::string starter_scene(const std::filesystem::path& mesh, const std::filesystem::path& folder);

}  // namespace sinew
