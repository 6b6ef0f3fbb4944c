#!/usr/bin/env python3
"""The version and the number of the binary interface stand in include/tessera/tessera.h, and wherever else one of them is said it
is the same: version.py ROOT TESSERA. The program, its manual page, package.json, the documents (but those that tell of the past)
and the Python package, which reads the header."""
import json
import pathlib
import re
import subprocess
import sys
import tomllib

PAST = ("CHANGELOG.md", "docs/laboratory/")
# What comes before a version, or a number of the interface.
VERSIONS = re.compile(r'(?:tessera|tessera-engine|tessera-portable|libtessera[\w-]*)[-_ ](\d+\.\d+\.\d+)(?!\d)'
                      r'|\bid version (\d+\.\d+\.\d+)|"version": ?"(\d+\.\d+\.\d+)"')
MINOR = re.compile(r"\bfind_package\(tessera (\d+\.\d+)\b")
NUMBERS = re.compile(r"\blibtessera(\d+)(?!\d)|\blibtessera[\w-]*\.so\.(\d+)\b")


def main():
    root, program = pathlib.Path(sys.argv[1]), sys.argv[2]
    header = (root / "include/tessera/tessera.h").read_text(encoding="utf-8")
    version = re.search(r'#define TESS_VERSION "([0-9.]+)"', header)[1]
    number = re.search(r"#define TESS_ABI (\d+)", header)[1]
    wrong = []

    def hold(what, said, expected=version):
        if said != expected:
            wrong.append(f"{what} says {said}: expected {expected}, as include/tessera/tessera.h has it")

    # 1. The numbers go together: while the version is 0.x each x has an interface of its own.
    hold("TESS_ABI", number, version.split(".")[1])

    # 2. What is made from the source.
    hold("tessera -V", subprocess.run([program, "-V"], capture_output=True, text=True, check=True).stdout.split()[-1])
    manual = subprocess.run([program, "help", "--man"], capture_output=True, text=True, check=True).stdout
    hold("the manual page", re.search(r'^\.TH .*tessera (\d[0-9.]*)"', manual, re.MULTILINE)[1])
    python = tomllib.loads((root / "python/pyproject.toml").read_text(encoding="utf-8"))
    rule = python["tool"]["dynamic-metadata"][0]
    hold("python/pyproject.toml", re.search(rule["regex"], (root / "python" / rule["input"]).read_text(encoding="utf-8"))["value"])

    # 3. What npm reads, which has to stand there; the page is never published and has none.
    hold("js/package.json", json.loads((root / "js/package.json").read_text(encoding="utf-8"))["version"])
    hold("web/package.json", json.loads((root / "web/package.json").read_text(encoding="utf-8")).get("version"), None)

    # 4. The documents, and what tests and tools expect.
    said = 0
    paths = [*root.glob("*.md"), *(root / "docs").rglob("*.md"), root / "js/README.md", root / "python/README.md",
             root / "src/server/openapi.json", root / "include/tessera/tessera.h", root / "Dockerfile"]
    for path in sorted(paths):
        name = str(path.relative_to(root))
        if name.startswith(PAST):
            continue
        for i, line in enumerate(path.read_text(encoding="utf-8").splitlines(), 1):
            for pattern, expected in ((VERSIONS, version), (MINOR, version.rpartition(".")[0]), (NUMBERS, number)):
                for found in pattern.finditer(line):
                    hold(f"{name}:{i}", next(filter(None, found.groups())), expected)
                    said += 1
    if said < 10:
        wrong.append(f"only {said} places say the version or the number: expected more, is the pattern wrong?")
    print("\n".join(wrong) or f"version {version}, interface {number}: {said} places of the documents say so")
    return 1 if wrong else 0


sys.exit(main())
