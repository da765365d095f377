#!/usr/bin/env python3
"""Draws what compression does to Green's functions, beside the points of [JamesPai03, fig. 9, 13-17], as SVG.

usage: plot_greens.py OUT_FOLDER FILE...

FILE is what a bench wrote (sinew bench jamespai-compression --json c.json, and jamespai-summation), or a .greens file,
whose blocks are drawn. Only Python's own library is needed."""

import json
import math
import pathlib
import struct
import sys

INK, GRID, PAPER = "#26292f", "#d9dade", "#b23a2e"
COLOURS = ["#2f6db5", "#4c9a52", "#c98a1b", "#7a4fa3", "#3a9b9b", "#8a8f98"]
PAPER_COMPRESSION = [(0.01, 8.4), (0.05, 25), (0.20, 68)]  # fig. 13: rabbit 4, linear lifted wavelets
LEFT, TOP, WIDTH, HEIGHT = 70, 40, 460, 300


class Axis:
    """A range of numbers on so many pixels, logarithmic or not."""

    def __init__(self, values, start, length, logarithmic):
        self.log = logarithmic
        low, high = min(values), max(values)
        if logarithmic:
            self.ticks = self.decade_ticks(low, high)
        else:
            step = 10 ** math.floor(math.log10(high or 1))
            step = next(s for s in (step / 5, step / 2, step, 2 * step) if high / s <= 6)
            self.ticks = [step * k for k in range(math.ceil(high / step) + 1)]
        self.low, self.high = self.scale(min(low, self.ticks[0])), self.scale(max(high, self.ticks[-1]))
        self.start, self.length = start, length

    @staticmethod
    def decade_ticks(low, high):
        steps = [m * 10**e for e in range(math.floor(math.log10(low)) - 1, math.ceil(math.log10(high)) + 1)
                 for m in (1, 2, 5)]
        first = max(k for k, s in enumerate(steps) if s <= low * (1 + 1e-9))
        last = min((k for k, s in enumerate(steps) if s >= high * (1 - 1e-9)), default=len(steps) - 1)
        return steps[first:max(last, first + 1) + 1]

    def scale(self, value):
        return math.log10(value) if self.log else value

    def __call__(self, value):
        return self.start + self.length * (self.scale(value) - self.low) / (self.high - self.low)


def text(x, y, words, anchor="middle", colour=INK, size=12, more=""):
    words = words.replace("&", "&amp;").replace("<", "&lt;")
    return f'<text x="{x:.1f}" y="{y:.1f}" text-anchor="{anchor}" fill="{colour}" font-size="{size}" {more}>{words}</text>'


def line(x, y, u, v, colour=GRID, width=1):
    return f'<line x1="{x:.1f}" y1="{y:.1f}" x2="{u:.1f}" y2="{v:.1f}" stroke="{colour}" stroke-width="{width}"/>'


def svg(width, height, parts):
    return (f'<svg xmlns="http://www.w3.org/2000/svg" width="{width}" height="{height}" font-family="sans-serif">'
            f'<rect width="100%" height="100%" fill="#fbfbfa"/>{"".join(parts)}</svg>\n')


def plot(title, x_name, y_name, series, logarithmic=(True, True)):
    """Each series: name, points, and whether it is the paper's."""
    points = [p for _, some, _ in series for p in some]
    x = Axis([p[0] for p in points], LEFT, WIDTH, logarithmic[0])
    y = Axis([p[1] for p in points], TOP + HEIGHT, -HEIGHT, logarithmic[1])
    parts = [text(LEFT, 24, title, "start", size=14)]
    for tick in x.ticks:
        parts += [line(x(tick), TOP, x(tick), TOP + HEIGHT), text(x(tick), TOP + HEIGHT + 18, f"{tick:g}")]
    for tick in y.ticks:
        parts += [line(LEFT, y(tick), LEFT + WIDTH, y(tick)), text(LEFT - 8, y(tick) + 4, f"{tick:g}", "end")]
    parts.append(text(LEFT + WIDTH / 2, TOP + HEIGHT + 40, x_name))
    middle = TOP + HEIGHT / 2
    parts.append(text(18, middle, y_name, more=f'transform="rotate(-90 18 {middle})"'))
    ours = 0
    for k, (name, some, is_paper) in enumerate(series):
        colour = PAPER if is_paper else COLOURS[ours % len(COLOURS)]
        ours += not is_paper
        some = sorted(some)
        path = " ".join(f"{x(a):.1f},{y(b):.1f}" for a, b in some)
        dashes = 'stroke-dasharray="5 4"' if is_paper else ""
        parts.append(f'<polyline points="{path}" fill="none" stroke="{colour}" stroke-width="2" {dashes}/>')
        parts += [f'<circle cx="{x(a):.1f}" cy="{y(b):.1f}" r="4" fill="{colour}"/>' for a, b in some]
        parts.append(text(LEFT + WIDTH + 16, TOP + 14 + 20 * k, name, "start", colour))
    return svg(LEFT + WIDTH + 220, TOP + HEIGHT + 56, parts)


def families(rows):
    """Rows of jamespai-compression by the name before their threshold: rabbit4-linear-0.05 is of rabbit4-linear."""
    found = {}
    for row in rows:
        name, _, last = row["case"].rpartition("-")
        if last.replace(".", "").isdigit():
            found.setdefault(name, []).append(row)
    return found


def compression_plots(rows):
    groups = families(rows)
    series = [(name, [(r["epsilon"], r["compression"]) for r in some], False) for name, some in groups.items()]
    yield "compression.svg", plot("Compression by threshold", "threshold on the finest level", "compression",
                                  [*series, ("paper, rabbit 4", PAPER_COMPRESSION, True)])
    for key, name in (("rms", "RMS error"), ("max", "MAX error")):
        series = [(group, [(r["compression"], r[key]) for r in some], False) for group, some in groups.items()]
        yield f"error_{key}.svg", plot(f"{name} by compression", "compression", name, series)


def summation_plots(rows):
    rows = [row for row in rows if "times_faster" in row]
    if not rows:
        return
    yield "speedup.svg", plot("Fast summation against the dense product", "compression", "times as fast",
                              [("measured", [(r["compression"], r["times_faster"]) for r in rows], False)])
    yield "summation.svg", plot("Cost of a fast summation", "blocks summed", "microseconds",
                                [("wavelets", [(r["blocks_summed"], r["us"]) for r in rows], False),
                                 ("dense product", [(r["blocks_summed"], r["dense_us"]) for r in rows], False)],
                                (False, False))


def arrays_of(path):
    """The arrays of a .greens file (docs/formats.md) by their names, as bytes."""
    data = path.read_bytes()
    if data[:8] != b"SINEWGRN":
        sys.exit(f"{path}: is no file of responses")
    arrays = {}
    for k in range(struct.unpack_from("<I", data, 12)[0]):
        name, offset, size, _ = struct.unpack_from("<8sQQQ", data, 32 + 32 * k)
        arrays[name.rstrip(b"\0").decode()] = data[offset:offset + size]
    return arrays


def numbers(data, count):
    """As many whole numbers as the bytes hold, whatever their size."""
    code = {2: "H", 4: "I", 8: "Q"}[len(data) // max(1, count)]
    return struct.unpack(f"<{count}{code}", data)


def sparsity(path):
    arrays = arrays_of(path)
    held = arrays["held"]
    free, side = held.count(0), 600
    offsets = numbers(arrays["goffsets"], free + 1)
    entries = numbers(arrays["gentries"], offsets[-1])
    counts = numbers(arrays["levels"], len(arrays["levels"]) // 4)
    block = side / free
    parts = [text(LEFT, 24, f"{path.stem}: {len(entries):,} of {free * free:,} blocks kept", "start", size=14)]
    for column in range(free):
        cells = "".join(f"M{LEFT + column * block:.2f},{TOP + row * block:.2f}h{block:.2f}v{block:.2f}h-{block:.2f}z"
                        for row in entries[offsets[column]:offsets[column + 1]])
        parts.append(f'<path d="{cells}" fill="{COLOURS[0]}"/>')
    for count in counts:
        at = block * held[:count].count(0)
        parts += [line(LEFT + at, TOP, LEFT + at, TOP + side, PAPER), line(LEFT, TOP + at, LEFT + side, TOP + at, PAPER)]
    parts.append(text(LEFT + side / 2, TOP + side + 24, "columns, wavelet levels from the coarsest between the lines"))
    return svg(side + 2 * LEFT, side + TOP + 40, parts)


def main():
    if len(sys.argv) < 3:
        sys.exit(__doc__)
    out = pathlib.Path(sys.argv[1])
    out.mkdir(parents=True, exist_ok=True)
    for path in map(pathlib.Path, sys.argv[2:]):
        if path.suffix == ".greens":
            drawn = [(f"blocks_{path.stem}.svg", sparsity(path))]
        else:
            file = json.loads(path.read_text())
            plots = {"jamespai-compression": compression_plots, "jamespai-summation": summation_plots}
            if file["bench"] not in plots:
                sys.exit(f"{path}: no plots for the bench {file['bench']}")
            drawn = plots[file["bench"]](file["rows"])
        for name, picture in drawn:
            (out / name).write_text(picture)
            print(out / name)


if __name__ == "__main__":
    main()
