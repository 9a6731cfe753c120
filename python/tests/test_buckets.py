"""Databases that are published in a bucket of an object store, which is another program's."""

from __future__ import annotations

import json
import os
import subprocess
import threading
import urllib.request
from collections.abc import Iterator
from functools import partial
from http.server import SimpleHTTPRequestHandler, ThreadingHTTPServer
from pathlib import Path
from typing import Any

import boto3
import pytest
from conftest import CommandLine, assert_same_values
from moto.server import ThreadedMotoServer

import shuban

LAYER = "half-gammon/contact-2-1"
ADDRESS = "s3://databases/of/games"


def settings(patch: pytest.MonkeyPatch, **variables: str) -> None:
    """Leaves no settings of stores in the environment but these."""
    for name in [*os.environ]:
        if name.startswith(("AWS_", "GOOGLE_", "AZURE_")):
            patch.delenv(name)
    for name, value in variables.items():
        patch.setenv(name, value)


def reader(address: str) -> dict[str, str]:
    """Makes a user of buckets, whose keys are asked for from now on; returns them."""
    root = {"aws_access_key_id": "root", "aws_secret_access_key": "root"}
    iam = boto3.client("iam", endpoint_url=address, region_name="us-east-1", **root)
    iam.create_user(UserName="reader")
    allowed = {"Effect": "Allow", "Action": "s3:*", "Resource": "*"}
    policy = json.dumps({"Version": "2012-10-17", "Statement": [allowed]})
    iam.put_user_policy(UserName="reader", PolicyName="buckets", PolicyDocument=policy)
    key = iam.create_access_key(UserName="reader")["AccessKey"]
    reset = f"{address}/moto-api/reset-auth"
    urllib.request.urlopen(urllib.request.Request(reset, b"0", {"Content-Type": "text/plain"}))
    return {
        "AWS_ACCESS_KEY_ID": key["AccessKeyId"],
        "AWS_SECRET_ACCESS_KEY": key["SecretAccessKey"],
        "AWS_ENDPOINT_URL": address,
        "AWS_ALLOW_HTTP": "true",
        "AWS_REGION": "us-east-1",
    }


@pytest.fixture(scope="module")
def server(published: Path) -> Iterator[dict[str, str]]:
    """A store, which looks at signatures, with a bucket in which the published folder lies.

    It is given by the settings with which it is asked.
    """
    server = ThreadedMotoServer(ip_address="127.0.0.1", port=0)
    server.start()
    host, port = server.get_host_and_port()
    own = reader(f"http://{host}:{port}")
    with pytest.MonkeyPatch.context() as patch:
        settings(patch, **own)
        client = boto3.client("s3")
        client.create_bucket(Bucket="databases")
        for file in published.rglob("*"):
            if file.is_file():
                name = f"of/games/{file.relative_to(published)}"
                client.upload_file(str(file), "databases", name)
    yield own
    server.stop()


@pytest.fixture
def store(server: dict[str, str], monkeypatch: pytest.MonkeyPatch) -> Any:
    """The store, and the settings with which it is asked in the environment."""
    settings(monkeypatch, **server)
    return boto3.client("s3")


@pytest.fixture(autouse=True)
def cache(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    """Nothing that another test has read is at hand."""
    monkeypatch.setenv("SHUBAN_CACHE", str(tmp_path))


@pytest.mark.usefixtures("store")
def test_a_bucket_answers_as_a_folder(data: str, command_line: CommandLine) -> None:
    """The same values in Python, and the same answers of the program."""
    assert_same_values(shuban.open(LAYER, data=data), shuban.open(LAYER, data=ADDRESS))
    for question in (["probe", LAYER, "5,7|9"], ["probe", "amazons/5", "B.W.."]):
        near = command_line(*question)
        assert near["domain"] == question[1]
        assert command_line(*question, data=ADDRESS) == near


@pytest.mark.usefixtures("store")
def test_a_bucket_is_read_back_and_fetched(program: str, tmp_path: Path) -> None:
    """All of it, by hashes; and a layer with those that it needs."""
    subprocess.run([program, "publish", "--check", ADDRESS, "--quiet"], check=True)
    there = ["--from", ADDRESS, "--data", str(tmp_path / "data"), "--quiet"]
    subprocess.run([program, "fetch", LAYER, *there], check=True)
    places = ["--data", str(tmp_path / "data"), "--quiet"]
    subprocess.run([program, "verify", LAYER, *places], check=True)


def objects(store: Any, bucket: str, folder: str) -> dict[str, bytes]:
    """All that lies in a folder of a bucket, by name."""
    listed = store.list_objects_v2(Bucket=bucket, Prefix=folder).get("Contents", [])
    keys = [file["Key"] for file in listed]
    read = {key: store.get_object(Bucket=bucket, Key=key)["Body"].read() for key in keys}
    return {key.removeprefix(folder): body for key, body in read.items()}


def files(folder: Path) -> dict[str, bytes]:
    """All that lies in a folder, by name."""
    found = (file for file in folder.rglob("*") if file.is_file())
    return {file.relative_to(folder).as_posix(): file.read_bytes() for file in found}


def test_a_bucket_is_published_in(
    store: Any, data: str, command_line: CommandLine, program: str, tmp_path: Path
) -> None:
    """The same files as in a folder; again, only what is new; another layer beside the first."""
    store.create_bucket(Bucket="written")
    there = "s3://written/a/b"
    publish = ["publish", LAYER, "--site", "--piece", "64k", "--to"]
    local = command_line(*publish, str(tmp_path))
    done = command_line(*publish, there)
    assert {**done, "folder": local["folder"]} == local
    assert objects(store, "written", "a/b/") == files(tmp_path)
    page = store.head_object(Bucket="written", Key="a/b/index.html")
    assert page["ContentType"].startswith("text/html")
    again = command_line(*publish, there)
    assert (again["pieces_written"], again["pages_written"]) == (0, 0)
    assert again["pieces_kept"] == done["pieces_written"] + done["pieces_kept"]
    command_line("publish", "amazons/5", "--to", there)
    assert command_line("probe", "amazons/5", "B.W..", data=there)["domain"] == "amazons/5"
    assert_same_values(shuban.open(LAYER, data=data), shuban.open(LAYER, data=there))
    subprocess.run([program, "publish", "--check", there, "--quiet"], check=True)


def test_a_dataset_is_written_in_a_bucket(
    store: Any, command_line: CommandLine, tmp_path: Path
) -> None:
    """The same files as in a folder; again, only what is missing or another."""
    store.create_bucket(Bucket="sets")
    for layer in (LAYER, "amazons/5"):
        local = command_line("export", layer, "--to", f"{tmp_path}/")
        done = command_line("export", layer, "--to", "s3://sets/of/")
        assert done["positions"] == local["positions"]
    expected = files(tmp_path)
    assert objects(store, "sets", "of/") == expected
    names = sorted(f"of/{name}" for name in expected)
    for name in names:
        body = expected[name.removeprefix("of/")]
        store.put_object(Bucket="sets", Key=name, Body=body, Metadata={"written": "before"})
    changed = [name for name in names if "contact-2-1" in name]
    store.put_object(Bucket="sets", Key=changed[0], Body=b"PAR1 none PAR1")
    store.delete_object(Bucket="sets", Key=changed[1])
    command_line("export", LAYER, "--to", "s3://sets/of/")
    assert objects(store, "sets", "of/") == expected
    for name in names:
        is_old = "written" in store.head_object(Bucket="sets", Key=name)["Metadata"]
        assert is_old != (name in changed)


def test_what_cannot_be_written_is_said(
    store: Any, program: str, data: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    """A bucket that is not there, a web server, a file that is no dataset, a key that may not."""
    store.create_bucket(Bucket="closed")

    def refused(*command: str) -> str:
        ended = [program, *command, "--data", data, "--quiet"]
        done = subprocess.run(ended, capture_output=True, text=True, check=False)
        assert done.returncode in (2, 3)
        return done.stderr

    for command in (
        ["publish", LAYER, "--to", "s3://none/x"],
        ["export", LAYER, "--to", "s3://none/x/"],
    ):
        message = refused(*command)
        assert "s3://none/x/" in message
        assert "there is no such bucket" in message
    assert "a web server is only read" in refused("publish", LAYER, "--to", "https://127.0.0.1/x")
    assert "end the address in" in refused("export", LAYER, "--to", "s3://closed/table.csv")
    monkeypatch.setenv("AWS_SECRET_ACCESS_KEY", "another")
    assert "403" in refused("publish", LAYER, "--to", "s3://closed/x")
    assert "403" in refused("export", LAYER, "--to", "s3://closed/x/")


def said(program: str, address: str) -> str:
    """What the program says of a position that it cannot look up at an address."""
    command = [program, "probe", LAYER, "5,7|9", "--data", address]
    done = subprocess.run(command, capture_output=True, text=True, check=False)
    assert done.returncode != 0
    assert not done.stdout
    return done.stderr


def test_faults_are_named(store: Any, program: str, monkeypatch: pytest.MonkeyPatch) -> None:
    """A bucket that is not there, a file that was changed, and a way that others can read."""
    assert "s3://databases/elsewhere/catalogue.json" in said(program, "s3://databases/elsewhere")
    assert "s3://none/catalogue.json" in said(program, "s3://none")
    files = store.list_objects_v2(Bucket="databases")["Contents"]
    for name in (file["Key"] for file in files):
        body = store.get_object(Bucket="databases", Key=name)["Body"].read()
        if not name.endswith(".json"):
            body = bytes([*body[:-1], body[-1] ^ 1])
        changed = name.replace("of/", "changed/")
        store.put_object(Bucket="databases", Key=changed, Body=body)
        packed = name.replace("of/", "packed/")
        store.put_object(Bucket="databases", Key=packed, Body=body, ContentEncoding="gzip")
    command = [program, "publish", "--check", "s3://databases/changed/games"]
    done = subprocess.run(command, capture_output=True, text=True, check=False)
    assert done.returncode == 3
    assert "s3://databases/changed/games/pieces/" in done.stderr
    assert "compressed (gzip)" in said(program, "s3://databases/packed/games")
    monkeypatch.delenv("AWS_ALLOW_HTTP")
    assert "AWS_ALLOW_HTTP" in said(program, ADDRESS)
    monkeypatch.setenv("AWS_ALLOW_HTTP", "Yes")
    secret = "not-the-key-of-the-reader"
    monkeypatch.setenv("AWS_SECRET_ACCESS_KEY", secret)
    message = said(program, ADDRESS)
    assert "403" in message
    assert secret not in message


def test_settings_that_are_none(program: str, monkeypatch: pytest.MonkeyPatch) -> None:
    """They are named, and no secret with them."""
    keys = {"AWS_ACCESS_KEY_ID": "key", "AWS_SECRET_ACCESS_KEY": "secret"}
    for server in ("nonsense", "http://name:secret@127.0.0.1:1"):
        settings(monkeypatch, **keys, AWS_ENDPOINT_URL=server)
        message = said(program, ADDRESS)
        assert "names a server" in message
        assert "secret" not in message
    settings(monkeypatch)
    assert "no keys in the environment" in said(program, ADDRESS)
    assert "Account must be specified" in said(program, "az://databases/games")
    message = said(program, "s3://name:password@databases/x")
    assert "password" not in message
    assert "without `@`" in message


# The key for a server that is not Google's, and asks for none. `{}` is its address.
GOOGLE_KEY = (
    '{{"gcs_base_url": "{}", "disable_oauth": true, "client_email": "", "private_key": "",'
    ' "private_key_id": ""}}'
)


class Files(SimpleHTTPRequestHandler):
    """Plain files, each with a name of its version, as stores send and take them."""

    def end_headers(self) -> None:
        self.send_header("ETag", '"1"')
        self.send_header("x-goog-generation", "1")
        super().end_headers()

    def do_PUT(self) -> None:
        """Takes a file, unless one is there that should not be."""
        path = Path(self.translate_path(self.path))
        body = self.rfile.read(int(self.headers["Content-Length"]))
        absent = (("x-goog-if-generation-match", "0"), ("If-None-Match", "*"))
        if path.exists() and any(self.headers.get(name) == value for name, value in absent):
            self.send_response(412)
        else:
            path.parent.mkdir(parents=True, exist_ok=True)
            path.write_bytes(body)
            self.send_response(200)
        self.send_header("Content-Length", "0")
        self.end_headers()


@pytest.mark.parametrize(
    ("scheme", "prefix", "variables"),
    [
        ("gs", "GOOGLE", {"GOOGLE_SERVICE_ACCOUNT_KEY": GOOGLE_KEY}),
        (
            "az",
            "AZURE",
            {
                "AZURE_STORAGE_ENDPOINT": "{}",
                "AZURE_STORAGE_ACCOUNT_NAME": "games",
                "AZURE_SKIP_SIGNATURE": "true",
            },
        ),
    ],
)
def test_other_stores_are_asked_at_their_addresses(
    scheme: str,
    prefix: str,
    variables: dict[str, str],
    program: str,
    command_line: CommandLine,
    published: Path,
    monkeypatch: pytest.MonkeyPatch,
    tmp_path: Path,
) -> None:
    """A server of plain files stands for them: what comes from and goes to where it should."""
    handler = partial(Files, directory=str(published.parent))
    with ThreadingHTTPServer(("127.0.0.1", 0), handler) as server:
        threading.Thread(target=server.serve_forever, daemon=True).start()
        address = f"http://127.0.0.1:{server.server_port}"
        own = {name: value.format(address) for name, value in variables.items()}
        settings(monkeypatch, **own)
        there = f"{scheme}://{published.name}"
        assert f"{prefix}_ALLOW_HTTP" in said(program, there)
        monkeypatch.setenv(f"{prefix}_ALLOW_HTTP", "true")
        command = [program, "list", "amazons", "--from", there, "--json"]
        done = subprocess.run(command, capture_output=True, text=True, check=True)
        assert "amazons/5" in done.stdout
        for to in (f"{scheme}://{tmp_path.name}/there", str(tmp_path / "here")):
            done = command_line("publish", LAYER, "--to", to)
            assert done.get("layers") == 2, done
        assert files(tmp_path / "there") == files(tmp_path / "here")
        server.shutdown()
