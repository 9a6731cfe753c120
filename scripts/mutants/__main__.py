"""Changes the code in thousands of places, one at a time, and looks for a test that notices.

    cargo install cargo-mutants
    python3 scripts/mutants [--only TEXT]... [--minutes N]

`cargo mutants` says which changes there are ("replace < with <="), and would compile the crates anew for
each of them, which takes weeks. Here all are compiled at once: a function's body becomes a choice between
itself and its changed copies, and a variable of the environment says which is taken. A first run of each test
notes which functions it reaches, and in what time. Then the tests that reach a changed function are run, short ones
first, until one fails or takes ten times as long.

What does not compile is left out, as it is by `cargo mutants`. Functions that must be constant or return a type
without a name, and changes outside functions, cannot be chosen: they are counted as left, and `cargo mutants` itself
tries them (`--left` lists them).

Results are in `target/mutants/results.json`, and a later run goes on from there. A change to which no test can
object may be listed in `scripts/mutants/equivalent.toml`, as its name and the reason.
"""

import argparse
import collections
import concurrent.futures
import hashlib
import json
import time
import tomllib
from pathlib import Path

import changes
import tests
from tree import Tree

ROOT = Path(__file__).resolve().parent.parent.parent
WORK = ROOT / "target" / "mutants"

# The crates whose mistakes make a false value, and of each game its rules.
SUBJECTS = {
    "shuban-core": None,
    "shuban-store": None,
    "shuban-check": None,
    "shuban-gammon": "board game game_state moves payoff position variant won bearoff/plays bearoff/rank",
    "shuban-amazons": "board game lines minimax placement position region squares subgame symmetry",
    "shuban-trax": "bits board field future game plain play replies result rules terminal tile tracks walk",
    "shuban-tanhinmin": "compare counts draw game hand reduce rules table leads/single_cards",
    "shuban-daihinmin-game": "cards daihinmin legal meld position rules table",
}
# Packages whose tests are asked. What is built upon them would notice more, but takes longer to ask.
TESTERS = [*SUBJECTS, "shuban-cgt", "shuban-conformance"]
CAUGHT = ("caught", "endless")


def report(results, equivalent, unviable, left):
    """Prints a table, a row for each crate."""
    table = collections.defaultdict(collections.Counter)
    for name, (outcome, _) in results.items():
        same = outcome not in CAUGHT and name in equivalent
        table[name.split("/")[1]]["equivalent" if same else outcome] += 1
    print("| crate | changes | caught | of them endless | equivalent | missed | not reached | caught |")
    print("| --- | --- | --- | --- | --- | --- | --- | --- |")
    for crate, row in [*sorted(table.items()), ("all", sum(table.values(), collections.Counter()))]:
        caught = sum(row[outcome] for outcome in CAUGHT)
        viable = sum(row.values()) - row["equivalent"]
        missed = row["missed"] + row["missed in time"]
        cells = [crate, sum(row.values()), caught, row["endless"], row["equivalent"], missed, row["not reached"]]
        print(f"| {' | '.join(map(str, cells))} | {100 * caught / max(viable, 1):.1f} % |")
    print(f"\n{len(unviable)} changes do not compile, {len(left)} are left")


def main():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--only", action="append", help="changes whose names contain this")
    parser.add_argument("--again", action="store_true", help="ask once more about what was not caught")
    parser.add_argument("--minutes", type=float, default=float("inf"), help="stop after this time")
    parser.add_argument("--jobs", type=int, default=2, help="tests that run at once")
    parser.add_argument("--left", action="store_true", help="list what is left for `cargo mutants`, and end")
    arguments = parser.parse_args()
    stop = time.monotonic() + 60 * arguments.minutes

    sources = [
        changes.Source(ROOT, path, found)
        for package, names in SUBJECTS.items()
        for path, found in changes.listed(ROOT, package, names).items()
    ]
    functions = [function for source in sources for function in source.functions]
    for number, function in enumerate(functions):
        function.number = number
    for number, change in enumerate((c for f in functions for c in f.changes), 1):
        change.number = number
    print(f"{sum(len(f.changes) for f in functions)} changes in {len(functions)} functions", flush=True)

    tree = Tree(ROOT, WORK, sources, len(functions))
    WORK.mkdir(parents=True, exist_ok=True)
    programs = tree.programs(TESTERS)
    left = [name for source in sources for name in source.outside]
    chosen = []
    for source in sources:
        for function in source.functions:
            viable = [change for change in function.changes if change.name not in tree.unviable]
            if (source.path, function.start) in tree.unchanged:
                left += [change.name for change in viable]
            else:
                chosen += [(change, function.number, source.package) for change in viable]
    if arguments.left:
        return print("\n".join(sorted(left)))

    ledger = WORK / "results.json"
    results = json.loads(ledger.read_text()) if ledger.exists() else {}
    # What is no longer there counts no longer.
    names = {change.name for change, _, _ in chosen}
    results = {name: result for name, result in results.items() if name in names}
    equivalent_file = Path(__file__).parent / "equivalent.toml"
    equivalent = tomllib.loads(equivalent_file.read_text()) if equivalent_file.exists() else {}

    def is_open(name):
        known = results.get(name)
        if arguments.only and not any(text in name for text in arguments.only):
            return False
        return known is None or arguments.again and known[0] not in CAUGHT and name not in equivalent

    asked = tests.traced(programs, WORK, arguments.jobs)
    for test in asked:
        test["reached"] = set(test["reached"])
    # In no order, so that what is done after any time is a sample of all.
    jobs = sorted((job for job in chosen if is_open(job[0].name)), key=lambda job: hashlib.sha256(job[0].name.encode()).digest())
    print(f"{len(asked)} tests, {len(jobs)} changes to try", flush=True)

    def judge(job):
        change, function, package = job
        return change.name, None if time.monotonic() > stop else tests.judged(change.number, function, package, asked)

    with concurrent.futures.ThreadPoolExecutor(arguments.jobs) as pool:
        for done, (name, result) in enumerate(pool.map(judge, jobs), 1):
            if result is None:
                continue
            results[name] = result
            if result[0] not in CAUGHT:
                print(f"  {result[0]}: {name}", flush=True)
            if done % 50 == 0:
                ledger.write_text(json.dumps(results, indent=0))
                print(f"{done} of {len(jobs)}", flush=True)
    ledger.write_text(json.dumps(results, indent=0))
    report(results, equivalent, tree.unviable, left)


main()
