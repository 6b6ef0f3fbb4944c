#!/usr/bin/env python3
"""`./run` tells which command failed, after all that was said, and what it needs is found by what the system has: run.py
ROOT. Their tools are stand-ins."""
import contextlib
import os
import pathlib
import re
import shutil
import subprocess
import sys
import tempfile

NUMBERED = re.compile(r"llvm-\d+|clang-rt-\d+|/python3\.\d+|postgresql[-/]\d+|x86_64-linux-gnu/\S+")
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


def install(root, *needs, **tools):
    """The exit status of `tools/install` and what it says, where there are none but these tools and those of the shell."""
    with tempfile.TemporaryDirectory() as folder:
        there = pathlib.Path(folder)
        for name in ("bash", "sed", "env"):
            (there / name).symlink_to(shutil.which(name))
        for name, script in tools.items():
            (there / name.replace("_", "-")).write_text(f"#!/usr/bin/env bash\n{script}\n")
            (there / name.replace("_", "-")).chmod(0o755)
        done = subprocess.run([root / "tools" / "install", *needs], env={"PATH": folder}, capture_output=True, text=True)
        return done.returncode, done.stdout + done.stderr


def installing(root):
    """What is wrong with what is installed, in systems of several kinds."""
    bare = {"apt_get": 'echo "apt-get $*" >&2', "apt_cache": "printf '  Depends: %s\\n' cpp $2-19", "id": "echo 0"}
    clang = "case $* in -dumpversion) echo 21.1.0 ;; *wasm32-wasi*) echo /nowhere/builtins.a ;; *) echo /bin/sh ;; esac"
    python = "[ \"$2\" != 'import ensurepip' ]"
    for needs, tools, code, words in (
            (["runtime:wasm32-wasi=libclang-rt-CLANG-dev-wasm32", "clang=clang"], bare, 0, r"apt-get .*install .* libclang-rt-19-dev-wasm32 clang$"),
            (["runtime:wasm32-wasi=libclang-rt-CLANG-dev-wasm32", "clang=clang"], bare | {"clang": clang}, 0,
             r"apt-get .*install .*recommends libclang-rt-21-dev-wasm32$"),
            (["runtime:=libclang-rt-CLANG-dev"], bare | {"clang": clang}, 0, r"^$"),
            (["runtime:wasm32-wasi=libclang-rt-CLANG-dev-wasm32"], bare | {"id": "echo 7"}, 1, r"sudo apt-get install libclang-rt-19-dev-wasm32$"),
            (["python:ensurepip=python3-venv", "python:sys=python3"], bare | {"python3": python}, 0, r"recommends python3-venv$"),
            (["/usr/*/env=coreutils", "/usr/*/no-such=other"], bare, 0, r"recommends other$"),
            (["/no-such=gcc-GCC-multilib"], bare | {"gcc": "echo 12"}, 0, r"recommends gcc-12-multilib$"),
            (["--no-install", "/no-such=other", "sed=sed"], bare, 0, r"^missing, .*fails:\n  /no-such \(other\)$"),
            (["program", "page"], {}, 1, r"no apt-get(?s:.*)gcc \(gcc\)(?s:.*)clang \(clang\)(?s:.*)docker compose up(?s:.*)tarball"),
            (["nonsense"], bare, 2, r"no list nonsense: expected program")):
        status, said = install(root, *needs, **tools)
        if status != code or not re.search(words, said.strip(), re.MULTILINE):
            yield f"tools/install {needs}: {status}: {said}"


def numbered(root):
    """Where a script names a part of the system by the number of one release. tools/portable takes Debian 12's sources."""
    files = [root / "run", root / "test", *(path for folder in ("tools", "tests", "cmake", "web/tools", "js", "python")
                                            for path in (root / folder).rglob("*") if path.is_file())]
    for path in files:
        name = str(path.relative_to(root))
        if "node_modules" in name or name in ("tools/portable", "tests/house/run.py"):
            continue
        with contextlib.suppress(UnicodeDecodeError):
            for found in NUMBERED.finditer(path.read_text(encoding="utf-8")):
                yield f"{name}: {found[0]}: ask the system, as releases differ"


def main():
    root = pathlib.Path(sys.argv[1])
    wrong = [*installing(root), *numbered(root)]
    for fails, arguments, command in (
            ("program", ["play"], "tools/install $needs"), ("--build", ["play"], "cmake --build --preset $preset"),
            ("page", [], "tools/install $needs"), ("page_wasm", [], "cmake --build --preset wasm"),
            ("ci", [], "npm ci"), ("silent", [], "npm run --silent build")):
        status, said = run(root, fails, *arguments)
        told = [line for line in said if line.startswith("./run: ")]
        if status != 3 or told != said[-1:] or not told[0].startswith(f"./run: this failed: {command}") \
                or "says why" not in said[-2]:
            wrong.append(f"{fails}: {status}: {said}")
    print("\n".join(wrong) or "./run tells what failed")
    return 1 if wrong else 0


sys.exit(main())
