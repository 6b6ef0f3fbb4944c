#!/usr/bin/env python3
"""Makes every call of `tessera bot` fail: bot.py [--most N] [--seed N] [--kind KIND].

The environment variables are those of walk.py. A bot takes a seat at a table of a server and plays until the other
person gives the game up. For each kind of call the n-th one of the bot fails, for each n up to the number of calls; of
the calls for memory the first by each path through the program fails. With --most N at most N calls of each kind fail,
which the seed chooses. After each failure

- the bot has ended with exit code 0, or with 1 or 3 and a message, and has left no process;
- if the game is not over, the same command, now without a failure, goes on with it and ends with exit code 0;
- the server goes on.

Prints how many calls failed, by kind. Exits with 1 if something did not hold.
"""
import argparse
import os
import pathlib
import random
import re
import secrets
import sys
import tempfile
import threading
import time

sys.path[:0] = [str(pathlib.Path(__file__).resolve().parents[1] / "server"), str(pathlib.Path(__file__).resolve().parent)]

from server import UNLIMITED, Server, commitment_of, seal_of  # noqa: E402
from walk import KINDS, MEMORY, Command, Run  # noqa: E402

SETUP = {"game": "star-wars", "grace": 0, "first": 1, "clock": {"kind": "game", "seconds": 600, "increment": 0, "loses": True},
         "seats": [{"kind": "person"}, {"kind": "open"}]}


class Game:
    """A table with a person who plays against the bot, as far as the bot comes."""

    def __init__(self, server):
        self.server, self.client, self.over = server, server.client(), threading.Event()
        made = self.client.create(SETUP).json
        self.table, self.seat, self.client.token = made["table"], made["seat"], made["token"]
        self.thread = threading.Thread(target=self.play)

    def is_over(self):
        """True if there is nothing to go on with."""
        client = self.server.client()
        entries = client.get("/api/v1/tables/" + self.table).json["entries"]
        client.close()
        return any(entry["type"] == "over" for entry in entries)

    def play(self):
        share, sealed = secrets.token_bytes(16), False
        while not self.over.is_set():
            entries = self.client.get("/api/v1/tables/" + self.table).json["entries"]
            types = [entry["type"] for entry in entries]
            if "over" in types or "closed" in types:
                return
            if "started" in types:
                self.client.act(self.table, "leave")
            elif sealed:
                self.client.act(self.table, "contribute", contribution=share.hex())  # refused until the bot has sealed
            elif "sat" in types:
                seal = seal_of(commitment_of(entries), self.seat, share)
                sealed = self.client.act(self.table, "seal", seal=seal).status == 200
            time.sleep(0.02)

    def __enter__(self):
        self.thread.start()
        return self

    def __exit__(self, *_):
        self.over.set()
        self.thread.join()
        self.client.close()


def run(game, folder, fail=None):
    """Runs the bot at the table of a game; returns the run."""
    command = Command("bot", "--url", f"http://127.0.0.1:{game.client.port}", "--table", game.table, "--engine", "random",
                      "--keep", "seat.json", "--wait", "5")
    return Run(command, folder, fail)


def wrong_of(done):
    """What does not hold after a run, in words."""
    if done.stuck:
        yield "stuck"
    if done.left:
        yield "processes are left"
    if done.code not in (0, 1, 3):
        yield f"exit code {done.code}"
    if done.code != 0 and not re.search(r"^tessera", done.said, re.M):
        yield "no message"


def main():
    parser = argparse.ArgumentParser(usage=__doc__.splitlines()[0].partition(": ")[2])
    parser.add_argument("--most", type=int, default=0)
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--kind", action="append", choices=KINDS)
    asked = parser.parse_args()
    tempfile.tempdir = MEMORY if os.access(MEMORY, os.W_OK) else None
    chance, findings, failed = random.Random(asked.seed), [], {}
    server = Server(*UNLIMITED)
    for kind in asked.kind or KINDS:
        with Game(server) as game, tempfile.TemporaryDirectory() as folder:
            counted = run(game, folder, f"{kind}:0")
        if counted.code != 0:
            sys.exit(f"the bot fails without a failure, with exit code {counted.code}: {counted.said}")
        numbers = counted.paths if kind == "memory" else range(1, counted.calls + 1)
        if 0 < asked.most < len(numbers):
            numbers = sorted(chance.sample(numbers, asked.most))
        for n in numbers:
            with Game(server) as game, tempfile.TemporaryDirectory() as folder:
                done = run(game, folder, f"{kind}:{n}")
                wrong = list(wrong_of(done))
                again = None if done.code == 0 or game.is_over() else run(game, folder)
                if again is not None and again.code != 0:
                    wrong.append(f"the next run does not go on: exit code {again.code}, {again.said.strip()}")
            failed[kind] = failed.get(kind, 0) + (done.failed > 0)
            findings += [f"{kind}:{n}: {what}; it said: {done.said[-300:]!r}" for what in wrong]
    if server.stop() != 0:
        findings.append("the server does not go on")
    print("\n".join(findings[:30]))
    print(", ".join(f"{kind} {count}" for kind, count in failed.items()))
    print(f"{sum(failed.values())} failures of the bot, {len(findings)} findings")
    return len(findings) > 0


sys.exit(main())
