"""Databases that the tests ask, built once."""

from __future__ import annotations

import json
import os
import subprocess
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest

import shuban

LAYERS = [
    "half-gammon/contact-1-1",
    "half-gammon/contact-2-1",
    "half-gammon/bearoff",
    "amazons/5",
    "trax/3",
    "tanhinmin/3p-6",
]

CommandLine = Callable[..., Any]


@pytest.fixture(scope="session")
def data(tmp_path_factory: pytest.TempPathFactory) -> str:
    """A data folder with small databases of all families."""
    folder = str(tmp_path_factory.mktemp("data"))
    for layer in LAYERS:
        shuban.build(layer, data=folder)
    return folder


@pytest.fixture(scope="session")
def program() -> str:
    """The command line, which has come to its answers by another way."""
    return os.environ.get("SHUBAN_PROGRAM") or str(
        Path(__file__).resolve().parents[2] / "target" / "debug" / "shuban"
    )


@pytest.fixture(scope="session")
def command_line(program: str, data: str) -> CommandLine:
    """Asks the command line for JSON."""

    def ask(*arguments: str, **options: str) -> Any:
        command = [program, *arguments, "--json", "--data", options.get("data", data)]
        done = subprocess.run(command, capture_output=True, text=True, check=False)
        return json.loads(done.stdout)

    return ask
