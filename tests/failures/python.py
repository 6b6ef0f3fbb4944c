#!/usr/bin/env python3
"""Makes every call of the Python package fail: python.py [--most N] [--seed N] [--said] [--kind KIND] [COMMAND ...].

Run it with the interpreter of an environment that has the package. The environment variables are those of walk.py, which
does the work and says what must hold. The commands are programs that use the package. Calls count once the program has
imported what others wrote; memory fails only where the package's own library asks for it, itself or below. Where nanobind
itself has no memory it ends the process with a message.
"""
import json
import re
import sys

import walk
from walk import Command, PROGRAM, RECORD

BEGIN = """
import argparse, concurrent.futures.thread, ctypes, encodings.idna, importlib.util, json, math, numpy, numpy.lib.format, os, pathlib
import pickle, random, runpy, secrets, shutil, subprocess, sys, tempfile, time, zipfile, zlib
subprocess._USE_VFORK = False  # the library fails fork()
numpy.random.default_rng(1).random()
"""
NOW = "getattr(ctypes.CDLL(None), 'fail_begin', lambda: None)()\n"
IMPORT = "import tessera, tessera.benchmark, tessera.engine\n"
MINE = """
class Mine:
    def act(self, state):
        return state.legal_actions()[0]
def make():
    return Mine()
"""
BOARD = json.dumps({"format": "tessera-leaderboard/1", "entries": [{
    "policy": "greedy", "engine": "greedy playouts=400", "version": "0",
    "tasks": {"classic/random": {"score": 0.9, "error": 0.4, "games": 2, "hours": 0.0}}}]})
MORE = {"OPENBLAS_NUM_THREADS": "1", "PYTHONDONTWRITEBYTECODE": "1", "PYTHONUNBUFFERED": "1", "TESSERA": PROGRAM,
        "FAIL_FROM": "/_tessera.", "FAIL_WAITS": "1"}


def code(words, **more):
    """A program that uses the package; its import does not fail."""
    return Command("-c", BEGIN + IMPORT + NOW + words, program=sys.executable, more=MORE, **more)


def module(name, *arguments, **more):
    """A module of the package that is run."""
    return code(f"sys.argv = {[name, *arguments]!r}\nsys.modules.pop({name!r})\nrunpy.run_module({name!r}, run_name='__main__')",
                **more)


COMMANDS = {
    "import": Command("-c", BEGIN + NOW + IMPORT + "print(tessera.__version__)", program=sys.executable, more=MORE),
    "game": code("""
state = tessera.Game("star-wars").new_initial_state(seed=7)
for _ in range(9):
    state.apply_action(state.legal_actions()[0])
again = pickle.loads(pickle.dumps(state))
print(again, again.legal_actions(), state.scores())
print(tessera.policy("mcts", playouts=20, seed=1).act(state))
"""),
    "batch": code("""
with tessera.VecEnv("classic", 4, seed=3, threads=2, opponents=["greedy"]) as env:
    step = env.reset()
    for _ in range(5):
        step = env.step(step.legal_action_mask.argmax(axis=1))
    print(step.current_player, step.rewards, len(pickle.dumps(env)))
"""),
    "selfplay": code("""
told = tessera.selfplay("random", 2, threads=2, seed=5, out="s.npz", obs="cells-v1")
print(told.scores)
""", before={"s.npz": "what was there before\n"}),
    "analyse": code("""
state = tessera.Game("classic").new_initial_state(seed=7)
print(list(tessera.analyse([state], playouts=4, threads=2)))
"""),
    "records": code("""
for record in tessera.read_records("r.txt"):
    print(record.tags, record.state)
""", before={"r.txt": RECORD}),
    "engine": module("tessera.engine", "mine.py:make", given="tep\nisready\nnewgame game=classic\nposition startpos\ngo\nquit\n",
                     before={"mine.py": MINE}, grows=("",)),
    "benchmark": module("tessera.benchmark", "random", "--tasks", "classic/random", "--games", "2", "--threads", "2", "--out", "b.json",
                        before={"b.json": BOARD}),
    "again": module("tessera.benchmark", "--again", "b.json", "--tasks", "classic/random", "--games", "2", before={"b.json": BOARD}),
}

walk.__doc__, walk.PLAYED = __doc__, {}
walk.ABORTS = re.compile(r"Critical nanobind error: |what\(\):  std::bad_alloc")
walk.MESSAGE = re.compile(r"^(tessera: |python3 -m tessera|\w*(Error|Exception)\b)|" + walk.ABORTS.pattern, re.M)
walk.COMMANDS.clear()
walk.COMMANDS.update(COMMANDS)
if __name__ == "__main__":
    sys.exit(walk.main())
