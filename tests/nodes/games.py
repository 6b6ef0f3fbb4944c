#!/usr/bin/env python3
"""Three nodes: whole games through the proxies of data/proxy and at the nodes themselves; what a node that was frozen says, and
bots whose node dies. Run by tests/store/with_postgres; TESSERA names the program."""
import re
import subprocess
import time
import unittest

from cluster import wait_until
from fleet import Fleet, Haproxy, Nginx, play_all
from server import PATIENCE, TESSERA, Client, begin, new_id

TWO = {"game": "star-wars", "seats": [{"kind": "person"}, {"kind": "open"}]}


class ScatteredClient:
    """Asks another node each time."""

    def __init__(self, fleet, token):
        self.clients, self.token, self.next = [node.client(token) for node in fleet.nodes], token, 0

    def __getattr__(self, name):
        self.next += 1
        client = self.clients[self.next % len(self.clients)]
        client.token = self.token
        return getattr(client, name)

    def close(self):
        for client in self.clients:
            client.close()


class FleetTest(unittest.TestCase):
    def open(self, **settings):
        fleet = Fleet(**settings)
        self.addCleanup(fleet.close)
        return fleet

    def test_whole_games_behind_nginx(self):
        fleet = self.open(proxy=Nginx)
        self.assertEqual(len(play_all(fleet, range(6))()), 6)
        self.assertEqual(len(play_all(fleet, (6,), computers=True)()), 1)
        self.assertEqual(fleet.close(), [0, 0, 0])

    def test_whole_games_behind_haproxy(self):
        fleet = self.open(proxy=Haproxy)
        self.assertEqual(len(play_all(fleet, range(10, 13))()), 3)
        self.assertEqual(fleet.close(), [0, 0, 0])

    def test_any_node_answers(self):
        """Each table's requests go to each node; what comes twice, at two of them, is carried out once."""
        fleet = self.open()
        first, *others = fleet.nodes
        for number in range(8):
            held = first.client().create(TWO).json
            path = "/api/v1/tables/%s/" % held["table"]
            for node in fleet.nodes:
                client = node.client(held["token"])
                request = {"id": new_id(), "type": "say", "text": node.name}
                said = [other.client(held["token"]).ask("POST", path + "actions", request).json for other in fleet.nodes]
                self.assertEqual(said, said[:1] * 3)
                self.assertEqual(client.get(path + "state").status, first.client().get(path + "state").status)
            log = [node.client().get(path[:-1]).json for node in fleet.nodes]
            self.assertEqual(log, log[:1] * 3)
            self.assertEqual([entry["text"] for entry in log[0]["entries"] if entry["type"] == "said"], ["a", "b", "c"])
            sat = others[number % 2].client().sit(held["table"])
            self.assertEqual(sat.status, 201, sat)
            self.assertEqual(first.client("x" * 43).act(held["table"], "say", text="no").status, 403)
        self.assertEqual(fleet.close(), [0, 0, 0])

    def test_whole_games_at_all_nodes_at_once(self):
        """Each request goes to another node: caches are old all the time, and nothing comes of it but work."""
        token = "a-token-of-the-figures"
        fleet = self.open(options=("--metrics-token", token))

        class Scattered:
            """All nodes in turns, as a server."""
            port, host, waits = fleet.nodes[0].port, fleet.nodes[0].host, fleet.waits

            @staticmethod
            def client(token=None):
                return ScatteredClient(fleet, token)

            @staticmethod
            def stream(table, **asked):
                return fleet.stream(table, **asked)

        self.assertEqual(len(play_all(Scattered, range(20, 23))()), 3)
        told = "".join(node.client(token).get("/metrics").body.decode() for node in fleet.nodes)
        self.assertEqual(len(re.findall(r"^tessera_tables_moved_total \d+$", told, re.M)), 3)
        self.assertEqual(fleet.close(), [0, 0, 0])

    def test_a_frozen_node_tells_nothing_old(self):
        """Another node has gone on with its table at once: what the frozen one answers first is a refusal or the present log."""
        fleet = self.open()
        frozen, other, _ = fleet.nodes
        held = frozen.client().create(TWO).json
        path = "/api/v1/tables/" + held["table"]
        frozen.client(held["token"]).act(held["table"], "say", text="before")
        frozen.freeze()
        self.assertEqual(other.client(held["token"]).act(held["table"], "say", text="meanwhile").status, 200)
        begun = time.monotonic()
        wait_until(lambda: time.monotonic() > begun + 1.5)  # longer than a cache counts as new
        asked = [Client(frozen.port, held["token"]) for _ in range(8)]
        for client in asked:
            client.connection.request("GET", path)
        frozen.thaw()
        for client in asked:
            reply = client.connection.getresponse()
            said = reply.read()
            self.assertIn(reply.status, (200, 503))
            self.assertTrue(reply.status == 503 or b"meanwhile" in said, said)
        wait_until(lambda: frozen.client().get("/readyz").status == 200)
        self.assertIn(b"meanwhile", frozen.client().get(path).body)
        self.assertEqual(fleet.close(), [0, 0, 0])

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
        """`tessera bot` comes back to another node when its own dies, and gives up nothing."""
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

        # The game waits for the creator, each node dies, and the creator's turn brings it to the bots again.
        for node in fleet.nodes:
            self.wait_for_turn(creator, made)
            node.kill()
            self.make_turn(creator, made)
            self.wait_for_turn(creator, made)
            node.start()
        wait_until(lambda: creator.act(made["table"], "leave").status == 200)  # the computer plays on
        for bot in bots:
            told, errors = bot.communicate(timeout=PATIENCE)
            self.assertEqual(bot.returncode, 0, errors)
            self.assertIn("over: ", told)
            self.assertNotIn("older copy", errors)
        creator.close()
        self.assertEqual(fleet.close(), [0, 0, 0])

if __name__ == "__main__":
    unittest.main(warnings="ignore", verbosity=2)
