#!/usr/bin/env python3
"""Compiles the modules of a published folder's pages, which the program contains, to WebAssembly.

    build-modules.py            compiles them, and writes them with the hash of their sources
    build-modules.py --check    compares that hash: exits with 1 if the sources have changed since

A compiler for wasm32-unknown-unknown is looked for in three places: that of `rustc` with the target
installed; else `rustup target add`, which needs the network; else Debian's, which is brought into a folder
of its own (`--debian`, 1.7 GB, a few minutes, as root), with `wasm-opt` of binaryen, which makes modules a
quarter smaller. Lines of comments do not count for the hash, versions of what decodes do.
"""

import argparse
import gzip
import hashlib
import os
import shutil
import subprocess
import sys
import tomllib
from pathlib import Path

ROOT = Path(__file__).resolve().parent.parent
KEPT = ROOT / "crates/shuban/modules"
SOURCES = KEPT / "sources.txt"
TARGET = "wasm32-unknown-unknown"
# The most bytes of a module, compressed.
MOST_BYTES = 400_000
MODULES = {
    "gammon": ["shuban-gammon"],
    "amazons": ["shuban-amazons", "shuban-cgt"],
    "tanhinmin": ["shuban-tanhinmin"],
}
COMMON = ["shuban-answer", "shuban-core", "shuban-probe", "shuban-site", "shuban-site/module"]
# What programs that write pages compile alone.
LEFT_OUT = [ROOT / "crates/shuban-site/src/assets.rs"]
# What decodes and checks: a mended version of it is worth new modules.
PURE = ["ruzstd", "serde_json", "xxhash-rust"]
SMALL = {
    "OPT_LEVEL": "z", "LTO": "fat", "CODEGEN_UNITS": "1", "PANIC": "abort", "STRIP": "true",
}  # fmt: skip
FEATURES = ["bulk-memory", "sign-ext", "nontrapping-float-to-int", "mutable-globals", "reference-types",
            "multivalue"]  # fmt: skip


def locked(names):
    """Returns the locked versions of packages."""
    packages = tomllib.loads((ROOT / "Cargo.lock").read_text())["package"]
    return [f"{one['name']} {one['version']}\n" for one in packages if one["name"] in names]


def sources_hash(module):
    """Returns the hash of the lines of code that a module is compiled from."""
    digest = hashlib.sha256("".join(locked(PURE)).encode())
    for crate in COMMON + MODULES[module]:
        folder = ROOT / "crates" / crate
        files = [path for path in (folder / "src").rglob("*") if path.is_file() and path not in LEFT_OUT]
        for path in [folder / "Cargo.toml", *sorted(files)]:
            digest.update(f"{path.relative_to(ROOT)}\n".encode())
            content = path.read_bytes()
            if path.suffix == ".rs":
                lines = (line.strip() for line in content.splitlines())
                content = b"\n".join(line for line in lines if line and not line.startswith(b"//"))
            digest.update(content)
    return digest.hexdigest()


def kept_hash(module):
    """Returns the hash of a module as it is kept."""
    return hashlib.sha256((KEPT / f"{module}.wasm.gz").read_bytes()).hexdigest()


def stated():
    """Returns the hashes of the sources that the kept modules were compiled from, and of themselves."""
    if not SOURCES.exists():
        return {}
    lines = (line.split() for line in SOURCES.read_text().splitlines())
    return {module: hashes for module, *hashes in lines}


def has_target(rustc):
    """Returns true if a compiler has the target's standard library."""
    found = subprocess.run(
        [rustc, "--print", "target-libdir", "--target", TARGET], capture_output=True, text=True
    )
    return found.returncode == 0 and any(Path(found.stdout.strip()).glob("libcore-*"))


def wrapper(folder, name, *command):
    """Writes a script that runs a program of a Debian folder with the libraries of that folder."""
    root = folder / "root"
    libraries = ["usr/lib/x86_64-linux-gnu", "lib/x86_64-linux-gnu"]
    libraries += [str(path.relative_to(root)) for path in (root / "usr/lib").glob("llvm-*/lib")]
    path = ":".join(str(root / library) for library in libraries)
    script = folder / name
    loader = root / "lib64/ld-linux-x86-64.so.2"
    script.write_text(
        f'#!/bin/sh\nexec {loader} --library-path {path} --argv0 {name} {" ".join(command)} "$@"\n'
    )
    script.chmod(0o755)
    return str(script)


def debian(folder):
    """Returns compiler, linker and optimiser of Debian's newest suite, brought into a folder."""
    root = folder / "root"
    if not (root / "usr/lib/rustlib" / TARGET).exists():
        folder.mkdir(parents=True, exist_ok=True)
        script = Path("/usr/share/debootstrap/scripts/forky")
        if script.parent.exists() and not script.exists():
            script.symlink_to("sid")
        packages = "rustc,lld,libc6-dev,libstd-rust-dev-wasm32,binaryen"
        subprocess.run(
            ["debootstrap", "--variant=minbase", f"--include={packages}", "forky", root,
             "http://deb.debian.org/debian"],
            check=True, stdout=sys.stderr,
        )  # fmt: skip
    lld = next((root / "usr/lib").glob("llvm-*/bin/lld"))
    rustc = wrapper(folder, "rustc", f"{root}/usr/bin/rustc", "--sysroot", f"{root}/usr")
    return rustc, wrapper(folder, "wasm-ld", str(lld)), wrapper(
        folder, "wasm-opt", f"{root}/usr/bin/wasm-opt"
    )


def tools(folder):
    """Returns compiler, linker (or none, for the compiler's own) and optimiser (or none)."""
    rustc = os.environ.get("RUSTC", "rustc")
    if not has_target(rustc) and shutil.which("rustup"):
        subprocess.run(["rustup", "target", "add", TARGET], capture_output=True)
    if has_target(rustc):
        return rustc, None, shutil.which("wasm-opt")
    return debian(folder)


def build(folder):
    """Compiles all modules."""
    rustc, linker, optimiser = tools(folder)
    environment = {**os.environ, "RUSTC": rustc, "CARGO_TARGET_DIR": str(folder / "target")}
    environment |= {f"CARGO_PROFILE_RELEASE_{name}": value for name, value in SMALL.items()}
    if linker:
        environment["CARGO_TARGET_WASM32_UNKNOWN_UNKNOWN_LINKER"] = linker
    if not optimiser:
        print("warning: without wasm-opt (binaryen) modules are a thirtieth larger", file=sys.stderr)
    KEPT.mkdir(exist_ok=True)
    for module in MODULES:
        subprocess.run(
            ["cargo", "rustc", "--quiet", "--locked", "--package", "shuban-site-module",
             "--features", module, "--lib", "--crate-type", "cdylib", "--release", "--target", TARGET],
            check=True, cwd=ROOT, env=environment,
        )  # fmt: skip
        compiled = folder / "target" / TARGET / "release/shuban_site_module.wasm"
        if optimiser:
            flags = [f"--enable-{feature}" for feature in FEATURES]
            flags += ["-Oz", "--strip-debug", "--strip-producers"]
            subprocess.run([optimiser, *flags, compiled, "-o", compiled], check=True)
        packed = gzip.compress(compiled.read_bytes(), 9, mtime=0)
        (KEPT / f"{module}.wasm.gz").write_bytes(packed)
        print(f"{module}: {compiled.stat().st_size:,} bytes, {len(packed):,} compressed")
    lines = (f"{module} {sources_hash(module)} {kept_hash(module)}\n" for module in MODULES)
    SOURCES.write_text("".join(lines))


def main():
    parser = argparse.ArgumentParser(description=__doc__.split("\n\n")[0])
    parser.add_argument("--check", action="store_true", help="compare the hash of the sources alone")
    parser.add_argument(
        "--debian", type=Path, default=ROOT / "target/wasm", metavar="DIR",
        help="the folder of Debian's compiler, and of what is compiled",
    )  # fmt: skip
    arguments = parser.parse_args()
    if not arguments.check:
        build(arguments.debian.resolve())
    kept = stated()
    changed = [
        module for module in MODULES if kept.get(module) != [sources_hash(module), kept_hash(module)]
    ]
    # A page loads one of them before it can look anything up.
    large = [module for module in MODULES if (KEPT / f"{module}.wasm.gz").stat().st_size > MOST_BYTES]
    if large:
        sys.exit(f"modules of more than {MOST_BYTES} bytes, compressed: {', '.join(large)}")
    if changed:
        names = ", ".join(changed)
        sys.exit(f"modules of older sources: {names}; scripts/build-modules.py compiles them anew")


if __name__ == "__main__":
    main()
