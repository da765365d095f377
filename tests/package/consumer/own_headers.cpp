#include <sinew/core.h>

#include "base/error.h"
#include "scene/world.h"

// Both sets of headers in one program; leaves with 0 if each is what it says.
int main() {
  const World ours;
  const sinew::World theirs;
  try {
    theirs.body("nobody");
  } catch (const sinew::Error& error) {
    return ours.error.text == "ours" && error.problem() == "no body 'nobody'" ? 0 : 1;
  }
  return 1;
}
