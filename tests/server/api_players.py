"""The interface of players: devices, people, rated tables, tournaments, and seats that they keep.

    TESSERA=build/debug/tessera python3 tests/server/api_players.py
"""
import http.client
import unittest

from api_base import TWO, InterfaceTest
from server import PATIENCE, begin, new_id, wait_until


class PlayerTest(InterfaceTest):
    """Requests of players of the server, and of anybody about them."""

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

    def test_a_table_that_others_may_not_see(self):
        ann, ben = self.server.client(), self.server.client()
        ann.token = self.status(ann.join("Ruth"), 201).json["token"]
        ben.token = self.status(ben.join("Sven"), 201).json["token"]
        path = self.tournament(ann, ben, same_decks=True)
        tables = [self.status(client.ask("POST", path + "/tables", {"id": new_id(), "encounter": 1}), 201).json["table"]
                  for client in (ann, ben)]
        for rest in ("", "/record", "/state"):
            self.status(ann.get(self.path(tables[0], rest)), 200)
        for rest in ("", "/record", "/state", "/events"):
            self.status(self.client.get(self.path(tables[0], rest)), 409, "not-now")

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


if __name__ == "__main__":
    unittest.main(verbosity=2, warnings="ignore")
