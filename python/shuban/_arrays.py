"""Columns of the native module as NumPy arrays."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from typing import Any, TypeAlias

import numpy as np
import numpy.typing as npt

Array: TypeAlias = npt.NDArray[Any]

#: Name, kind, data, and what goes with them: see ``columns.rs``.
NativeColumn: TypeAlias = tuple[str, str, Any, Any]

#: The types of numbers by kind.
DTYPES: dict[str, np.dtype[Any]] = {
    "bool": np.dtype(np.bool_),
    "small": np.dtype("<i2"),
    "int": np.dtype("<i8"),
    "float": np.dtype("<f8"),
}


def arrays(columns: Iterable[NativeColumn]) -> dict[str, Array]:
    """Give an array for each column, over its bytes where it has numbers."""
    return {name: _array(kind, data, rest) for name, kind, data, rest in columns}


def _array(kind: str, data: Any, rest: Any) -> Array:
    if kind == "nothing":
        return np.full(data, None, dtype=object)
    if kind == "object":
        array = np.empty(len(data), dtype=object)
        array[:] = data
        return array
    if kind == "text":
        places = np.frombuffer(data, dtype="<i8")
        texts: Array = np.array([*rest, None], dtype=object)
        chosen: Array = texts[places]
        return chosen
    array = np.frombuffer(data, dtype=DTYPES[kind])
    if rest is None:
        return array
    return np.ma.masked_array(array, mask=np.frombuffer(rest, dtype=np.bool_))


def integers(bits: int, kind: str, data: bytes) -> Array:
    """Give stored numbers in the smallest type that holds them."""
    wide = np.frombuffer(data, dtype="<u8")
    size = next(size for size in (8, 16, 32, 64) if bits <= size)
    if kind == "unsigned":
        return wide.astype(f"<u{size // 8}")
    shift = np.uint64(64 - bits)
    signed = (wide << shift).view("<i8") >> np.int64(64 - bits)
    return signed.astype(f"<i{size // 8}")


def joined(pieces: Sequence[Mapping[str, Array]]) -> dict[str, Array]:
    """Join the columns of several parts."""

    def one(arrays: list[Array]) -> Array:
        masked = any(isinstance(array, np.ma.MaskedArray) for array in arrays)
        if not masked:
            return np.concatenate(arrays)
        whole: Array = np.ma.concatenate(arrays)  # type: ignore[no-untyped-call]
        return whole

    return {name: one([piece[name] for piece in pieces]) for name in pieces[0]}


def counted(columns: Mapping[str, Array], bins: int) -> list[dict[str, Any]]:
    """Count values by their first field: numbers in bins, all else one by one."""
    name, array = next(iter(columns.items()))
    if array.dtype.kind == "f":
        counts, edges = np.histogram(array, bins=bins)
        return [
            {f"{name}_from": float(low), f"{name}_to": float(high), "count": int(count)}
            for low, high, count in zip(edges[:-1], edges[1:], counts, strict=True)
        ]
    classes: dict[Any, int] = {}
    for value in array.tolist():
        key = tuple(value) if isinstance(value, list) else value
        classes[key] = classes.get(key, 0) + 1
    ordered = sorted(classes.items(), key=lambda item: (item[0] is None, str(item[0])))
    return [{name: value, "count": count} for value, count in ordered]
