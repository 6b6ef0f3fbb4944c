#!/usr/bin/env python3
"""Checks that the moves which the documents show as examples are legal: sample_moves.py DOCS, with the program TESSERA.

- A whole turn of the tile A3, as in `A3@0,1r2=none`, is one of the first turn in the Star Wars Edition.
- In the conversation of a driver with an engine, a block of docs/lookup/protocol.md, the engine is told a position; its
  `bestmove` and its `pv` go on from there.

Prints what the referee refuses; exits with 1 if it refuses anything, or if there is nothing to check.
"""
import os
import pathlib
import re
import subprocess
import sys

FENCE = re.compile(r"^```.*?^```", re.M | re.S)
FIRST_TURN = re.compile(r"A3@-?\d+,-?\d+r\d=[\w:.]+")


def refused(commands):
    """The errors among the referee's answers."""
    told = subprocess.run([os.environ["TESSERA"], "referee"], input="\n".join([*commands, "quit\n"]), text=True,
                          capture_output=True, check=True).stdout
    return [line for line in told.splitlines() if line.startswith("error")]


def first_turns(text):
    return sorted(set(FIRST_TURN.findall(text)))


def conversations(text):
    """The referee's commands for each block in which an engine is told a position and answers with turns."""
    for block in FENCE.findall(text):
        position = re.search(r"^> position startpos moves (.*) \w+$", block, re.M)
        if position is None:
            continue
        begin = [*re.findall(r"^> (newgame.*)$", block, re.M), "position startpos moves " + position[1]]
        for line in re.findall(r"^(?:info .* pv|bestmove) (.*)$", block, re.M):
            turns = line.split()
            yield begin + [word for turn in turns for word in ("draw " + turn.split("@")[0], "move " + turn)]


def main():
    wrong, checked = [], {"first turns": 0, "conversations": 0}
    for page in sorted(pathlib.Path(sys.argv[1]).rglob("*.md")):
        text = page.read_text(encoding="utf-8")
        tried = [("first turns", ["newgame", "draw A3", "try " + turn]) for turn in first_turns(text)]
        tried += [("conversations", commands) for commands in conversations(text)]
        for kind, commands in tried:
            checked[kind] += 1
            wrong += ["%s: %s: %s" % (page.name, commands[-1], error) for error in refused(commands)]
    print("\n".join(wrong + [str(checked)]))
    return 1 if wrong or not all(checked.values()) else 0


if __name__ == "__main__":
    sys.exit(main())
