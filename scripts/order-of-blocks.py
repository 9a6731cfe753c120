#!/usr/bin/env python3
"""Tells whether another order of a layer's blocks would save requests to a published folder.

    order-of-blocks.py LAYER DATA [POSITIONS]

Needs the package `shuban`, NumPy and SciPy. Of positions at random, 8,000 unless told otherwise, the blocks
that a page with all rolls and moves asks for are found; those asked together are put beside each other, by
halving their graph along its slowest eigenvector again and again; and the requests of the last 1,000
positions, which the order does not know, are counted in the old order and in the new one.
"""

import itertools
import random
import statistics
import sys

import numpy as np
import scipy.sparse
import scipy.sparse.linalg
import shuban

# As the program asks: parts that are not farther from each other come by one request.
GAP = 32 << 10
ASKED = 1000
# Blocks that are not halved any more.
FEW = 8


def blocks(db, number, rows):
    """Returns the blocks of the layer that hold a position and all that may follow it."""
    position = db.position(number)
    ranks = {number}
    for roll in db.probe(position)["rolls"]:
        asked = db.probe(position, roll=roll["dice"])
        after = [move["after"] for own in asked["rolls"] for move in own.get("moves", [])]
        ranks.update(db.index(text) for text in after if text in db)
    return sorted({rank // rows for rank in ranks})


def graph(pages, number):
    """Returns how often blocks are asked for together, weighted so that each page counts alike."""
    pairs = [
        (one, other, 1 / (len(page) - 1))
        for page in pages
        for one in page
        for other in page
        if one != other
    ]
    rows, columns, weights = zip(*pairs)
    together = scipy.sparse.csr_matrix((weights, (rows, columns)), shape=(number, number))
    # Blocks that no page asks for stay where they are.
    beside = np.full(number - 1, 0.05)
    return (together + scipy.sparse.diags([beside, beside], [1, -1])).tocsr()


def halved(nodes, together):
    """Returns blocks in an order in which those asked together are near each other."""
    if len(nodes) <= FEW:
        return nodes
    own = together[nodes][:, nodes]
    scale = scipy.sparse.diags(1 / np.sqrt(np.asarray(own.sum(1)).ravel() + 1e-9))
    try:
        _, vectors = scipy.sparse.linalg.eigsh(scale @ own @ scale, k=2, which="LA", tol=1e-4)
        order = np.argsort(scale @ vectors[:, 0], kind="stable")
    except scipy.sparse.linalg.ArpackError:
        order = np.arange(len(nodes))
    middle = len(nodes) // 2
    parts = (sorted(nodes[at] for at in part) for part in (order[:middle], order[middle:]))
    return [node for part in parts for node in halved(part, together)]


def requests(pages, places, size):
    """Returns the requests of half of the pages, and of 99 in 100."""
    counts = []
    for page in pages:
        at = sorted(places[block] for block in page)
        counts.append(1 + sum((b - a - 1) * size > GAP for a, b in itertools.pairwise(at)))
    return statistics.median(counts), sorted(counts)[len(counts) * 99 // 100 - 1]


def main():
    layer, data, *rest = sys.argv[1:]
    db = shuban.open(layer, data=data)
    info = db.info()
    rows = info["block_size"] * len(db) // info["raw_bytes"]
    number = -(-len(db) // rows)
    random.seed(1)
    asked = random.sample(range(len(db)), int(rest[0]) if rest else 8000)
    pages = [blocks(db, rank, rows) for rank in asked]
    known, new = pages[:-ASKED], pages[-ASKED:]
    order = halved(list(range(number)), graph(known, number))
    places = {block: place for place, block in enumerate(order)}
    size = info["bytes"] // number
    print(f"{layer}: {number} blocks of {size} bytes; requests of half, of 99 in 100")
    print(f"as they are: {requests(new, range(number), size)}")
    print(f"together: {requests(new, places, size)}")


main()
