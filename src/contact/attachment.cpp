#include "sinew/contact/attachment.h"

#include <cmath>

#include "sinew/base/error.h"

namespace sinew {

void require_valid(const Attachment& attachment, std::string_view where) {
  require_valid(attachment.region, where);
  if (!(attachment.within > 0))
    throw Error("an attachment must reach farther than 0 m", std::string(where),
                "by default it reaches everything");
  if (!attachment.during.valid())
    throw Error("an attachment ends before it starts", std::string(where),
                "'until' must not be less than 'from'");
}

void require_valid(const HandTool& tool, std::string_view where) {
  require_valid(Obstacle{.name = tool.name, .shape = tool.shape, .friction = tool.friction}, where);
  if (std::holds_alternative<PlaneShape>(tool.shape))
    throw Error("a plane cannot be held in a hand", std::string(where),
                "give the tool a shape of its own size");
  if (!is_finite(tool.hand) || !(tool.speed > 0))
    throw Error("a hand needs a place, and a speed above 0", std::string(where));
}

}  // namespace sinew
