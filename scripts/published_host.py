"""A web server for published folders, and positions to ask for, for scripts that measure."""

import csv
import itertools
import socket
import subprocess
import tempfile
import time
from pathlib import Path


def nginx(folder):
    """Starts nginx for what is published; returns its process and its address."""
    with socket.socket() as free:
        free.bind(("127.0.0.1", 0))
        port = free.getsockname()[1]
    places = "".join(
        f"{name}_temp_path {folder}/{name};"
        for name in ("client_body", "proxy", "fastcgi", "uwsgi", "scgi")
    )
    types = "text/html html; text/css css; text/javascript js; application/wasm wasm;"
    setting = folder / "setting"
    setting.write_text(
        f"daemon off; pid {folder}/pid; error_log {folder}/errors; events {{}} http {{ {places} "
        f"types {{ {types} }} "
        f"access_log {folder}/requests; server {{ listen 127.0.0.1:{port}; root {folder}/published; }} }}"
    )
    folder.chmod(0o755)
    process = subprocess.Popen(["nginx", "-c", setting])
    time.sleep(1)
    return process, f"http://127.0.0.1:{port}"


def positions(program, data, layer, count):
    """Returns texts of so many positions of a layer, spread evenly."""
    with tempfile.TemporaryDirectory() as folder:
        file = Path(folder) / "table.csv"
        subprocess.run(
            [program, "export", layer, "--to", file, "--data", data, "--quiet"], check=True
        )
        with open(file) as table:
            rows = sum(1 for _ in table) - 1
            table.seek(0)
            step = max(rows // count, 1)
            texts = (row[2] for number, row in enumerate(csv.reader(table)) if number and (number - 1) % step == 0)
            return list(itertools.islice(texts, count))
