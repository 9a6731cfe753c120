"""The verifier that shares nothing with Shuban, and files made to get past it."""

from __future__ import annotations

import os
import shutil
import subprocess
import sys
from fractions import Fraction
from pathlib import Path

import numpy as np
import pytest
from reseal import resealed

import shuban
from shuban_verify import dump
from shuban_verify.__main__ import main
from shuban_verify.contact import boards_of
from shuban_verify.gammon import UNIT, Rules
from shuban_verify.layouts import layout_of
from shuban_verify.reader import File
from shuban_verify.statuses import BoundsAndStatuses

ONE = "half-gammon/contact-1-1"
TWO = "half-gammon/contact-2-1"
HERE = Path(__file__).resolve().parents[1]


def a_third(record):
    record[:] = [UNIT // 3, 0]


def nothing(record):
    """Makes bounds say nothing: from -1 to 1."""
    record[:] = [(1 << 32) - UNIT, 2 * UNIT]


def win(record):
    record[0] = 3


def with_slack(slack, valued=False, width=None):
    """Makes a directory state slack."""

    def change(directory):
        directory["facts"] |= {"slack": slack, "leaving_rounds": 0}
        for part in directory["parts"]:
            if not valued:
                part["facts"].pop("valued", None)
            if width is not None:
                part["facts"]["width_reached"] = width

    return change


@pytest.mark.parametrize("statuses", [True, False])
@pytest.mark.parametrize(
    "slack",
    [
        2049638221822237809, 2 * UNIT + 1, (1 << 62) - 1, 1 << 62, (1 << 62) + 1, (1 << 63) - 1,
        1 << 63, (1 << 63) + 1, (1 << 64) - 1, 1 << 64, (1 << 64) + 1, True, 1.0, "1", None, -1,
    ],
)  # fmt: skip
def test_slack_is_a_number_that_bounds_can_have(forged, capsys, slack, statuses):
    changes = {} if statuses else {"without": ("1 v 1/status",)}
    directory = with_slack(slack, statuses)
    code = forged(
        ONE, "--all", section="1 v 1", rank=5, change=a_third, directory=directory, **changes
    )
    assert code == 1
    assert "slack" in capsys.readouterr().err


@pytest.mark.parametrize("slack", [1, 2 * UNIT])
def test_bounds_that_say_nothing_have_any_slack(forged, capsys, slack):
    without = ("1 v 1/status",)
    directory = with_slack(slack, width=2)
    changes = {"section": "1 v 1", "rank": None, "change": nothing, "without": without}
    assert forged(ONE, "--all", **changes, directory=directory) == 0
    assert f"with a slack of {slack}" in capsys.readouterr().out


def wrapping(record):
    """Adds what becomes 0 when it is multiplied by the number of rolls, nearly."""
    record[0], record[1] = (record[0] + (1 << 64) // 9) % (1 << 64), record[1] + 1


def beyond(record):
    """Makes bounds that no result has."""
    record[0] = 1 << 31


def inverted(record):
    """Makes an upper bound that no sum of 64 bits can be."""
    record[1] = (1 << 63) - 1


@pytest.mark.parametrize(
    ("layer", "part", "change"),
    [
        ("half-gammon/bearoff2", "8 v 8", wrapping),
        ("half-gammon/bearoff2", "8 v 8", inverted),
        (ONE, "1 v 1", beyond),
        ("half-gammon/money-2-1", "2 v 1", beyond),
        ("backgammon/race-7x2", "2 v up to 2", beyond),
        ("hypergammon/1", "1 v 1", beyond),
    ],
)
def test_bounds_beyond_all_results_are_refused_with_their_rank(
    layers, forged, capsys, layer, part, change
):
    _, entry = File(layers / f"{layer}.shuban").sections[part]
    rank = entry["rows"] - 1
    assert forged(layer, "--all", section=part, rank=rank, change=change) == 1
    assert f"{part}, rank {rank}, block " in capsys.readouterr().err


@pytest.mark.parametrize(
    ("layer", "part"),
    [("half-gammon/bearoff2", "8 v 8"), ("backgammon/race-7x2", "2 v up to 2")],
)
def test_bounds_that_say_less_than_they_could_are_refused_with_their_rank(
    forged, capsys, layer, part
):
    def wider(record):
        record[1] += 1

    assert forged(layer, "--all", section=part, rank=321, change=wider) == 1
    assert f"{part}, rank 321, block " in capsys.readouterr().err


def chances_of(entry):
    """Returns the integers of a distribution, as bytes with their lengths."""
    found = []
    while entry:
        found.append(entry[: 1 + entry[0]])
        entry = entry[1 + entry[0] :]
    return found


def test_the_last_of_the_chances_is_not_lost(forged, capsys):
    """The longest distributions, each cut by its last chance."""
    layer, part, throws, means = "half-gammon/bearoff", "8 checkers", 9, {}

    def cut(entries):
        most = max(len(chances_of(entry)) for entry in entries)
        for number, entry in enumerate(entries):
            if len(chances := chances_of(entry)) == most:
                entries[number] = b"".join(chances[:-1])
                integers = [int.from_bytes(chance[1:], "little") for chance in chances[:-1]]
                means[number] = sum(
                    n * Fraction(chance, throws**n) for n, chance in enumerate(integers)
                )

    def mean(record):
        if record[2] in means:
            found = means[record[2]] * (1 << 56)
            record[0], record[1] = int(found), int(found != int(found))

    forged(layer, entries=cut)
    assert means
    assert forged(layer, "--all", again=True, section=part, rank=None, change=mean) == 1
    assert "the distribution is not what the rules give" in capsys.readouterr().err


def test_statuses_are_of_all_parts_or_of_none(forged, capsys):
    def other(directory):
        directory["parts"][1]["facts"].pop("valued")

    rank = 0
    changes = {"section": "2 v 1/status", "rank": rank, "change": win}
    without = ("1 v 2/status",)
    for options in ([], ["--all"]):
        assert forged(TWO, *options, **changes, without=without, directory=other) == 1
        assert "statuses are of all parts, or of none" in capsys.readouterr().err

    def none(directory):
        for part in directory["parts"]:
            part["facts"].pop("valued")

    both = ("1 v 2/status", "2 v 1/status")
    assert forged(TWO, "--all", without=both, directory=none) == 0
    assert "positions follow from the rules, play leaves" in capsys.readouterr().out


def test_there_are_no_statuses_with_slack(forged, capsys):
    directory = with_slack(1, valued=True, width=2)
    forged(ONE, section="1 v 1", rank=None, change=nothing)

    def all_valued(described):
        directory(described)
        described["parts"][0]["facts"]["valued"] = 157

    changes = {"section": "1 v 1/status", "rank": None, "change": win}
    assert forged(ONE, "--all", again=True, **changes, directory=all_valued) == 1
    assert "statuses in a layer with slack" in capsys.readouterr().err


@pytest.fixture
def folder(layers, tmp_path):
    """A data folder to be changed."""
    return shutil.copytree(layers, tmp_path / "own")


def path_of(folder, layer):
    return folder / f"{layer}.shuban"


def leading_to(need):
    """Makes a directory name the layer at a path as the one it needs."""
    directory = File(need).directory

    def change(described):
        described["needs"] = [{name: directory[name] for name in ("domain", "content_hash")}]

    return change


def test_statuses_need_those_of_the_layers_that_play_leads_to(folder, capsys):
    one, two = path_of(folder, ONE), path_of(folder, TWO)

    def none(directory):
        directory["parts"][0]["facts"].pop("valued")

    resealed(one, one, without=("1 v 1/status",), directory=none)
    resealed(two, two, directory=leading_to(one))
    for options in ([], ["--all"]):
        assert main([*options, str(two)]) == 1
        assert f"needs {ONE}, which has no statuses" in capsys.readouterr().err


def test_positions_of_layers_with_slack_have_an_unknown_status(folder, capsys):
    one, two = path_of(folder, ONE), path_of(folder, TWO)
    slack = with_slack(1, width=2)
    wide = {"rank": None, "change": nothing}
    resealed(one, one, section="1 v 1", **wide, without=("1 v 1/status",), directory=slack)
    for part in ("2 v 1", "1 v 2"):
        resealed(two, two, section=part, **wide)

    def stated(directory):
        leading_to(one)(directory)
        for part, found in zip(directory["parts"], statuses, strict=True):
            part["facts"] |= {"width_reached": 2, "valued": int((found != 2).sum())}

    statuses = np.full((2, 1027), 2)
    resealed(two, two, directory=stated)
    assert main(["--all", str(two)]) == 1
    capsys.readouterr()
    file = File(two)
    bounds = BoundsAndStatuses(file, [File(one)], Rules(file.directory["parameters"]))
    for a, b in ((2, 1), (1, 2)):
        bounds.check(a, b, np.array(list(boards_of(bounds.rules, a, b, None)), np.int8))
    statuses = bounds.derive().reshape(2, 1027)
    for part, found in zip(("2 v 1", "1 v 2"), statuses.tolist(), strict=True):
        following = iter(found)

        def change(record, following=following):
            record[0] = next(following)

        resealed(two, two, section=f"{part}/status", rank=None, change=change, directory=stated)
    assert main(["--all", str(two)]) == 0
    assert "and their statuses" in capsys.readouterr().out
    assert (statuses == 2).any()
    assert not (statuses == 2).all()


def test_another_layer_under_a_layers_name_is_refused(folder, tmp_path, capsys):
    shuban.build("trax/2", data=str(folder))
    elsewhere = shutil.copy(path_of(folder, ONE), tmp_path / "some.shuban")
    assert main(["--all", str(elsewhere)]) == 0
    assert f"some.shuban: {ONE}, " in capsys.readouterr().out
    for layer, name in (
        ("amazons/3", "amazons/4"),
        ("amazons/3", "tanhinmin/3p-5/print"),
        ("amazons/3", "trax/2"),
        ("amazons/3", "amazons/4.compact"),
        ("amazons/3", "amazons/3/canonical"),
        ("amazons/3", "daihinmin-open/3p-8"),
        ("trax/2", "amazons/4"),
    ):
        path = tmp_path / "other" / f"{name}.shuban"
        path.parent.mkdir(parents=True, exist_ok=True)
        shutil.copy(path_of(folder, layer), path)
        assert main([str(path)]) == 1
        assert f"at this name there is {layer}" in capsys.readouterr().err
    assert main([str(path_of(folder, "trax/2"))]) == 0


def test_names_have_one_form():
    assert layout_of(TWO)
    for name in (
        "half-gammon/contact-1-2", "half-gammon/contact-02-1", "half-gammon/contact-2-01",
        "half-gammon/contact-２-1", "half-gammon/contact-2-0", "amazons/04", "amazons/0",
        "tanhinmin/3p-05", "backgammon/race-07x2", "backgammon/race-7x02", f"{TWO}\n",
    ):  # fmt: skip
        assert layout_of(name) is None, name


def test_the_layer_at_the_name_of_one_that_is_needed_is_that_one(folder, capsys):
    shutil.copy(path_of(folder, "mini-gammon/contact-1-1"), path_of(folder, ONE))
    assert main([str(path_of(folder, TWO))]) == 1
    assert f"needs {ONE}, but at that name there is mini-" in capsys.readouterr().err


def test_layers_that_need_each_other_are_refused(folder, capsys):
    one, two = path_of(folder, ONE), path_of(folder, TWO)
    resealed(one, one, directory=leading_to(one))
    assert main(["--all", str(one)]) == 1
    assert f"needs {ONE}, which is not smaller" in capsys.readouterr().err
    resealed(one, one, directory=leading_to(two))
    assert main(["--all", str(one)]) == 1
    assert f"needs {TWO}, which is not smaller" in capsys.readouterr().err
    assert main(["--all", str(two)]) == 1
    assert f"needs {ONE}, and that {TWO}, which is not smaller" in capsys.readouterr().err


def test_what_a_file_says_is_not_obeyed_by_a_terminal(forged, capsys):
    def red(directory):
        directory["needs"][0]["domain"] = "\x1b[31m"

    assert forged(TWO, directory=red) == 1
    assert "needs \\x1b[31m" in (message := capsys.readouterr().err)
    assert "\x1b" not in message


def test_only_files_are_read_and_no_pipe_is_waited_for(tmp_path, capsys):
    os.mkfifo(tmp_path / "pipe.shuban")
    (tmp_path / "folder.shuban").mkdir()
    (tmp_path / "loop.shuban").symlink_to("loop.shuban")
    (tmp_path / "text.shuban").write_text("")
    for name, code, message in (
        ("pipe", 2, "a pipe, and no file"),
        ("folder", 2, "a folder, and no file"),
        ("loop", 2, "oo many levels of symbolic links"),
        ("none", 2, "no such file"),
        ("text.shuban/none", 2, "ot a directory"),
        ("x" * 300, 2, "ile name too long"),
    ):
        path = str(tmp_path / f"{name}.shuban")
        for command in ("shuban_verify", "shuban_verify.dump"):
            done = subprocess.run(
                [sys.executable, "-m", command, path],
                cwd=HERE, capture_output=True, text=True, check=False, timeout=20,
            )  # fmt: skip
            assert (done.returncode, done.stdout) == (code, "")
            assert message in done.stderr
            assert done.stderr.count("\n") == 1
    assert dump.main([str(tmp_path / "text.shuban")]) == 1
    assert capsys.readouterr().err.count("\n") == 1


def test_modules_that_are_missing_are_named(layers):
    path = str(path_of(layers, ONE))
    for command in (["shuban_verify", path], ["shuban_verify.dump", path]):
        done = subprocess.run(
            [sys.executable, "-S", "-m", *command],
            cwd=HERE, capture_output=True, text=True, check=False,
            env={name: value for name, value in os.environ.items() if name != "PYTHONPATH"},
        )  # fmt: skip
        assert (done.returncode, done.stdout) == (2, "")
        assert "pip install numpy xxhash zstandard" in done.stderr
        assert done.stderr.count("\n") == 1
