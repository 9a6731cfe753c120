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

Results are in `scripts/mutants/ledger.tsv`, and a later run goes on from there, on another machine too. A change to
which no test can object may be listed in `scripts/mutants/equivalent.toml`, as its name and the reason.
"""

import argparse
import collections
import concurrent.futures
import hashlib
import time
import tomllib
from pathlib import Path

import changes
import ledger
import tests
from tree import Tree

ROOT = Path(__file__).resolve().parent.parent.parent
WORK = ROOT / "target" / "mutants"
LEDGER = ROOT / "scripts" / "mutants" / "ledger.tsv"
EQUIVALENT = ROOT / "scripts" / "mutants" / "equivalent.toml"

# The crates whose mistakes make a false value, and of each game its rules.
SUBJECTS = {
    "shuban-core": None,
    "shuban-store": None,
    "shuban-check": None,
    "shuban-gammon": "board game game_state moves payoff position variant won bearoff/plays bearoff/rank",
    "shuban-amazons": "board game lines minimax placement position region squares subgame symmetry",
    "shuban-trax": "bits board field future game plain play replies result rules terminal tile tracks walk",
    "shuban-tanhinmin": "compare counts draw game hand reduce rules table leads/single_cards",
    "shuban-daihinmin-game": "cards daihinmin legal/mod legal/check legal/runs legal/sets meld position rules table",
}
# Packages whose tests are asked: those of the subjects, of what is built directly upon the general ones, and of
# what people meet, which alone reaches much that is told to them. A program that tests start has the same change.
TESTERS = [*SUBJECTS, "shuban-cgt", "shuban-conformance", "shuban-search", "shuban-solve", "shuban-catalog"]
TESTERS += ["shuban-answer", "shuban-games", "shuban-match", "shuban-play", "shuban-server", "shuban"]
TESTERS += ["shuban-probe", "shuban-publish", "shuban-site", "shuban-daihinmin"]
TESTERS += ["awari", "halma", "king-and-pawn", "miniatures", "pig", "ur"]


def superfluous(sources, equivalent):
    """Yields a sentence about each entry of the list of equivalent changes that can be removed."""
    outcomes = collections.defaultdict(set)
    for source in sources:
        for change in (change for function in source.functions for change in function.changes):
            outcomes[ledger.full_name(source, change)].add(change.outcome)
    for name in equivalent:
        if name not in outcomes:
            yield f"equivalent.toml: the code has no such change any more, remove the entry: {name}"
        elif outcomes[name] <= {"does not compile"}:
            yield f"equivalent.toml: this change does not compile, remove the entry: {name}"
        elif outcomes[name] <= {*ledger.CAUGHT, "does not compile"}:
            yield f"equivalent.toml: a test notices this change, remove the entry: {name}"


def report(sources, equivalent):
    """Prints a table, a row for each crate, and the entries of the list of equivalent changes to be removed."""
    table = collections.defaultdict(collections.Counter)
    for source in sources:
        for change in (change for function in source.functions for change in function.changes):
            is_same = change.outcome not in ledger.CAUGHT and ledger.full_name(source, change) in equivalent
            table[source.package]["equivalent" if is_same else change.outcome or "open"] += 1
        table[source.package]["left"] += len(source.outside)
    columns = ["caught", "endless", "equivalent", "missed", "missed in time", "not reached", "open"]
    columns += ["does not compile", "left"]
    print(f"| crate | {' | '.join(columns)} | share caught |\n{'| --- ' * (len(columns) + 2)}|")
    for crate, row in [*sorted(table.items()), ("all", sum(table.values(), collections.Counter()))]:
        caught = sum(row[outcome] for outcome in ledger.CAUGHT)
        tried = caught + sum(row[outcome] for outcome in ("missed", "missed in time", "not reached"))
        print(f"| {crate} | {' | '.join(str(row[column]) for column in columns)} | {100 * caught / max(tried, 1):.1f} % |")
    for sentence in superfluous(sources, equivalent):
        print(sentence)


def main():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--only", action="append", help="changes whose names contain this")
    parser.add_argument("--again", action="store_true", help="ask once more about what was not caught")
    parser.add_argument("--minutes", type=float, default=float("inf"), help="stop after this time")
    parser.add_argument("--patience", type=float, default=30, help="seconds of tests that may be asked about a change")
    parser.add_argument("--jobs", type=int, default=2, help="tests that run at once")
    parser.add_argument("--left", action="store_true", help="list what is left for `cargo mutants`, and end")
    parser.add_argument("--report", action="store_true", help="print what is known and what can go, and end")
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

    ledger.load(LEDGER, sources)
    equivalent = tomllib.loads(EQUIVALENT.read_text()) if EQUIVALENT.exists() else {}
    if arguments.report:
        return report(sources, equivalent)
    tree = Tree(ROOT, WORK, sources, len(functions))
    WORK.mkdir(parents=True, exist_ok=True)
    programs = tree.programs(TESTERS)
    ledger.save(LEDGER, sources)
    if arguments.left:
        left = [name for source in sources for name in source.outside]
        left += [ledger.full_name(s, c) for s in sources for f in s.functions for c in f.changes if c.outcome == "left"]
        return print("\n".join(sorted(left)))

    def is_open(name, outcome):
        if outcome in ledger.NEVER_RUN or arguments.only and not any(text in name for text in arguments.only):
            return False
        return outcome is None or arguments.again and outcome not in ledger.CAUGHT and name not in equivalent

    asked = tests.traced(programs, WORK, arguments.jobs)
    for test in asked:
        test["reached"] = set(test["reached"])
    jobs = [
        (ledger.full_name(source, change), change, function.number, source.package)
        for source in sources
        for function in source.functions
        for change in function.changes
        if is_open(ledger.full_name(source, change), change.outcome)
    ]
    # In no order, so that what is done after any time is a sample of all.
    jobs.sort(key=lambda job: hashlib.sha256(job[0].encode()).digest())
    print(f"{len(asked)} tests, {len(jobs)} changes to try", flush=True)

    def judge(job):
        name, change, function, package = job
        if time.monotonic() > stop:
            return
        change.outcome = tests.judged(change.number, function, package, asked, arguments.patience)
        if change.outcome not in ledger.CAUGHT:
            print(f"  {change.outcome}: {name}, line {change.line}", flush=True)

    with concurrent.futures.ThreadPoolExecutor(arguments.jobs) as pool:
        for done, _ in enumerate(pool.map(judge, jobs), 1):
            if done % 50 == 0:
                ledger.save(LEDGER, sources)
                print(f"{done} of {len(jobs)}", flush=True)
    ledger.save(LEDGER, sources)
    report(sources, equivalent)


main()
