"""Rated tables over HTTP, the ratings that follow from their games, and ladders.

    TESSERA=build/debug/tessera python3 tests/server/rated.py
"""
import os
import sqlite3
import subprocess
import time
import unittest

from devices import PlayersTest, RATED
from server import begin, wait_until

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
        number = int(self.id_of(client), 16)
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
        seen = self.status(self.client().get("/api/v1/players/" + self.id_of(ann)), 200).json
        self.assertEqual(seen["ratings"], [one])
        self.compare()

    def test_players_alone_sit_there(self):
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

        # A deleted player has no place on it.
        self.status(ann.change("delete", name="Ann"), 200)
        wait_until(lambda: not self.client().get("/api/v1/ladder?pool=" + POOL).json["players"])
        self.compare()

    def duel_lost(self, loser, winner):
        """A rated game that one of them leaves."""
        table = self.duel(loser, winner, RATED)
        self.status(loser.act(table, "leave"), 200)


if __name__ == "__main__":
    unittest.main()
