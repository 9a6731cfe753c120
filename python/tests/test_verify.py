"""The verifier that shares nothing with Shuban: what it accepts, and what it refuses."""

from __future__ import annotations

import json
import random
import re
import shutil
import subprocess
import sys
from itertools import islice
from pathlib import Path

import pytest
from conftest import VERIFIED

import shuban
from shuban_verify.__main__ import main
from shuban_verify.contact import boards_of, size_of
from shuban_verify.gammon import Rules
from shuban_verify.reader import File, Table


def raised_by(units):
    """Raises the lower bound, and keeps the upper one."""

    def change(record):
        record[0], record[1] = (record[0] + units) % (1 << 32), record[1] - units

    return change


def lowered_by(units):
    """Lowers the upper bound."""

    def change(record):
        record[1] -= units

    return change


def widest(path, part, column):
    table = Table(File(path), part)
    widths = [width for block in range(table.run.blocks) for width in table.raw(block)[column]]
    return int(max(range(len(widths)), key=widths.__getitem__)), int(max(widths))


@pytest.mark.parametrize("layer", VERIFIED)
def test_what_is_built_passes(layers, capsys, layer):
    assert main(["--all", str(layers / f"{layer}.shuban")]) == 0
    found = re.search(
        r": (\S+), [\d,]+ bytes are sound, ([\d,]+) of ([\d,]+) ", capsys.readouterr().out
    )
    assert found
    assert found[1] == layer
    assert found[2] == found[3]


def test_a_sample_is_drawn_by_its_seed(layers, capsys):
    path = str(layers / "half-gammon/contact-2-1.shuban")
    assert main(["--sample", "100", "--seed", "7", path]) == 0
    out = capsys.readouterr().out
    assert " 100 of 2,054 positions follow from the rules (not looked at without --all: " in out
    assert ": that play leaves the layer, statuses)" in out
    assert main(["--sample", "7", str(layers / "hypergammon/1.shuban")]) == 0
    assert "(not looked at without --all: that play leaves the layer)" in capsys.readouterr().out


def test_no_position_is_drawn_twice():
    rules = Rules({"points": "12", "checkers": "8", "faces": "3", "home": "3"})
    drawn = list(islice(boards_of(rules, 1, 1, random.Random(1)), 157))
    assert len({str(board) for board in drawn}) == len(drawn) == size_of(rules, 1, 1)


def test_files_that_say_the_same_in_other_bytes_pass(forged):
    for layer in VERIFIED:
        assert forged(layer, "--all") == 0, layer


@pytest.mark.parametrize(
    ("layer", "part"),
    [
        ("half-gammon/contact-2-1", "1 v 2"),
        ("half-gammon/money-2-1", "2 v 1"),
        ("mini-gammon/contact-1-1", "1 v 1"),
        ("backgammon/contact-1-1", "1 v 1"),
        ("half-gammon/bearoff2", "8 v 8"),
        ("backgammon/race-7x2", "2 v up to 2"),
    ],
)
@pytest.mark.parametrize("narrow", [raised_by, lowered_by])
def test_a_bound_that_says_too_much_is_refused_with_its_rank(
    layers, forged, capsys, layer, part, narrow
):
    rank, width = widest(layers / f"{layer}.shuban", part, 1)
    changes = {"section": part, "rank": rank, "change": narrow(width)}
    assert forged(layer, "--all", **changes) == 1
    assert f"{part}, rank {rank}, block " in capsys.readouterr().err


def other_way(record):
    """Changes who may win after a lead."""
    record[1] ^= 0b110


def one_more(record):
    record[0] += 1


def another_distribution(record):
    record[2] += 1


@pytest.mark.parametrize(
    ("layer", "part", "rank", "change"),
    [
        ("tanhinmin/3p-6", "leads", 1234, other_way),
        ("tanhinmin/3p-5/print", "leads", 500, other_way),
        ("tanhinmin/3p-5/uecda", "leads", 500, other_way),
        ("tanhinmin/4p-5-distinct", "leads", 77, other_way),
        ("amazons/4", "regions", 500, one_more),
        ("half-gammon/bearoff", "8 checkers", 100, one_more),
        ("half-gammon/bearoff", "8 checkers", 40, another_distribution),
    ],
)
def test_an_exact_value_that_is_changed_is_refused_with_its_rank(
    forged, capsys, layer, part, rank, change
):
    assert forged(layer, "--all", section=part, rank=rank, change=change) == 1
    assert f"{part}, rank {rank}, block " in capsys.readouterr().err


@pytest.mark.parametrize("column", range(0, 20, 2))
def test_each_number_of_hypergammon_is_checked(forged, capsys, column):
    def change(record):
        record[column] = (record[column] - 1) % (1 << 32)

    assert forged("hypergammon/1", section="1 v 1", rank=300, change=change) == 1
    assert "1 v 1, rank " in capsys.readouterr().err


@pytest.mark.parametrize(
    "layer", ["amazons/4", "tanhinmin/3p-6", "tanhinmin/3p-5/uecda", "tanhinmin/4p-5-distinct"]
)
def test_a_histogram_is_counted_again(layers, forged, capsys, layer):
    assert main(["--all", str(layers / f"{layer}.shuban")]) == 0
    assert " classes were counted again" in capsys.readouterr().out

    def moved(entries):
        if entries[0].startswith(b'["'):
            *one, of_one = json.loads(entries[2])
            *other, of_other = json.loads(entries[3])
            told.append([*one, of_one])
            entries[2] = json.dumps([*one, of_one + 1]).encode()
            entries[3] = json.dumps([*other, of_other - 1]).encode()

    told = []
    # All counts still add up to the positions; a sample says nothing of them.
    assert forged(layer, "--all", entries=moved) == 1
    assert f"histogram, entry 2: {json.dumps([*told[0][:-1], told[0][-1] + 1])}, counted " in (
        error := capsys.readouterr().err
    )
    assert json.dumps(told[0]) in error
    assert forged(layer, "--sample", "9", entries=moved) == 0

    def spelled_otherwise(entries):
        entries[-1] = entries[-1].replace(b",", b" , ") if entries[0][:1] == b"[" else entries[-1]

    assert forged(layer, "--all", entries=spelled_otherwise) == 0
    for wrong in (lambda entries: entries.append(b"[["), lambda entries: entries.pop()):
        change = lambda entries: wrong(entries) if entries[0][:1] == b"[" else None  # noqa: B023, E731
        assert forged(layer, "--all", entries=change) == 1
        assert "histogram, entry " in capsys.readouterr().err


def test_flags_of_wins_and_statuses_are_checked(forged, capsys):
    def flip(record):
        record[0] ^= 1

    assert forged("tanhinmin/3p-6", "--all", section="leads", rank=9, change=flip) == 1
    assert "leads, rank 9, block 0: " in capsys.readouterr().err

    def unknown(record):
        record[0] = 2

    changes = {"section": "1 v 1/status", "rank": 116, "change": unknown}
    assert forged("half-gammon/contact-1-1", **changes) == 1
    assert "71 positions are valued" in capsys.readouterr().err

    def recount(directory):
        directory["parts"][0]["facts"]["valued"] -= 1

    assert forged("half-gammon/contact-1-1", "--all", **changes, directory=recount) == 1
    assert "1 v 1/status, rank 116, block 0: " in capsys.readouterr().err


def test_a_flipped_byte_anywhere_is_refused(layers, tmp_path, capsys):
    for name, step in (("half-gammon/contact-1-1", 11), ("amazons/3", 13), ("tanhinmin/3p-4", 17)):
        content = (layers / f"{name}.shuban").read_bytes()
        damaged = tmp_path / "damaged.shuban"
        for at in range(0, len(content), step):
            damaged.write_bytes(content[:at] + bytes([content[at] ^ 0x10]) + content[at + 1 :])
            assert main([str(damaged)]) == 1, at
            assert "checksum" in (message := capsys.readouterr().err) or "no " in message
        for length in (0, 1, 79, 80, len(content) // 2, len(content) - 1):
            damaged.write_bytes(content[:length])
            assert main([str(damaged)]) == 1


def members(document, path=()):
    """Yields the paths to all members of a document."""
    entries = document.items() if isinstance(document, dict) else enumerate(document)
    for name, value in entries:
        yield (*path, name)
        if isinstance(value, (dict, list)):
            yield from members(value, (*path, name))


@pytest.mark.parametrize(
    "layer",
    ["half-gammon/contact-1-1", "backgammon/race-7x2", "tanhinmin/4p-5-distinct", "amazons/4"],
)
def test_directories_that_say_anything_are_no_traceback(layers, forged, layer):
    draw = random.Random(layer)
    paths = list(members(File(layers / f"{layer}.shuban").directory))
    for _ in range(25):
        path = draw.choice(paths)
        value = draw.choice([None, -1, 0, 1, 10**9, 10**30, 0.5, "", "7", "99999999999", [], {}])

        def change(directory, path=path, value=value):
            for name in path[:-1]:
                directory = directory[name]
            directory[path[-1]] = value

        assert forged(layer, "--sample", "3", directory=change) in (0, 1, 2), (path, value)


def test_facts_and_needs_are_compared(layers, forged, capsys, tmp_path):
    def rounds(directory):
        directory["facts"]["leaving_rounds"] += 1

    def another(directory):
        directory["needs"][0]["content_hash"] = "0" * 64

    def foreign(directory):
        directory["needs"][0]["domain"] = "mini-gammon/contact-1-1"

    def slack(directory):
        directory["facts"]["slack"] = -100

    def slack_that_is_not_there(directory):
        directory["facts"]["slack"] = 1

    def width(directory):
        directory["parts"][0]["facts"]["width_reached"] /= 2

    def codec(directory):
        for section in (directory["sections"][0], directory["sections"][2]):
            section["columns"][0]["fraction_bits"] = 29

    layer = "half-gammon/contact-2-1"
    for change, message in (
        (rounds, "play leaves in 4 rounds"),
        (another, "another content hash"),
        (foreign, "needs mini-gammon/contact-1-1"),
        (slack, "facts: slack"),
        (slack_that_is_not_there, "statuses in a layer with slack"),
        (codec, "its hash"),
        (width, "the width reached is "),
    ):
        assert forged(layer, "--all", directory=change) == 1
        assert message in capsys.readouterr().err
    alone = shutil.copy(layers / f"{layer}.shuban", tmp_path)
    assert main([str(alone)]) == 2
    assert "no such file" in capsys.readouterr().err
    assert main([str(layers / "none.shuban")]) == 2


def test_other_layers_have_their_bytes_checked(layers, capsys):
    shuban.build("trax/2", data=str(layers))
    assert main([str(layers / "trax/2.shuban")]) == 0
    assert "no values are checked" in capsys.readouterr().out


def test_it_runs_from_a_checkout_alone(layers):
    """Without `shuban`, without what is installed beside it but for three modules."""
    path = str(layers / "half-gammon/contact-1-1.shuban")
    code = "import sys; sys.modules['shuban'] = None; from shuban_verify.__main__ import main; "
    code += "sys.exit(main(sys.argv[1:]))"
    root = Path(__file__).resolve().parents[1]
    done = subprocess.run(
        [sys.executable, "-c", code, "--all", path],
        cwd=root, capture_output=True, text=True, check=False,
    )  # fmt: skip
    assert done.returncode == 0, done.stderr
    assert "157 of 157 positions and their statuses follow from the rules" in done.stdout


def test_reader_and_rules_of_half_gammon_have_300_lines():
    package = Path(__file__).resolve().parents[1] / "shuban_verify"
    texts = [(package / name).read_text() for name in ("reader.py", "gammon.py")]
    assert sum(len(text.splitlines()) for text in texts) <= 300
    modules = set(re.findall(r"^(?:from|import) (\S+)", "\n".join(texts), re.MULTILINE))
    ours = {".reader"}
    others = {"numpy", "xxhash", "zstandard", "json", "mmap", "struct", "functools", "math"}
    assert modules <= ours | others


def test_a_record_is_printed_as_json(layers, capsys):
    from shuban_verify import dump

    path = str(layers / "half-gammon/contact-1-1.shuban")
    assert dump.main([path, "1 v 1", "116"]) == 0
    assert json.loads(capsys.readouterr().out)["status"] == "valued"
