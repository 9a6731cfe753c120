#!/usr/bin/env python3
"""A stand-in for GNU Backgammon, as `judge_cube.py` starts it: it never doubles, and always takes."""

import json
import os
import pathlib

file = pathlib.Path(os.environ["SHUBAN_CUBE_QUESTIONS"])
cube, plies, positions = json.loads(file.read_text())
answer = (0.0, 0.0, 0.5, 1.0, 9, "No double, take" if cube == "centred" else "No redouble, take")
each = [(f"id of {position}", [answer] * len(plies)) for position in positions]
file.with_suffix(".answers").write_text(json.dumps([each, [0.0] * (len(plies) + 1)]))
