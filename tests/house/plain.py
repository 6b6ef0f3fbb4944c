#!/usr/bin/env python3
"""Counts sentences that have to be read twice: plain.py REPOSITORY [--list].

It reads the comments of src, include, web/src and js/src, and all Markdown but the rules and the changelog, and counts
- a headless "who": one without a noun before it ("Who leaves has lost." instead of "A player who leaves has lost."),
- "told" and "tells", which stand for returned, printed, reported or sent,
- sentences of more than 35 words.
Each count has a limit, MOST: it falls as sentences are rewritten, and never rises. Prints the counts, with --list every
sentence; exits with 1 if a count is above its limit.
"""
import pathlib
import re
import sys

MOST = {"headless who": 17, "told": 8, "long sentence": 136}
LONG = 35
HEADLESS = re.compile(r"(?:^|[.;:,(] |\b(?:to|of|by|for|with|from|at|and|or|but|than|as|on|about|only|where|if|when|not|says?|"
                      r"tells?|knows?|sees?|asks?|lets?|keeps?|shows?|what|that|is|are) )who(?:ever)?\b(?! ?\?)", re.I)
TOLD = re.compile(r"\b(?:told|tells?)\b", re.I)
COMMENT = re.compile(r"/\*.*?\*/|^\s*//.*?$", re.S | re.M)
CODE = re.compile(r"```.*?```|^    .*?$|^\|[ :|-]+\|$", re.S | re.M)
FOLDERS = {"src": "*.[ch]", "include": "*.[ch]", "web/src": "*.ts", "js/src": "*.ts"}


def passages(repository):
    """Each piece of prose with the path of its file."""
    for folder, pattern in FOLDERS.items():
        for path in sorted((repository / folder).rglob(pattern)):
            for found in COMMENT.finditer(path.read_text(encoding="utf-8")):
                yield path, re.sub(r"^\s*(?:/\*+|\*/|\*|//)", " ", found[0], flags=re.M).replace("*/", " ")
    for path in sorted(repository.rglob("*.md")):
        name = path.relative_to(repository).as_posix()
        if re.match(r"(?:build|web|\.git|python/build)/|docs/lookup/rules/|CHANGELOG|.*node_modules", name):
            continue
        text = CODE.sub("\n\n", path.read_text(encoding="utf-8"))
        for piece in re.split(r"\n\s*\n|^(?:#+|[-*]|\d+\.) |\n(?=\|)|\|", text, flags=re.M):
            yield path, piece


def sentences(repository):
    """Each sentence with the path of its file, without code and links."""
    for path, piece in passages(repository):
        text = " ".join(re.sub(r"\[([^]]*)\]\([^)]*\)", r"\1", re.sub(r"`[^`]*`", "x", piece)).split())
        for sentence in re.split(r"(?<=[.!?])\s+(?=[A-Z])", text):
            if len(sentence.split()) > 2:
                yield path.relative_to(repository), sentence


def main():
    repository = pathlib.Path(sys.argv[1])
    found = {name: [] for name in MOST}
    total = 0
    for path, sentence in sentences(repository):
        total += 1
        found["headless who"] += [(path, sentence)] * (HEADLESS.search(sentence) is not None)
        found["told"] += [(path, sentence)] * (TOLD.search(sentence) is not None)
        found["long sentence"] += [(path, sentence)] * (len(sentence.split()) > LONG)
    if "--list" in sys.argv:
        for name, rows in found.items():
            for path, sentence in rows:
                print(f"{name}: {path}: {sentence}")
    for name, rows in found.items():
        print(f"{name}: {len(rows)}, at most {MOST[name]}")
    print(f"{total} sentences")
    return 1 if any(len(found[name]) > most for name, most in MOST.items()) else 0


sys.exit(main())
