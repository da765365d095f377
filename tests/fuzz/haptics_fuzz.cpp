// Packets of a haptic device, and the text files of haptics. What was taken is written again with the same meaning.
#include <algorithm>

#include "fuzz/fuzz_target.h"
#include "haptics/packets.h"
#include "haptics/tool_path.h"
#include "haptics/touch_log.h"

namespace sinew::fuzz {

namespace {

template <typename Packet>
void read_packet(std::span<const std::byte> bytes) {
  Packet packet;
  if (decode(bytes, packet) != PacketFault::kNone) {
    require(packet == Packet{}, "what is no packet changes nothing");
    return;
  }
  require(std::ranges::equal(encoded(packet), bytes), "a packet is encoded to the same bytes");
}

}  // namespace

void read_input(std::string_view bytes) {
  read_packet<DevicePacket>(std::as_bytes(std::span(bytes)));
  read_packet<ForcePacket>(std::as_bytes(std::span(bytes)));
  ToolPath path;
  if (is_taken([&] { path = parse_tool_path(bytes, "path"); }))
    require(parse_tool_path(to_text(path), "again").rows.size() == path.rows.size(), "a path is read again");
  TouchLog log;
  if (is_taken([&] { log = parse_touch_log(bytes, "log"); }))
    require(parse_touch_log(to_text(log), "again").rows == log.rows, "a log is read again");
}

}  // namespace sinew::fuzz
