#!/usr/bin/env python3
"""A stand-in for GNU Backgammon, as `judge_cube.py` starts it.

At 0-ply it never doubles and always takes; deeper it always doubles and always passes.
"""

import json
import os
import pathlib

file = pathlib.Path(os.environ["SHUBAN_CUBE_QUESTIONS"])
cube, plies, positions = json.loads(file.read_text())
shy = (0.0, 0.0, 0.5, 1.0, 9, "No double, take" if cube == "centred" else "No redouble, take")
bold = (1.0, 0.0, 1.5, 1.0, 1, "Double, pass" if cube == "centred" else "Redouble, pass")
answers = [bold if depth else shy for depth in plies]
each = [(f"id of {position}", answers) for position in positions]
file.with_suffix(".answers").write_text(json.dumps([each, [0.0] * (len(plies) + 1)]))
