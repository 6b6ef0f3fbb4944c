#!/usr/bin/env python3
"""Holds the source to those conventions of CONTRIBUTING.md that no linter knows: conventions.py REPOSITORY.

- A header's guard is its path below src/, elsewhere below the repository: src/rules/game.h has RULES_GAME_H.
- A section banner is a comment of one form: /* ---- Words ---- */.
- A struct, union or enum is named by its tag, `struct history`; no typedef hides it. The public header has its own.
- What is private to a class of the page or of the npm package is named `#name`; `private` is for the parameters of a
  constructor alone, and `protected` for what an abstract class shares with those that extend it.
- No line of the page, its tools or the npm package is longer than 120 characters.

Prints every place that differs; exits with 1 if there is any.
"""
import pathlib
import re
import sys

FOLDERS = ("src", "tests", "bench", "fuzz")
GUARD = re.compile(r"^#ifndef (\w+)\n#define \1$", re.M)
RULE = re.compile(r"^/\* ?-.*?\*/", re.M | re.S)
BANNER = re.compile(r"/\* ---- [^-\s].*?[^-\s] ---- \*/|/\* ---- [^-\s].*? ----\n.*\*/", re.S)
TYPEDEF = re.compile(r"^typedef (?:struct|union|enum)\b[^;()]*[;{]", re.M)
PRIVATE = re.compile(r"^  private (?!constructor\()", re.M)
PROTECTED = re.compile(r"^  protected (?!constructor\()", re.M)
LONGEST = 120


def guard_of(path):
    """The guard that a header is to have."""
    parts = path.parts[1:] if path.parts[0] == "src" else path.parts
    return re.sub(r"\W", "_", "_".join(parts)).upper()


def faults_of_c(path, text):
    """What differs in a C file: (offset, what is wrong)."""
    if path.suffix == ".h":
        guard = GUARD.search(text)
        if guard is None or guard[1] != guard_of(path):
            yield (guard.start() if guard else 0), f"the header's guard is to be {guard_of(path)}"
    for rule in RULE.finditer(text):
        if not BANNER.fullmatch(rule[0]):
            yield rule.start(), "a banner is to read /* ---- Words ---- */"
    for found in TYPEDEF.finditer(text):
        yield found.start(), "a struct, union or enum is named by its tag, without a typedef"


def faults_of_page(_path, text):
    """The same in a file of the page or of the npm package."""
    shares = "abstract class" in text
    for found in [*PRIVATE.finditer(text), *(() if shares else PROTECTED.finditer(text))]:
        yield found.start(), "a private member is to be named #name"
    for found in re.finditer(rf"^.{{{LONGEST + 1},}}$", text, re.M):
        yield found.start(), f"a line is to have at most {LONGEST} characters"


def main():
    repository = pathlib.Path(sys.argv[1])
    files = [(path, faults_of_c) for folder in FOLDERS for path in (repository / folder).rglob("*.[ch]")]
    files += [(path, faults_of_page) for folder in ("js/src", "web/src", "web/tools")
              for path in (repository / folder).rglob("*.*") if path.suffix in (".ts", ".js", ".mjs", ".css")]
    wrong = []
    for path, faults in sorted(files):
        text = path.read_text(encoding="utf-8")
        name = path.relative_to(repository)
        wrong += [f"{name}:{text.count(chr(10), 0, at) + 1}: {what}" for at, what in faults(name, text)]
    if len(files) < 300:
        wrong.append(f"only {len(files)} files were found")
    print("\n".join(wrong) or f"{len(files)} files keep the conventions")
    sys.exit(bool(wrong))


main()
