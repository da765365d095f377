"""sinew feel: a body that is felt by a path of a tool, and by a program that speaks the protocol of docs/haptics.md."""

import json
import os
import pathlib
import signal
import socket
import struct
import subprocess
import time
import unittest
import zlib

from sinew_command import PATIENCE, SINEW, CommandTest

SCENE = """{
  "sinew": 1, "step": 0.01, "steps": 100, "gravity": [0, 0, 0],
  "bodies": [{
    "name": "block", "mesh": {"box": {"size": [0.1, 0.05, 0.1], "cells": [4, 2, 4]}},
    "material": {"young": 2e4, "poisson": 0.3, "density": 1000},
    "hold": [{"region": {"half_space": {"point": [0, 0.001, 0], "normal": [0, -1, 0]}}}]
  }]
}"""

# Over the middle of the block, 6 mm into it, and out again.
PATH = """sinew-tool-path 1
0    0.052 0.07 0.047
0.4  0.052 0.044 0.047
0.8  0.057 0.044 0.047
1.2  0.057 0.07 0.047
"""


class Feel(CommandTest):
    def setUp(self):
        super().setUp()
        self.write("block.json", SCENE)
        self.write("tool.txt", PATH)

    def test_a_path_presses_a_body_and_what_was_measured_is_told(self):
        run = self.succeeds("feel", "block.json", "--device", "tool.txt", "--json", "felt.json")
        for word in ["'block' was felt with tool.txt", "missed", "late", "compute", "ticks by how late they began"]:
            self.assertIn(word, run.stdout)
        felt = json.loads((self.folder / "felt.json").read_text())
        self.assertEqual(felt["body"], "block")
        servo = felt["servo"]
        self.assertGreater(servo["ticks_done"], 100)
        self.assertGreater(servo["ticks_touching"], 20)
        self.assertGreater(servo["most_force_N"], 0.05)
        self.assertLessEqual(servo["most_force_N"], 5 * (1 + 1e-9))
        self.assertEqual(servo["late"]["count"], servo["ticks_done"])

    def test_a_record_has_tool_and_force_and_its_touches_make_the_same_steps_again(self):
        first = self.succeeds("feel", "block.json", "--device", "tool.txt", "--record", "felt")
        checksum = first.stdout.split("checksum ")[1].split()[0]
        rows = (self.folder / "felt/tool.txt").read_text().splitlines()
        self.assertEqual(rows[0], "sinew-tool-path 1")
        self.assertGreater(max(float(row.split()[5]) for row in rows[1:] if len(row.split()) == 7), 0.05)
        again = self.succeeds("feel", "block.json", "--replay", "felt/touches.txt")
        self.assertIn(f"checksum {checksum}", again.stdout)

    def test_the_largest_force_is_a_limit(self):
        self.succeeds("feel", "block.json", "--device", "tool.txt", "--force", "0.02", "--json", "felt.json")
        servo = json.loads((self.folder / "felt.json").read_text())["servo"]
        self.assertGreater(servo["most_force_N"], 0.01)
        self.assertLessEqual(servo["most_force_N"], 0.02 * (1 + 1e-9))

    def test_an_interrupt_ends_the_session_with_its_report(self):
        with subprocess.Popen(
            [SINEW, "feel", "block.json", "--device", "udp:0"],
            cwd=self.folder, stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True,
        ) as process:
            self.assertIn("Ctrl-C ends", process.stderr.readline())
            time.sleep(0.2)
            process.send_signal(signal.SIGINT)
            text, _ = process.communicate(timeout=PATIENCE)
            self.assertEqual(process.returncode, -signal.SIGINT)
            self.assertIn("'block' was felt", text)

    def test_a_device_over_the_network_feels_a_force_that_pushes_it_out(self):
        with socket.socket(socket.AF_INET, socket.SOCK_DGRAM) as free:
            free.bind(("127.0.0.1", 0))
            port = free.getsockname()[1]
        with subprocess.Popen(
            [SINEW, "feel", "block.json", "--device", f"udp:{port}", "--seconds", "20"],
            cwd=self.folder, stdout=subprocess.DEVNULL, stderr=subprocess.PIPE, text=True,
        ) as process, socket.socket(socket.AF_INET, socket.SOCK_DGRAM) as arm:
            self.assertIn(f"udp 127.0.0.1:{port}", process.stderr.readline())
            arm.settimeout(0.05)
            most, answers = 0, 0
            deadline = time.monotonic() + 15
            sequence = 0
            while most < 0.05 and time.monotonic() < deadline:
                sequence += 1
                y = 0.07 - min(0.026, 2e-5 * max(0, sequence - 200))
                packet = struct.pack(
                    "<4sHHIIQ3f4f3f3fIf8x", b"SNWH", 1, 1, sequence, 3, time.monotonic_ns(),
                    0.052, y, 0.047, 1, 0, 0, 0, *[0] * 6, 0, 0)
                arm.sendto(packet + struct.pack("<I", zlib.crc32(packet)), ("127.0.0.1", port))
                try:
                    answer = arm.recv(256)
                except (socket.timeout, ConnectionRefusedError):
                    continue
                self.assertEqual(len(answer), 128)
                self.assertEqual(struct.unpack("<I", answer[124:])[0], zlib.crc32(answer[:124]))
                answers += 1
                if struct.unpack("<I", answer[12:16])[0] & 1:
                    most = max(most, struct.unpack("<3f", answer[28:40])[1])
            process.send_signal(signal.SIGTERM)
            self.assertEqual(process.wait(timeout=PATIENCE), -signal.SIGTERM)
        self.assertGreater(answers, 0)
        self.assertGreaterEqual(most, 0.05)

    def test_the_bridge_of_the_examples_presses_a_body(self):
        bridge = os.environ.get("SINEW_BRIDGE")
        if not bridge:
            self.skipTest("the examples were not built")
        with socket.socket(socket.AF_INET, socket.SOCK_DGRAM) as free:
            free.bind(("127.0.0.1", 0))
            port = str(free.getsockname()[1])
        with subprocess.Popen(
            [SINEW, "feel", "block.json", "--device", f"udp:{port}", "--seconds", "60"],
            cwd=self.folder, stdout=subprocess.DEVNULL, stderr=subprocess.PIPE, text=True,
        ) as process:
            self.assertIn("Ctrl-C ends", process.stderr.readline())
            run = subprocess.run(
                [bridge, port, "3", "0.052", "0.07", "0.047"], capture_output=True, text=True, timeout=PATIENCE)
            process.send_signal(signal.SIGTERM)
            process.wait(timeout=PATIENCE)
        self.assertEqual(run.returncode, 0, run.stdout)
        self.assertGreater(float(run.stdout.split("at most ")[1].split()[0]), 0.05, run.stdout)

    def test_a_hand_pushes_takes_the_blade_and_cuts_a_liver(self):
        scenes = pathlib.Path(__file__).resolve().parents[2] / "scenes/felt"
        # Four times as fast as a person would be shown it, on a coarser liver.
        fast = [line.split("#")[0].split() for line in (scenes / "liver.txt").read_text().splitlines()[1:]]
        self.write("fast.txt", "sinew-tool-path 1\n" + "".join(
            " ".join([str(float(row[0]) / 4)] + row[1:]) + "\n" for row in fast if row))
        words = ["feel", scenes / "liver.json", "--set", "bodies.liver.cells=16", "--tool", "pusher", "--radius", "0.012",
                 "--edge", "0,0.1,0", "--toughness", "60"]
        run = self.succeeds(*words, "--device", "fast.txt", "--record", "felt")
        checksum = run.stdout.split("checksum ")[1].split()[0]
        rows = [row.split() for row in (self.folder / "felt/tool.txt").read_text().splitlines()[1:]]
        force = lambda pressed: max(
            (sum(float(f) ** 2 for f in row[4:7]) for row in rows if (len(row) == 8) == pressed and len(row) > 6), default=0)
        self.assertGreater(force(False), 0.01)
        self.assertGreater(force(True), 0.01)
        self.assertIn(f"checksum {checksum}", self.succeeds(*words, "--replay", "felt/touches.txt").stdout)

    def test_bad_requests_are_refused_with_one_message(self):
        self.write("bad.txt", "sinew-tool-path 1\n0 0 0\n")
        two = json.loads(SCENE)
        two["bodies"].append(dict(two["bodies"][0], name="other"))
        self.write("two.json", json.dumps(two))
        for words, answer in [
            (("block.json", "--device", "none.txt"), "none.txt"),
            (("block.json", "--device", "bad.txt"), "a row of 3 words"),
            (("block.json", "--device", "udp:here"), "'here' is no port"),
            (("block.json", "--device", "udp:999.0.0.1:4737"), "'999.0.0.1' is no IPv4 address"),
            (("block.json", "--device", "udp:0", "--record", "felt"), "--seconds"),
            (("block.json", "--device", "tool.txt", "--body", "blok"), "did you mean 'block'?"),
            (("block.json", "--device", "tool.txt", "--origin", "1,2"), "'1,2' is not of the form X,Y,Z"),
            (("two.json", "--device", "tool.txt"), "choose one by --body: block, other"),
            (("block.json", "--device", "tool.txt", "--tool", "balde"), "did you mean 'blade'?"),
            (("block.json", "--device", "tool.txt", "--tool", "blade", "--body", "block"), "cannot be cut"),
            (("block.json", "--replay", "tool.txt"), "touch log"),
        ]:
            self.refuses(self.sinew("feel", *words), answer)


if __name__ == "__main__":
    unittest.main()
