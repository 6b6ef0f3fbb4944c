#!/usr/bin/env python3
"""Takes rare branches by seed (src/base/rarely.h): rarely.py [SEED ...] (1 without one).

The environment variable TESSERA names the program, TESTS the folder of the unit tests, BOT the example engine. For each seed the commands below
run with TESSERA_RARELY; each must pass as it does without. Every RARELY("name", ...) of src must have been taken then.
Prints how often each was.
"""
import collections
import os
import pathlib
import re
import subprocess
import sys
import tempfile

ROOT = pathlib.Path(__file__).resolve().parents[2]
COMMANDS = [
    "{TESTS}/lobby_fleet_simulation_test 24",
    "{TESTS}/lobby_fleet_liveness_test 4",
    "{TESTS}/lobby_fleet_damage_test 2",
    "{python} tests/server/api.py",
    "{python} tests/server/faults.py KillTest BotTest.test_bots",
    "{python} tests/server/tournament.py TablesTest",
    "{python} tests/arena/match.py",
]
KILLS = "2"  # of the server


def main():
    seeds = sys.argv[1:] or ["1"]
    tests, failed, taken = os.environ["TESTS"], 0, collections.Counter()
    names = set()
    for path in sorted((ROOT / "src").rglob("*.[ch]")):
        if path.name != "rarely.h":
            found = re.findall(r'RARELY\("([^"]+)"', path.read_text(encoding="utf-8"))
            assert len(found) == len(set(found)) and not names & set(found), f"{path}: a name stands twice"
            names |= set(found)
    for seed in seeds:
        for command in COMMANDS:
            with tempfile.NamedTemporaryFile(mode="r", encoding="utf-8") as counts:
                words = command.format(TESTS=tests, python=sys.executable).split()
                done = subprocess.run(words, cwd=ROOT, stdout=subprocess.PIPE, stderr=subprocess.STDOUT, text=True, errors="replace",
                                      env={**os.environ, "KILLS": KILLS, "TESSERA_RARELY": seed, "TESSERA_RARELY_TAKEN": counts.name}, check=False)
                for line in counts:
                    name, count = line.rsplit(maxsplit=1)
                    taken[name] += int(count)
            if done.returncode != 0:
                failed += 1
                print(f"TESSERA_RARELY={seed} {' '.join(words)}: exit code {done.returncode}\n{done.stdout[-3000:]}")
    for name in sorted(names):
        print(f"{name}: {taken[name]:,}")
    missed = sorted(names - set(taken))
    print(f"{len(names)} branches, {failed} commands failed" + "".join(f", never taken: {name}" for name in missed))
    return failed > 0 or missed != []


sys.exit(main())
