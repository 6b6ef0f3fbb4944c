"""People of a server over HTTP: friends and presence, challenges and dates, reports, and what the host does.

    TESSERA=build/debug/tessera python3 tests/server/people.py
"""
import hashlib
import json
import os
import sqlite3
import unittest

from devices import DUEL, PlayersTest, RATED
from server import Server, UNLIMITED, new_id, wait_until


class FriendsTest(PlayersTest):
    """What players keep of each other, and which of them learns what of it."""

    def people(self, client):
        return self.status(client.get("/api/v1/players/me/people"), 200).json

    def keep(self, client, kind, other, yes=True):
        return client.people(kind, player=self.id_of(other), yes=yes)

    def friends(self, *clients):
        """They have sat at one table, and each keeps each."""
        self.duel(*clients)
        for one in clients:
            for other in clients:
                if one is not other:
                    self.status(self.keep(one, "friend", other), 200)

    def test_a_friend_is_kept_by_one_tap(self):
        ann, ben = self.player("Ann"), self.player("Ben")
        table = self.duel(ann, ben)
        seats = self.status(ann.get("/api/v1/tables/%s/people" % table), 200).json["seats"]
        self.assertEqual([(one["seat"], one["name"]) for one in seats], [(1, "Ann"), (2, "Ben")])
        kept = self.status(self.keep(ann, "friend", ben), 200).json
        self.assertEqual([(one["name"], one["tie"], "keeps" in one) for one in kept["people"]], [("Ben", "friend", False)])
        self.assertEqual([one["name"] for one in self.people(ben)["keepers"]], ["Ann"])
        self.assertEqual(ann.get("/api/v1/tables/%s/people" % table).json["seats"][1]["tie"], "friend")
        self.status(self.keep(ben, "friend", ann), 200)
        self.assertTrue(self.people(ann)["people"][0]["keeps"])
        self.assertEqual(self.people(ben)["keepers"], [])
        self.status(self.keep(ann, "block", ben, False), 200)  # not blocked: nothing changes
        self.assertEqual(len(self.people(ann)["people"]), 1)
        self.status(self.keep(ann, "friend", ben, False), 200)
        self.assertEqual(self.people(ann)["people"], [])

    def test_strangers_are_no_friends(self):
        ann, ben = self.player("Ann"), self.player("Ben")
        self.status(self.keep(ann, "friend", ben), 409, "not-now")
        self.status(self.keep(ann, "friend", ann), 400, "bad-request")
        self.status(ann.people("friend", player="0000000000000001", yes=True), 404, "no-player")
        self.status(self.keep(ann, "block", ben), 200)
        number = self.id_of(ann)
        self.status(ben.get("/api/v1/players/%s/people" % number), 403, "wrong-token")
        self.status(ben.ask("POST", "/api/v1/players/%s/people" % number, {"id": new_id(), "type": "shown", "yes": True}), 403)
        self.status(self.client().get("/api/v1/players/me/people"), 401, "no-token")
        table = self.status(ann.create(DUEL), 201).json["table"]
        self.status(self.client().get("/api/v1/tables/%s/people" % table), 401, "no-token")
        self.status(ben.get("/api/v1/tables/%s/people" % table), 403, "wrong-token")

    def test_presence_is_for_friends(self):
        ann, ben = self.player("Ann"), self.player("Ben")
        table = self.duel(ann, ben)
        self.status(self.keep(ann, "friend", ben), 200)
        self.status(ben.people("shown", yes=True), 200)
        self.people(ben)  # a sign of life
        friend = self.people(ann)["people"][0]
        self.assertFalse({"here", "table"} & set(friend), friend)  # Ben does not keep Ann
        self.status(self.keep(ben, "friend", ann), 200)
        friend = self.people(ann)["people"][0]
        self.assertEqual((friend["here"], friend.get("table")), (True, table))
        self.assertNotIn("here", self.people(ben)["people"][0])  # Ann is not shown
        self.status(ben.people("shown", yes=False), 200)
        friend = self.people(ann)["people"][0]
        self.assertFalse({"here", "table"} & set(friend), friend)

    def test_a_player_at_a_table_is_here(self):
        ann, ben = self.player("Ann"), self.player("Ben")
        self.friends(ann, ben)
        self.status(ben.people("shown", yes=True), 200)
        self.keep_folder()
        self.server.stop()
        with sqlite3.connect(os.path.join(self.server.folder, "tables.db")) as base:
            base.execute("UPDATE players SET here = 1")
        base.close()
        self.restart(ann, ben)
        self.assertFalse(self.people(ann)["people"][0]["here"])
        table = ben.get("/api/v1/players/me/tables").json["tables"][0]["table"]
        stream = self.server.stream(table, token=ben.token)
        self.addCleanup(stream.close)
        wait_until(lambda: self.people(ann)["people"][0]["here"])

    def test_a_private_table_shows_to_nobody(self):
        ann, ben = self.player("Ann"), self.player("Ben")
        self.friends(ann, ben)
        self.status(ben.people("shown", yes=True), 200)
        public = self.people(ann)["people"][0]["table"]
        private = self.status(ben.create({**DUEL, "public": False}), 201).json["table"]
        self.assertNotEqual(private, public)
        self.assertEqual(self.people(ann)["people"][0]["table"], public)

    def test_a_blocked_player_stays_away(self):
        ann, ben, guest = self.player("Ann"), self.player("Ben"), self.client()
        self.status(self.keep(ann, "block", ben), 200)
        table = self.status(ann.create(DUEL), 201).json["table"]
        self.status(ben.sit(table), 409, "not-now")
        held = self.status(guest.sit(table), 201).json
        self.status(ben.ask("POST", "/api/v1/tables/%s/keep" % table, {"token": held["token"]}), 409, "not-now")
        other = self.status(ben.create(DUEL), 201).json["table"]
        self.status(ann.sit(other), 201)  # Ann may sit down with Ben
        self.status(self.keep(ann, "block", ben, False), 200)
        again = self.status(ann.create(DUEL), 201).json["table"]
        self.status(ben.sit(again), 201)

    def test_a_tournament_pairs_whom_it_pairs(self):
        """Nobody wins an encounter by blocking the opponent."""
        ann, ben = self.player("Ann"), self.player("Ben")
        self.status(self.keep(ann, "block", ben), 200)

        def ask(client, where, **body):
            return client.ask("POST", where, {"id": new_id(), **body})

        setup = {"game": "classic", "options": ["fields"], "clock": {"kind": "game", "seconds": 900, "loses": True}}
        settings = {"name": "Friday", "form": "knockout", "setup": setup}
        path = "/api/v1/tournaments/" + self.status(ask(ann, "/api/v1/tournaments", settings=settings), 201).json["tournament"]
        for client in (ann, ben):
            self.status(ask(client, path + "/actions", type="enter"), 200)
        self.status(ask(ann, path + "/actions", type="pair", round=1), 200)
        table = self.status(ask(ann, path + "/tables", encounter=1), 201).json["table"]
        self.assertEqual(self.status(ask(ben, path + "/tables", encounter=1), 201).json["table"], table)

    def test_a_challenge_is_a_table_that_waits(self):
        ann, ben = self.player("Ann"), self.player("Ben")
        self.friends(ann, ben)
        table = self.status(ann.create({**DUEL, "public": False}), 201).json["table"]
        for _ in range(2):
            self.status(ann.people("challenge", player=self.id_of(ben), table=table), 200)
        self.assertEqual([(one["table"], one["name"]) for one in self.people(ben)["challenges"]], [(table, "Ann")])
        self.assertEqual(self.people(ann)["challenges"], [])
        self.status(ben.sit(table), 201)
        self.assertEqual(self.people(ben)["challenges"], [])
        second = self.status(ann.create(DUEL), 201).json["table"]
        self.status(ann.people("challenge", player=self.id_of(ben), table=second), 200)
        self.assertEqual(self.status(ben.people("decline", table=second), 200).json["challenges"], [])

    def test_a_challenge_needs_a_friend(self):
        """Challenges are no spam: only friends send them, for tables at which they sit."""
        ann, ben = self.player("Ann"), self.player("Ben")
        begun = self.duel(ann, ben)
        table = self.status(ann.create(DUEL), 201).json["table"]
        self.status(self.keep(ann, "friend", ben), 200)
        self.status(ann.people("challenge", player=self.id_of(ben), table=table), 409, "not-now")
        self.status(self.keep(ben, "friend", ann), 200)
        elsewhere = self.status(self.player("Eve").create(DUEL), 201).json["table"]
        for other in (begun, elsewhere, "a" * 16):
            self.status(ann.people("challenge", player=self.id_of(ben), table=other), 409, "not-now")
        self.status(ann.people("challenge", player=self.id_of(ben), table="A" * 16), 400, "bad-request")
        self.status(ann.people("challenge", player=self.id_of(ben), table=table), 200)
        for kind, yes in (("friend", False), ("block", True)):  # each ends those that are open, too
            self.status(self.keep(ben, "friend", ann), 200)
            self.status(ann.people("challenge", player=self.id_of(ben), table=table), 200)
            self.status(self.keep(ben, kind, ann, yes), 200)
            self.assertEqual(self.people(ben)["challenges"], [])
            self.status(ann.people("challenge", player=self.id_of(ben), table=table), 409, "not-now")
        for _ in range(20):
            self.status(self.keep(ben, "friend", ann), 200)
            further = self.status(ann.create(DUEL), 201).json["table"]
            self.status(ann.people("challenge", player=self.id_of(ben), table=further), 200)
        self.status(ann.people("challenge", player=self.id_of(ben), table=table), 409, "too-much")
        self.assertEqual(len(self.people(ben)["challenges"]), 20)

    def test_changes_are_limited(self):
        """An address changes friends and challenges 120 times an hour. A busy machine earns a few more meanwhile."""
        ann, ben = self.player("Ann"), self.player("Ben")
        changes = 0
        while (answer := ann.people("shown", yes=True)).status == 200:
            changes += 1
            self.assertLess(changes, 1000)
        self.status(answer, 429, "too-often")
        self.assertGreaterEqual(changes, 120)
        self.status(ben.people("shown", yes=True), 429, "too-often")
        self.status(ben.get("/api/v1/players/me/people"), 200)

    def test_a_date_is_for_two_friends(self):
        ann, ben, eve = self.player("Ann"), self.player("Ben"), self.player("Eve")
        self.friends(ann, ben)
        now = self.client().get("/api/v1/tables/" + ann.get("/api/v1/players/me/tables").json["tables"][0]["table"]).json["entries"][0]["at"]
        tonight = now + 8 * 3600000
        self.status(eve.people("meet", player=self.id_of(ann), at=tonight), 409, "not-now")
        for at in (0, now - 1000, now + 61 * 86400000):
            self.status(ann.people("meet", player=self.id_of(ben), at=at), 400, "bad-request")
        for at in (tonight + 1, tonight):  # the second one takes the place of the first
            self.status(ann.people("meet", player=self.id_of(ben), at=at), 200)
        self.assertEqual([(one["at"], one["name"], one["own"]) for one in self.people(ann)["dates"]], [(tonight, "Ben", True)])
        self.assertEqual([(one["at"], one["name"], "own" in one) for one in self.people(ben)["dates"]], [(tonight, "Ann", False)])
        self.assertEqual(self.status(ben.people("part", player=self.id_of(ann)), 200).json["dates"], [])
        self.assertEqual(self.people(ann)["dates"], [])
        for kind, yes in (("friend", False), ("block", True)):
            self.status(self.keep(ben, "friend", ann), 200)
            self.status(ann.people("meet", player=self.id_of(ben), at=tonight), 200)
            self.status(self.keep(ben, kind, ann, yes), 200)
            self.assertEqual(self.people(ann)["dates"], [])

    def test_friends_are_kept_after_a_restart_and_gone_with_a_player(self):
        ann, ben = self.player("Ann"), self.player("Ben")
        self.friends(ann, ben)
        self.keep_folder()
        self.server.stop(9)
        self.restart(ann, ben)
        self.assertEqual(self.people(ann)["people"][0]["name"], "Ben")
        self.assertEqual(self.status(ann.get("/api/v1/players/me/file"), 200).json["people"][0]["name"], "Ben")
        self.status(ben.change("delete", name="Ben"), 200)
        self.assertEqual(self.people(ann)["people"], [])


HOST_TOKEN = "a-token-of-the-host"


class OrderTest(PlayersTest):
    """Reports, and what the host does."""

    def setUp(self):
        self.server = Server(*UNLIMITED, "--host-token", HOST_TOKEN)
        self.addCleanup(lambda: self.server.stop())
        self.host = self.client(HOST_TOKEN)

    def act(self, kind, status=200, **more):
        body = {"id": new_id(), "type": kind, "text": "because", **more}
        return self.status(self.host.ask("POST", "/api/v1/host/actions", body), status).json

    def report(self, client, table, seat, text="rude"):
        return client.ask("POST", "/api/v1/tables/%s/reports" % table, {"seat": seat, "text": text})

    def now(self):
        return self.client().get("/api/v1/tables/" + self.status(self.client().create(DUEL), 201).json["table"]).json["entries"][0]["at"]

    def test_reports_reach_the_host(self):
        ann, guest = self.player("Ann"), self.client()
        table = self.duel(ann, guest)
        for _ in range(2):  # the second one changes nothing
            self.status(self.report(guest, table, 1), 200)
        self.status(self.report(ann, table, 1), 400, "bad-request")
        self.status(self.report(ann, table, 3), 400, "bad-request")
        self.status(self.report(ann, table, 2, ""), 400, "bad-request")
        self.status(self.report(self.client(), table, 1), 401, "no-token")
        self.status(self.report(self.player("Eve"), table, 1), 403, "wrong-token")
        self.status(self.report(ann, "a" * 16, 2), 404, "no-table")
        reports = self.status(self.host.get("/api/v1/host"), 200).json["reports"]
        self.assertEqual([(one["table"], one["by"], one["seat"], one["name"], one["player"], one["text"]) for one in reports],
                         [(table, 2, 1, "Ann", self.id_of(ann), "rude")])
        self.status(self.report(ann, table, 2, "slow"), 200)
        self.assertEqual([one["text"] for one in ann.get("/api/v1/players/me/file").json["reports"]], ["slow"])
        for number in (0, 2 ** 53, reports[0]["report"] + 1000):
            self.act("settle", 400, report=number)
        self.assertEqual(self.client().get("/api/v1/acts").json["acts"], 0)
        self.assertEqual(self.act("settle", report=reports[0]["report"])["reports"][0]["text"], "slow")

    def test_reports_are_limited(self):
        ann, ben = self.player("Ann"), self.player("Ben")
        for number in range(10):
            self.status(self.report(ann, self.status(ann.create(DUEL), 201).json["table"], 2), 200)
        table = self.duel(ann, ben)
        self.status(self.report(ann, table, 2), 429, "too-often")

    def test_the_host_has_a_token(self):
        for path in ("/api/v1/host", "/api/v1/host?name=Ann"):
            self.status(self.client().get(path), 401, "no-token")
            self.status(self.client("x" * 20).get(path), 403, "wrong-token")
        body = {"id": new_id(), "type": "settle", "report": 1, "text": "x"}
        self.status(self.client().ask("POST", "/api/v1/host/actions", body), 401, "no-token")
        self.status(self.player("Ann").ask("POST", "/api/v1/host/actions", body), 403, "wrong-token")
        other = Server()
        self.addCleanup(other.stop)
        self.status(self.client(HOST_TOKEN, other).get("/api/v1/host"), 404, "no-such-path")

    def test_a_warning_is_read(self):
        ann = self.player("Ann")
        self.act("warn", player=self.id_of(ann), text="Be kind")
        self.assertEqual(ann.get("/api/v1/players/me").json["warning"], "Be kind")
        self.assertNotIn("warning", self.client().get("/api/v1/players/" + self.id_of(ann)).json)
        self.assertNotIn("warning", self.status(ann.change("heed"), 200).json)
        self.act("warn", 404, player="1" * 16)
        self.act("warn", 400, player=self.id_of(ann), until=5)

    def test_a_silenced_player_does_not_talk(self):
        ann, ben = self.player("Ann"), self.player("Ben")
        table = self.duel(ann, ben)
        until = self.now() + 3600000
        own = {"id": new_id(), "settings": {"name": "Mine", "form": "swiss", "rounds": 3}}
        tournament = self.status(ann.ask("POST", "/api/v1/tournaments", own), 201).json["tournament"]
        self.act("silence", player=self.id_of(ann), until=until)
        self.status(ann.act(table, "say", text="hello"), 403, "silent")
        self.assertEqual(ann.get("/api/v1/players/me").json["silenced_until"], until)
        self.status(ann.change("rename", name="Shout"), 403, "silent")
        opened = {"id": new_id(), "settings": {"name": "Shout", "form": "swiss", "rounds": 3}}
        self.status(ann.ask("POST", "/api/v1/tournaments", opened), 403, "silent")
        for act in ({"type": "rename", "title": "Shout"}, {"type": "settings", "settings": opened["settings"]},
                    {"type": "enter", "name": "Shout"}, {"type": "expel", "entrant": 1, "reason": "Shout"}):
            self.status(ann.ask("POST", "/api/v1/tournaments/%s/actions" % tournament, {"id": new_id()} | act), 403, "silent")
        self.status(ann.ask("POST", "/api/v1/tournaments/%s/actions" % tournament, {"id": new_id(), "type": "enter"}), 200)
        self.status(ann.act(table, "draw"), 200)
        self.status(ann.create(DUEL), 201)
        self.act("silence", player=self.id_of(ann), until=0)
        self.status(ann.act(table, "say", text="hello"), 200)
        self.act("silence", 400, player=self.id_of(ann), until=until * 10)

    def test_a_suspended_player_plays_on(self):
        """What has begun goes on; nothing new begins."""
        ann, ben = self.player("Ann"), self.player("Ben")
        table, open_one = self.duel(ann, ben), self.status(ben.create(DUEL), 201).json["table"]
        self.act("suspend", player=self.id_of(ann), until=self.now() + 3600000)
        self.status(ann.act(table, "draw"), 200)
        self.status(ann.act(table, "say", text="hello"), 403, "silent")
        self.status(ann.create(DUEL), 409, "not-now")
        self.status(ann.sit(open_one), 409, "not-now")
        held = self.status(self.client().sit(open_one), 201).json  # as a guest, who then keeps the seat
        self.status(ann.ask("POST", "/api/v1/tables/%s/keep" % open_one, {"token": held["token"]}), 409, "not-now")
        self.status(self.client(held["token"]).act(open_one, "leave"), 200)
        self.status(ben.act(table, "leave"), 200)
        self.status(ann.act(table, "rematch"), 409, "not-now")
        found = self.status(self.host.get("/api/v1/host?name=ANN"), 200).json["player"]
        self.assertEqual((found["player"], found["suspended"] > 0), (self.id_of(ann), True))
        self.act("suspend", player=self.id_of(ann), until=0)
        self.status(ann.sit(open_one), 201)

    def test_a_table_is_closed(self):
        ann, ben = self.player("Ann"), self.player("Ben")
        tables = [self.duel(ann, ben), self.status(ann.create(DUEL), 201).json["table"]]
        for table in tables:
            self.act("close", table=table)
            self.assertEqual(self.client().get("/api/v1/tables/" + table).json["entries"][-1]["type"], "closed")
        self.assertEqual(ann.get("/api/v1/players/me/tables").json["tables"], [])
        self.act("close", 404, table="a" * 16)

    def test_a_game_is_void(self):
        ann, ben = self.player("Ann"), self.player("Ben")
        table = self.duel(ann, ben, RATED)
        self.status(ben.act(table, "leave"), 200)
        path = os.path.join(self.server.folder, "tables.db")
        wait_until(lambda: ann.get("/api/v1/players/me").json["ratings"])
        for yes in (True, False):
            self.act("void", table=table, yes=yes)
            wait_until(lambda: bool(ann.get("/api/v1/players/me").json["ratings"]) != yes)
            game = ann.get("/api/v1/players/me/games").json["games"][0]
            self.assertEqual((game.get("void", False), "rating" in game["seats"][0]), (yes, not yes))
            with sqlite3.connect("file:%s?mode=ro" % path, uri=True) as base:
                self.assertEqual(base.execute("SELECT flags & 2 FROM games").fetchone()[0], 2 if yes else 0)
            base.close()
        self.act("void", 404, table=self.duel(ann, ben), yes=True)  # it counts for no rating

    def test_acts_are_chained(self):
        """A changed or removed act shows, and a repeated request is one act."""
        ann = self.player("Ann")
        head = self.status(self.client().get("/api/v1/acts"), 200).json
        self.assertEqual(head, {"acts": 0, "head": "00" * 32})
        body = {"id": new_id(), "type": "warn", "player": self.id_of(ann), "text": "Be kind"}
        for _ in range(2):
            self.status(self.host.ask("POST", "/api/v1/host/actions", body), 200)
        self.act("warn", player=self.id_of(ann), text="Again")
        acts = self.host.get("/api/v1/host").json["acts"]
        self.assertEqual([act["number"] for act in acts], [2, 1])
        last = bytes(32)
        for act in reversed(acts):
            last = hashlib.blake2b(last + act["act"].encode(), digest_size=32).digest()
            self.assertEqual(act["hash"], last.hex())
        self.assertEqual(self.client().get("/api/v1/acts").json, {"acts": 2, "head": last.hex()})
        told = json.loads(acts[0]["act"])
        self.assertEqual((told["type"], told["player"], told["text"]), ("warn", self.id_of(ann), "Again"))


if __name__ == "__main__":
    unittest.main()
