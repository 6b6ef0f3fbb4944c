#!/usr/bin/env python3
"""Checks the model of several nodes on one database (model.pml) with spin: model.py [NODES ROUNDS FAULTS].

Without arguments: the model as it is, in a size that takes seconds, and then without one precaution after another; of
each it is known what spin must find then, so that a model that finds nothing is noticed. With arguments: the model as
it is in that size alone, for longer checks: `model.py 2 2 2` takes minutes and some gigabytes.
"""
import os
import pathlib
import re
import subprocess
import sys
import tempfile
from concurrent.futures import ThreadPoolExecutor

MODEL = pathlib.Path(__file__).resolve().with_name("model.pml")
SMALL = (2, 2, 1)  # nodes, rounds, faults

STATE = "way[f].entries==last"  # a change that was decided on another state than the one it changes
TWICE = "1<<way[f].request"  # a request that takes effect twice
UNTOLD = "told[n]==log[n]"  # an acknowledged entry is not there
REFUSED = "assertion violated 0 "  # a client that was answered "you hold the seat" is refused
LEFT = "!(due)"  # what is due is never done

# What is removed, in which size, and what is found then; None: nothing, as another precaution does the same work.
MUTATIONS = (
    ("NO_SWAP", SMALL, STATE),
    ("NO_LOCK", SMALL, STATE),
    ("READ_LAST", SMALL, STATE),
    ("KEEP", SMALL, STATE),
    ("KEEP_UNKNOWN", SMALL, STATE),
    ("EARLY", SMALL, UNTOLD),
    ("NO_IDS", SMALL, TWICE),
    ("REFUSE", SMALL, REFUSED),
    ("NO_CLAIM", SMALL, LEFT),
    ("CLAIM_STAYS", (2, 2, 2), LEFT),
    # An older copy of the database: versions that are drawn keep the log whole, counted ones do not.
    ("RESTORE", (2, 2, 0), None),
    ("RESTORE COUNTED", (2, 3, 0), TWICE),
)


def check(size, names=()):
    """What spin says of the model in a size without some precautions: the fault that it found, or None; and the number of
    states that it saw."""
    bounds = [f"-D{name}={value}" for name, value in zip(("NODES", "ROUNDS", "FAULTS"), size)]
    with tempfile.TemporaryDirectory() as folder:
        subprocess.run(["spin", "-a", *bounds, *(f"-D{name}" for name in names), MODEL], cwd=folder, check=True,
                       stdout=subprocess.DEVNULL)
        subprocess.run(["gcc", "-O1" if len(names) == 0 else "-O0", "-w", "-DSAFETY", "-o", "pan", "pan.c"], cwd=folder, check=True)
        said = subprocess.run(["./pan", "-E", "-m100000", "-w22"], cwd=folder, check=True, capture_output=True, text=True).stdout
    found = re.search(r"^pan:1: (.*)", said, re.M)
    whole = re.search(r"errors: (\d+)", said)
    assert whole and (found or int(whole[1]) == 0) and "max search depth too small" not in said, said
    return found and found[1], int(re.search(r"(\d+) states, stored", said)[1])


def main():
    size = tuple(map(int, sys.argv[1:])) or SMALL
    trials = [(size, "", None)]
    if not sys.argv[1:]:
        trials += [(at, names, expected) for names, at, expected in MUTATIONS]
    wrong = 0
    with ThreadPoolExecutor(os.cpu_count()) as threads:
        for (size, names, expected), (found, states) in zip(trials, threads.map(lambda one: check(one[0], one[1].split()), trials)):
            right = found is None if expected is None else found is not None and expected in found
            wrong += not right
            print(f"{names or 'whole'}, {size[0]} nodes, {size[1]} rounds, {size[2]} faults: {found or f'all holds in {states} states'}"
                  + ("" if right else f"; expected: {expected or 'all holds'}"))
    sys.exit(wrong > 0)


if __name__ == "__main__":
    main()
