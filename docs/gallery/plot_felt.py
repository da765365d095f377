#!/usr/bin/env python3
"""Draws what a hand felt over time, as SVG: the size of the force, where buttons were pressed, and how far the tool went.

usage: plot_felt.py TOOL.txt OUT.svg

TOOL.txt is the tool path that 'sinew feel --record' wrote. Only Python's own library is needed."""

import math
import pathlib
import sys

INK, GRID, FORCE, WAY, PRESSED = "#26292f", "#d9dade", "#b23a2e", "#2f6db5", "#f0e6c8"
LEFT, TOP, WIDTH, HEIGHT = 60, 30, 820, 260


def read(path):
    lines = pathlib.Path(path).read_text().splitlines()
    if not lines or lines[0] != "sinew-tool-path 1":
        sys.exit(f"{path}: not a tool path")
    rows = []
    for line in lines[1:]:
        words = line.split("#")[0].split()
        if len(words) not in (7, 8):
            continue
        t, x, y, z, *force = map(float, words[:7])
        rows.append((t, (x, y, z), math.hypot(*force), int(words[7]) if len(words) == 8 else 0))
    if not rows:
        sys.exit(f"{path}: no forces were recorded")
    return rows


def ticks(most, count=5):
    step = 10 ** math.floor(math.log10(most))
    step = next(s for s in (step / 10, step / 5, step / 2, step, 2 * step) if most / s <= count + 1)
    return [step * k for k in range(int(most / step) + 1)]


def pressed(rows):
    """From when to when the first button was pressed."""
    spans, since = [], None
    for t, _, _, buttons in rows + [(rows[-1][0], None, 0, 0)]:
        if buttons & 1 and since is None:
            since = t
        if not buttons & 1 and since is not None:
            spans.append((since, t))
            since = None
    return spans


def main():
    if len(sys.argv) != 3:
        sys.exit(__doc__.splitlines()[2])
    rows = read(sys.argv[1])
    start, end = rows[0][0], rows[-1][0]
    most = max(row[2] for row in rows) or 1.0
    heights = [row[1][1] for row in rows]
    low, high = min(heights), max(heights)
    x = lambda t: LEFT + WIDTH * (t - start) / (end - start)
    y = lambda f: TOP + HEIGHT * (1 - f / (1.05 * most))
    y_way = lambda h: TOP + HEIGHT * (1 - (h - low) / ((high - low) or 1))
    out = [
        f'<svg xmlns="http://www.w3.org/2000/svg" width="{LEFT + WIDTH + 20}" height="{TOP + HEIGHT + 50}" '
        'font-family="sans-serif" font-size="12">',
        '<rect width="100%" height="100%" fill="white"/>',
    ]
    for first, last in pressed(rows):
        out.append(f'<rect x="{x(first):.1f}" y="{TOP}" width="{x(last) - x(first):.1f}" height="{HEIGHT}" '
                   f'fill="{PRESSED}"/>')
    for f in ticks(most):
        out.append(f'<line x1="{LEFT}" x2="{LEFT + WIDTH}" y1="{y(f):.1f}" y2="{y(f):.1f}" stroke="{GRID}"/>')
        out.append(f'<text x="{LEFT - 8}" y="{y(f) + 4:.1f}" text-anchor="end" fill="{INK}">{f:g} N</text>')
    for t in ticks(end - start, 10):
        out.append(f'<text x="{x(start + t):.1f}" y="{TOP + HEIGHT + 18}" text-anchor="middle" fill="{INK}">{t:g} s</text>')
    shown = rows[:: max(1, len(rows) // 1500)]
    way = " ".join(f"{x(t):.1f},{y_way(p[1]):.1f}" for t, p, _, _ in shown)
    force = " ".join(f"{x(t):.1f},{y(f):.1f}" for t, _, f, _ in shown)
    out.append(f'<polyline points="{way}" fill="none" stroke="{WAY}" stroke-width="1" stroke-dasharray="4 3"/>')
    out.append(f'<polyline points="{force}" fill="none" stroke="{FORCE}" stroke-width="1.5"/>')
    out.append(f'<text x="{LEFT}" y="{TOP - 10}" fill="{FORCE}">force on the hand</text>')
    out.append(f'<text x="{LEFT + 140}" y="{TOP - 10}" fill="{WAY}">height of the tool, {1e3 * (high - low):.0f} mm in all</text>')
    out.append(f'<text x="{LEFT + 380}" y="{TOP - 10}" fill="{INK}">shaded: the first button is pressed</text>')
    out.append("</svg>\n")
    pathlib.Path(sys.argv[2]).write_text("\n".join(out))


if __name__ == "__main__":
    main()
