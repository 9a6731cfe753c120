"""The HTTP service, asked by a generator of requests that knows its OpenAPI document alone."""

from __future__ import annotations

import subprocess
import sys
from collections.abc import Iterator
from pathlib import Path

import pytest

#: Whatever is sent, no answer is an error of the server but "too much to do" and "too little
#: memory", and every answer is as the document describes it.
CHECKS = [
    "not_a_server_error",
    "status_code_conformance",
    "content_type_conformance",
    "response_headers_conformance",
    "response_schema_conformance",
    "unsupported_method",
    "allow_header_conformance",
]

SETTINGS = """
[checks.not_a_server_error]
expected-statuses = ["2xx", "3xx", "4xx", "503", "507"]
"""


@pytest.fixture
def address(program: str, data: str) -> Iterator[str]:
    """The address of a service over the built databases."""
    # On a busy machine a request may take all the time it has: less than its client waits.
    limits = ["--limit", "search-time=0.3", "--limit", "work-time=2", "--limit", "time=15"]
    command = [program, "serve", "--data", data, "--listen", "127.0.0.1:0", *limits]
    with subprocess.Popen(command, stdout=subprocess.PIPE, text=True) as service:
        assert service.stdout is not None
        yield service.stdout.readline().strip()
        service.terminate()


def test_answers_are_as_the_openapi_document_describes_them(address: str, tmp_path: Path) -> None:
    settings = tmp_path / "schemathesis.toml"
    settings.write_text(SETTINGS)
    command = [Path(sys.executable).with_name("schemathesis"), "--config-file", settings, "run"]
    command += [f"{address}api/v1/openapi.json", "--checks", ",".join(CHECKS)]
    # Examples, boundary values and 20 random requests of each operation; always the same.
    command += ["--phases", "examples,coverage,fuzzing", "--max-examples", "20", "--seed", "1"]
    command += ["--generation-deterministic", "--no-color", "--request-timeout", "30"]
    # Of the random texts for a part of a path many are no such part,
    # in some versions of the document too many.
    command += ["--suppress-health-check", "filter_too_much"]
    done = subprocess.run(command, capture_output=True, text=True, check=False, cwd=tmp_path)
    assert done.returncode == 0, done.stdout + done.stderr


@pytest.mark.parametrize("attack", ["batches", "bodies", "texts", "idle", "mutated"])
def test_an_honest_client_is_answered_while_others_attack(program: str, attack: str) -> None:
    script = Path(__file__).resolve().parents[2] / "scripts" / "attack_server.py"
    command = [sys.executable, script, program, "--share", "0.03", "--only", attack]
    done = subprocess.run(command, capture_output=True, text=True, check=False)
    assert done.returncode == 0, done.stdout + done.stderr
