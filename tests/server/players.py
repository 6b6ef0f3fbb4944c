"""Players of a server over HTTP: their seats at every device, their results, and attacks on them.

    TESSERA=build/debug/tessera python3 tests/server/players.py
"""
import os
import shutil
import sqlite3
import tempfile
import threading
import unittest

from devices import DUEL, PlayersTest
from server import Server, Stream, begin, new_id, wait_until


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
        ben_id = self.id_of(ben)
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

    def test_a_stolen_device_prepares_no_turn(self):
        ann, ben = self.player("Ann"), self.player("Ben")
        own = self.other_device(ann)
        days = {"game": "classic", "seats": [{"kind": "person"}, {"kind": "open"}], "clock": {"kind": "days", "days": 3},
                "first": 2}
        path = "/api/v1/tables/%s/prepared" % self.duel(ann, ben, days)
        turn = {"move": "U@1,0r0=none", "yes": True}
        self.status(ann.ask("POST", path, turn), 200)
        self.assertEqual(self.status(own.get(path), 200).json, {"moves": [turn["move"]]})
        devices = self.status(own.get("/api/v1/players/me"), 200).json["devices"]
        stolen = next(one["device"] for one in devices if not one.get("own"))
        self.status(own.change("shut-out", device=stolen), 200)
        self.assertEqual(self.status(own.get(path), 200).json, {"moves": []})

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
        number = self.id_of(ann)
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
        number = self.id_of(ann)
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
        number = int(self.id_of(ann), 16)
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

    def test_a_deleted_player_is_gone(self):
        """The name vanishes from lists and logs; a deleted player who returns is new."""
        ann, ben = self.player("Ann"), self.player("Ben")
        waiting = self.status(ben.create(DUEL), 201).json["table"]
        self.status(ann.sit(waiting), 201)
        self.status(ann.act(waiting, "leave"), 200)
        self.assertEqual(ann.get("/api/v1/players/me/file").json["left"], [waiting])
        self.status(ben.act(waiting, "leave"), 200)  # the last one: the table is closed
        table = self.duel(ann, ben)
        self.status(ann.act(table, "say", text="hello"), 200)
        self.status(ben.act(table, "leave"), 200)
        watcher = self.server.stream(table)  # it keeps the table in memory
        self.addCleanup(watcher.close)
        number = self.id_of(ann)
        self.status(ann.change("delete", name="Anne"), 400, "bad-request")
        self.status(ann.change("delete", name="Ann"), 200)
        self.status(ann.get("/api/v1/players/me"), 403, "wrong-token")
        gone = self.client().get("/api/v1/players/" + number).json
        self.assertEqual((gone["name"][:7], gone["deleted"]), ("Player-", True))
        seats = ben.get("/api/v1/players/me/games").json["games"][0]["seats"]
        self.assertEqual([seat["name"] for seat in seats], [gone["name"], "Ben"])
        base = os.path.join(self.server.folder, "tables.db")
        wait_until(lambda: self.stored_names(base) == {gone["name"], "Ben"})
        entries = self.client().get("/api/v1/tables/" + table).json["entries"]
        self.assertEqual([entry["name"] for entry in entries if entry["type"] == "sat"], [gone["name"], "Ben"])
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
