#!/usr/bin/env python3
"""Attacks a server, and tells how an honest client fares meanwhile.

    python3 scripts/attack_server.py PROGRAM [--share 0.05] [--only NAME]

starts `PROGRAM serve` over a small database of its own, and lets come upon it, one after the other:

    batches   700 clients that ask for batches, half of them by 4 MB, and never read
    bodies    300 clients that send half of a body, again and again
    texts     600 clients that ask for the longest positions that are read
    idle      1,100 connections on which nothing is said, or half of a request
    mutated   30,000 requests, changed at random

The others come from 127.0.0.2, the honest client from 127.0.0.1: places are shared out by address. He
asks a question every 0.2 s, each fifth in a body of 70 kB. A line for each attack says how many of his questions were answered, how
many of them within 2 s, the longest answer, the most memory that the server held, how long it took to
end on SIGTERM in the middle of it, and which statuses the attackers saw. The exit status is 1 if a
promise of SECURITY.md does not hold: 99 of 100 within 2 s, 500 MiB, 2 s for the end, no status from
500 on but 503 and 507. `--share` takes that part of the clients, and judges no times.
"""

from __future__ import annotations

import argparse
import asyncio
import errno
import itertools
import random
import signal
import socket
import subprocess
import sys
import tempfile
import time
from collections import Counter
from collections.abc import Awaitable, Callable, Coroutine
from pathlib import Path
from urllib.parse import quote

LAYER = "half-gammon/contact-1-1"
POSITION = "8|4"
QUESTION = f"/api/v1/domains/{LAYER}/probe?position={quote(POSITION)}"
#: Seconds of an attack, of all clients and of a part of them.
WHILE = 20.0
SHORT = 3.0
#: A game of Trax without a board as long as it is read, and other long texts.
TRAX = "@0/" + " @1+" * 240
LONG = [
    ("trax", TRAX),
    ("amazons", "/".join(["." * 10] * 10)),
    ("amazons", "X.O/..." + " + X../..O" * 700),
]
LONG += [("backgammon", "1," * 9_000 + "1|1"), ("trax/8", TRAX), ("daihinmin", "D3," * 6_000)]

Attack = Callable[["Server", float], Coroutine[object, object, None]]


class Server:
    """A server, with what its attackers see of it."""

    def __init__(self, program: str, folder: str) -> None:
        command = [program, "serve", "--data", folder, "--listen", "127.0.0.1:0"]
        self.process = subprocess.Popen(command, stdout=subprocess.PIPE, text=True)
        assert self.process.stdout is not None
        self.port = int(self.process.stdout.readline().rsplit(":", 1)[1].strip("/\n"))
        self.statuses: Counter[str] = Counter()
        self.memory = 0

    async def connect(
        self, size: int | None = None
    ) -> tuple[asyncio.StreamReader, asyncio.StreamWriter]:
        """Connects as an attacker; `size` is that of the buffer for what comes."""
        peer = socket.socket()
        if size is not None:
            peer.setsockopt(socket.SOL_SOCKET, socket.SO_RCVBUF, size)
        peer.setblocking(False)
        try:
            peer.bind(("127.0.0.2", 0))
        except OSError as error:
            # Some systems have one address for themselves.
            if error.errno != errno.EADDRNOTAVAIL:
                raise
        await asyncio.get_running_loop().sock_connect(peer, ("127.0.0.1", self.port))
        return await asyncio.open_connection(sock=peer, limit=size or 1 << 16)

    async def ask(self, request: bytes) -> None:
        """Sends a request, and reads its answer."""
        try:
            reader, writer = await self.connect()
            writer.write(request)
            answer = await reader.read(-1)
            writer.close()
            self.statuses[answer[9:12].decode("latin-1") or "closed"] += 1
        except OSError:
            self.statuses["closed"] += 1

    def look(self) -> None:
        """Notes the memory that the server holds."""
        try:
            pages = Path(f"/proc/{self.process.pid}/statm").read_text().split()[1]
            self.memory = max(self.memory, int(pages) * 4096)
        except (OSError, IndexError):
            pass


def request(path: str, body: bytes | None = None, *, length: int | None = None) -> bytes:
    """Writes a request; `length` is what it says of its body, if that is not true."""
    head = f"{'GET' if body is None else 'POST'} {path} HTTP/1.1\r\nHost: 127.0.0.1\r\nConnection: close\r\n"
    if body is None:
        return (head + "\r\n").encode()
    return (head + f"Content-Length: {length or len(body)}\r\n\r\n").encode() + body


async def repeated(one: Callable[[], Awaitable[None]], until: float) -> None:
    while time.monotonic() < until:
        try:
            await one()
        except OSError:
            pass
        # Faster, and this system has no more ports for its own questions.
        await asyncio.sleep(0.5)


async def batches(server: Server, clients: float) -> None:
    small = b'{"positions":[' + b",".join([f'"{POSITION}"'.encode()] * 3_000) + b"]}"
    # Nearly as large as a body may be, and larger once it is read.
    large = b'{"positions":[' + b",".join([b'"%b"' % (b"x" * 400)] * 10_000) + b"]}"
    bodies = itertools.cycle([small, large])

    async def one() -> None:
        _reader, writer = await server.connect(2_048)
        writer.write(request(f"/api/v1/domains/{LAYER}/probe", next(bodies)))
        await asyncio.sleep(WHILE)
        writer.close()

    await many(one, 700 * clients)


async def bodies(server: Server, clients: float) -> None:
    # Half of them so much that they take a place.
    parts = itertools.cycle([b"{", b"{" + b" " * 70_000])

    async def one() -> None:
        reader, writer = await server.connect()
        part = next(parts)
        writer.write(request(f"/api/v1/domains/{LAYER}/probe", part, length=100_000))
        # Until it is sent away.
        await reader.read(-1)
        writer.close()

    await many(one, 300 * clients)


async def texts(server: Server, clients: float) -> None:
    chosen = random.Random(1)

    async def one() -> None:
        game, text = chosen.choice(LONG)
        place = f"game={game}&position={quote(text[:6_500])}"
        await server.ask(
            request(chosen.choice(["/api/v1/play?", "/api/v1/draw?", "/position?"]) + place)
        )

    await many(one, 600 * clients)


async def idle(server: Server, clients: float) -> None:
    chosen = random.Random(1)

    async def one() -> None:
        reader, writer = await server.connect()
        writer.write(chosen.choice([b"", b"GET / HTTP/1.1\r\nHost: a"]))
        await reader.read(-1)
        writer.close()

    await many(one, 1_100 * clients)


async def mutated(server: Server, clients: float) -> None:
    chosen = random.Random(1)
    body = f'{{"positions":["{POSITION}"]}}'.encode()
    domain = f"/api/v1/domains/{LAYER}"
    sound = [request(path) for path in (
        QUESTION, domain, f"{domain}/random?seed=1&min=-0.5", f"{domain}/equation?position=8%7C4",
        "/api/v1/play?game=half-gammon&position=8%7C4&roll=2-1", "/api/v1/draw?game=trax/3&width=90",
        "/api/v1/solve?game=trax/2&seconds=0.1", "/api/v1/tree?game=trax/2&plies=2",
        "/api/v1/choose?game=trax/2&level=casual", "/position?game=trax/3&line=@0/&lang=ja",
        f"/practice?domain={LAYER}", "/find?position=8%7C4", "/api/v1/games", "/review?game=trax/2",
    )]  # fmt: skip
    sound += [request(f"{domain}/probe", body), request(f"{domain}/values", body)]
    left = iter(range(int(30_000 * clients)))

    async def client() -> None:
        for _ in left:
            asked = bytearray(chosen.choice(sound))
            for _ in range(chosen.randrange(1, 4)):
                place = chosen.randrange(len(asked))
                match chosen.randrange(3):
                    case 0:
                        asked[place] = chosen.randrange(256)
                    case 1:
                        del asked[place]
                    case _:
                        asked.insert(place, chosen.randrange(256))
            try:
                # A head without its end is left open by both sides.
                await asyncio.wait_for(server.ask(bytes(asked)), 2)
            except TimeoutError:
                server.statuses["left"] += 1

    await asyncio.gather(*(client() for _ in range(100)))


async def many(one: Callable[[], Awaitable[None]], clients: float) -> None:
    until = time.monotonic() + WHILE
    await asyncio.gather(*(repeated(one, until) for _ in range(max(1, round(clients)))))


async def honest(server: Server, times: list[float]) -> None:
    """Asks the same question again and again; the time of one that is not answered is infinite."""
    batch = f'{{"positions":["{POSITION}"]}}'.encode() + b" " * 70_000
    questions = [request(QUESTION)] * 4 + [request(f"/api/v1/domains/{LAYER}/probe", batch)]
    for question in itertools.cycle(questions):
        began = time.monotonic()
        answered = False
        try:
            reader, writer = await asyncio.open_connection("127.0.0.1", server.port)
            writer.write(question)
            answered = (await asyncio.wait_for(reader.read(-1), 30)).startswith(b"HTTP/1.1 200")
            writer.close()
        except (OSError, TimeoutError):
            pass
        times.append(time.monotonic() - began if answered else float("inf"))
        server.look()
        await asyncio.sleep(0.2)


async def attacked(server: Server, attack: Attack, share: float) -> tuple[list[float], float]:
    """Returns the times of the honest client's questions, and of the server's end."""
    times: list[float] = []
    visitor = asyncio.create_task(honest(server, times))
    attackers = asyncio.create_task(attack(server, share))
    await asyncio.wait([attackers], timeout=None if attack is mutated else WHILE - 1)
    visitor.cancel()
    began = time.monotonic()
    server.process.send_signal(signal.SIGTERM)
    while server.process.poll() is None and time.monotonic() < began + 60:
        await asyncio.sleep(0.01)
    ended = time.monotonic() - began
    server.process.kill()
    attackers.cancel()
    return times, ended


def main() -> int:
    every = {one.__name__: one for one in (batches, bodies, texts, idle, mutated)}
    reader = argparse.ArgumentParser(description="Attacks a server.")
    reader.add_argument("program")
    reader.add_argument("--share", type=float, default=1.0)
    reader.add_argument("--only", choices=every)
    asked = reader.parse_args()
    global WHILE
    if asked.share < 1:
        WHILE = SHORT
    holds = True
    for name, attack in every.items():
        if asked.only not in (None, name):
            continue
        with tempfile.TemporaryDirectory() as folder:
            build = [asked.program, "build", LAYER, "--data", folder, "--quiet"]
            subprocess.run(build, check=True)
            server = Server(asked.program, folder)
            times, ended = asyncio.run(attacked(server, attack, asked.share))
        answered = [seconds for seconds in times if seconds < float("inf")]
        quick = sum(seconds <= 2 for seconds in answered)
        memory = server.memory / 2**20
        wrong = [s for s in server.statuses if s.startswith("5") and s not in ("503", "507")]
        statuses = ", ".join(
            f"{status} {count}" for status, count in sorted(server.statuses.items())
        )
        print(
            f"{name}: {len(answered)} of {len(times)} answered, {quick} within 2 s, the longest in "
            f"{max(answered, default=0):.1f} s; {memory:.0f} MiB; ended in {ended:.1f} s; {statuses}",
            flush=True,
        )
        holds &= bool(answered) and memory < 500 and not wrong
        if asked.share >= 1:
            holds &= quick >= 0.99 * len(times) and ended < 2
        else:
            holds &= len(answered) == len(times)
    return 0 if holds else 1


if __name__ == "__main__":
    sys.exit(main())
