#!/usr/bin/env python3
"""Compares the ratings of the computers with the matches that measured them: computers.py REPOSITORY.

Levels 1 to 7 of src/rating/computers.c are what the campaign `computers` has found, from level 4 as 1500 on; classic is the
mean of both games. Prints every difference of more than a point; exits with 1 if there is any.
"""
import json
import pathlib
import re
import sys

FIXED, LEVELS = 1500, 7


def main():
    root = pathlib.Path(sys.argv[1])
    lines = json.loads((root / "docs/laboratory/results/computers.json").read_text(encoding="utf-8"))["output"]
    elo = [float(line.split()[-2]) for line in lines if line.startswith("level-")]
    star_wars, classic, fields = (elo[i:i + LEVELS] for i in range(0, 3 * LEVELS, LEVELS))
    found = [star_wars, [(one + other) / 2 for one, other in zip(classic, fields, strict=True)]]
    source = (root / "src/rating/computers.c").read_text(encoding="utf-8")
    table = [[int(number) for number in row.split(",")] for row in re.findall(r"^ +\{([0-9, ]+)\},$", source, re.M)]
    wrong = [f"rules {rules}, level {level + 1}: {table[rules][level]} in the source, {row[level] - row[3] + FIXED:.1f} found"
             for rules, row in enumerate(found) for level in range(LEVELS)
             if abs(table[rules][level] - (row[level] - row[3] + FIXED)) > 1]
    print("\n".join(wrong) or f"{2 * LEVELS} ratings are as they were measured")
    return 1 if wrong else 0


sys.exit(main())
