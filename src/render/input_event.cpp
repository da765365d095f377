#include "render/input_event.h"

#include <utility>

namespace sinew {

InputEvent key_event(Key key, Modifiers modifiers) {
  InputEvent event;
  event.kind = InputKind::kKey, event.key = key, event.modifiers = modifiers;
  return event;
}

InputEvent tune_event(std::string body, std::string name, double value) {
  InputEvent event;
  event.kind = InputKind::kTune, event.value = value;
  event.body = std::move(body), event.name = std::move(name);
  return event;
}

InputEvent tool_event(std::string tool, std::string name, double value) {
  InputEvent event;
  event.kind = InputKind::kTool, event.value = value;
  event.tool = std::move(tool), event.name = std::move(name);
  return event;
}

InputEvent display_event(std::string name, std::string text) {
  InputEvent event;
  event.kind = InputKind::kDisplay;
  event.name = std::move(name), event.text = std::move(text);
  return event;
}

}  // namespace sinew
