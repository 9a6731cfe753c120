"""Tests as programs: which functions they reach, in what time, and whether they notice a change."""

import concurrent.futures
import json
import math
import os
import resource
import shutil
import signal
import subprocess
import threading
from pathlib import Path

# Seconds beyond which a test is not asked.
LONGEST = 60.0
# Seconds of tests, and of all tests of a batch, below which they run as one process.
SHORT, BATCH = 0.3, 2.0


def limited(seconds):
    """Keeps an endless loop from taking the machine's memory, and more than some seconds of a processor."""
    resource.setrlimit(resource.RLIMIT_AS, (8 << 30, 8 << 30))
    resource.setrlimit(resource.RLIMIT_CORE, (0, 0))
    resource.setrlimit(resource.RLIMIT_CPU, (seconds, seconds))


def run(program, names, variables, seconds):
    """Runs tests of one program; returns "passed", "failed" or "timeout", and the seconds of a processor.

    The limit is of a processor too, so that a busy machine does not make a change endless. What waits for ever ends
    by the clock.
    """
    environment = dict(
        os.environ,
        INSTA_UPDATE="no",
        PROPTEST_MAX_SHRINK_ITERS="0",
        CARGO_MANIFEST_DIR=program["folder"],
        RAYON_NUM_THREADS="1",
        **variables,
    )
    command = [program["executable"], "--exact", "--test-threads=1", "-q", *names]
    process = subprocess.Popen(
        command,
        cwd=program["folder"],
        env=environment,
        stdin=subprocess.DEVNULL,
        stdout=subprocess.DEVNULL,
        stderr=subprocess.DEVNULL,
        preexec_fn=lambda: limited(math.ceil(seconds)),
        start_new_session=True,
    )
    clock = threading.Timer(60 + 10 * seconds, stop, [process.pid])
    clock.start()
    _, status, usage = os.wait4(process.pid, 0)
    process.returncode = os.waitstatus_to_exitcode(status)
    clock.cancel()
    # Whatever it has started goes with it.
    stop(process.pid)
    outcomes = {0: "passed", -signal.SIGKILL: "timeout", -signal.SIGXCPU: "timeout"}
    return outcomes.get(process.returncode, "failed"), usage.ru_utime + usage.ru_stime


def stop(group):
    """Stops a group of processes, if there is one."""
    try:
        os.killpg(group, signal.SIGKILL)
    except ProcessLookupError:
        pass


def listed(programs):
    """Yields the tests of each program, as a program and a name."""
    for message in programs:
        folder = Path(message["manifest_path"]).parent
        executable = message["executable"]
        program = {"executable": executable, "folder": str(folder), "package": folder.name}
        program["made"] = os.stat(executable).st_mtime
        command = [executable, "--list", "--format", "terse"]
        out = subprocess.run(command, cwd=folder, capture_output=True, text=True).stdout
        for line in out.splitlines():
            if line.endswith(": test"):
                yield program, line.removesuffix(": test")


def traced(programs, work, jobs):
    """Runs every test, unless it is known what it reaches; returns what each reaches, and its seconds."""
    # A line for each test that has run, so that a run that is stopped goes on.
    path = work / "tests.jsonl"
    lines = [json.loads(line) for line in path.read_text().splitlines()] if path.exists() else []
    known = {tuple(key): found for key, found in lines}
    folder = work / "trace"
    shutil.rmtree(folder, ignore_errors=True)
    folder.mkdir()
    writing = threading.Lock()

    def trace(job):
        number, (program, name) = job
        key = program["executable"], program["made"], name
        if key not in known:
            file = folder / str(number)
            outcome, seconds = run(program, [name], {"MUTANT_TRACE": str(file)}, LONGEST)
            found = None
            if outcome == "passed":
                reached = sorted({int(line) for line in file.read_text().split()}) if file.exists() else []
                found = {"seconds": seconds, "reached": reached}
            else:
                why = "it fails without a change" if outcome == "failed" else f"it takes {LONGEST:.0f} s"
                print(f"  not asked, for {why}: {program['package']} {name}", flush=True)
            known[key] = found
            with writing, path.open("a") as file:
                file.write(json.dumps([key, found]) + "\n")
        return known[key] and {"program": program, "name": name, **known[key]}

    with concurrent.futures.ThreadPoolExecutor(jobs) as pool:
        return [test for test in pool.map(trace, enumerate(listed(programs))) if test]


def judged(change, function, package, tests, patience):
    """Runs the tests that reach a function, those of its own crate and short ones first, until one fails.

    No more are asked than take so many seconds together, if they all pass.
    Returns "caught", "endless", "missed", "missed in time" or "not reached".
    """
    reaching = [test for test in tests if function in test["reached"]]
    reaching.sort(key=lambda test: test["seconds"] + (0 if test["program"]["package"] == package else 0.5))
    if not reaching:
        return "not reached"
    batches, rest, together = {}, [], 0.0
    for test in reaching:
        if test["seconds"] < SHORT and together < BATCH:
            batches.setdefault(test["program"]["executable"], []).append(test)
            together += test["seconds"]
        else:
            rest.append([test])
    spent = 0.0
    for batch in [*batches.values(), *rest]:
        usual = sum(test["seconds"] for test in batch)
        spent += usual
        if spent > patience:
            return "missed in time"
        program = batch[0]["program"]
        outcome, _ = run(program, [test["name"] for test in batch], {"MUTANT": str(change)}, 2 + 10 * usual)
        if outcome != "passed":
            return "caught" if outcome == "failed" else "endless"
    return "missed"
