#!/usr/bin/env python3
"""Draws docs/images/processes.svg, how fast a layer is solved by processes and by threads.

The figures are those of docs/images/processes.json, which has the members of what `shuban bench cluster --full
--json` prints.
"""

import json
from pathlib import Path

IMAGES = Path(__file__).resolve().parent.parent / "docs/images"
WIDTH, HEIGHT = 640, 400
LEFT, RIGHT, TOP, BOTTOM = 70, 20, 50, 50
# Colours that differ for colour-blind readers too (Okabe and Ito).
COLOURS = {"one process of 1 or 2 threads": "#d55e00", "processes of 1 thread each": "#0072b2"}


def curves(builds):
    """Returns the points of both curves: how many work, and their millions of positions a second."""
    points = [(one["processes"], one["threads"], one["positions_per_second"] / 1e6) for one in builds]
    by_threads = [(threads, rate) for processes, threads, rate in points if processes == 1]
    by_processes = [(processes, rate) for processes, threads, rate in points if threads == 1]
    return dict(zip(COLOURS, (by_threads, by_processes)))


def draw(measured):
    """Returns the picture."""
    layer, cores = measured["layer"], measured["cores"]
    found = curves(layer["builds"])
    counts = sorted({count for points in found.values() for count, _ in points})
    highest = max(rate for points in found.values() for _, rate in points)
    step = 10 if highest > 30 else 5
    top = step * (1 + int(highest // step))

    def x(count):
        # Each twice as many is as far from the last one.
        return LEFT + (WIDTH - LEFT - RIGHT) * (0.1 + 0.8 * counts.index(count) / (len(counts) - 1))

    def y(rate):
        return HEIGHT - BOTTOM - (HEIGHT - TOP - BOTTOM) * rate / top

    title = f"{layer['domain']} on {cores} cores: positions of all sweeps a second"
    lines = [
        f'<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 {WIDTH} {HEIGHT}" width="{WIDTH}" '
        f'height="{HEIGHT}" font-family="DejaVu Sans, Helvetica, Arial, sans-serif" font-size="13">',
        f"  <title>{title}</title>",
        f'  <rect width="{WIDTH}" height="{HEIGHT}" fill="#fff"/>',
        f'  <text x="{WIDTH / 2:g}" y="24" text-anchor="middle" font-size="15">{title}</text>',
    ]
    for rate in range(0, top + 1, step):
        lines.append(
            f'  <path d="M{LEFT} {y(rate):.1f} H{WIDTH - RIGHT}" stroke="#ddd"/>'
            f'<text x="{LEFT - 8}" y="{y(rate) + 4.5:.1f}" text-anchor="end">{rate} M</text>'
        )
    for count in counts:
        lines.append(
            f'  <text x="{x(count):.1f}" y="{HEIGHT - BOTTOM + 20}" text-anchor="middle">{count}</text>'
        )
    lines.append(
        f'  <text x="{(LEFT + WIDTH - RIGHT) / 2:g}" y="{HEIGHT - 10}" text-anchor="middle">'
        "processes, or threads</text>"
    )
    for row, (name, colour) in enumerate(COLOURS.items()):
        path = " L".join(f"{x(count):.1f} {y(rate):.1f}" for count, rate in found[name])
        lines.append(f'  <path d="M{path}" fill="none" stroke="{colour}" stroke-width="2"/>')
        for count, rate in found[name]:
            # The point of both curves has one mark.
            if name != list(COLOURS)[0] and count == 1:
                continue
            lines.append(
                f'  <circle cx="{x(count):.1f}" cy="{y(rate):.1f}" r="4" fill="{colour}"/>'
                f'<text x="{x(count):.1f}" y="{y(rate) - 9:.1f}" text-anchor="middle">{rate:.1f} M</text>'
            )
        down = TOP + 14 + 20 * row
        lines.append(
            f'  <path d="M{WIDTH - 250} {down} h24" stroke="{colour}" stroke-width="2"/>'
            f'<text x="{WIDTH - 220}" y="{down + 4.5:g}">{name}</text>'
        )
    return "\n".join([*lines, "</svg>", ""])


def main():
    measured = json.loads((IMAGES / "processes.json").read_text())
    (IMAGES / "processes.svg").write_text(draw(measured))


if __name__ == "__main__":
    main()
