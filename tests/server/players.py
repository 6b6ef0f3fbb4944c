"""Players of a server over HTTP: their seats at every device, their results, and attacks on them.

    TESSERA=build/debug/tessera python3 tests/server/players.py
"""
import hashlib
import json
import os
import shutil
import sqlite3
import subprocess
import tempfile
import threading
import time
import unittest

from server import Server, Stream, UNLIMITED, begin, new_id, wait_until

DUEL = {"game": "classic", "options": ["fields"], "seats": [{"kind": "person"}, {"kind": "open"}], "grace": 0, "first": 1,
        "clock": {"kind": "game", "seconds": 3600, "loses": True}}


class PlayersTest(unittest.TestCase):
    def setUp(self):
        self.server = Server(*UNLIMITED)
        self.addCleanup(lambda: self.server.stop())

    def status(self, answer, status, error=None):
        self.assertEqual(answer.status, status, answer)
        if error:
            self.assertEqual(answer.json["error"], error, answer)
        return answer

    def player(self, name, server=None):
        """A client with the token of a device of a new player."""
        client = self.client(server=server)
        client.token = self.status(client.join(name), 201).json["token"]
        return client

    def client(self, token=None, server=None):
        client = (server or self.server).client(token)
        self.addCleanup(lambda: client.close())  # of the connection that it has then
        return client

    def restart(self, *clients):
        """The server anew, on the same folder, for these clients."""
        self.server = Server(*UNLIMITED, folder=self.server.folder)  # such a folder is not the server's own
        for client in clients:
            client.close()
            client.connection = self.server.client().connection

    def keep_folder(self):
        """The server's folder is there until the end of the test."""
        if self.server.own:
            self.addCleanup(shutil.rmtree, self.server.folder)
        self.server.own = False

    def other_device(self, client):
        words = self.status(client.change("words"), 200).json["six_words"]
        device = self.client()
        device.token = self.status(device.sign_in(words), 201).json["token"]
        return device

    def duel(self, one, two, setup=DUEL):
        """A table of two clients whose game has begun."""
        table = self.status(one.create(setup), 201).json["table"]
        held = self.status(two.sit(table), 201).json
        if two.token is None:
            two.token = held["token"]
        begin(table, {1: one, 2: two})
        return table

    def names(self, table):
        entries = self.client().get("/api/v1/tables/" + table).json["entries"]
        return [entry["name"] for entry in entries if "name" in entry]


class SeatsTest(PlayersTest):
    """A seat belongs to a player, at each of their devices."""

    def test_a_seat_is_held_by_all_devices(self):
        ann, ben = self.player("Ann"), self.player("Ben")
        phone = self.other_device(ann)
        table = self.duel(ann, ben)
        self.assertEqual(self.names(table)[:2], ["Ann", "Ben"])  # not what the body said
        mine = self.status(phone.get("/api/v1/players/me/tables"), 200).json["tables"]
        self.assertEqual([(one["table"], one["seat"], one["state"]) for one in mine], [(table, 1, "playing")])
        self.status(phone.act(table, "draw"), 200)
        self.status(phone.act(table, "rename", name="Eve"), 409, "not-now")
        turns = phone.ask("POST", "/api/v1/turns", {"seats": [{"table": table, "token": phone.token}]}).json["tables"]
        self.assertEqual((turns[0]["seat"], turns[0]["task"]), (1, "move"))
        stream = Stream(self.server.port, table, token=phone.token)
        stream.close()

    def test_a_player_has_one_seat_at_a_table(self):
        ann = self.player("Ann")
        answer = self.status(ann.create(DUEL), 201).json
        self.assertEqual((answer["token"], "recovery" in answer), (ann.token, False))
        self.status(ann.sit(answer["table"]), 409, "not-now")
        self.status(self.other_device(ann).sit(answer["table"]), 409, "not-now")

    def test_the_same_request_twice_is_one_seat(self):
        ann = self.player("Ann")
        body = {"id": new_id(), "setup": DUEL, "name": "x"}
        first, again = (self.status(ann.ask("POST", "/api/v1/tables", body), 201).json for _ in range(2))
        self.assertEqual(first, again)

    def test_a_game_becomes_a_result(self):
        ann, ben = self.player("Ann"), self.player("Ben")
        table = self.duel(ann, ben)
        self.status(ben.act(table, "leave"), 200)
        games = self.status(ann.get("/api/v1/players/me/games"), 200).json["games"]
        self.assertEqual([game["table"] for game in games], [table])
        self.assertEqual((games[0]["rules"], games[0]["variant"], games[0]["speed"]), ("classic", "fields", "live"))
        self.assertEqual([(seat["name"], seat["place"], seat.get("lost")) for seat in games[0]["seats"]],
                         [("Ann", 1, None), ("Ben", 2, True)])
        counted = self.status(ann.get("/api/v1/players/me/statistics"), 200).json
        self.assertEqual((counted["games"], counted["won"], counted["streak"]), (1, 1, 1))
        self.assertEqual(counted["opponents"][0]["name"], "Ben")
        ben_id = ben.get("/api/v1/players/me").json["player"]
        for query, count in (("opponent=" + ben_id, 1), ("rules=star-wars", 0), ("variant=fields", 1), ("until=1", 0)):
            self.assertEqual(len(ann.get("/api/v1/players/me/games?" + query).json["games"]), count, query)
        self.assertEqual(ann.get("/api/v1/players/me/tables").json["tables"], [])

    def test_a_result_outlives_the_server(self):
        ann, ben = self.player("Ann"), self.player("Ben")
        table = self.duel(ann, ben)
        self.keep_folder()
        self.server.stop(9)
        self.restart(ann)
        self.status(ann.act(table, "leave"), 200)
        self.server.stop(9)
        self.restart(ann)
        self.assertEqual([game["table"] for game in ann.get("/api/v1/players/me/games").json["games"]], [table])

    def test_a_guest_keeps_what_they_played(self):
        guest, ben = self.client(), self.player("Ben")
        held = self.status(guest.create(DUEL, "Guest"), 201).json
        guest.token = held["token"]
        self.status(ben.sit(held["table"]), 201)
        begin(held["table"], {1: guest, 2: ben})
        self.status(guest.act(held["table"], "leave"), 200)
        ann, keep = self.player("Ann"), "/api/v1/tables/%s/keep" % held["table"]
        self.status(ben.ask("POST", keep, {"token": held["token"]}), 409, "not-now")
        kept = self.status(ann.ask("POST", keep, {"token": held["token"]}), 200).json
        self.assertEqual((kept["seat"], kept["token"]), (1, ann.token))
        self.assertEqual(self.status(ann.ask("POST", keep, {"token": held["token"]}), 200).json, kept)
        games = ann.get("/api/v1/players/me/games").json["games"]
        self.assertEqual([seat["name"] for seat in games[0]["seats"]], ["Ann", "Ben"])
        self.status(guest.act(held["table"], "say", text="mine"), 403, "wrong-token")  # the words of the seat have ended
        self.status(self.client().ask("POST", "/api/v1/tables/%s/recover" % held["table"],
                                             {"id": new_id(), "recovery": held["recovery"]}), 403, "wrong-token")

    def test_a_guest_keeps_a_game_of_guests(self):
        one, two = self.client(), self.client()
        held = self.status(one.create(DUEL, "One"), 201).json
        one.token = held["token"]
        two.token = self.status(two.sit(held["table"], "Two"), 201).json["token"]
        begin(held["table"], {1: one, 2: two})
        self.status(two.act(held["table"], "leave"), 200)
        ann = self.player("Ann")
        self.status(ann.ask("POST", "/api/v1/tables/%s/keep" % held["table"], {"token": held["token"]}), 200)
        self.assertEqual(len(ann.get("/api/v1/players/me/games").json["games"]), 1)

    def test_a_rematch_keeps_seats_for_players(self):
        ann, ben = self.player("Ann"), self.player("Ben")
        table = self.duel(ann, ben)
        self.status(ben.act(table, "leave"), 200)
        again = self.status(ann.act(table, "rematch"), 200).json
        self.assertEqual(again["token"], ann.token)
        self.status(self.client().sit(again["table"]), 409, "not-now")  # the seat is kept
        self.status(self.other_device(ben).sit(again["table"]), 201)


RATED = {"game": "classic", "options": ["fields"], "seats": [{"kind": "person"}, {"kind": "open"}], "grace": 0,
         "clock": {"kind": "game", "seconds": 3600, "increment": 0}, "rated": True}
POOL = "classic-live-duel"


class RatedTest(PlayersTest):
    """Rated tables, the ratings that follow from their games, and ladders."""

    def rating(self, client, games):
        """The rating of a player in POOL once so many games count in it."""
        def find():
            ratings = self.status(client.get("/api/v1/players/me"), 200).json["ratings"]
            return next((one for one in ratings if one["pool"] == POOL and one["games"] == games), None)
        wait_until(find)
        return find()

    def compare(self):
        """The stored ratings of the server, which ends, are those that follow from its games."""
        self.keep_folder()
        self.server.stop()
        done = subprocess.run([os.environ["TESSERA"], "ratings", os.path.join(self.server.folder, "tables.db")],
                              capture_output=True, text=True, timeout=600)
        self.assertEqual(done.returncode, 0, done.stderr)
        self.assertIn("differences: 0\n", done.stdout)
        self.assertNotIn("not rated yet", done.stdout)

    def test_a_game_that_cannot_be_rated_is_logged_once(self):
        self.practise(self.player("Ann"), 2, rules="chess")
        wait_until(lambda: "not-rated reason=\"game 1: expected the rules" in self.server.told())

    def practise(self, client, count, rules="classic"):
        """Gives a player so many rated games against level 4, won and lost by turns, the newest at present."""
        number = int(client.get("/api/v1/players/me").json["player"], 16)
        self.keep_folder()
        self.server.stop()
        with sqlite3.connect(os.path.join(self.server.folder, "tables.db")) as base:
            first = base.execute("SELECT coalesce(max(number), 0) + 1 FROM games").fetchone()[0]
            ended = int(time.time() * 1000) - count
            for i in range(count):
                base.execute("INSERT INTO games (number, id, ended, rules, variant, speed, flags)"
                             " VALUES (?, ?, ?, ?, '', 1, 1)", (first + i, "%016d" % (first + i), ended + i, rules))
                base.executemany("INSERT INTO results (game, seat, player, name, side, level, points, place, flags)"
                                 " VALUES (?, ?, ?, 'x', ?, ?, 9, ?, 0)",
                                 [(first + i, 1, number, 0, 0, 1 + i % 2), (first + i, 2, 0, 1, 4, 2 - i % 2)])
        base.close()
        self.restart(client)

    def test_a_whole_rated_game(self):
        """It says what it is before anybody sits down, is played to its end, and changes both ratings."""
        ann, ben = self.player("Ann"), self.player("Ben")
        table = self.status(ann.create(RATED), 201).json["table"]
        listed = next(one for one in self.client().get("/api/v1/tables").json["tables"] if one["table"] == table)
        self.assertEqual((listed["setup"]["rated"], listed["setup"]["aids"], listed["setup"]["hints"]), (True, False, False))
        self.assertEqual((listed["seats"][0]["rating"], listed["seats"][0]["provisional"]), (1500, True))
        self.status(ben.sit(table), 201)
        sat = [entry for entry in self.client().get("/api/v1/tables/" + table).json["entries"] if entry["type"] == "sat"]
        self.assertEqual([(one["rating"], one["provisional"]) for one in sat], [(1500, True)] * 2)
        begin(table, {1: ann, 2: ben})
        while True:
            state = self.status(ann.get("/api/v1/tables/%s/state" % table), 200).json
            if state["state"]["phase"] == "over":
                break
            mover = (ann, ben)[state["state"]["seat"] - 1]
            if state["state"]["phase"] == "draw":
                mover.act(table, "draw")  # the table may have drawn just now
                continue
            self.status(mover.act(table, "move", move=state["turns"][0], at=state["at"], seen=state["seq"]), 200)
        one, two = self.rating(ann, 1), self.rating(ben, 1)
        self.assertAlmostEqual(one["rating"] + two["rating"], 3000, delta=1)
        self.assertTrue(one["provisional"] and one["deviation"] < 350)
        game = ann.get("/api/v1/players/me/games").json["games"][0]
        self.assertTrue(game["rated"])
        self.assertEqual([(seat["rating"], seat["change"]) for seat in game["seats"]],
                         [(mine["rating"], mine["rating"] - 1500) for mine in (one, two)])
        seen = self.status(self.client().get("/api/v1/players/" + ann.get("/api/v1/players/me").json["player"]), 200).json
        self.assertEqual(seen["ratings"], [one])
        self.compare()

    def test_who_may_sit_there(self):
        ann, ben, guest = self.player("Ann"), self.player("Ben"), self.client()
        self.status(guest.create(RATED, "Guest"), 403, "players-only")
        table = self.status(ann.create(RATED), 201).json["table"]
        before = guest.get("/api/v1/tables/" + table).json["seq"]
        self.status(guest.sit(table, "Guest"), 403, "players-only")
        self.status(ben.sit(table, kind="program"), 403, "players-only")
        self.assertEqual(guest.get("/api/v1/tables/" + table).json["seq"], before)
        for change, words in (({"clock": {"kind": "none"}}, "clock: "), ({"hints": True}, "hints: "), ({"first": 1}, "first: "),
                              ({"casual": True}, "casual: ")):
            self.assertIn(words, self.status(ann.create({**RATED, **change}), 400, "bad-request").json["text"])
        self.status(ann.act(table, "set-up", options=[], clock={"kind": "none"}), 400, "bad-request")

    def test_nobody_escapes_a_lost_game(self):
        """Neither by a pause, nor by leaving, nor by coming back; and a computer opponent is no way out either."""
        ann, ben = self.player("Ann"), self.player("Ben")
        table = self.duel(ann, ben, RATED)
        self.status(ben.act(table, "pause"), 409, "not-now")
        self.status(ben.act(table, "leave"), 200)
        self.status(ben.act(table, "return"), 409, "not-now")
        self.assertGreater(self.rating(ann, 1)["rating"], 1600)
        self.assertLess(self.rating(ben, 1)["rating"], 1400)
        seats = [{"kind": "person"}, {"kind": "computer", "level": 1}, {"kind": "computer", "level": 1}]
        for games, setup in ((2, {**RATED, "seats": seats[:2]}), (3, {**RATED, "seats": seats})):
            table = self.status(ben.create(setup), 201).json["table"]
            begin(table, {1: ben})
            self.status(ben.act(table, "pause"), 409, "not-now")
            self.status(ben.act(table, "leave"), 200)
            game = ben.get("/api/v1/players/me/games").json["games"][0]
            self.assertEqual((game["rated"], game["seats"][0]["place"], game["seats"][0]["lost"]), (True, len(setup["seats"]), True))
        pools = {one["pool"]: one["games"] for one in ben.get("/api/v1/players/me").json["ratings"]}
        self.assertEqual(self.rating(ben, 2)["games"], 2)
        wait_until(lambda: "classic-live-group" in {one["pool"] for one in ben.get("/api/v1/players/me").json["ratings"]})
        self.assertIn(POOL, pools)
        self.compare()

    def test_ratings_outlive_the_server(self):
        """A server that is killed right after the last move has not rated the game; the next one does, once."""
        ann, ben = self.player("Ann"), self.player("Ben")
        self.keep_folder()
        for games in (1, 2, 3):
            table = self.duel(ann, ben, RATED)
            self.status(ben.act(table, "leave"), 200)
            self.server.stop(9)
            self.restart(ann, ben)
            self.rating(ann, games)
        self.compare()

    def test_a_second_account_gives_little(self):
        """One's own second account, at the same address, throws games."""
        ann = self.player("Ann")
        self.practise(ann, 40)
        own = self.player("Own")
        before = self.rating(ann, 40)
        self.assertNotIn("provisional", before)
        for games in range(41, 53):
            table = self.duel(ann, own, RATED)
            self.status(own.act(table, "leave"), 200)
            after = self.rating(ann, games)
        self.assertLess(after["rating"] - before["rating"], 59)
        self.assertGreater(after["rating"], before["rating"])

    def test_the_ladder(self):
        ann = self.player("Ann")
        empty = self.status(self.client().get("/api/v1/ladder?pool=" + POOL), 200).json
        self.assertEqual((empty["players"], len(empty["computers"]), empty["computers"][3]["rating"]), ([], 8, 1500))
        self.practise(ann, 40)
        self.rating(ann, 40)
        self.duel_lost(self.player("Ben"), ann)
        wait_until(lambda: self.client().get("/api/v1/ladder?pool=" + POOL).json["players"])
        answer = self.status(self.client().get("/api/v1/ladder?pool=" + POOL), 200)
        row, mine = answer.json["players"][0], self.rating(ann, 41)
        self.assertEqual((row["rank"], row["name"], row["rating"], row["games"]), (1, "Ann", mine["rating"], mine["games"]))
        self.assertEqual(len(answer.json["players"]), 1)  # Ben's rating is uncertain
        self.assertEqual(answer.json["season"], empty["season"])
        self.assertLessEqual(answer.json["begins"], time.time() * 1000)

        # It has an ETag, pages, other seasons and pools; what is wrong is said.
        again = self.client().get("/api/v1/ladder?pool=" + POOL, **{"If-None-Match": answer.headers["ETag"]})
        self.assertEqual((again.status, again.body), (304, b""))
        for query in ("&after=1", "&season=2020-1"):
            self.assertEqual(self.status(self.client().get("/api/v1/ladder?pool=" + POOL + query), 200).json["players"], [])
        self.assertEqual(self.status(self.client().get("/api/v1/ladder?pool=classic-days-duel"), 200).json["players"], [])
        for query, words in (("", "pool: "), ("?pool=chess", "pool: "), ("?pool=%s&season=2026" % POOL, "season: "),
                             ("?pool=%s&after=x" % POOL, "after: ")):
            answer = self.status(self.client().get("/api/v1/ladder" + query), 400, "bad-request")
            self.assertIn(words, answer.json["text"])

        # Who is deleted has no place on it.
        self.status(ann.change("delete", name="Ann"), 200)
        wait_until(lambda: not self.client().get("/api/v1/ladder?pool=" + POOL).json["players"])
        self.compare()

    def duel_lost(self, loser, winner):
        """A rated game that one of them leaves."""
        table = self.duel(loser, winner, RATED)
        self.status(loser.act(table, "leave"), 200)


class FriendsTest(PlayersTest):
    """What players keep of each other, and who learns what of it."""

    def id_of(self, client):
        return client.get("/api/v1/players/me").json["player"]

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

    def id_of(self, client):
        return client.get("/api/v1/players/me").json["player"]

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
        self.act("silence", player=self.id_of(ann), until=until)
        self.status(ann.act(table, "say", text="hello"), 403, "silent")
        self.assertEqual(ann.get("/api/v1/players/me").json["silenced_until"], until)
        self.status(ann.change("rename", name="Shout"), 403, "silent")
        opened = {"id": new_id(), "settings": {"name": "Shout", "form": "swiss", "rounds": 3}}
        self.status(ann.ask("POST", "/api/v1/tournaments", opened), 403, "silent")
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


class AttacksTest(PlayersTest):
    def test_a_stolen_device_is_shut_out(self):
        """Nothing that the thief has sent or seen leads back."""
        ann = self.player("Ann")
        request = {"id": new_id(), "setup": DUEL, "name": "x"}
        thief = self.client(ann.token)
        table = self.status(thief.ask("POST", "/api/v1/tables", request), 201).json["table"]
        own = self.other_device(ann)
        words = self.status(thief.change("words"), 200).json["six_words"]
        stream = self.server.stream(table, token=thief.token)
        self.addCleanup(stream.close)
        turns = {"seats": [{"table": table, "token": own.token}]}
        wait_until(lambda: own.ask("POST", "/api/v1/turns", turns).json["tables"][0]["seats"][0]["there"])
        devices = self.status(own.get("/api/v1/players/me"), 200).json["devices"]
        stolen = next(one["device"] for one in devices if not one.get("own"))
        self.assertFalse(self.status(own.change("shut-out", device=stolen), 200).json["words"])
        self.status(self.client().sign_in(words), 403, "wrong-token")
        wait_until(lambda: not own.ask("POST", "/api/v1/turns", turns).json["tables"][0]["seats"][0]["there"])
        self.status(thief.act(table, "say", text="mine"), 403, "wrong-token")
        self.status(thief.get("/api/v1/players/me"), 403, "wrong-token")
        self.status(thief.ask("POST", "/api/v1/tables", request), 403, "wrong-token")
        guest = self.client()
        replayed = guest.ask("POST", "/api/v1/tables", request)  # as a guest it opens a table of its own
        self.assertNotEqual(replayed.json.get("seat") and replayed.json["token"], ann.token)
        self.status(guest.act(table, "leave"), 401, "no-token")
        self.status(own.act(table, "say", text="mine"), 200)

    def test_a_replayed_request_makes_no_second_player(self):
        body = {"id": new_id(), "name": "Ann"}
        client = self.client()
        first, again = (self.status(client.ask("POST", "/api/v1/players", body), 201).json for _ in range(2))
        self.assertEqual(first, again)

    def test_words_are_not_guessed(self):
        server = Server()
        self.addCleanup(server.stop)
        ann = self.player("Ann", server)
        words = ann.change("words").json["six_words"]
        guesser = self.client(server=server)
        for _ in range(9):
            self.status(guesser.sign_in("bala bala bala bala bala bala"), 403, "wrong-token")
        self.status(guesser.sign_in(words), 201)
        self.status(guesser.sign_in("bala bala bala bala bala bala"), 429, "too-often")
        self.status(guesser.sign_in(words), 429, "too-often")  # the right ones, too: nothing is told any more

    def test_names_are_not_hoarded(self):
        server = Server("--players-per-address", "3")
        self.addCleanup(server.stop)
        client = self.client(server=server)
        for number in range(3):
            self.status(client.join("Name %d" % number), 201)
        self.status(client.join("Name 4"), 429, "too-often")

    def test_a_name_is_nobody_elses(self):
        self.player("Ann")
        ben = self.player("Ben")
        for name in ("ANN", "\u0410nn", "Ann"):
            self.status(self.client().join(name), 409, "name-taken")
            self.status(ben.change("rename", name=name), 409, "name-taken")

    def test_two_devices_rename_at_once(self):
        """One of them does; the other one hears that it has been done."""
        ann = self.player("Ann")
        devices = [ann, *(self.other_device(ann) for _ in range(3))]
        answers = [None] * len(devices)

        def rename(at):
            answers[at] = devices[at].change("rename", name="Name %d" % at)

        threads = [threading.Thread(target=rename, args=(at,)) for at in range(len(devices))]
        for thread in threads:
            thread.start()
        for thread in threads:
            thread.join()
        self.assertEqual(sorted(answer.status for answer in answers), [200, 409, 409, 409])
        won = [at for at, answer in enumerate(answers) if answer.status == 200]
        self.assertEqual(ann.get("/api/v1/players/me").json["name"], "Name %d" % won[0])

    def test_a_history_is_the_players_own(self):
        ann, ben = self.player("Ann"), self.player("Ben")
        number = ann.get("/api/v1/players/me").json["player"]
        for path in ("games", "statistics", "file", "tables"):
            self.status(ben.get("/api/v1/players/%s/%s" % (number, path)), 403, "wrong-token")
        self.status(ben.ask("POST", "/api/v1/players/%s/actions" % number, {"id": new_id(), "type": "words"}), 403)
        self.status(ann.change("open", yes=True), 200)
        self.status(self.client().get("/api/v1/players/%s/games" % number), 200)
        self.status(ben.get("/api/v1/players/%s/file" % number), 403, "wrong-token")
        shown = self.client().get("/api/v1/players/" + number).json
        self.assertFalse({"devices", "words"} & set(shown), shown)

    def test_an_open_history_invites_nobody(self):
        """The id of a table that is not public leads to its talk, and by its rematch to a table that goes on."""
        ann, ben = self.player("Ann"), self.player("Ben")
        played = {public: self.duel(ann, ben, {**DUEL, "public": public}) for public in (True, False)}
        for table in played.values():
            self.status(ben.act(table, "leave"), 200)
        number = ann.get("/api/v1/players/me").json["player"]
        self.status(ann.change("open", yes=True), 200)
        for reader, path, tables in ((ann, "me", [played[False], played[True]]), (ben, number, [None, played[True]])):
            games = self.status(reader.get("/api/v1/players/%s/games" % path), 200).json["games"]
            self.assertEqual([game.get("table") for game in games], tables)
            counted = self.status(reader.get("/api/v1/players/%s/statistics" % path), 200).json
            self.assertEqual("best_table" in counted, reader is ann)

    def test_a_seat_is_kept_by_its_holder_alone(self):
        """Neither an old token nor another secret of the seat makes it a player's, nor does a seat change players."""
        guest, ann, ben = self.client(), self.player("Ann"), self.player("Ben")
        held = self.status(guest.create(DUEL, "Guest"), 201).json
        path = "/api/v1/tables/" + held["table"]
        now = self.status(guest.ask("POST", path + "/recover", {"id": new_id(), "recovery": held["recovery"]}), 200).json
        for token in (held["token"], held["recovery"], now["recovery"]):
            self.status(ann.ask("POST", path + "/keep", {"token": token}), 403, "wrong-token")
        self.status(ann.ask("POST", path + "/keep", {"token": ben.token}), 400, "bad-request")
        self.status(self.client(now["token"]).ask("POST", path + "/keep", {"token": now["token"]}), 401, "no-token")
        self.status(ann.ask("POST", path + "/keep", {"token": now["token"]}), 200)
        self.status(ben.ask("POST", path + "/keep", {"token": now["token"]}), 403, "wrong-token")
        self.status(ben.sit(held["table"]), 201)
        begin(held["table"], {1: ann, 2: ben})
        self.status(ben.act(held["table"], "leave"), 200)
        again = self.status(ben.act(held["table"], "rematch"), 200).json["table"]
        self.status(self.client(now["token"]).sit(again), 409, "not-now")  # the seat is kept for Ann
        self.status(ann.sit(again), 201)

    def test_a_long_history_is_paid_for(self):
        """Nobody makes a player of very many games, and lets the server count them all day."""
        ann = self.player("Ann")
        number = int(ann.get("/api/v1/players/me").json["player"], 16)
        self.keep_folder()
        self.server.stop()
        games = [(1 + i, "%016d" % i, 1790000000000 + i) for i in range(10000)]
        with sqlite3.connect(os.path.join(self.server.folder, "tables.db")) as base:
            base.executemany("INSERT INTO games (number, id, ended, rules, variant, speed, flags)"
                             " VALUES (?, ?, ?, 'classic', 'fields', 1, 0)", games)
            base.executemany("INSERT INTO results (game, seat, player, name, side, level, points, place, flags)"
                             " VALUES (?, 1, ?, 'Ann', 0, 0, 9, 1, 0)", [(game[0], number) for game in games])
        base.close()
        self.server = Server("--rate-per-address", "1", folder=self.server.folder)
        reader = self.client(ann.token)
        counted = self.status(reader.get("/api/v1/players/me/statistics"), 200).json
        self.assertEqual(counted["games"], len(games))
        self.status(reader.get("/api/v1/players/me/statistics"), 429, "too-many")

    def test_who_is_deleted_is_gone(self):
        """The name vanishes from lists and logs; a deleted player who returns is new."""
        ann, ben = self.player("Ann"), self.player("Ben")
        table = self.duel(ann, ben)
        self.status(ann.act(table, "say", text="hello"), 200)
        self.status(ben.act(table, "leave"), 200)
        number = ann.get("/api/v1/players/me").json["player"]
        self.status(ann.change("delete", name="Anne"), 400, "bad-request")
        self.status(ann.change("delete", name="Ann"), 200)
        self.status(ann.get("/api/v1/players/me"), 403, "wrong-token")
        gone = self.client().get("/api/v1/players/" + number).json
        self.assertEqual((gone["name"][:7], gone["deleted"]), ("Player-", True))
        seats = ben.get("/api/v1/players/me/games").json["games"][0]["seats"]
        self.assertEqual([seat["name"] for seat in seats], [gone["name"], "Ben"])
        base = os.path.join(self.server.folder, "tables.db")
        wait_until(lambda: self.stored_names(base) == {gone["name"], "Ben"})
        self.status(self.client().join("Ann"), 409, "name-taken")

    @staticmethod
    def stored_names(base):
        """The names in the stored logs."""
        with sqlite3.connect("file:%s?mode=ro" % base, uri=True) as opened:
            rows = opened.execute("SELECT json_extract(body, '$.name') FROM entries WHERE body LIKE '%\"name\":%'")
            return {row[0] for row in rows}

    def test_a_restored_backup(self):
        """Whoever was shut out or deleted since is there again, as they were then; others go on."""
        ann, ben = self.player("Ann"), self.player("Ben")
        folder = self.server.folder
        self.keep_folder()
        self.server.stop()
        backup = tempfile.mkdtemp()
        self.addCleanup(shutil.rmtree, backup)
        shutil.copytree(folder, backup, dirs_exist_ok=True)
        self.restart(ann)
        self.status(ann.change("delete", name="Ann"), 200)
        self.server.stop()
        shutil.copytree(backup, folder, dirs_exist_ok=True)
        for rest in ("-wal", "-shm"):
            if os.path.exists(os.path.join(folder, "tables.db" + rest)):
                os.unlink(os.path.join(folder, "tables.db" + rest))
        self.restart(ann, ben)
        for client, name in ((ann, "Ann"), (ben, "Ben")):
            self.assertEqual(self.status(client.get("/api/v1/players/me"), 200).json["name"], name)
        self.status(ann.change("delete", name="Ann"), 200)

    def test_a_stolen_database_has_no_words(self):
        ann = self.player("Ann")
        words = ann.change("words").json["six_words"]
        self.other_device(ann)
        folder = self.server.folder
        self.keep_folder()
        self.server.stop()
        stored = b""
        for name in os.listdir(folder):
            with open(os.path.join(folder, name), "rb") as file:
                stored += file.read()
        self.assertIn(b"Ann", stored)
        self.assertNotIn(ann.token.encode(), stored)
        self.assertNotIn(ann.token[7:].encode(), stored)
        self.assertNotIn(words.encode(), stored)
        self.restart()


if __name__ == "__main__":
    unittest.main()
