"""The HTTP interface against src/server/openapi.json, and whole games through it.

    TESSERA=build/debug/tessera python3 tests/server/api.py [--games N]
"""
import http.client
import json
import os
import random
import re
import resource
import subprocess
import sys
import tempfile
import threading
import unittest
from concurrent.futures import ThreadPoolExecutor

import reference_replay
from random_game import RandomGame
from schema import Interface
from server import PATIENCE, Client, Server, Stream, TESSERA, UNLIMITED, begin, new_id, wait_until

sys.path.insert(0, os.path.join(os.path.dirname(os.path.abspath(__file__)), "..", "chance"))
import verify  # noqa: E402

METRICS_TOKEN = "a-token-of-the-operator"
HOST_TOKEN = "a-token-of-the-host"
GAMES, REFERENCE_GAMES, JOBS = 200, 30, 4
TWO = {"game": "star-wars", "seats": [{"kind": "person"}, {"kind": "open"}], "grace": 0, "first": 1}
WITH_COMPUTER = {"game": "classic", "seats": [{"kind": "person"}, {"kind": "computer", "level": 1}], "first": 1,
                 "grace": 60000}


class Observer:
    """Holds every exchange against the interface, and remembers which answers were seen."""

    def __init__(self):
        self.interface = Interface()
        self.seen, self.faults = set(), []
        self.lock = threading.Lock()

    def __call__(self, method, path, body, answer):
        pattern = self.interface.path_of(path)
        operation = self.interface.operations().get((pattern, method))
        if operation is None:
            return
        faults = self.check(operation, body, answer)
        with self.lock:
            self.seen.add((pattern, method, str(answer.status)))
            self.faults += ["%s %s -> %s: %s" % (method, path, answer, fault) for fault in faults]

    def check(self, operation, body, answer):
        response = self.interface.response(operation, answer.status)
        if response is None:
            return ["status %d is not documented" % answer.status]
        if "content" not in response:
            return ["a body that is not documented"] if answer.body else []
        kind, _, _ = answer.headers.get("Content-Type", "").partition(";")
        if kind not in response["content"]:
            return ["type %r is not documented" % kind]
        faults = []
        if kind == "application/json":
            faults += self.interface.faults(response["content"][kind]["schema"], answer.json)
        if answer.status < 300 and "requestBody" in operation:
            asked = operation["requestBody"]["content"]["application/json"]["schema"]
            faults += self.interface.faults(asked, body, "request")
        return faults


class InterfaceTest(unittest.TestCase):
    """Every documented path, status and form."""

    @classmethod
    def setUpClass(cls):
        cls.observer = Client.seen = Observer()
        cls.server = Server(*UNLIMITED, "--metrics-token", METRICS_TOKEN, "--host-token", HOST_TOKEN)

    @classmethod
    def tearDownClass(cls):
        Client.seen = None
        cls.server.stop()

    def setUp(self):
        self.client = self.server.client()
        self.addCleanup(self.client.close)
        self.addCleanup(self.check_forms)

    def check_forms(self):
        self.assertEqual(self.observer.faults, [])

    def status(self, answer, status, error=None):
        self.assertEqual(answer.status, status, answer)
        if error:
            self.assertEqual(answer.json["error"], error)
        return answer

    def table(self, setup=None):
        """A table with its first seat: (table, client who holds it, what it was given)."""
        held = self.status(self.client.create(setup or TWO), 201).json
        client = self.server.client(held["token"])
        self.addCleanup(client.close)
        return held["table"], client, held

    def path(self, table, rest=""):
        return "/api/v1/tables/" + table + rest

    def test_simple_paths(self):
        self.status(self.client.get("/api/v1/info"), 200)
        self.status(self.client.get("/api/v1/openapi.json"), 200)
        self.status(self.client.get("/healthz"), 200)
        self.status(self.client.get("/readyz"), 200)
        page = self.status(self.client.get("/"), 200)
        self.assertIn("script-src 'self'", page.headers["Content-Security-Policy"])
        self.assertNotIn("unsafe-inline", page.headers["Content-Security-Policy"])
        self.assertIn("require-trusted-types-for 'script'", page.headers["Content-Security-Policy"])
        self.assertEqual(page.headers["Cross-Origin-Opener-Policy"], "same-origin")
        untrusted = self.client.get("/", Host="tessera.lan")  # a browser would only complain of it there
        self.assertIsNone(untrusted.headers["Cross-Origin-Opener-Policy"])
        self.assertIn("camera=()", page.headers["Permissions-Policy"])
        self.assertIn("accelerometer=(self)", page.headers["Permissions-Policy"])  # a shake throws dice
        again = self.client.get("/", **{"If-None-Match": page.headers["ETag"]})
        self.assertEqual((again.status, again.body), (304, b""))
        self.assertEqual(self.client.ask("HEAD", "/").body, b"")

    def read_total(self):
        """Entries that the server has read from the database so far."""
        figures = self.server.client(METRICS_TOKEN).get("/metrics").body.decode()
        return int(re.search(r"^tessera_read_total (\d+)$", figures, re.M)[1])

    def test_what_a_finished_table_shows_is_not_read_again(self):
        """A client that has it gets 304, for which nothing is read; when the table changes, it is sent anew."""
        table, client, _ = self.table({**WITH_COMPUTER, "clock": {"kind": "game", "seconds": 600, "increment": 0, "loses": True}})
        begin(table, {1: client})
        paths = [self.path(table, rest) for rest in ("", "/record", "/state")]
        for path in paths:
            self.assertIsNone(self.status(self.client.get(path), 200).headers["ETag"])
        self.status(client.act(table, "leave"), 200)
        tags = []
        for path in paths:
            answer = self.status(self.client.get(path), 200)
            self.assertEqual(answer.headers["Cache-Control"], "no-cache")
            tags.append(answer.headers["ETag"])
        before = self.read_total()
        for _ in range(20):
            for path, tag in zip(paths, tags):
                again = self.client.get(path, **{"If-None-Match": tag})
                self.assertEqual((again.status, again.headers["ETag"], again.body), (304, tag, b""))
        self.assertEqual(self.read_total(), before)
        for path, tag in zip(paths, tags):
            head = self.status(self.client.ask("HEAD", path), 200)
            self.assertEqual((head.headers["ETag"], head.headers["Content-Length"], head.body), (tag, None, b""))
        self.assertEqual(self.read_total(), before)
        self.status(self.client.get(paths[0]), 200)
        self.assertGreater(self.read_total(), before)
        self.status(client.act(table, "say", text="Good game"), 200)
        for path, tag in zip(paths, tags):
            self.assertNotEqual(self.status(self.client.get(path, **{"If-None-Match": tag}), 200).headers["ETag"], tag)
        self.assertIsNone(self.status(self.client.get(self.path("a" * 16), **{"If-None-Match": tags[0]}), 404).headers["ETag"])

    def test_figures_need_a_token(self):
        self.assertEqual(self.status(self.client.get("/metrics"), 401).headers["WWW-Authenticate"], "Bearer")
        for token in (METRICS_TOKEN[:-1], METRICS_TOKEN + "x", "x" * 40, self.table()[1].token):
            self.status(self.server.client(token).get("/metrics"), 403, "wrong-token")
        told = self.status(self.server.client(METRICS_TOKEN).get("/metrics"), 200).body.decode()
        self.assertIn("tessera_requests_total", told)
        self.assertNotIn(METRICS_TOKEN, told + self.server.told())
        without = Server()
        self.addCleanup(without.stop)
        for token in (None, METRICS_TOKEN):
            self.status(without.client(token).get("/metrics"), 404, "no-such-path")

    def test_create_and_list(self):
        table, _, _ = self.table({**TWO, "public": True})
        hidden, _, _ = self.table({**TWO, "public": False})
        listed = [entry["table"] for entry in self.status(self.client.get("/api/v1/tables"), 200).json["tables"]]
        self.assertIn(table, listed)
        self.assertNotIn(hidden, listed)
        self.status(self.client.create({"game": "chess", "seats": []}), 400, "bad-request")

    def test_same_request_same_answer(self):
        body = {"id": new_id(), "setup": TWO, "name": "Anna"}
        one, two = (self.client.ask("POST", "/api/v1/tables", body) for _ in range(2))
        self.assertEqual(one.json, two.json)
        self.assertEqual(len(self.client.get(self.path(one.json["table"])).json["entries"]), 2)
        self.client.ask("POST", self.path(one.json["table"], "/recover"), {"id": new_id(), "recovery": one.json["recovery"]})
        self.status(self.client.ask("POST", "/api/v1/tables", body), 409, "not-now")

    def test_log_and_record(self):
        table, _, held = self.table()
        log = self.status(self.client.get(self.path(table)), 200).json
        self.assertEqual([entry["type"] for entry in log["entries"]], ["created", "sat"])
        self.status(self.client.get(self.path("a" * 16)), 404, "no-table")
        self.status(self.client.get(self.path("a" * 16, "/record")), 404, "no-table")
        self.status(self.client.get(self.path(table, "/record")), 409, "not-now")
        other = self.client.sit(table).json
        begin(table, {1: self.server.client(held["token"]), 2: self.server.client(other["token"])})
        self.status(self.client.get(self.path(table, "/record")), 200)

    def test_state(self):
        """A program without rules finds its turn in the state, and has it taken."""
        table, client, _ = self.table({**WITH_COMPUTER, "options": ["fields", "abbot"]})
        state = self.path(table, "/state")
        waiting, _, _ = self.table()
        self.status(self.client.get(self.path("a" * 16, "/state")), 404, "no-table")
        self.status(self.client.get(self.path(waiting, "/state")), 409, "not-now")
        begin(table, {1: client})
        begun = self.status(self.client.get(state), 200).json
        self.assertEqual((begun["table"], begun["at"], begun["turns"], begun["state"]["phase"]), (table, 0, [], "draw"))
        self.status(client.act(table, "draw"), 200)
        drawn = self.status(self.client.get(state), 200).json
        self.assertEqual((drawn["state"]["seat"], drawn["state"]["phase"]), (1, "place"))
        self.assertTrue(all(turn.startswith(drawn["state"]["tile"] + "@") for turn in drawn["turns"]))
        move = next(turn for turn in drawn["turns"] if not turn.endswith("=none"))
        self.status(client.act(table, "move", move=move, at=drawn["at"], seen=drawn["seq"]), 200)
        moved = self.status(self.client.get(state), 200).json
        log = self.status(self.client.get(self.path(table)), 200).json["entries"]
        self.assertIn((1, move), [(entry["seat"], entry["words"][0]) for entry in log if entry["type"] == "moved"])
        self.assertGreater(moved["seq"], drawn["seq"])

    def test_sit_and_recover(self):
        table, _, held = self.table()
        self.status(self.client.sit("a" * 16), 404, "no-table")
        self.status(self.client.sit(table, seat=9), 400, "bad-request")
        self.status(self.client.sit(table, "x" * 25), 400, "bad-request")
        self.assertEqual(self.status(self.client.sit(table), 201).json["seat"], 2)
        self.status(self.client.sit(table), 409, "not-now")
        recover = self.path(table, "/recover")
        again = self.status(self.client.ask("POST", recover, {"id": new_id(), "recovery": held["recovery"]}), 200).json
        self.assertEqual(again["seat"], 1)
        self.assertNotEqual(again["token"], held["token"])
        self.status(self.server.client(held["token"]).act(table, "say", text="old"), 403, "wrong-token")
        self.status(self.server.client(again["token"]).act(table, "say", text="new"), 200)
        self.status(self.client.ask("POST", recover, {"id": new_id(), "recovery": "A" * 43}), 403, "wrong-token")
        self.status(self.client.ask("POST", recover, {}), 400, "bad-request")
        self.status(self.client.ask("POST", self.path("a" * 16, "/recover"), {"id": new_id(), "recovery": "A" * 43}), 404, "no-table")

    def test_too_large(self):
        table, client, _ = self.table()
        for path in ("/api/v1/tables", "/api/v1/turns",
                     "/api/v1/players", "/api/v1/sign-in", "/api/v1/players/me/actions", "/api/v1/players/me/people", "/api/v1/mail",
                     *(self.path(table, rest) for rest in ("/seats", "/recover", "/actions", "/notices", "/keep", "/reports"))):
            self.status(self.server.client(client.token).ask("POST", path, b" " * 20000), 413, "too-large")

    def test_order(self):
        table, client, _ = self.table()
        report, reports = {"seat": 2, "text": "rude"}, self.path(table, "/reports")
        self.status(client.ask("POST", reports, report), 200)
        self.status(client.ask("POST", reports, {"seat": 2}), 400, "bad-request")
        self.status(self.client.ask("POST", reports, report), 401, "no-token")
        self.status(self.server.client("A" * 43).ask("POST", reports, report), 403, "wrong-token")
        self.status(client.ask("POST", self.path("a" * 16, "/reports"), report), 404, "no-table")
        self.status(self.client.get("/api/v1/acts"), 200)
        host, actions = self.server.client(HOST_TOKEN), "/api/v1/host/actions"
        listed = self.status(host.get("/api/v1/host"), 200).json["reports"]
        settle = {"id": new_id(), "type": "settle", "report": listed[0]["report"], "text": "done"}
        self.status(host.get("/api/v1/host?name=%20"), 400, "bad-request")
        self.status(host.ask("POST", actions, settle), 200)
        self.status(host.ask("POST", actions, {**settle, "type": "dance"}), 400, "bad-request")
        self.status(host.ask("POST", actions, {"id": new_id(), "type": "close", "table": "a" * 16, "text": "x"}), 404, "no-table")
        self.status(host.ask("POST", actions, b" " * 20000), 413, "too-large")
        for token, status in ((None, 401), ("x" * 20, 403)):
            self.status(self.server.client(token).get("/api/v1/host"), status)
            self.status(self.server.client(token).ask("POST", actions, settle), status)
        without = Server()
        self.addCleanup(without.stop)
        self.status(without.client(HOST_TOKEN).get("/api/v1/host"), 404, "no-such-path")

    def test_actions(self):
        table, client, _ = self.table(WITH_COMPUTER)
        self.status(self.client.act(table, "draw"), 401, "no-token")
        self.status(self.server.client("A" * 43).act(table, "draw"), 403, "wrong-token")
        self.status(client.act("a" * 16, "draw"), 404, "no-table")
        self.status(client.act(table, "dance"), 400, "bad-request")
        self.status(client.act(table, "rematch"), 409, "not-now")
        self.status(client.act(table, "contribute", contribution="00" * 16), 409, "not-now")
        begin(table, {1: client})
        self.status(client.act(table, "contribute", contribution="00" * 16), 409, "not-now")
        self.status(client.act(table, "draw"), 200)
        self.status(client.act(table, "move", move="A@99,99r0=none", at=1), 422, "bad-move")
        self.status(client.act(table, "say", text="Good luck <b>&"), 200)
        self.status(self.client.act(table, "say", text="hello", name="Eve"), 200)
        self.status(client.act(table, "mute", seat=2, yes=True), 200)
        self.status(client.act(table, "leave"), 200)
        self.status(client.act(table, "return"), 200)

    def test_players(self):
        ann, body = self.server.client(), {"id": new_id(), "name": "Ann", "figure": {"shape": 1, "colour": 0, "hat": 7}, "label": "Firefox"}
        held = self.status(ann.ask("POST", "/api/v1/players", body), 201).json
        ann.token, number = held["token"], held["player"]
        self.status(self.client.join("ANN"), 409, "name-taken")
        self.status(self.client.join(""), 400, "bad-request")
        wrong = self.server.client("player." + "A" * 43)
        self.status(wrong.create(TWO), 403, "wrong-token")
        for rest in ("", "/tables", "/games", "/statistics", "/file", "/people", "/mail"):
            self.status(ann.get("/api/v1/players/me" + rest), 200)
            self.status(self.client.get("/api/v1/players/me" + rest), 401, "no-token")
            self.status(wrong.get("/api/v1/players/%s%s" % (number, rest)), 403, "wrong-token")
            self.status(ann.get("/api/v1/players/%s%s" % ("1" * 16, rest)), 404, "no-player")
        self.status(self.client.get("/api/v1/players/" + number), 200)
        self.status(ann.get("/api/v1/players/me/games?before=x"), 400, "bad-request")
        self.status(ann.get("/api/v1/players/me/games?opponent=x"), 400, "bad-request")

        # What they change of themselves.
        for kind, more in (("figure", {"figure": {"shape": 0, "colour": 3, "hat": 7}}), ("open", {"yes": True}), ("rename", {"name": "Anna"})):
            self.status(ann.change(kind, **more), 200)
        self.status(ann.change("rename", name="Anne"), 409, "not-now")
        self.status(ann.change("dance"), 400, "bad-request")
        actions = "/api/v1/players/%s/actions"
        self.status(self.client.ask("POST", actions % "me", {"id": new_id(), "type": "words"}), 401, "no-token")
        self.status(self.client.ask("POST", actions % number, {"id": new_id(), "type": "words"}), 403, "wrong-token")
        self.status(ann.ask("POST", actions % ("1" * 16), {"id": new_id(), "type": "words"}), 404, "no-player")

        # What they keep of others.
        people, shown = "/api/v1/players/%s/people", {"id": new_id(), "type": "shown", "yes": True}
        self.status(ann.people("shown", yes=True), 200)
        self.status(ann.people("dance"), 400, "bad-request")
        self.status(ann.people("friend", player="x", yes=True), 400, "bad-request")
        self.status(ann.people("friend", player="1" * 16, yes=True), 404, "no-player")
        self.status(ann.people("challenge", player=self.status(self.client.join("Bob"), 201).json["player"], table="a" * 16), 409)
        self.status(self.client.ask("POST", people % "me", shown), 401, "no-token")
        self.status(self.client.ask("POST", people % number, shown), 403, "wrong-token")

        # Other devices.
        words = self.status(ann.change("words"), 200).json["six_words"]
        self.status(self.client.sign_in("one two"), 400, "bad-request")
        self.status(self.client.sign_in("bala " * 6), 403, "wrong-token")
        challenge = self.status(self.client.get("/api/v1/passkey-challenge"), 200).json["challenge"]
        given = {"id": new_id(), "credential": "AAAA", "client": challenge, "authenticator": "AAAA", "signature": "AAAA"}
        self.status(self.client.ask("POST", "/api/v1/sign-in", given), 409, "not-now")
        mail = {"id": new_id(), "address": "anna@example.org", "language": "en"}
        self.assertEqual(self.status(ann.get("/api/v1/players/me/mail"), 200).json, {})
        self.status(ann.ask("POST", "/api/v1/players/me/mail", mail), 409, "not-now")
        for device in range(2, 34):  # each from an address of its own, as one may try ten times
            other = self.server.client()
            other.connection = http.client.HTTPConnection("127.0.0.1", self.server.port, timeout=PATIENCE,
                                                          source_address=("127.0.0.%d" % device, 0))
            answer = other.sign_in(words, label="device %d" % device)
            self.status(answer, 201 if device < 33 else 409)
            other.close()
        self.status(ann.change("shut-out", device=1), 200)
        self.status(self.client.ask("POST", "/api/v1/players", body), 403, "wrong-token")

    def test_a_rated_table(self):
        """Its setup, its entries, what profile and history tell of it, and the ladder."""
        setup = {"game": "classic", "seats": [{"kind": "person"}, {"kind": "open"}], "clock": {"kind": "move", "seconds": 60},
                 "rated": True}
        cleo, dan = self.server.client(), self.server.client()
        for client, name in ((cleo, "Cleo"), (dan, "Dan")):
            client.token = self.status(client.join(name), 201).json["token"]
        self.status(self.client.create(setup), 403, "players-only")
        table = self.status(cleo.create(setup), 201).json["table"]
        self.status(self.client.sit(table), 403, "players-only")
        self.status(self.client.get("/api/v1/tables"), 200)
        self.status(dan.sit(table), 201)
        begin(table, {1: cleo, 2: dan})
        self.status(dan.act(table, "leave"), 200)
        self.status(self.client.get(self.path(table)), 200)
        wait_until(lambda: dan.get("/api/v1/players/me").json["ratings"])
        game = self.status(dan.get("/api/v1/players/me/games"), 200).json["games"][0]
        self.assertEqual((game["rated"], game["seats"][0]["change"]), (True, -game["seats"][1]["change"]))
        ladder = self.status(self.client.get("/api/v1/ladder?pool=classic-live-duel"), 200)
        self.status(self.client.get("/api/v1/ladder?pool=chess"), 400, "bad-request")
        self.status(self.client.get("/api/v1/ladder?pool=classic-live-duel", **{"If-None-Match": ladder.headers["ETag"]}), 304)

    def tournament(self, ann, ben):
        """The path of a tournament of two players whose first round is paired."""
        settings = {"name": "Friday", "form": "swiss", "rounds": 1, "setup": {"game": "classic"}}
        opened = self.status(ann.ask("POST", "/api/v1/tournaments", {"id": new_id(), "settings": settings}), 201).json
        path = "/api/v1/tournaments/" + opened["tournament"]
        for client, kind, more in ((ann, "enter", {}), (ben, "enter", {}), (ann, "pair", {"round": 1})):
            self.status(client.ask("POST", path + "/actions", {"id": new_id(), "type": kind, **more}), 200)
        return path

    def test_tournaments(self):
        ann, ben, wrong = self.server.client(), self.server.client(), self.server.client("player." + "A" * 43)
        ann.token = self.status(ann.join("Paula"), 201).json["token"]
        ben.token = self.status(ben.join("Quentin"), 201).json["token"]
        path, base = self.tournament(ann, ben), "/api/v1/tournaments"
        frame = path.removeprefix("/api/v1/tournaments")
        for where, rest in [(base, rest) for rest in ("", "/standings", "/csv", "/trf", "/log")] + [("/tournament", "")]:
            answer = self.status(self.client.get(where + frame + rest), 200)
            again = self.client.get(where + frame + rest, **{"If-None-Match": answer.headers["ETag"]})
            self.assertEqual((again.status, again.body), (304, b""))
            self.status(self.client.get(where + "/" + "a" * 16 + rest), 404)
        self.status(self.client.get("/tournament" + frame + "?lang=" + 400 * "x"), 400, "bad-request")
        framed = self.client.get("/tournament" + frame).headers
        self.assertEqual(framed["Cross-Origin-Resource-Policy"], "cross-origin")
        self.assertIn("sandbox", framed["Content-Security-Policy"])
        self.assertNotIn("frame-ancestors", framed["Content-Security-Policy"])
        self.assertEqual(framed["Referrer-Policy"], "no-referrer")
        self.assertIn("usb=()", framed["Permissions-Policy"])
        self.assertEqual(self.status(ann.get(base), 200).json["own"][0]["name"], "Friday")
        self.assertNotIn("own", self.status(self.client.get(base), 200).json)
        self.status(wrong.get(base), 403, "wrong-token")

        # What is refused.
        def ask(client, where, **body):
            return client.ask("POST", where, {"id": new_id(), **body})

        settings = {"name": "Monday", "form": "knockout"}
        self.status(ask(self.client, base, settings=settings), 401, "no-token")
        self.status(ask(wrong, base, settings=settings), 403, "wrong-token")
        self.status(ask(ann, base, settings={**settings, "best_of": 2}), 400, "bad-request")
        for _ in range(9):
            self.status(ask(ann, base, settings=settings), 201)
        self.status(ask(ann, base, settings=settings), 409, "too-much")
        for rest, good, bad in (("/actions", {"type": "close"}, {"type": "dance"}), ("/tables", {"encounter": 1}, {"encounter": 0})):
            self.status(ask(self.client, path + rest, **good), 401, "no-token")
            self.status(ask(wrong, path + rest, **good), 403, "wrong-token")
            self.status(ask(ann, base + "/" + "a" * 16 + rest, **good), 404, "no-tournament")
            self.status(ask(ann, path + rest, **bad), 400, "bad-request")
            for where in (base, path + rest):
                self.status(self.server.client(ann.token).ask("POST", where, b" " * 20000), 413, "too-large")

        # A report, a table, a correction, and the end.
        self.status(ask(ben, path + "/tables", encounter=1), 201)
        self.status(ask(ben, path + "/actions", type="result", encounter=1, games=[[70, 60]]), 200)
        self.assertEqual(self.client.get(path).json["encounters"][0]["reports"][0]["games"], [[70, 60]])
        self.status(ask(ann, path + "/actions", type="result", encounter=1, forfeit="both"), 200)
        self.status(ask(ann, path + "/actions", type="void", encounter=1, reason="a power cut"), 200)
        self.status(ask(ann, path + "/actions", type="expel", entrant=2, reason="did not come"), 200)
        self.status(ask(ann, path + "/tables", encounter=1), 409, "not-now")
        self.status(ask(ann, path + "/actions", type="close"), 200)
        self.status(ask(ann, path + "/actions", type="close"), 409, "not-now")
        self.assertEqual(len(self.status(self.client.get(path), 200).json["secret"]), 64)

    def test_a_seat_becomes_a_players(self):
        table, _, held = self.table()
        ben, keep = self.server.client(), self.path(table, "/keep")
        ben.token = self.status(ben.join("Ben"), 201).json["token"]
        self.status(self.client.ask("POST", keep, {"token": held["token"]}), 401, "no-token")
        seats = self.path(table, "/people")
        self.status(self.client.get(seats), 401, "no-token")
        self.status(self.server.client("A" * 43).get(seats), 403, "wrong-token")
        self.status(self.server.client(held["token"]).get(self.path("a" * 16, "/people")), 404, "no-table")
        self.status(self.server.client(held["token"]).get(seats), 200)
        self.status(ben.ask("POST", keep, {}), 400, "bad-request")
        self.status(ben.ask("POST", keep, {"token": "A" * 43}), 403, "wrong-token")
        self.status(ben.ask("POST", self.path("a" * 16, "/keep"), {"token": held["token"]}), 404, "no-table")
        self.status(ben.ask("POST", keep, {"token": held["token"]}), 200)
        guest = self.status(self.client.sit(table), 201).json
        self.status(ben.ask("POST", keep, {"token": guest["token"]}), 409, "not-now")

    def test_turns_are_prepared(self):
        days = {"game": "classic", "seats": [{"kind": "person"}, {"kind": "open"}], "clock": {"kind": "days", "days": 3}}
        table, client, _ = self.table(days)
        path, turn = self.path(table, "/prepared"), {"move": "U@1,0r0=none", "yes": True}
        self.status(client.ask("POST", path, turn), 409, "not-now")
        self.status(client.get(path), 409, "not-now")
        guest = self.server.client(self.status(self.client.sit(table), 201).json["token"])
        self.addCleanup(guest.close)
        begin(table, {1: client, 2: guest})
        self.assertEqual(self.status(client.ask("POST", path, turn), 200).json, {"prepared": True})
        self.assertEqual(self.status(client.get(path), 200).json, {"moves": [turn["move"]]})
        self.assertEqual(self.status(guest.get(path), 200).json, {"moves": []})
        self.status(client.ask("POST", path, {**turn, "move": "U@9,9r0=none"}), 422, "bad-move")
        self.status(client.ask("POST", path, {"move": turn["move"]}), 400, "bad-request")
        self.status(client.ask("POST", path, {**turn, "move": "x" * 20000}), 413, "too-large")
        for one, code, word in ((self.client, 401, "no-token"), (self.server.client("A" * 43), 403, "wrong-token")):
            self.status(one.get(path), code, word)
            self.status(one.ask("POST", path, turn), code, word)
        self.status(client.get(self.path("a" * 16, "/prepared")), 404, "no-table")
        self.status(client.ask("POST", self.path("a" * 16, "/prepared"), turn), 404, "no-table")
        self.assertEqual(self.status(client.ask("POST", path, {**turn, "yes": False}), 200).json, {"prepared": False})
        self.assertEqual(self.status(client.get(path), 200).json, {"moves": []})

    def test_notices(self):
        table, client, _ = self.table()
        wish = {"kind": "webhook", "url": "https://example.com/hook", "yes": True}
        path = self.path(table, "/notices")
        self.assertEqual(self.status(client.ask("POST", path, wish), 200).json, {"notices": 1})
        self.assertEqual(self.status(client.ask("POST", path, wish), 200).json, {"notices": 1})
        for url in ("http://example.com/", "https://example.com:8443/", "https://a:b@example.com/", "ftp://example.com/", "x"):
            self.status(client.ask("POST", path, {**wish, "url": url}), 400, "bad-request")
        self.status(self.client.ask("POST", path, wish), 401, "no-token")
        self.status(self.server.client("A" * 43).ask("POST", path, wish), 403, "wrong-token")
        self.status(client.ask("POST", self.path("a" * 16, "/notices"), wish), 404, "no-table")
        for number in range(3):
            self.status(client.ask("POST", path, {**wish, "url": "https://example.com/%d" % number}), 200)
        self.status(client.ask("POST", path, {**wish, "url": "https://example.com/more"}), 409, "too-much")
        self.assertEqual(self.status(client.ask("POST", path, {**wish, "yes": False}), 200).json, {"notices": 3})

    def test_turns(self):
        loses = {"kind": "game", "seconds": 600, "increment": 0, "loses": True}
        table, client, held = self.table({**WITH_COMPUTER, "clock": loses})
        seats = [{"table": table, "token": held["token"]}, {"table": table, "token": "A" * 43}, {"table": "a" * 16, "token": ""}]
        told = self.status(self.client.ask("POST", "/api/v1/turns", {"seats": seats}), 200).json["tables"]
        anna = {"name": "Anna", "there": False}
        self.assertEqual(told, [{"table": table, "seat": 1, "state": "waiting", "task": "seal", "seats": [anna, {"name": "", "level": 1}]},
                                {"table": table, "seat": 0}, {"table": "a" * 16, "seat": 0}])
        begin(table, {1: client})
        ask = lambda: self.client.ask("POST", "/api/v1/turns", {"seats": seats[:1]}).json["tables"][0]
        self.assertEqual((ask()["task"], ask()["turn"]), ("draw", 1))
        client.act(table, "draw")
        self.assertEqual((ask()["task"], ask()["turn"]), ("move", 1))
        self.assertNotIn("scores", ask())
        client.act(table, "leave")
        over = ask()
        self.assertEqual([over.get(name) for name in ("state", "task", "turn", "scores", "lost", "why")],
                         ["over", "", None, [0, 0], 1, "left"])
        self.status(self.client.ask("POST", "/api/v1/turns", {"seats": seats * 7}), 400, "bad-request")

    def test_turns_after_leaving(self):
        table, client, held = self.table(WITH_COMPUTER)
        begin(table, {1: client})
        seats = [{"table": table, "token": held["token"]}]
        levels = lambda: ["level" in seat for seat in self.client.ask("POST", "/api/v1/turns", {"seats": seats}).json["tables"][0]["seats"]]
        self.assertEqual(levels(), [False, True])
        client.act(table, "leave")
        self.assertEqual(levels(), [True, True])
        client.act(table, "return")
        self.assertEqual(levels(), [False, True])

    def test_who_is_away(self):
        """A reader that closes its stream is away before the server has looked for dead connections, every 15 s."""
        table, client, _ = self.table()
        guest = self.status(self.client.sit(table), 201).json
        other = Stream(self.server.port, table, guest["token"])
        streams = [Stream(self.server.port, table, client.token, away=1, accept=accept)
                   for accept in ("application/x-ndjson", "text/event-stream")]
        unasked = Stream(self.server.port, table, client.token)
        other.close()
        told = streams[0].reply.readline()
        self.assertNotEqual(told, b"\n", "nothing was told until the stream had to be kept open")
        [absence] = json.loads(told)["away"]
        self.assertEqual(absence["seat"], guest["seat"])
        self.assertEqual(set(absence), {"seat", "since", "until"})
        interface = Interface()
        schema = interface.find("#/components/schemas/Away")
        self.assertEqual(interface.faults(schema, json.loads(told)), [])
        self.status(self.server.client(guest["token"]).act(table, "say", text="here"), 200)
        while not (line := streams[1].line()).startswith("event: "):
            pass
        self.assertEqual(line, "event: away\n")
        self.assertEqual(json.loads(streams[1].line()[len("data: "):]), json.loads(told))
        other = Stream(self.server.port, table, guest["token"])
        self.assertEqual(next(entry for entry in unasked)["text"], "here")
        for line in streams[0]:
            if line.get("away") == []:
                break
        for stream in [*streams, other, unasked]:
            stream.close()

    def test_the_opener_changes_what_is_played(self):
        table, client, _ = self.table()
        changed = {"options": [], "clock": {"kind": "move", "seconds": 60}}
        self.status(client.act(table, "set-up", **changed), 200)
        entry = self.client.get(self.path(table)).json["entries"][-1]
        self.assertEqual(entry["type"], "changed")
        self.assertEqual({name: entry["setup"][name] for name in changed}, changed)

    def test_streams(self):
        table, client, _ = self.table()
        stream = Stream(self.server.port, table, client.token)
        self.assertEqual([entry["type"] for entry in stream.head["entries"]], ["created", "sat"])
        client.act(table, "say", text="one")
        self.assertEqual(next(iter(stream))["text"], "one")
        stream.close()
        stream = Stream(self.server.port, table, since=2)
        self.assertEqual([entry["seq"] for entry in stream.head["entries"]], [3])
        stream.close()
        events = Stream(self.server.port, table, since=1, accept="text/event-stream")
        lines = [events.line() for _ in range(5)]
        self.assertEqual([line[:3] for line in lines], ["ret", "id:", "dat", "id:", "dat"])
        self.assertEqual(lines[1], "id: 2\n")
        events.close()
        self.status(self.client.get(self.path("a" * 16, "/events")), 404, "no-table")
        self.status(self.client.get(self.path(table, "/events?since=x")), 400, "bad-request")
        at = self.client.get(self.path(table, "")).json["entries"][2]["at"]
        for ahead in ({"since": 4}, {"last": 99}, {"since": 3, "at": at + 1}):  # a client would wait for the end of a stream
            stream = Stream(self.server.port, table, **ahead)
            self.assertEqual(stream.status, 409, ahead)
            self.assertEqual(json.loads(stream.line())["error"], "ahead")
            stream.close()
        self.status(self.client.get(self.path(table, "/events?since=4")), 409, "ahead")
        self.status(self.client.get(self.path(table, "/events?since=3&at=x")), 400, "bad-request")
        stream = Stream(self.server.port, table, since=3, at=at)
        self.assertEqual(stream.head["entries"], [])
        stream.close()
        for name in ("a%00b", "%0A", "%F0", "x" * 25):
            self.status(self.client.get(self.path(table, "/events?name=" + name)), 400, "bad-request")
        self.status(self.client.get(self.path(table, "/events?away=yes")), 400, "bad-request")
        self.status(self.server.client("A" * 43).get(self.path(table, "/events")), 403, "wrong-token")

    def test_an_invitation_has_title_text_and_picture(self):
        def lines(reply):
            self.status(reply, 200)
            self.assertEqual(reply.headers["Content-Type"], "text/html; charset=utf-8")
            self.assertEqual(reply.headers["Cache-Control"], "no-store")
            self.assertIn("default-src 'none'", reply.headers["Content-Security-Policy"])
            return reply.body.decode()
        host = '"><script>&\''
        client = self.client
        made = client.create({**TWO, "public": False}, host)
        table = self.status(made, 201).json["table"]
        page = lines(client.get("/t/" + table))
        self.assertIn("&#34;&#62;&#60;script&#62;&#38;&#39; invites you to play: Star Wars Edition</title>", page)
        self.assertNotIn(host, page)
        self.assertIn('<meta property="og:description" content="One seat is open.', page)
        self.assertRegex(page, '<meta property="og:image" content="http://[^"]+/pictures/star-wars.png">')
        self.assertRegex(page, '<meta property="og:url" content="http://[^"]+/t/%s">' % table)
        for secret in (made.json["token"], made.json["recovery"]):
            self.assertNotIn(secret, page)
        for way, word in (("?lang=de", "dich ein: Star Wars"), ("?lang=it", "ti invita"), ("?lang=xx", "invites you")):
            self.assertIn(word, lines(client.get("/t/" + table + way)))
        self.assertIn("<title>Tessera</title>", lines(client.get("/t/nothing")))
        self.status(client.get("/t/" + table + "?lang=" + 400 * "x"), 400, "bad-request")
        self.assertIn("</html>", page)

    def test_who_watches_is_listed(self):
        table, client, _ = self.table({**TWO, "public": True})
        longest = "\N{GRINNING FACE}" * 24
        streams = [Stream(self.server.port, table, name=name) for name in ("Zo\u00eb & Co", "ANNA", longest, None)]
        streams.append(Stream(self.server.port, table, client.token, name="Ben"))
        listed = self.status(self.client.get("/api/v1/tables"), 200).json["tables"]
        watching, there = next((item["watching"], item["there"]) for item in listed if item["table"] == table)
        self.assertEqual(there, 1)
        self.assertEqual(watching, {"count": 4, "names": [longest, "ANNA (2)", "Zo\u00eb & Co"]})
        for stream in streams:
            stream.close()

    def test_who_watches_is_removed(self):
        table, client, _ = self.table({**TWO, "public": True})
        stream = Stream(self.server.port, table, name="Eve")
        entry = self.status(self.client.act(table, "say", text="hello", name="Eve"), 200).json["seq"]
        self.status(client.act(table, "hush", yes=True, remove=True), 400, "bad-request")
        self.status(client.act(table, "hush", yes=True, entry=entry, remove=True), 200)
        self.assertTrue(any(told.get("removed") for told in stream.until_end()))
        stream.close()
        self.status(self.client.get(self.path(table, "/events")), 403, "removed")
        self.status(self.client.sit(table), 403, "removed")
        log = self.status(self.client.get(self.path(table)), 200).json["entries"]
        self.assertEqual((log[-1]["type"], log[-1]["name"], log[-1]["removed"]), ("hushed", "Eve", True))
        self.status(client.act(table, "hush", yes=False, entry=entry), 200)
        Stream(self.server.port, table).close()

    def test_wrong_paths_and_methods(self):
        for path in ("/api", "/api/v1", "/api/v2/info", "/api/v1/tables/", "/nothing"):
            self.status(self.server.client().get(path), 404, "no-such-path")
        answer = self.status(self.server.client().ask("DELETE", "/api/v1/tables"), 405, "wrong-method")
        self.assertEqual(answer.headers["Allow"], "GET, HEAD, POST")

    def test_stopped_gracefully(self):
        server = Server(*UNLIMITED)
        table = server.client().create(TWO).json["table"]
        stream = Stream(server.port, table)
        self.assertEqual(server.stop(), 0)
        self.assertRaises(EOFError, stream.line)

    def test_zz_rates(self):
        """Every path that answers 429 does so, with Retry-After."""
        server = Server("--rate-per-address", "1")
        self.addCleanup(server.stop)
        client = server.client()
        while self.observer.interface and client.get("/api/v1/info").status == 200:
            pass
        for (path, method), operation in self.observer.interface.operations().items():
            if "429" in operation["responses"]:
                body = {} if method == "POST" else None
                for _ in range(20):  # on a machine that is busy a second may pass between two
                    answer = server.client().ask(method, path.replace("{table}", "a" * 16).replace("{player}", "me").replace("{tournament}", "a" * 16), body)
                    if answer.status == 429:
                        break
                self.status(answer, 429, "too-many")
                self.assertGreater(int(answer.headers["Retry-After"]), 0)

    def test_zz_full_disk(self):
        """What cannot be stored is answered 503 and has not happened."""
        server = Server(*UNLIMITED, "--host-token", HOST_TOKEN)
        self.addCleanup(server.stop)
        client = server.client()
        held = client.create(TWO).json
        path = self.path(held["table"])
        client.token = held["token"]
        self.status(client.act(held["table"], "say", text="before"), 200)
        ann = server.client()
        ann.token = self.status(ann.join("Ann"), 201).json["token"]
        words = self.status(ann.change("words"), 200).json["six_words"]
        ben = server.client()
        ben.token = self.status(ben.join("Benno"), 201).json["token"]
        tournament = self.tournament(ann, ben)
        days = {"game": "classic", "seats": [{"kind": "person"}, {"kind": "computer", "level": 1}],
                "clock": {"kind": "days", "days": 3}, "first": 1}
        going = server.client()
        made = self.status(going.create(days), 201).json
        going.token = made["token"]
        begin(made["table"], {1: going})
        log = os.path.getsize(os.path.join(server.folder, "tables.db-wal"))
        before = resource.prlimit(server.process.pid, resource.RLIMIT_FSIZE)
        resource.prlimit(server.process.pid, resource.RLIMIT_FSIZE, (log, before[1]))  # no file grows any more
        self.status(client.act(held["table"], "say", text="after"), 503, "not-stored")
        self.status(server.client().create(TWO), 503, "not-stored")
        self.status(server.client().sit(held["table"]), 503, "not-stored")
        self.status(server.client().ask("POST", path + "/recover", {"id": new_id(), "recovery": held["recovery"]}), 503, "not-stored")
        wish = {"kind": "webhook", "url": "https://example.com/", "yes": True}
        self.status(client.ask("POST", path + "/notices", wish), 503, "not-stored")
        prepared = self.path(made["table"], "/prepared")
        self.status(going.ask("POST", prepared, {"move": "U@1,0r0=none", "yes": True}), 503, "not-stored")
        self.status(ann.ask("POST", path + "/keep", {"token": held["token"]}), 503, "not-stored")
        self.status(ann.join("Ben"), 503, "not-stored")
        self.status(ann.sign_in(words), 503, "not-stored")
        self.status(ann.change("open", yes=True), 503, "not-stored")
        new = {"id": new_id(), "settings": {"name": "Monday", "form": "knockout"}}
        self.status(ann.ask("POST", "/api/v1/tournaments", new), 503, "not-stored")
        self.status(ann.ask("POST", tournament + "/actions", {"id": new_id(), "type": "close"}), 503, "not-stored")
        self.status(ann.ask("POST", tournament + "/tables", {"id": new_id(), "encounter": 1}), 503, "not-stored")
        self.status(ann.people("shown", yes=True), 503, "not-stored")
        self.status(client.ask("POST", path + "/reports", {"seat": 2, "text": "rude"}), 503, "not-stored")
        close = {"id": new_id(), "type": "close", "table": held["table"], "text": "done"}
        self.status(server.client(HOST_TOKEN).ask("POST", "/api/v1/host/actions", close), 503, "not-stored")
        self.status(client.get("/healthz"), 503, "not-stored")
        self.assertEqual([entry.get("text") for entry in client.get(path).json["entries"] if "text" in entry], ["before"])

        # The log says it once, with the cause, and that it is over.
        self.await_log(server, "not-stored")
        resource.prlimit(server.process.pid, resource.RLIMIT_FSIZE, before)
        self.status(client.act(held["table"], "say", text="again"), 200)
        self.await_log(server, "stored-again")
        self.assertEqual(len(re.findall(r" not-stored reason=.*(?:full|disk)", server.told())), 1, server.told())

    def await_log(self, server, event):
        """Waits until the server's log has such a line."""
        wait_until(lambda: " %s" % event in server.told())

    def test_few_descriptors(self):
        """With fewer descriptors than it needs itself the server does not begin, and says why."""
        def limit():
            resource.setrlimit(resource.RLIMIT_NOFILE, (100, 100))

        with self.assertRaisesRegex(RuntimeError, "more than 576 open files, but the system allows 100"):
            Server(*UNLIMITED, prepare=limit)

    def test_full_database(self):
        """With as many bytes as it may have the server takes no new table, says so, and games go on."""
        server = Server(*UNLIMITED, "--max-database", "1", "--keep", "1", "--metrics-token", METRICS_TOKEN)
        self.addCleanup(server.stop)
        client = server.client()
        self.assertEqual(client.get("/healthz").body, b"ok\n")
        held = client.create(TWO).json
        client.token = held["token"]
        answer = client.create(TWO)
        while answer.status == 201:
            own = server.client(answer.json["token"])
            for _ in range(50):
                own.act(answer.json["table"], "say", text="x" * 500)
            own.close()
            answer = client.create(TWO)
        self.status(answer, 503, "full")
        health = self.status(server.client().get("/healthz"), 200)
        self.assertRegex(health.body, rb"^ok, but no new tables: .*\n$")
        self.assertIn("\ntessera_full 1\n", server.client(METRICS_TOKEN).get("/metrics").body.decode())
        self.status(client.act(held["table"], "say", text="still here"), 200)
        self.status(server.client().sit(held["table"]), 201)

    def test_zzz_everything_documented_was_seen(self):
        unseen = {(path, method, status) for (path, method), operation in self.observer.interface.operations().items()
                  for status in operation["responses"]} - self.observer.seen
        # Streams are read by a class of their own, and only a database that cannot be read refuses to be read.
        unseen = {one for one in unseen if one[1:] != ("GET", "503") or one[0] == "/healthz"}
        unseen.discard(("/api/v1/turns", "POST", "503"))
        # tests/server/mails.py has a mail server.
        unseen = {one for one in unseen if not (one[0].endswith("/mail") and one[1] == "POST")}
        unseen.discard(("/api/v1/tables/{table}/events", "GET", "200"))
        self.assertEqual(unseen, set())


class GamesTest(unittest.TestCase):
    """Whole games of every kind; the records agree with everything that can check them."""

    @classmethod
    def setUpClass(cls):
        cls.server = Server(*UNLIMITED)
        cls.interface = Interface()

    @classmethod
    def tearDownClass(cls):
        cls.server.stop()

    def play(self, seed):
        game = RandomGame(self.server, seed, computers=seed % 10 == 0)
        record = game.play()
        log = game.clients[min(game.clients)].get("/api/v1/tables/" + game.table).json
        game.close()
        self.assertEqual(log["entries"][:len(game.entries)], game.entries)
        self.assertEqual(verify.check_log(log), None)
        game.log = log
        return game, record

    def find_lies(self, log):
        """The verifier in Python finds what a server would have to change in a log."""
        def lie(kind, member, change, expected, number=0):
            entries = [dict(entry) for entry in log["entries"]]
            changed = [entry for entry in entries if entry["type"] == kind][number]
            changed[member] = change(changed[member])
            self.assertRegex(verify.check_log({"entries": entries}) or "", expected)

        def other_digit(text):
            return ("1" if text[0] == "0" else "0") + text[1:]

        lie("sealed", "seal", other_digit, "contributes what it has not sealed")
        lie("contributed", "contribution", other_digit, "contributes what it has not sealed", -1)
        lie("over", "secret", other_digit, "the commitment is not that of the secret")
        lie("contributed", "type", lambda _: "said", "begins before all have contributed")
        lie("drawn", "words", lambda words: ["NONE"], "draw 1 is not what chance gave")
        early = sorted(log["entries"], key=lambda entry: entry["type"] == "sealed")
        self.assertRegex(verify.check_log({"entries": early}), "before all have sealed")
        again = {"seq": 1, "type": "renewed", "commitment": log["entries"][0]["commitment"]}
        renewed = [log["entries"][0], again] + log["entries"][1:]
        self.assertRegex(verify.check_log({"entries": renewed}) or "", "shown again, under which shares are known")

    def run_program(self, *words):
        done = subprocess.run([TESSERA, *words], capture_output=True, text=True, timeout=600)
        self.assertEqual(done.returncode, 0, done.stdout[-2000:] + done.stderr[-2000:])

    def test_games(self):
        with ThreadPoolExecutor(JOBS) as pool:
            played = list(pool.map(self.play, range(GAMES)))
        with tempfile.TemporaryDirectory() as folder:
            path = os.path.join(folder, "records.txt")
            with open(path, "w", encoding="utf-8") as file:
                file.write("\n".join(record for _, record in played))
            self.run_program("replay", "--check", path)
            self.run_program("verify", path)
        for game, _ in random.Random(1).sample(played, min(REFERENCE_GAMES, GAMES)):
            self.assertEqual(reference_replay.scores(game.newgame, game.words), game.scores)
            entry = self.interface.find("#/components/schemas/Entry")
            self.assertEqual([fault for one in game.entries for fault in self.interface.faults(entry, one)], [])
            self.find_lies(game.log)
        turns = sum(entry["type"] == "moved" for game, _ in played for entry in game.entries)
        print("%d games, %d moves" % (GAMES, turns))


if __name__ == "__main__":
    if "--games" in sys.argv:
        at = sys.argv.index("--games")
        GAMES = int(sys.argv[at + 1])
        del sys.argv[at:at + 2]
    unittest.main(verbosity=2, warnings="ignore")
