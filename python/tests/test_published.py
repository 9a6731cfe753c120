"""Databases that are published: read at an address as from a folder."""

from __future__ import annotations

from pathlib import Path

import pytest
from conftest import assert_same_values

import shuban

LAYER = "half-gammon/contact-2-1"


@pytest.fixture(scope="session")
def address(published: Path) -> str:
    """The address of a folder in which some of the databases are published."""
    return f"file://{published}"


def test_values_are_those_of_the_folder(
    address: str, data: str, monkeypatch: pytest.MonkeyPatch, tmp_path: Path
) -> None:
    """The same answers, and the same columns, wherever the database is."""
    monkeypatch.setenv("SHUBAN_CACHE", str(tmp_path))
    assert_same_values(shuban.open(LAYER, data=data), shuban.open(LAYER, data=address))
    listed = shuban.domains("amazons/5", data=address)
    assert [layer["domain"] for layer in listed if layer["built"]] == ["amazons/5"]


def test_an_address_that_is_none_raises() -> None:
    """What cannot be reached is an error of a file; what is not published is not built."""
    with pytest.raises(shuban.FileError, match=r"catalogue\.json") as raised:
        shuban.open(LAYER, data="file:///nowhere")
    assert raised.value.kind == "unreachable"
    with pytest.raises(shuban.ShubanError, match="https, http and file"):
        shuban.open(LAYER, data="ftp://host.example/x")


def test_what_is_not_published_is_not_built(address: str) -> None:
    """As of a folder that does not have it."""
    with pytest.raises(shuban.NotBuilt):
        shuban.open("half-gammon/contact-2-2", data=address)
