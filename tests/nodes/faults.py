#!/usr/bin/env python3
"""Three nodes of which some die, freeze and are cut off while games are played, and a database that fails over: what was
acknowledged is there, and all games come to their end. Run by tests/lobby/with_postgres; TESSERA names the program."""
import random
import signal
import subprocess
import unittest

from cluster import PATIENCE, start_pair, wait_until
from fleet import Fleet, play_all
from server import TESSERA, Client, begin

# Entries that are waited for while a node is silent. nginx asks it first for each request about its tables, 4 s, and leaves a
# stream there for 20 s; the games that are still played may all be at its tables.
WHILE_SILENT = 10

TWO = {"game": "star-wars", "seats": [{"kind": "person"}, {"kind": "open"}]}


class FaultsTest(unittest.TestCase):
    def open(self, **settings):
        fleet = Fleet(**settings)
        self.addCleanup(lambda: fleet.wires.loop.is_running() and fleet.close())
        return fleet

    def let_play(self, fleet, join, entries):
        """Waits until so many more entries are stored, or all games are over."""
        def stored():
            return int(fleet.psql("SELECT count(*) FROM tessera.entries")[0])
        before = stored()
        wait_until(lambda: join.over() or stored() >= before + entries)

    def finish(self, fleet, join, what):
        games = join()
        print("%s: %d games, %d moves acknowledged, the longest stall %.1f s" %
              (what, len(games), sum(len(game.acknowledged) for game in games), max(game.longest for game in games)), flush=True)
        for node in fleet.nodes:
            self.assertNotIn("expected", node.told())
        fleet.close()

    def test_nodes_are_killed(self):
        fleet, rng = self.open(), random.Random(1)
        join = play_all(fleet, range(20, 26))
        for _ in range(3):
            self.let_play(fleet, join, 60)
            node = rng.choice(fleet.nodes)
            node.kill()
            self.let_play(fleet, join, 20)
            node.start()
        self.finish(fleet, join, "three nodes killed")

    def test_a_node_ends_and_another_one_joins(self):
        fleet = self.open()
        join = play_all(fleet, range(30, 34))
        for node in fleet.nodes:
            self.let_play(fleet, join, 40)
            self.assertEqual(node.end(signal.SIGTERM), 0)
            self.let_play(fleet, join, 20)
            node.start()
        self.finish(fleet, join, "each node ended and started")

    def test_a_frozen_node_tells_nothing_old(self):
        """It was frozen for longer than its lease, and another node has gone on with its table: what it answers first is a
        refusal or the present log."""
        fleet = self.open()
        held = fleet.client().create(TWO).json
        keeper, other, _ = fleet.keeper_first(held["table"])
        path = "/api/v1/tables/" + held["table"]
        fleet.client(held["token"]).act(held["table"], "say", text="before")
        keeper.freeze()
        self.assertEqual(other.client(held["token"]).act(held["table"], "say", text="meanwhile").status, 200)
        asked = [Client(keeper.port, held["token"]) for _ in range(8)]
        for client in asked:
            client.connection.request("GET", path)
        keeper.thaw()
        for client in asked:
            reply = client.connection.getresponse()
            said = reply.read()
            self.assertIn(reply.status, (200, 503))
            self.assertTrue(reply.status == 503 or b"meanwhile" in said, said)
        wait_until(lambda: keeper.client().get("/readyz").status == 200)
        self.assertIn(b"meanwhile", keeper.client().get(path).body)
        fleet.close()

    def test_a_node_freezes_among_games(self):
        fleet = self.open()
        join = play_all(fleet, range(40, 44))
        self.let_play(fleet, join, 40)
        fleet.nodes[1].freeze()
        self.let_play(fleet, join, WHILE_SILENT)
        wait_until(lambda: int(fleet.psql("SELECT count(*) FROM tessera.nodes WHERE until < now()")[0]) > 0 or join.over())
        fleet.nodes[1].thaw()
        self.finish(fleet, join, "a node frozen")

    def test_a_node_is_cut_off(self):
        """From the database: it says so, and others go on. From all: the same, and nobody hears it."""
        fleet = self.open()
        join = play_all(fleet, range(50, 54))
        self.let_play(fleet, join, 40)
        fleet.nodes[0].database.cut()
        wait_until(lambda: Client(fleet.nodes[0].port).get("/readyz").status == 503)
        self.assertEqual(Client(fleet.nodes[0].port).get("/healthz").status, 200)
        fleet.nodes[0].mend()
        wait_until(lambda: Client(fleet.nodes[0].port).get("/readyz").status == 200)
        fleet.nodes[2].cut()
        self.let_play(fleet, join, WHILE_SILENT)
        fleet.nodes[2].mend()
        self.finish(fleet, join, "a node cut off from the database, another one from all")

    def task_of(self, client, made):
        answer = client.ask("POST", "/api/v1/turns", {"seats": [{"table": made["table"], "token": made["token"]}]})
        return answer.json["tables"][0]["task"] if answer.status == 200 else None

    def wait_for_turn(self, client, made):
        wait_until(lambda: self.task_of(client, made) in ("draw", "move"))

    def make_turn(self, client, made):
        """Draws, if that is due, and lays the tile where it goes first; asks until a node grants it."""
        wait_until(lambda: client.act(made["table"], "draw").status == 200 or self.task_of(client, made) == "move")
        def lay():
            state = client.get("/api/v1/tables/%s/state" % made["table"])
            return state.status == 200 and client.act(
                made["table"], "move", move=state.json["turns"][0], at=state.json["at"]).status == 200
        wait_until(lay)

    def test_bots_play_on(self):
        """`tessera bot` comes back to another node when the one of its table dies, and gives up nothing."""
        fleet = self.open()
        creator = fleet.client()
        made = creator.create({"game": "classic", "grace": 0, "seats": [{"kind": "person"}, {"kind": "open"}, {"kind": "open"}]}).json
        creator.token = made["token"]
        words = [TESSERA, "bot", "--url", "http://127.0.0.1:%d" % fleet.port, "--table", made["table"], "--engine", "greedy"]
        bots = [subprocess.Popen(words, stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True) for _ in range(2)]
        self.addCleanup(lambda: [bot.kill() for bot in bots])
        for bot in bots:
            self.assertIn("seat", bot.stdout.readline())
        begin(made["table"], {made["seat"]: creator})

        # The game waits for the creator, the node of the table dies, and the creator's turn brings it to the bots again.
        for _ in range(2):
            self.wait_for_turn(creator, made)
            keeper = fleet.keeper_first(made["table"])[0]
            keeper.kill()
            self.make_turn(creator, made)
            self.wait_for_turn(creator, made)
            keeper.start()
        wait_until(lambda: creator.act(made["table"], "leave").status == 200)  # the computer plays on
        for bot in bots:
            told, errors = bot.communicate(timeout=PATIENCE)
            self.assertEqual(bot.returncode, 0, errors)
            self.assertIn("over: ", told)
            self.assertNotIn("older copy", errors)
        creator.close()
        self.assertEqual(fleet.close(), [0, 0, 0])

    def test_the_database_fails_over(self):
        first, second = start_pair(self)
        fleet = self.open(store=first)
        join = play_all(fleet, range(60, 63))
        self.let_play(fleet, join, 40)
        first.kill()
        second.promote()
        fleet.fail_over(second)
        self.finish(fleet, join, "the database failed over")


if __name__ == "__main__":
    unittest.main(warnings="ignore", verbosity=2)
