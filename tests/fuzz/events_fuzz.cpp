// Recorded input of the window. Events that were read can be written and read again.
#include "fuzz/fuzz_target.h"
#include "render/event_file.h"

namespace sinew::fuzz {

void read_input(std::string_view bytes) {
  const InputFile input(bytes);
  std::vector<InputEvent> events;
  if (!is_taken([&] { events = read_events(input.path()); })) return;
  for (const InputEvent& event : events)
    require(event_from_text(event_text(event), "again") == event, "events are written as they are read");
}

}  // namespace sinew::fuzz
