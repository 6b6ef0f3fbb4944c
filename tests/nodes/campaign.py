#!/usr/bin/env python3
"""A long campaign against three nodes on one database: games are played side by side while, again and again, a node is
killed, ended, frozen or cut off, the way to the database gets slow, or the database is killed. Each game is held against
the ledger. Not part of ./test; its last results are in docs/understand/verification.md.

    TESSERA=build/release/tessera tests/lobby/with_postgres python3 tests/nodes/campaign.py KILLS CUTS [SEED]
"""
import collections
import itertools
import random
import signal
import sys
import threading
import time

from fleet import STORE, Fleet, play

GAMES = 6  # side by side
PAUSE = 2  # seconds at most between two faults


class Campaign:
    def __init__(self, kills, cuts, seed):
        self.rng, self.fleet = random.Random(seed), Fleet()
        self.left = {"kill": kills, "cut": cuts, "frost": cuts // 2, "end": cuts // 4, "delay": cuts // 4, "database": cuts // 10}
        self.names, self.seeds = itertools.count(), itertools.count(1000 * seed)
        self.games, self.faults, self.over = [], [], False
        self.done = collections.Counter()

    def keep_playing(self):
        while not self.over and not self.faults:
            try:
                self.games.append(play(self.fleet, next(self.seeds)))
            except BaseException as fault:  # told at the end
                self.faults.append(fault)

    def start_anew(self, node):
        """As another process would, under a name of its own: it need not wait until the lease of the last one has ended."""
        node.name = "n%d" % next(self.names)
        node.start()

    def commit(self, what, node):
        """One fault at a node, and its end."""
        moment = self.rng.uniform(0, 7)  # a lease is 5 s
        if what == "kill":
            node.kill()
            self.start_anew(node)
        elif what == "end":
            assert node.end(signal.SIGTERM) == 0, node.told()
            self.start_anew(node)
        elif what == "cut":
            self.rng.choice((node.cut, node.database.cut, node.way.cut))()
            time.sleep(moment)
            node.mend()
        elif what == "frost":
            node.freeze()
            time.sleep(moment)
            node.thaw()
        elif what == "delay":
            node.database.delay = self.rng.uniform(0, 0.3)
            time.sleep(moment)
            node.database.delay = 0
        else:
            STORE.kill()
            STORE.start()

    def run(self):
        players = [threading.Thread(target=self.keep_playing) for _ in range(GAMES)]
        for player in players:
            player.start()
        while any(self.left.values()) and not self.faults:
            what = self.rng.choices(list(self.left), self.left.values())[0]
            self.left[what] -= 1
            self.commit(what, self.rng.choice(self.fleet.nodes))
            self.done[what] += 1
            time.sleep(self.rng.uniform(0, PAUSE))
        self.over = True
        for player in players:
            player.join()
        crashed = [node.name for node in self.fleet.nodes if node.process.poll() is not None]
        moves = sum(len(game.acknowledged) for game in self.games)
        print("%s: %d games, %d acknowledged moves, none lost; the longest stall of one %.1f s" %
              (", ".join("%d x %s" % (count, what) for what, count in self.done.items()), len(self.games), moves,
               max((game.longest for game in self.games), default=0)), flush=True)
        for fault in self.faults:
            print("FAILED: %r" % fault)
        self.fleet.close()
        return 1 if self.faults or crashed else 0


if __name__ == "__main__":
    kills, cuts, *seed = (int(word) for word in sys.argv[1:])
    sys.exit(Campaign(kills, cuts, *(seed or [1])).run())
