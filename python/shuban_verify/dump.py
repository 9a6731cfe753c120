"""Print a file, or one record, as JSON: `python -m shuban_verify.dump FILE [PART RANK]`.

Of a file: its header, its directory, and the decoded content of every section, records as raw
numbers and entries in hexadecimal digits. Of a record: its columns as numbers, and its status if
the part has one.
"""

from __future__ import annotations

import json
import sys
from pathlib import Path

from .modules import missing


def main(arguments: list[str]) -> int:
    """Print a file or a record; return the exit code."""
    if len(arguments) not in (1, 3):
        print(__doc__, file=sys.stderr)
        return 2
    if what := missing():
        print(what, file=sys.stderr)
        return 2
    # These import the modules that may be missing.
    from .content import everything, probe
    from .opening import NotThere, opened
    from .reader import Damaged
    from .whole import MALFORMED, check_whole

    try:
        file = opened(Path(arguments[0]))
        if len(arguments) == 3:
            found = probe(file, arguments[1], int(arguments[2]))
        else:
            check_whole(file)
            found = everything(file)
    except NotThere as error:
        print(error, file=sys.stderr)
        return 2
    except (Damaged, *MALFORMED, MemoryError, RecursionError) as error:
        print(f"{arguments[0]}: {error!r}", file=sys.stderr)
        return 1
    json.dump(found, sys.stdout)
    print()
    return 0


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
