#!/usr/bin/env python3
"""Compares the names of the program with its words: words.py REPOSITORY.

One word means one thing: no two C files of src and include may define a struct, union or enum of the same
tag, and no two TypeScript files of the page may export a type of the same name. What a word means is told
by the table under "Words" in ARCHITECTURE.md. Prints every name that stands twice and where; exits with 1 if there is
any.
"""
import pathlib
import re
import sys

FOLDERS = ("include", "src")
DEFINED = re.compile(r"^(?:typedef )?(?:struct|union|enum) (\w+) \{", re.M)
EXPORTED = re.compile(r"^export (?:abstract )?(?:interface|type|class|enum) (\w+)", re.M)
HEADING = "## Words\n\n| word | means |"


def names(repository, folders, pattern, found_by):
    """Every name that the files of the folders define, with those files."""
    found = {}
    for folder in folders:
        for path in sorted((repository / folder).rglob(pattern)):
            for name in found_by.findall(path.read_text(encoding="utf-8")):
                found.setdefault(name, []).append(str(path.relative_to(repository)))
    return found


def faults(kind, found):
    """What is wrong with these names."""
    wrong = [f"{kind} {name} is defined in {' and '.join(files)}: one of them needs a word of its own "
             "(see the table of words in ARCHITECTURE.md)" for name, files in sorted(found.items()) if len(files) > 1]
    if len(found) < 100:
        wrong.append(f"only {len(found)} of the kind {kind} were found: words.py does not see how they are defined")
    return wrong


def main():
    repository = pathlib.Path(sys.argv[1])
    tags = names(repository, FOLDERS, "*.[ch]", DEFINED)
    types = names(repository, ("js/src", "web/src"), "*.ts", EXPORTED)
    wrong = faults("tag", tags) + faults("type", types)
    if HEADING not in (repository / "ARCHITECTURE.md").read_text(encoding="utf-8"):
        wrong.append("ARCHITECTURE.md has no table of words")
    print("\n".join(wrong) or f"{len(tags)} tags and {len(types)} exported types, each defined once")
    sys.exit(bool(wrong))


main()
