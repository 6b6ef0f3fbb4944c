#!/usr/bin/env python3
"""Checks that every rule id of docs/lookup/rules has a test that is named after it: ids.py REPOSITORY.

SW-4.7 is tested by tests of tests/rules whose names begin with sw_4_7_. Prints the ids that are not; exits with 1 if
there are any.
"""
import pathlib
import re
import sys


def rule_ids(repository):
    ids = []
    for path in sorted((repository / "docs/lookup/rules").glob("*.md")):
        ids += re.findall(r"^- ((?:SW|CL)-\d+\.\d+)", path.read_text(encoding="utf-8"), re.M)
    return ids


def main():
    repository = pathlib.Path(sys.argv[1])
    sources = [path.read_text(encoding="utf-8") for path in sorted((repository / "tests/rules").glob("*_test.c"))]
    tests = {name for s in sources for name in re.findall(r"^(?:GAME_)?TEST\((\w+)[,)]", s, re.M)}
    ids = rule_ids(repository)
    prefixes = {i: i.lower().replace("-", "_").replace(".", "_") + "_" for i in ids}
    missing = [i for i in ids if not any(name.startswith(prefixes[i]) for name in tests)]
    for i in missing:
        print(f"no test is named {prefixes[i]}... for {i}")
    print(f"{len(ids) - len(missing)} of {len(ids)} rule ids have tests, {len(tests)} tests in all")
    return 1 if missing or not ids else 0


if __name__ == "__main__":
    sys.exit(main())
