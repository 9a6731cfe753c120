"""Databases that are published in a bucket of an object store, which is another program's."""

from __future__ import annotations

import subprocess
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import boto3
import numpy as np
import pytest
from conftest import CommandLine
from moto.server import ThreadedMotoServer

import shuban

LAYER = "half-gammon/contact-2-1"
ADDRESS = "s3://databases/of/games"


@pytest.fixture(scope="module")
def store(published: Path) -> Iterator[Any]:
    """A store with a bucket in which the published folder lies."""
    server = ThreadedMotoServer(ip_address="127.0.0.1", port=0)
    server.start()
    host, port = server.get_host_and_port()
    keys = {"aws_access_key_id": "reader", "aws_secret_access_key": "key-of-the-reader"}
    endpoint = f"http://{host}:{port}"
    with pytest.MonkeyPatch.context() as patch:
        for name, value in keys.items():
            patch.setenv(name.upper(), value)
        patch.setenv("AWS_ENDPOINT_URL", endpoint)
        patch.setenv("AWS_ALLOW_HTTP", "true")
        patch.setenv("AWS_REGION", "us-east-1")
        client = boto3.client("s3", endpoint_url=endpoint, region_name="us-east-1", **keys)
        client.create_bucket(Bucket="databases")
        for file in published.rglob("*"):
            if file.is_file():
                name = f"of/games/{file.relative_to(published)}"
                client.upload_file(str(file), "databases", name)
        yield client
    server.stop()


@pytest.fixture(autouse=True)
def cache(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    """Nothing that another test has read is at hand."""
    monkeypatch.setenv("SHUBAN_CACHE", str(tmp_path))


@pytest.mark.usefixtures("store")
def test_a_bucket_answers_as_a_folder(data: str, command_line: CommandLine) -> None:
    """The same values in Python, and the same answers of the program."""
    near, far = shuban.open(LAYER, data=data), shuban.open(LAYER, data=ADDRESS)
    assert near.info()["content_hash"] == far.info()["content_hash"]
    for part in range(len(near.parts)):
        there = far.values(part)
        for name, column in near.values(part).items():
            assert np.array_equal(column, there[name])
    for question in (["probe", LAYER, "3|9x2"], ["probe", "amazons/5", "B.W.."]):
        assert command_line(*question, data=ADDRESS) == command_line(*question)


@pytest.mark.usefixtures("store")
def test_a_bucket_is_read_back_and_fetched(program: str, tmp_path: Path) -> None:
    """All of it, by hashes; and a layer with those that it needs."""
    subprocess.run([program, "publish", "--check", ADDRESS, "--quiet"], check=True)
    there = ["--from", ADDRESS, "--data", str(tmp_path / "data"), "--quiet"]
    subprocess.run([program, "fetch", LAYER, *there], check=True)
    places = ["--data", str(tmp_path / "data"), "--quiet"]
    subprocess.run([program, "verify", LAYER, *places], check=True)


def said(program: str, address: str) -> str:
    """What the program says of a position that it cannot look up at an address."""
    command = [program, "probe", LAYER, "3|9x2", "--data", address]
    done = subprocess.run(command, capture_output=True, text=True, check=False)
    assert done.returncode != 0
    assert not done.stdout
    return done.stderr


def test_faults_are_named(
    store: Any, program: str, monkeypatch: pytest.MonkeyPatch, tmp_path: Path
) -> None:
    """A bucket that is not there, a file that was changed, and a way that others can read."""
    assert "s3://databases/elsewhere/catalogue.json" in said(program, "s3://databases/elsewhere")
    assert "s3://none/catalogue.json" in said(program, "s3://none")
    files = store.list_objects_v2(Bucket="databases")["Contents"]
    for name in (file["Key"] for file in files):
        body = store.get_object(Bucket="databases", Key=name)["Body"].read()
        if not name.endswith(".json"):
            body = bytes([*body[:-1], body[-1] ^ 1])
        store.put_object(Bucket="databases", Key=name.replace("of/", "changed/"), Body=body)
    command = [program, "publish", "--check", "s3://databases/changed/games"]
    done = subprocess.run(command, capture_output=True, text=True, check=False)
    assert done.returncode == 3
    assert "s3://databases/changed/games/" in done.stdout + done.stderr
    monkeypatch.delenv("AWS_ALLOW_HTTP")
    assert "AWS_ALLOW_HTTP" in said(program, ADDRESS)
    for secret in ("key-of-the-reader", str(tmp_path)):
        assert secret not in said(program, "s3://none")


def test_addresses_of_buckets(program: str) -> None:
    """They have no keys in them, and none is repeated."""
    message = said(program, "s3://name:password@databases/x")
    assert "password" not in message
    assert "without `@`" in message
