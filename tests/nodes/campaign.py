#!/usr/bin/env python3
"""A campaign against three nodes, a database with its synchronous standby, a proxy and clients, each on a machine of its
own (net.py). While games are played, nodes are killed, frozen and moved in time, lines are cut, slow and lose packets, the
database is killed, fails over and has no room left (fault_injection.py). Each game is held against the ledger, and the
stalls of faults that come alone against what docs/understand/nodes.md promises.

    TESSERA=build/release/tessera tests/nodes/with_net python3 tests/nodes/campaign.py short|long [SEED]

The short one is a part of ./test nodes. The seed gives the faults, in their order, and the games."""
import argparse
import collections
import itertools
import os
import random
import sys
import threading
import time

from cluster import psql
from fault_injection import BEHIND_NGINX, KINDS, PROMISED, SILENT, Faults, schedule
from fleet import Client, Fleet, Haproxy, Nginx, play
from net import Net
from pair import Pair
from server import PATIENCE

GAMES = 6  # side by side


class Campaign:
    def __init__(self, net, here, pair, machines, proxy, seed):
        self.proxy, self.fleet = proxy, Fleet(proxy=proxy, store=pair, machines=machines)
        self.faults = Faults(net, here, pair, self.fleet)
        self.seeds, self.games, self.failed, self.over = itertools.count(10000 * seed), [], [], False
        self.players = [threading.Thread(target=self.keep_playing) for _ in range(GAMES)]
        self.stalls = {}  # by kind, of those that came alone: the longest wait of an action, and of a stream
        self.done = collections.Counter()
        self.usual = {"action": 0, "stream": 0}  # seconds of the longest wait without a fault: much on a busy machine

    def fail(self, reason):
        self.failed.append(reason)
        print("FAILED: " + reason, flush=True)

    def keep_playing(self):
        while not self.over and not self.failed:
            try:
                self.games.append(play(self.fleet, next(self.seeds)))
            except BaseException as failure:
                self.fail("a game: %r" % failure)

    def is_ready(self, node):
        try:
            client = Client(node.port, host=node.host, patience=5)
            status = client.get("/readyz").status
            client.close()
            return status == 200
        except OSError:
            return False

    def wait_for_calm(self):
        """Until all nodes are ready, and all players have gone on since."""
        def wait(condition):
            while not condition() and not self.failed:
                assert time.monotonic() < end, "it never became calm"
                time.sleep(0.05)
        end = time.monotonic() + PATIENCE
        wait(lambda: all(self.is_ready(node) for node in self.fleet.nodes))
        since = time.monotonic()
        wait(lambda: all(self.fleet.waits.last.get(player.ident, 0) > since for player in self.players))
        for what in ("action", "stream"):
            self.usual[what] = max(self.usual[what], self.fleet.waits.longest_begun(what, since))

    def bring(self, fault, is_alone):
        try:
            self.faults.bring(fault, is_alone)
        except BaseException as failure:
            self.fail("%s: %r" % (fault, failure))

    def bring_all(self, group):
        """Those of a group, until all is calm; then what waited for it is looked at."""
        begin, said = time.monotonic(), "; ".join("%s %.1f s" % (fault.kind, fault.seconds) for fault in group)
        others = [threading.Thread(target=self.bring, args=(fault, False)) for fault in group[1:]]
        for other in others:
            other.start()
        self.bring(group[0], len(group) == 1)
        for other in others:
            other.join()
        self.wait_for_calm()
        self.done.update(fault.kind for fault in group)
        waited = tuple(self.fleet.waits.longest(what, begin) for what in ("action", "stream"))
        took = time.monotonic() - begin
        print("%7.1f s  %s: an action waited for %.1f s, a stream for %.1f s" % (took, said, *waited), flush=True)
        kind = group[0].kind if len(group) == 1 else "several at once"
        self.stalls[kind] = tuple(map(max, self.stalls.get(kind, waited), waited))
        promised = BEHIND_NGINX if self.proxy is Nginx and kind in SILENT else PROMISED.get(kind)
        allowed = [most + 10 * usual for most, usual in zip(promised or (), self.usual.values())]
        if any(one > most for one, most in zip(waited, allowed)):
            self.fail("%s: waited for %.1f s and %.1f s, %.1f s and %.1f s are allowed" % (group[0], *waited, *allowed))

    def check_all(self):
        """What holds for the tables of all games, whole or not."""
        pair = self.faults.pair
        gaps = psql("SELECT number FROM tessera.entries GROUP BY number"
                    " HAVING min(seq) <> 1 OR max(seq) <> count(*)", pair.url)
        if gaps:
            self.fail("tables whose numbers have gaps: %s" % gaps)

    def run(self, groups):
        for player in self.players:
            player.start()
        try:
            self.wait_for_calm()
            for group in groups:
                if not self.failed:
                    self.bring_all(group)
        except AssertionError as failure:
            self.fail(str(failure))
        self.over = True
        for player in self.players:
            player.join()
        for node in self.fleet.nodes:
            if node.process.poll() is not None:
                self.fail("node %s has ended: %s" % (node.name, node.told()[-2000:]))
        self.check_all()
        self.tell()
        self.fleet.close()

    def tell(self):
        print("\nbehind %s: %d games, %d acknowledged moves" % (self.proxy.__name__, len(self.games),
                                                                sum(len(game.acknowledged) for game in self.games)))
        print("%-24s %7s %20s %20s" % ("", "number", "an action waited", "a stream waited"))
        for kind in (*KINDS, "several at once"):
            stalls = "%18.1f s %18.1f s" % self.stalls[kind] if kind in self.stalls else ""
            print("%-24s %7s %s" % (kind, self.done.get(kind, ""), stalls), flush=True)


def main():
    parser = argparse.ArgumentParser(description="a campaign of faults against several nodes; below tests/nodes/with_net")
    parser.add_argument("length", choices=("short", "long"))
    parser.add_argument("seed", type=int, nargs="?", default=1, help="gives the faults, in their order, and the games")
    length, seed = vars(parser.parse_args()).values()
    print("seed %d" % seed, flush=True)
    net, begun, failed = Net(), time.monotonic(), []
    here = net.join(None, "10.0.0.30")
    places = {"a": "10.0.0.1", "b": "10.0.0.2", "c": "10.0.0.3", "proxy": "10.0.0.20"}  # as in data/proxy
    machines = [net.join(name, host) for name, host in places.items()]
    pair = Pair(os.environ["TESSERA_NET"], net)
    for proxy in (Haproxy, Nginx) if length == "long" else (Haproxy,):
        campaign = Campaign(net, here, pair, machines, proxy, seed)
        campaign.run(schedule(random.Random("%d %s" % (seed, proxy.__name__)), length == "long"))
        failed += campaign.failed
    print("seed %d, %d s: %s" % (seed, time.monotonic() - begun, "FAILED" if failed else "all holds"))
    sys.exit(bool(failed))


if __name__ == "__main__":
    main()
