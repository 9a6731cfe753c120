"""Long work: progress, threads, interruption."""

from __future__ import annotations

import json
import os
import signal
import subprocess
import sys
import threading
import time

import pytest

import shuban


def test_a_build_reports_what_the_command_line_does(tmp_path, command_line):
    ours, theirs = tmp_path / "ours", tmp_path / "theirs"
    reports: list[shuban.Progress] = []
    report = shuban.build("half-gammon/contact-2-1", data=ours, threads=1, progress=reports.append)
    expected = command_line("build", "half-gammon/contact-2-1", data=str(theirs))
    assert report["content_hash"] == expected["content_hash"]
    assert list(report) == list(expected)
    assert reports[-1].layer == "half-gammon/contact-2-1"
    assert (reports[-1].step, reports[-1].steps) == (2, 2)
    assert "half-gammon/contact-2-1" in str(reports[-1])
    assert shuban.verify("half-gammon/contact-2-1", data=ours, all=True)["passed"]
    assert shuban.verify("half-gammon/contact-2-1", data=ours, sample=10)["positions"] == 10


def test_progress_is_a_line_if_asked(tmp_path, capsys):
    shuban.build("half-gammon/contact-1-1", data=tmp_path, progress=True)
    assert "half-gammon/contact-1-1" in capsys.readouterr().err
    shuban.build("half-gammon/contact-1-1", data=tmp_path, rebuild=True)
    assert capsys.readouterr().err == ""


def test_an_exception_of_the_report_stops_the_work(tmp_path):
    def refuse(progress: shuban.Progress) -> None:
        raise RuntimeError(f"no more of {progress.layer}")

    with pytest.raises(RuntimeError, match="no more of half-gammon"):
        shuban.build("half-gammon/contact-3-3", data=tmp_path, progress=refuse)


def test_a_search_is_that_of_the_command_line(tmp_path, command_line):
    solved = shuban.solve("trax/3", data=tmp_path, threads=1)
    expected = command_line("solve", "trax/3", "--threads", "1", data=str(tmp_path))
    assert solved["value"] == expected["value"] == "draw"
    nodes = [[question["nodes"] for question in it["questions"]] for it in (solved, expected)]
    assert nodes[0] == nodes[1] != []
    game = shuban.game("tanhinmin/3p")
    position = game.position("1,4|2,5|3,6")
    assert (
        shuban.solve(game, position)["value"]
        == command_line("solve", "tanhinmin/3p", "1,4|2,5|3,6")["value"]
    )
    sided = shuban.solve("amazons", "X../.#O", to_move="white", nodes=100_000, seconds=60)
    expected = command_line("solve", "amazons", "X../.#O", "--to-move", "white")
    assert sided["winner"] == expected["winner"]
    assert sided["score"] == expected["score"] != None  # noqa: E711
    board = shuban.solve("amazons", ".XX./X..X/O..O/.OO.", to_move="white", question="win")
    assert (board["value"], board["winner"]) == ("second", "black")


def test_other_threads_of_python_run_meanwhile(tmp_path):
    """While one thread solves, another one counts: only without the lock it gets far."""
    counted = 0
    done = threading.Event()

    def count() -> None:
        nonlocal counted
        while not done.is_set():
            counted += 1
            time.sleep(0.001)

    other = threading.Thread(target=count)
    other.start()
    before = counted
    shuban.solve("trax/4", data=tmp_path, threads=1)
    during = counted - before
    done.set()
    other.join()
    assert during >= 3


def test_many_threads_ask_one_database(data):
    db = shuban.open("half-gammon/contact-2-1", data)
    texts = db.positions()[:200]
    expected = [db.probe(text)["value"] for text in texts]
    found: dict[int, list[float]] = {}

    def ask(number: int) -> None:
        found[number] = [db.probe(text)["value"] for text in texts]

    threads = [threading.Thread(target=ask, args=(number,)) for number in range(4)]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    assert all(found[number] == expected for number in range(4))


PROGRAMS = {
    "build": "shuban.build('half-gammon/contact-5-5', data=sys.argv[1], progress=say)",
    "solve": "shuban.solve('trax/7', data=sys.argv[1], progress=say)",
    "verify": "shuban.verify('amazons/7', data=sys.argv[1], threads=1, progress=say)",
}

PROGRAM = """
import json, signal, sys
import shuban

signal.signal(signal.SIGINT, signal.default_int_handler)
def say(progress):
    print(json.dumps(progress.phase), flush=True)
try:
    {work}
except KeyboardInterrupt:
    print("stopped", flush=True)
    sys.exit(7)
"""


@pytest.mark.parametrize("work", PROGRAMS)
def test_ctrl_c_ends_long_work(work, tmp_path):
    if work == "verify":
        shuban.build("amazons/7", data=tmp_path)
    program = PROGRAM.format(work=PROGRAMS[work])
    command = [sys.executable, "-c", program, str(tmp_path)]
    with subprocess.Popen(command, stdout=subprocess.PIPE, text=True) as child:
        assert child.stdout is not None
        assert json.loads(child.stdout.readline()) is not None
        os.kill(child.pid, signal.SIGINT)
        rest = child.stdout.read().splitlines()
        assert child.wait() == 7
    assert rest[-1] == "stopped"
