#!/usr/bin/env python3
"""`./run` tells which command failed, after all that was said: run.py ROOT. Its tools are stand-ins that fail."""
import os
import pathlib
import shutil
import subprocess
import sys
import tempfile

FAILING = "#!/bin/sh\necho $(basename $0) says why\ncase \"$*\" in *$FAILS*) exit 7 ;; esac\n"


def run(root, fails, *arguments):
    """The exit status of a copy of `run`, and what it says, where commands with the words `fails` fail."""
    with tempfile.TemporaryDirectory() as folder:
        there = pathlib.Path(folder)
        (there / "tools").mkdir()
        (there / "web").mkdir()
        shutil.copy(root / "run", there)
        for name in ("tools/install", "cmake", "npm"):
            (there / name).write_text(FAILING)
            (there / name).chmod(0o755)
        known = os.environ | {"PATH": f"{there}:{os.environ['PATH']}", "FAILS": fails}
        done = subprocess.run([there / "run", *arguments], env=known, capture_output=True, text=True)
        return done.returncode, done.stderr.splitlines()


def main():
    root, wrong = pathlib.Path(sys.argv[1]), []
    for fails, arguments, command in (
            ("histedit", ["play"], "tools/install gcc=gcc"), ("--build", ["play"], "cmake --build --preset $preset"),
            ("wasm32-wasi", [], "tools/install clang=clang"), ("page_wasm", [], "cmake --build --preset wasm"),
            ("ci", [], "npm ci"), ("silent", [], "npm run --silent build")):
        status, said = run(root, fails, *arguments)
        told = [line for line in said if line.startswith("./run: ")]
        if status != 3 or told != said[-1:] or not told[0].startswith(f"./run: this failed: {command}") \
                or "says why" not in said[-2]:
            wrong.append(f"{fails}: {status}: {said}")
    print("\n".join(wrong) or "./run tells what failed")
    return 1 if wrong else 0


sys.exit(main())
