#!/usr/bin/env python3
"""Three nodes: whole games through the proxies of data/proxy and at the nodes themselves; requests passed on; what a node that
was frozen tells, and bots whose node dies. Run by tests/lobby/with_postgres; TESSERA names the program."""
import json
import re
import signal
import subprocess
import time
import unittest

from cluster import PATIENCE, psql, wait_until
from fleet import Fleet, Haproxy, Nginx, play_all
from server import TESSERA, Client, begin, new_id

TWO = {"game": "star-wars", "seats": [{"kind": "person"}, {"kind": "open"}]}


class FleetTest(unittest.TestCase):
    def open(self, **settings):
        fleet = Fleet(**settings)
        self.addCleanup(fleet.close)
        return fleet

    def test_whole_games_behind_nginx(self):
        fleet = self.open(proxy=Nginx)
        self.assertEqual(len(play_all(fleet, range(6))()), 6)
        self.assertEqual(len(play_all(fleet, (6,), computers=True)()), 1)
        self.assertGreater(len(psql("SELECT DISTINCT owner FROM tessera.tables")), 1)
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

    def test_figures_of_a_fleet_add_up(self):
        """Each node tells its name and what it owns; together that is what the database knows."""
        token = "a-token-of-the-figures"
        fleet = self.open(options=("--metrics-token", token))
        for _ in range(12):
            fleet.client().create(TWO)

        def figures():
            told = "".join(node.client(token).get("/metrics").body.decode() for node in fleet.nodes)
            owned = sum(int(number) for number in re.findall(r"^tessera_tables_owned (\d+)$", told, re.M))
            return sorted(re.findall(r'^tessera_node_info{name="(\w+)",version="[^"]+"} 1$', told, re.M)), owned

        def stored():
            return int(fleet.psql("SELECT count(*) FROM tessera.tables JOIN tessera.nodes ON owner = run")[0])

        wait_until(lambda: stored() > 0 and figures() == (["a", "b", "c"], stored()))
        self.assertEqual(fleet.close(), [0, 0, 0])

    def test_limits_hold_for_who_asks(self):
        """Who asks two nodes in turn has two buckets there, but one at the keeper of the table, which is used up first."""
        fleet = self.open(options=("--rate-per-address", "20"))
        held = fleet.nodes[0].client().create(TWO).json
        others = fleet.keeper_first(held["table"])[1:]
        path = "/api/v1/tables/%s/state" % held["table"]
        askers, statuses, begun = [Client(other.port) for other in others], [], time.monotonic()
        while 429 not in statuses and len(statuses) < 5000:
            statuses.append(askers[len(statuses) % 2].get(path, **{"X-Forwarded-For": "10.1.2.3"}).status)
        bucket = 20 * (10 + time.monotonic() - begun)
        self.assertEqual(statuses[-1], 429)
        self.assertLess(2 * len(statuses), 1.5 * bucket)
        wait_until(lambda: askers[0].get(path, **{"X-Forwarded-For": "10.1.2.4"}).status < 429)
        self.assertEqual(fleet.close(), [0, 0, 0])

    def test_a_forged_stamp(self):
        """Who says of themselves that a node has sent them is refused, and so is who overheard a node."""
        fleet = self.open(ears=True)
        held = fleet.nodes[0].client().create(TWO).json
        keeper, other, _ = fleet.keeper_first(held["table"])
        path = "/api/v1/tables/%s/actions" % held["table"]
        body = json.dumps({"id": new_id(), "type": "say", "text": "x"}).encode()
        for stamp in ("", "1", "0.0.%s.%s.%s" % ("0" * 32, "A" * 43, "A" * 43), "x" * 4000):
            answer = Client(keeper.port, held["token"]).ask("POST", path, body, {"Content-Type": "application/json", "Tessera-Stamp": stamp})
            self.assertEqual((answer.status, answer.json["error"]), (403, "wrong-stamp"), stamp)
        keeper.ear.heard.clear()
        self.assertEqual(Client(other.port, held["token"]).ask("POST", path, body, {"Content-Type": "application/json"}).status, 200)
        overheard = [line[15:] for head in keeper.ear.heard for line in head.decode().split("\r\n") if line.startswith("Tessera-Stamp: ")]
        self.assertEqual(len(overheard), 1)
        for told, changed in ((body, {}), (body.replace(b'"x"', b'"y"'), {}), (body, {"X-Forwarded-For": "10.9.9.9"})):
            answer = Client(keeper.port, held["token"]).ask("POST", path, told, {"Content-Type": "application/json", "Tessera-Stamp": overheard[0], **changed})
            self.assertEqual((answer.status, answer.json["error"]), (403, "wrong-stamp"))
        self.assertEqual(fleet.close(), [0, 0, 0])

    def test_a_node_ends_while_it_passes_on(self):
        """It ends in order though the node that it asks is frozen, and nobody gets no answer."""
        fleet = self.open(ears=True)
        held = fleet.nodes[0].client().create(TWO).json
        keeper, other, _ = fleet.keeper_first(held["table"])
        clients = [Client(other.port, held["token"]) for _ in range(20)]
        keeper.ear.heard.clear()
        keeper.freeze()
        body = [json.dumps({"id": new_id(), "type": "say", "text": "x"}) for _ in clients]
        for client, text in zip(clients, body):
            client.connection.request("POST", "/api/v1/tables/%s/actions" % held["table"], text,
                                      {"Content-Type": "application/json", "Authorization": "Bearer " + held["token"]})
        wait_until(lambda: b"".join(keeper.ear.heard).count(b"Tessera-Stamp: ") == len(clients))
        self.assertEqual(other.end(signal.SIGTERM), 0)
        for client in clients:
            self.assertEqual(client.connection.getresponse().status, 503)
        keeper.thaw()
        self.assertEqual(fleet.close(), [0, 0])

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
        wait_until(lambda: " lease node=%s leases=2" % keeper.name in keeper.told())  # that it had lost one
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

if __name__ == "__main__":
    unittest.main(warnings="ignore", verbosity=2)
