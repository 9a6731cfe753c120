"""Databases that the tests ask, built once."""

from __future__ import annotations

import json
import os
import shutil
import subprocess
from collections.abc import Callable
from pathlib import Path
from typing import Any

import numpy as np
import pytest
from reseal import resealed

import shuban
from shuban_verify.__main__ import main

LAYERS = [
    "half-gammon/contact-1-1",
    "half-gammon/contact-2-1",
    "half-gammon/bearoff",
    "amazons/5",
    "trax/3",
    "tanhinmin/3p-6",
]

# Those that the verifier which shares nothing with Shuban is given.
VERIFIED = [
    "half-gammon/contact-1-1",
    "half-gammon/contact-2-1",
    "half-gammon/money-2-1",
    "half-gammon/bearoff",
    "half-gammon/bearoff2",
    "mini-gammon/contact-1-1",
    "backgammon/contact-1-1",
    "backgammon/race-7x2",
    "hypergammon/1",
    "tanhinmin/3p-6",
    "tanhinmin/3p-5/print",
    "tanhinmin/3p-5/uecda",
    "tanhinmin/4p-5-distinct",
    "amazons/4",
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


def assert_same_values(near: shuban.Database, far: shuban.Database) -> None:
    """The same columns of all parts, wherever the database is."""
    assert near.info()["content_hash"] == far.info()["content_hash"]
    for part in range(len(near.parts)):
        there = far.values(part)
        for name, column in near.values(part).items():
            assert np.array_equal(column, there[name])


PUBLISHED = ["half-gammon/contact-2-1", "amazons/5"]


@pytest.fixture(scope="session")
def published(data: str, program: str, tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A folder in which some of the databases are published."""
    folder = tmp_path_factory.mktemp("published")
    places = ["--to", str(folder), "--data", data]
    subprocess.run([program, "publish", *PUBLISHED, *places, "--quiet"], check=True)
    return folder


@pytest.fixture(scope="session")
def layers(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A data folder with small databases of all kinds that the other verifier knows."""
    folder = tmp_path_factory.mktemp("layers")
    for layer in VERIFIED:
        shuban.build(layer, data=str(folder))
    return folder


@pytest.fixture
def forged(layers: Path, tmp_path: Path) -> Callable[..., int]:
    """Writes a layer anew beside the layers that it needs, with changes, and checks it.

    With `again` what was changed before stays so.
    """
    folder = shutil.copytree(layers, tmp_path / "data")

    def forge(name: str, *options: str, again: bool = False, **changes: Any) -> int:
        path = folder / f"{name}.shuban"
        resealed(path if again else layers / f"{name}.shuban", path, **changes)
        return main([*options, str(path)])

    return forge
