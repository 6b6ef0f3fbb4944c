"""Measures a server of 20,000 rated players with live tables, beside a server that has nothing but the tables.

    BENCH=build/release/bench TESSERA=build/release/tessera python3 bench/club.py TABLES PACE_MS SECONDS

At each table four programs move at their pace (bench_load). The first server has these tables alone. The second one has the
database of bench_history besides, and at the same time people ask for the ladder and for the list of tables, and make quick
matches: they open a public table, another one finds it in the list and sits down. It prints how long the answers took, in
milliseconds.
"""
import os
import random
import resource
import shutil
import subprocess
import sys
import tempfile
import time

sys.path.insert(0, os.path.join(os.path.dirname(os.path.abspath(__file__)), "..", "tests", "server"))
from server import Server, UNLIMITED  # noqa: E402

BENCH = os.environ.get("BENCH", "build/release/bench")
ASKS_EVERY_S = 0.05
LADDER = "/api/v1/ladder?pool=star-wars-live-duel&season=2027-1"
OPEN = {"game": "classic", "public": True, "seats": [{"kind": "person"}, {"kind": "open"}]}
STREAMS = 2  # of each table


class People:
    """Asks like people who look for a game, and keeps how long each kind of question took."""

    def __init__(self, server):
        self.waits = {}
        self.one, self.other = server.client(), server.client()
        self.pages = [LADDER]

    def ask(self, what, question, status):
        begin = time.monotonic()
        answer = question()
        self.waits.setdefault(what, []).append(time.monotonic() - begin)
        if answer.status != status:
            sys.exit("%s: %r" % (what, answer))
        return answer

    def ladder(self):
        """The first page, or one of those behind it."""
        page = random.choice(self.pages)
        answer = self.ask("ladder", lambda: self.one.get(page), 200).json
        if page == LADDER and not answer["players"]:
            sys.exit("nobody is on the ladder: bench_history has failed")
        if "next" in answer and len(self.pages) < 400:
            self.pages.append("%s&after=%s" % (LADDER, answer["next"]))

    def match(self):
        """A quick match; both leave again, which closes the table."""
        self.one.token = self.other.token = None
        held = self.ask("table opened", lambda: self.one.create(OPEN), 201).json
        listed = self.ask("list of tables", lambda: self.other.get("/api/v1/tables"), 200).json["tables"]
        if held["table"] not in [table["table"] for table in listed]:
            sys.exit("the table is not in the list")
        seat = self.ask("seat taken", lambda: self.other.sit(held["table"]), 201).json
        self.one.token, self.other.token = held["token"], seat["token"]
        for client in (self.other, self.one):
            self.ask("table left", lambda: client.act(held["table"], "leave"), 200)

    def live(self, load):
        """Asks until the load has ended."""
        while load.poll() is None:
            self.ladder()
            self.match()
            time.sleep(ASKS_EVERY_S)

    def report(self):
        for what, waits in self.waits.items():
            waits.sort()
            share = [1000 * waits[min(len(waits) - 1, int(part * len(waits)))] for part in (0.5, 0.99)]
            print("%s: %d answers, p50 %.2f ms, p99 %.2f ms" % (what, len(waits), *share))


def measure(words, folder, asks, tables, pace, seconds):
    server = Server(*UNLIMITED, "--connections-per-address", "0", folder=folder)
    load = subprocess.Popen([os.path.join(BENCH, "bench_load"), str(server.port), str(server.process.pid), tables, pace,
                             str(STREAMS), "0", seconds], stdout=subprocess.PIPE, text=True)
    people = People(server)
    try:
        if asks:
            people.live(load)
    except OSError:
        print("the server ended with %s: %s" % (server.process.poll(), server.told()))
        raise
    print(words)
    print(load.communicate()[0], end="")
    people.report()
    sys.stdout.flush()
    server.stop()


def main():
    tables, pace, seconds = sys.argv[1:4]
    most = resource.getrlimit(resource.RLIMIT_NOFILE)[1]
    resource.setrlimit(resource.RLIMIT_NOFILE, (most, most))  # for a stream each
    folder = tempfile.mkdtemp()
    try:
        subprocess.run([os.path.join(BENCH, "bench_history"), "10000", folder], stdout=subprocess.DEVNULL, check=False)
        measure("tables alone", None, False, tables, pace, seconds)
        measure("with 20,000 players, ladder and quick matches", folder, True, tables, pace, seconds)
    finally:
        shutil.rmtree(folder)


if __name__ == "__main__":
    main()
