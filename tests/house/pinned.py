#!/usr/bin/env python3
"""What comes from a registry is pinned by version and hash: every package of every lockfile of npm, and every line of
python/requirements.txt, which has all that pyproject.toml pins: pinned.py ROOT"""
import json
import pathlib
import re
import sys
import tomllib


def main():
    root, wrong, count = pathlib.Path(sys.argv[1]), [], 0
    locks = [path for path in root.rglob("package-lock.json") if not {"node_modules", "build"} & set(path.relative_to(root).parts)]
    for path in locks:
        for name, package in json.loads(path.read_text(encoding="utf-8"))["packages"].items():
            if name:
                count += 1
                if not package.get("integrity", "").startswith("sha512-"):
                    wrong.append(f"{path.relative_to(root)}: {name} has no integrity")
    if len(locks) < 3:
        wrong.append(f"{len(locks)} lockfiles of npm: expected those of the page, the bundlers and Node")

    text = (root / "python/requirements.txt").read_text(encoding="utf-8")
    pins = re.findall(r"^([\w.-]+==[^\s\\]+)((?: \\\n    --hash=sha256:[0-9a-f]{64})+)$", text, re.MULTILINE)
    lines = [line for line in text.splitlines() if line and not line.startswith(("#", " "))]
    wrong += [f"python/requirements.txt: {line}: expected NAME==VERSION and hashes" for line in lines
              if line.split()[0] not in dict(pins)]
    project = tomllib.loads((root / "python/pyproject.toml").read_text(encoding="utf-8"))
    extras = project["project"]["optional-dependencies"]
    for pin in project["build-system"]["requires"] + extras["test"] + extras["release"]:
        if pin not in dict(pins):
            wrong.append(f"python/requirements.txt has no {pin}, as pyproject.toml has it")
    print("\n".join(wrong) or f"{count} packages of npm and {len(pins)} of Python by version and hash")
    return 1 if wrong else 0


sys.exit(main())
