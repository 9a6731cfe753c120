"""The program beside a model of its data folder, over random commands, kills and damage."""

from __future__ import annotations

import subprocess
import sys
from pathlib import Path


def test_no_sequence_of_commands_kills_and_damage_leaves_a_wrong_file(program: str) -> None:
    script = Path(__file__).resolve().parents[2] / "scripts" / "model_tester.py"
    command = [sys.executable, script, program, "--sequences", "8"]
    done = subprocess.run(command, capture_output=True, text=True, check=False)
    assert done.returncode == 0, done.stdout + done.stderr
