#!/usr/bin/env python3
"""Compares the names of the program with its words: words.py REPOSITORY.

One word means one thing: no two files may define a struct, union or enum of the same tag, be it in the sources, the
tests or the tools. What a word means is told by the table under "Words" in ARCHITECTURE.md. Prints every tag that
stands twice and where; exits with 1 if there is any.
"""
import pathlib
import re
import sys

FOLDERS = ("include", "src", "tests", "bench", "fuzz", "examples")
DEFINED = re.compile(r"^(?:typedef )?(?:struct|union|enum) (\w+) \{", re.M)
HEADING = "## Words\n\n| word | means |"


def tags(repository):
    """Every tag, with the files that define it."""
    found = {}
    for folder in FOLDERS:
        for path in sorted((repository / folder).rglob("*.[ch]")):
            for tag in DEFINED.findall(path.read_text(encoding="utf-8")):
                found.setdefault(tag, []).append(str(path.relative_to(repository)))
    return found


def main():
    repository = pathlib.Path(sys.argv[1])
    found = tags(repository)
    wrong = [f"{tag} is defined in {' and '.join(files)}: one of them needs a word of its own "
             "(see the table of words in ARCHITECTURE.md)" for tag, files in sorted(found.items()) if len(files) > 1]
    if len(found) < 100:
        wrong.append(f"only {len(found)} tags were found: words.py does not see how they are defined")
    if HEADING not in (repository / "ARCHITECTURE.md").read_text(encoding="utf-8"):
        wrong.append("ARCHITECTURE.md has no table of words")
    print("\n".join(wrong) or f"{len(found)} tags, each defined once")
    sys.exit(bool(wrong))


main()
