"""BLAKE3 with NumPy: all chunks of a piece are compressed side by side."""

from __future__ import annotations

from collections.abc import Iterable

import numpy as np

IV = np.array(
    [
        0x6A09E667,
        0xBB67AE85,
        0x3C6EF372,
        0xA54FF53A,
        0x510E527F,
        0x9B05688C,
        0x1F83D9AB,
        0x5BE0CD19,
    ],
    np.uint32,
)
PERMUTATION = [2, 6, 3, 10, 7, 0, 4, 13, 1, 11, 12, 5, 9, 14, 15, 8]
CHUNK_START, CHUNK_END, PARENT, ROOT = 1, 2, 4, 8
CHUNK = 1024
BATCH = 1 << 20


def rotated(words: np.ndarray, bits: int) -> np.ndarray:
    """Rotate words to the right."""
    return words >> np.uint32(bits) | words << np.uint32(32 - bits)


def compress(cv: np.ndarray, block: np.ndarray, counters, length: int, flags: int) -> np.ndarray:
    """Return the chaining values (8, n) after blocks (16, n) at chunks of these numbers."""
    last = np.empty((4, cv.shape[1]), np.uint32)
    last[0], last[1] = counters & 0xFFFFFFFF, counters >> 32
    last[2], last[3] = length, flags
    a, b, c, d = cv[:4], cv[4:], np.repeat(IV[:4, None], cv.shape[1], 1), last
    for _ in range(7):
        for diagonal in (0, 1):
            x, y = block[8 * diagonal : 8 * diagonal + 8 : 2], block[8 * diagonal + 1 :: 2][:4]
            if diagonal:
                b, c, d = np.roll(b, -1, 0), np.roll(c, -2, 0), np.roll(d, -3, 0)
            a = a + b + x
            d = rotated(d ^ a, 16)
            c = c + d
            b = rotated(b ^ c, 12)
            a = a + b + y
            d = rotated(d ^ a, 8)
            c = c + d
            b = rotated(b ^ c, 7)
            if diagonal:
                b, c, d = np.roll(b, 1, 0), np.roll(c, 2, 0), np.roll(d, 3, 0)
        block = block[PERMUTATION]
    return np.concatenate([a ^ c, b ^ d])


def chunks(data: bytes, first: int, flags: int = 0) -> np.ndarray:
    """Return the chaining values of whole chunks, or of one that may be shorter."""
    count = max(-(-len(data) // CHUNK), 1)
    size = CHUNK if count > 1 else len(data)
    words = np.frombuffer(data.ljust(count * CHUNK, b"\0"), "<u4").reshape(count, 16, 16)
    counters, cv = np.arange(first, first + count), np.repeat(IV[:, None], count, 1)
    blocks = max(-(-size // 64), 1)
    for number in range(blocks):
        place = CHUNK_START * (number == 0)
        if number == blocks - 1:
            place |= CHUNK_END | flags
        length = min(size - 64 * number, 64)
        cv = compress(cv, np.ascontiguousarray(words[:, number].T), counters, length, place)
    return cv


def blake3(pieces: Iterable[bytes]) -> bytes:
    """Return the hash of the pieces, one after the other."""
    whole, waiting, first = [], [], 0
    size = 0
    for piece in pieces:
        waiting.append(piece)
        size += len(piece)
        if size > BATCH:
            data = b"".join(waiting)
            full = (size - 1) // CHUNK
            whole.append(chunks(data[: full * CHUNK], first))
            waiting, first = [data[full * CHUNK :]], first + full
            size -= full * CHUNK
    data = b"".join(waiting)
    full = max(size - 1, 0) // CHUNK
    if full:
        whole.append(chunks(data[: full * CHUNK], first))
    first += full
    whole.append(chunks(data[full * CHUNK :], first, 0 if first else ROOT))
    nodes = np.concatenate(whole, 1)
    while nodes.shape[1] > 1:
        pairs = nodes.shape[1] // 2
        block = np.concatenate([nodes[:, : 2 * pairs : 2], nodes[:, 1 : 2 * pairs : 2]])
        flags = PARENT | (ROOT if nodes.shape[1] == 2 else 0)
        cv = np.repeat(IV[:, None], pairs, 1)
        parents = compress(cv, block, np.zeros(pairs, np.int64), 64, flags)
        nodes = np.concatenate([parents, nodes[:, 2 * pairs :]], 1)
    return nodes[:, 0].astype("<u4").tobytes()
