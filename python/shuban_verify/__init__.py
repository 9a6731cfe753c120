"""A second verifier of Shuban files, written from the documents alone.

`python -m shuban_verify FILE.shuban` reads a file and checks its values. Nothing here is shared
with Shuban itself: docs/format.md says how files are read, the documents of the games say what
values have to be. `reader` and `gammon` are all that half-gammon needs.
"""

from .reader import Damaged, File, Table
from .whole import check_whole

__all__ = ["Damaged", "File", "Table", "check_whole"]
