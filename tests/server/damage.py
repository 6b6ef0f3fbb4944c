"""Rows that are damaged at random, below a whole server: players, devices, friends, games, ratings, tournaments, tables.

    TESSERA=build/debug/tessera DATABASES=25 SEED=1 python3 tests/server/damage.py

A server keeps a bit of everything, and ends. By seed fields of its rows become others than any server stores, rows are
lost, and a server on them is asked everything, by everybody. It goes on, each answer is whole and none is an internal
error, what cannot be true is refused with 503 alone or leaves its list, and the log has each reason once.
"""
import json
import os
import random
import re
import shutil
import sqlite3
import subprocess
import tempfile
import time
import unittest

from devices import DUEL, PlayersTest, RATED
from server import Server, TESSERA, UNLIMITED, new_id, wait_until

HOST = "a-token-of-the-host"
OPTIONS = (*UNLIMITED, "--host-token", HOST)
DATABASES, SEED = int(os.environ.get("DATABASES", "25")), int(os.environ.get("SEED", "1"))
PARTS = ("tables.db", "tables.db-key")
SPARED = ("key",)  # without its key no server starts
SETUP = {name: value for name, value in DUEL.items() if name not in ("seats", "first")}
VALUES = ["NULL", "''", "'x'", "'{}'", "'[]'", "'{\"'", "x'00ff80'", "-1", "0", "1", "2", "3", "7", "255", "100000", "2147483647",
          "-2147483648", "9223372036854775807", "-9223372036854775808", "1e300", "replace(@, '1', '2')", "substr(@, 2)",
          "CAST(@ AS BLOB)", "@ || 'x'", "char(8238) || @", "upper(@)"]


class DamageTest(PlayersTest):
    def setUp(self):
        super().setUp()
        self.keep_folder()
        self.server.stop()
        self.server = Server(*OPTIONS, folder=self.server.folder)

    def post(self, client, path, **body):
        return self.status(client.ask("POST", "/api/v1/" + path, {"id": new_id(), **body}), 200 if "actions" in path else 201).json

    def tournament(self, organizer, *players):
        """A tournament of which the first round is paired."""
        settings = {"name": "Friday", "form": "swiss", "rounds": 1, "setup": SETUP}
        path = "tournaments/" + self.post(organizer, "tournaments", settings=settings)["tournament"]
        for client in players:
            self.post(client, path + "/actions", type="enter")
        self.post(organizer, path + "/actions", type="pair", round=1)
        return path

    def fill(self):
        """A bit of everything."""
        host = self.client(HOST)
        ann, ben, eve = people = [self.player(name) for name in ("Ann", "Ben", "Eve")]
        number = {client: self.id_of(client) for client in people}
        self.other_device(ann)
        self.status(eve.change("words"), 200)
        over = self.duel(ann, ben, RATED)
        self.status(ben.act(over, "leave"), 200)
        for one, other in ((ann, ben), (ben, ann), (eve, ann)):
            self.status(one.people("friend" if one is not eve else "block", player=number[other], yes=True), 200)
            self.status(one.people("shown", yes=True), 200)
        waits = self.status(ann.create({**DUEL, "public": False}), 201).json["table"]
        self.status(ann.people("challenge", player=number[ben], table=waits), 200)
        self.status(ann.people("meet", player=number[ben], at=int(time.time() * 1000) + 3600000), 200)
        runs = self.duel(ben, eve)
        self.status(ben.act(runs, "draw"), 200)
        for client, seat in ((ben, 2), (eve, 1)):
            self.status(client.ask("POST", "/api/v1/tables/%s/reports" % runs, {"seat": seat, "text": "rude"}), 200)
        self.post(host, "host/actions", type="warn", player=number[eve], text="because")
        played, paired = self.tournament(ann, ann, ben), self.tournament(eve, *people)
        one, two = (self.post(client, played + "/tables", encounter=1)["table"] for client in (ann, ben))
        self.assertEqual(one, two)
        self.post(eve, paired + "/actions", type="result", encounter=1, games=[[80, 60]])
        wait_until(lambda: ann.get("/api/v1/players/me").json["ratings"])
        self.devices = [client.token for client in people]
        self.numbers, self.tables, self.tournaments = list(number.values()), [over, waits, runs, one], [played, paired]
        self.server.stop()

    def damage(self, chance, path):
        """Changes rows of the database; returns what was done."""
        done = []
        with sqlite3.connect(path) as base:
            for _ in range(chance.choice((1, 1, 2, 4, 8))):
                table = chance.choice(self.named)
                columns = [row[1] for row in base.execute(f"PRAGMA table_info({table})")]
                keys = [row[1] for row in base.execute(f"PRAGMA table_info({table})") if row[5]] or columns[:1]
                keyed = ", ".join(keys)
                rows = list(base.execute(f"SELECT {', '.join(f'quote({key})' for key in keys)} FROM {table} ORDER BY {keyed}"))
                if not rows:
                    continue
                column = chance.choice(columns)
                value = chance.choice(VALUES).replace("@", column)
                where = "" if chance.random() < 0.3 else f" WHERE ({keyed}) = ({', '.join(chance.choice(rows))})"
                if chance.random() < 0.1 and where:
                    statement = f"DELETE FROM {table}{where}"
                else:
                    statement = f"UPDATE OR IGNORE {table} SET {column} = {value}{where}"
                try:
                    base.execute(statement)
                    done.append(statement)
                except sqlite3.Error as error:  # such a value does not fit
                    done.append(f"{statement}: {error}")
        base.close()
        return done

    def soften(self, path):
        """The database takes any value then, as a disk does."""
        with sqlite3.connect(path) as base:
            base.execute("PRAGMA journal_mode = DELETE")
            base.execute("PRAGMA writable_schema = ON")
            base.execute("UPDATE sqlite_schema SET sql = replace(replace(replace(sql, ' STRICT,', ''), ' STRICT', ''), ' NOT NULL', '')")
            self.named = [row[0] for row in base.execute("SELECT name FROM sqlite_schema WHERE type = 'table' ORDER BY name")
                          if row[0] not in SPARED and not row[0].startswith("sqlite_")]
        base.close()

    def ask(self, client, method, path, body=None):
        answer = client.ask(method, path, body)
        if answer.status >= 500:
            self.assertEqual((answer.status, answer.json["error"]), (503, "not-stored"), path)
        elif "json" in answer.headers.get("Content-Type", "") and answer.status != 304:
            json.loads(answer.body)
        self.refused += answer.status == 503
        return answer

    def ask_all(self, client):
        """All that somebody can ask, and most of what they can do."""
        def act(path, **body):
            self.ask(client, "POST", "/api/v1/" + path, {"id": new_id(), **body})

        for path in ("tables", "tournaments", "acts", "host", "host?name=Ann", "host?name=Eve", "info", "ladder?pool=classic-live-duel"):
            self.ask(client, "GET", "/api/v1/" + path)
        for number in ("me", *self.numbers):
            for rest in ("", "/tables", "/games", "/games?opponent=" + self.numbers[0], "/statistics", "/file", "/people"):
                self.ask(client, "GET", "/api/v1/players/" + number + rest)
        for table in self.tables:
            for rest in ("", "/state", "/record", "/people"):
                self.ask(client, "GET", "/api/v1/tables/" + table + rest)
            act(f"tables/{table}/seats", name="Zoe")
            act(f"tables/{table}/keep", token="x" * 22)
            self.ask(client, "POST", f"/api/v1/tables/{table}/reports", {"seat": 2, "text": "rude"})
            act(f"tables/{table}/actions", type="draw")
            act("host/actions", type="void", table=table, yes=True, text="because")
        self.ask(client, "POST", "/api/v1/turns", {"seats": [{"table": table, "token": client.token or "x" * 22} for table in self.tables]})
        for number in self.numbers:
            for kind, more in (("friend", {"yes": True}), ("block", {"yes": False}), ("meet", {"at": int(time.time() * 1000) + 7200000}),
                               ("challenge", {"table": self.tables[1]}), ("part", {})):
                act("players/me/people", type=kind, player=number, **more)
            act("host/actions", type="silence", player=number, until=int(time.time() * 1000) + 60000, text="because")
        act("players/me/people", type="decline", table=self.tables[1])
        act("host/actions", type="settle", report=1, text="because")
        for path in self.tournaments:
            for rest in ("", "/standings", "/csv", "/log"):
                self.ask(client, "GET", "/api/v1/" + path + rest)
            for kind, more in (("enter", {}), ("result", {"encounter": 1, "games": [[70, 60]]}), ("pair", {"round": 2}), ("leave", {})):
                act(path + "/actions", type=kind, **more)
            act(path + "/tables", encounter=1)
        for kind, more in (("rename", {"name": "Zoe" + (client.token or "x")[:6]}), ("words", {}), ("label", {"device": 1, "label": "phone"})):
            act("players/me/actions", type=kind, **more)

    def use(self, seed, sound):
        """One damaged database, and what is asked of it."""
        chance = random.Random(seed)
        with tempfile.TemporaryDirectory() as folder:
            for part in PARTS:
                shutil.copy(os.path.join(sound, part), folder)
            done = self.damage(chance, os.path.join(folder, "tables.db"))
            with self.subTest(seed=seed, done=done):
                try:
                    self.server = Server(*OPTIONS, folder=folder)
                except RuntimeError as error:
                    self.assertRegex(str(error), "tessera", done)
                    self.unopened += 1
                    return
                try:
                    before = self.refused
                    clients = [self.server.client(token) for token in (*self.devices, HOST, None)]
                    for client in clients:
                        self.ask_all(client)
                        client.close()
                    self.assertIsNone(self.server.process.poll())
                    said = self.server.told()
                    if self.refused > before:
                        wait_until(lambda: re.search(r" (damaged|not-stored|not-rated) ", self.server.told()))
                    reasons = re.findall(r" damaged (.*)", said)
                    self.assertEqual(len(reasons), len(set(reasons)), said)
                finally:
                    code = self.server.stop()
                self.assertEqual(code, 0, self.told(folder))
                rated = subprocess.run([TESSERA, "ratings", os.path.join(folder, "tables.db")], capture_output=True, text=True, timeout=600)
                self.assertIn(rated.returncode, (0, 1), rated.stderr)
                self.used += 1

    @staticmethod
    def told(folder):
        with open(os.path.join(folder, "log"), encoding="utf-8") as file:
            return file.read()

    def test_damaged_rows_end_nothing(self):
        self.fill()
        sound = self.server.folder
        self.soften(os.path.join(sound, "tables.db"))
        self.refused = self.unopened = self.used = 0
        for seed in range(SEED, SEED + DATABASES):
            self.use(seed, sound)
        print(f"{self.used} databases, {self.unopened} not opened, {self.refused} requests refused")
        self.assertGreater(self.refused, DATABASES // 4)
        self.assertLess(self.unopened, DATABASES // 2)


if __name__ == "__main__":
    unittest.main()
