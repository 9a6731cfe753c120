"""The package: its types, its documents, its notebooks."""

from __future__ import annotations

import doctest
import importlib.metadata
import inspect
import re
import subprocess
import sys
from pathlib import Path

import nbclient
import nbformat
import pytest

import shuban
from shuban import _native

HERE = Path(__file__).resolve().parents[1]
NOTEBOOKS = sorted((HERE / "examples").glob("*.ipynb"))


@pytest.mark.parametrize("notebook", NOTEBOOKS, ids=lambda path: path.stem)
def test_a_notebook_runs(notebook, tmp_path):
    document = nbformat.read(notebook, as_version=4)
    client = nbclient.NotebookClient(document, timeout=300)
    client.execute(cwd=str(tmp_path))
    pictures = [
        output
        for cell in document.cells
        if cell.cell_type == "code"
        for output in cell.outputs
        if "image/png" in output.get("data", {})
    ]
    assert pictures


@pytest.mark.parametrize("notebook", NOTEBOOKS, ids=lambda path: path.stem)
def test_a_notebook_is_kept_with_its_outputs(notebook):
    cells = [
        cell for cell in nbformat.read(notebook, as_version=4).cells if cell.cell_type == "code"
    ]
    assert [cell.execution_count for cell in cells] == list(range(1, len(cells) + 1))
    outputs = [output for cell in cells for output in cell.outputs]
    assert any("image/png" in output.get("data", {}) for output in outputs)
    assert not any("/tmp" in str(output) for output in outputs)


def test_there_is_a_notebook_for_each_paper():
    assert len(NOTEBOOKS) == 5


def test_the_readme_says_what_happens(tmp_path, monkeypatch):
    monkeypatch.chdir(tmp_path)
    done = doctest.testfile(
        str(HERE / "README.md"), module_relative=False, optionflags=doctest.ELLIPSIS
    )
    assert done.attempted >= 12
    assert done.failed == 0


@pytest.mark.parametrize("readme", [HERE / "README.md", HERE.parent / "README.md"], ids=str)
def test_the_snippets_of_a_readme_run(readme, tmp_path, monkeypatch):
    monkeypatch.chdir(tmp_path)
    blocks = re.findall(r"^```python\n(.*?)^```", readme.read_text(), re.DOTALL | re.MULTILINE)
    assert blocks
    for number, block in enumerate(blocks):
        exec(compile(block, f"{readme}, block {number}", "exec"), {})


def test_the_version_is_that_of_the_package():
    assert shuban.__version__ == importlib.metadata.version("shuban")


def test_everything_public_has_a_document():
    for name in shuban.__all__:
        thing = getattr(shuban, name)
        assert name == "__version__" or inspect.getdoc(thing), name
        if inspect.isclass(thing):
            for member, value in vars(thing).items():
                if not member.startswith("_") and (
                    callable(value) or inspect.isdatadescriptor(value)
                ):
                    assert inspect.getdoc(value), f"{name}.{member}"


def test_the_package_is_installed_with_its_types():
    package = Path(shuban.__file__).parent
    assert package != HERE / "shuban"
    assert (package / "py.typed").is_file()
    assert (package / "_native.pyi").is_file()
    assert Path(_native.__file__).suffixes[-2:] == [".abi3", ".so"]


def test_the_stubs_are_those_of_the_module(tmp_path):
    for command in (
        ["mypy.stubtest", "shuban._native", "--mypy-config-file", str(HERE / "pyproject.toml")],
        ["mypy", "--config-file", str(HERE / "pyproject.toml"), "-p", "shuban"],
    ):
        done = subprocess.run(
            [sys.executable, "-m", *command], cwd=tmp_path, capture_output=True, text=True,
            check=False,
        )  # fmt: skip
        assert done.returncode == 0, done.stdout + done.stderr


def test_the_style_is_kept():
    for command in (["check"], ["format", "--check"]):
        done = subprocess.run(
            [sys.executable, "-m", "ruff", *command, "--no-cache", str(HERE)],
            capture_output=True, text=True, check=False,
        )  # fmt: skip
        assert done.returncode == 0, done.stdout + done.stderr
