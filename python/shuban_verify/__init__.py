"""A second verifier of Shuban files, written from the documents alone.

`python -m shuban_verify FILE.shuban` reads a file and checks its values. Nothing here is shared
with Shuban itself: docs/format.md says how files are read, the documents of the games say what
values have to be. `reader` and `gammon` are all that half-gammon needs.
"""

from __future__ import annotations

from importlib import import_module
from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    from .reader import Damaged, File, Table
    from .whole import check_whole

__all__ = ["Damaged", "File", "Table", "check_whole"]


def __getattr__(name: str) -> Any:
    """Import what is asked for only then: the command line says what modules it lacks."""
    if name not in __all__:
        raise AttributeError(f"{__name__} has no {name}")
    return getattr(import_module(".whole" if name == "check_whole" else ".reader", __name__), name)
