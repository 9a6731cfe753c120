#!/usr/bin/env python3
"""Asks a service, whose databases are on another server, many times, and watches what it takes.

    soak-published.py PROGRAM DATA LAYER REQUESTS [CACHE]

PROGRAM is `shuban`, DATA a folder in which the layer is built. It is published in a temporary folder, behind
nginx on this machine, and `serve --data URL --cache-size CACHE` (16M) answers REQUESTS questions for
positions that are spread evenly over the layer, in an order at random, by 8 connections. Every hundredth
answer is compared with that of a service over DATA. Prints the memory and the disk that the service took at
most, after a tenth of the questions and in all.
"""

import http.client
import json
import os
import random
import socket
import subprocess
import sys
import tempfile
import threading
import time
from pathlib import Path
from urllib.parse import quote

from published_host import nginx, positions

POSITIONS, CONNECTIONS = 50_000, 8


def service(program, data, options, environment):
    """Starts a service; returns its process and its port."""
    with socket.socket() as free:
        free.bind(("127.0.0.1", 0))
        port = free.getsockname()[1]
    listen = ["--listen", f"127.0.0.1:{port}", "--data", data, "--quiet", *options]
    process = subprocess.Popen([program, "serve", *listen], env=environment)
    for _ in range(100):
        try:
            socket.create_connection(("127.0.0.1", port)).close()
            return process, port
        except OSError:
            time.sleep(0.1)
    sys.exit("the service does not listen")


def memory(process):
    """Returns the most megabytes that a process has had in memory."""
    status = Path(f"/proc/{process.pid}/status").read_text()
    line = next(line for line in status.splitlines() if line.startswith("VmHWM"))
    return int(line.split()[1]) / 1024


def disk(folder):
    """Returns the megabytes in a folder, of which files may go while it is read."""
    total = 0
    for path in folder.rglob("*"):
        try:
            total += path.stat().st_size if path.is_file() else 0
        except FileNotFoundError:
            continue
    return total / 2**20


class Asked:
    """Questions in an order at random, and what was answered to every hundredth."""

    def __init__(self, layer, texts, count):
        order = random.Random(1)
        self.paths = [
            f"/api/v1/domains/{layer}/probe?position={quote(order.choice(texts), safe='')}"
            for _ in range(count)
        ]
        self.next, self.lock, self.answers = 0, threading.Lock(), {}

    def ask(self, port):
        """Asks one question after the other by one connection."""
        connection = http.client.HTTPConnection("127.0.0.1", port, timeout=60)
        while True:
            with self.lock:
                number, self.next = self.next, self.next + 1
            if number >= len(self.paths):
                return
            connection.request("GET", self.paths[number])
            answer = connection.getresponse()
            body = answer.read()
            if answer.status != 200:
                os.write(2, f"{self.paths[number]}: {answer.status} {body!r}\n".encode())
                os._exit(1)
            if number % 100 == 0:
                self.answers[number] = json.loads(body)


def main():
    program, data, layer, count, *cache = sys.argv[1:]
    count, cache = int(count), cache[0] if cache else "16M"
    with tempfile.TemporaryDirectory() as name:
        folder = Path(name)
        places = ["--to", folder / "published", "--data", data, "--quiet"]
        subprocess.run([program, "publish", layer, *places], check=True)
        asked = Asked(layer, positions(program, data, layer, POSITIONS), count)
        host, address = nginx(folder)
        environment = dict(os.environ, SHUBAN_CACHE=str(folder / "cache"))
        far, port = service(program, address, ["--cache-size", cache], environment)
        near, near_port = service(program, data, [], environment)
        try:
            begun, early, most = time.monotonic(), [0.0, 0.0], [0.0, 0.0]
            asking = [threading.Thread(target=asked.ask, args=[port]) for _ in range(CONNECTIONS)]
            for thread in asking:
                thread.start()
            while any(thread.is_alive() for thread in asking):
                time.sleep(0.5)
                most = [max(*pair) for pair in zip(most, (memory(far), disk(folder / "cache")), strict=True)]
                if asked.next <= count // 10:
                    early = list(most)
            seconds = time.monotonic() - begun
            right = http.client.HTTPConnection("127.0.0.1", near_port, timeout=60)
            if len(asked.answers) != (count + 99) // 100:
                sys.exit("not all questions have an answer")
            for number, found in sorted(asked.answers.items()):
                right.request("GET", asked.paths[number])
                if json.loads(right.getresponse().read()) != found:
                    sys.exit(f"{asked.paths[number]}: another answer than that of the data folder")
        finally:
            for process in (far, near, host):
                process.terminate()
                process.wait()
        requests = (folder / "requests").read_text().count("\n")
        print(
            f"{layer}: {count} questions in {seconds:.0f} s, {requests} requests; memory at most "
            f"{early[0]:.0f} MB in the first tenth, {most[0]:.0f} MB in all; cache at most "
            f"{early[1]:.0f} MB, {most[1]:.0f} MB"
        )


main()
