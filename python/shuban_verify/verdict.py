"""Check a file: its bytes, its name, and its values."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path

from . import amazons, bearoff, contact, hypergammon, races, tanhinmin
from .layouts import check_layout, layout_of
from .opening import NotThere, check_name, needed, opened
from .reader import Damaged, File
from .whole import MALFORMED, check_parts, check_whole

Check = Callable[[File, list[File], int | None, int], str]

# What checks the values of each kind of layers.
CHECKS: dict[str, Check] = {
    "contact": contact.check,
    "bearoff": bearoff.check,
    "bearoff2": races.check_bearing_off,
    "race": races.check,
    "hypergammon": hypergammon.check,
    "tanhinmin": tanhinmin.check,
    "amazons": amazons.check,
}


def checked(path: Path, sample: int | None, seed: int) -> str:
    """Check a file, and say what was checked."""
    file = opened(path)
    check_whole(file)
    check_parts(file)
    domain = file.directory["domain"]
    check_name(path, domain)
    whole = f"{domain}, {len(file.bytes):,} bytes are sound"
    if path.name.endswith(".compact.shuban"):
        return f"{whole}; no values are checked, as the layer's own file is what proves them"
    layout = layout_of(domain)
    if layout is None:
        return f"{whole}; no values are checked, as this has no rules for them"
    check_layout(file, layout)
    return f"{whole}, {CHECKS[layout.kind](file, needed(path, file), sample, seed)}"


def verdict(path: Path, sample: int | None, seed: int) -> tuple[int, str]:
    """Return an exit code, 0 sound, 1 wrong, 2 bad input, and a line."""
    try:
        return 0, f"{path}: {checked(path, sample, seed)}"
    except NotThere as error:
        return 2, str(error)
    except Damaged as error:
        return 1, f"{path}: {error}"
    except MALFORMED as error:
        # Checksums fit, but the directory says something that no build writes.
        return 1, f"{path}: not as the document says: {error!r}"
    except (MemoryError, RecursionError) as error:
        return 1, f"{path}: more than can be read: {error!r}"
