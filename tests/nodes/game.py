#!/usr/bin/env python3
"""A server whose tables are in PostgreSQL: whole games, over kills of the server and of the database, and from a backup;
and a node that ends.
Run by tests/store/with_postgres; TESSERA names the program."""
import os
import shutil
import signal
import socket
import subprocess
import tempfile
import threading
import unittest

from cluster import BIN, STORE, URL, psql, start_pair, wait_until
from random_game import RandomGame
from server import TESSERA, UNLIMITED, Server, Stream, new_id

NOTICES = ("--notices", "none")


def log_of(server, table):
    return server.client().get("/api/v1/tables/" + table).json["entries"]


class InterruptedGame(RandomGame):
    """A game in which something happens after some of its entries; `interrupt` gives the server with which it goes on."""

    def __init__(self, server, seed, after, interrupt):
        self.after, self.interrupt = set(after), interrupt
        super().__init__(server, seed)

    def next_entry(self):
        if len(self.entries) in self.after:
            self.after.remove(len(self.entries))
            self.stream.close()
            self.server = self.interrupt()
            for seat, client in self.clients.items():
                client.close()
                self.clients[seat] = self.server.client(client.token)
            self.watch()
        return super().next_entry()


class PostgresTest(unittest.TestCase):
    def setUp(self):
        psql("SET client_min_messages = error; DROP SCHEMA IF EXISTS tessera CASCADE")
        self.folder = tempfile.mkdtemp()
        self.addCleanup(shutil.rmtree, self.folder)

    def serve(self, url=URL, *options):
        return Server("--store", url, *UNLIMITED, *NOTICES, *options, folder=self.folder)

    def play(self, server, seed, computers=False):
        return self.finish(RandomGame(server, seed, computers))

    def finish(self, game):
        """Plays it to its end; its log is whole, and its record proves its chance."""
        record = os.path.join(self.folder, "record")
        with open(record, "w", encoding="utf-8") as file:
            file.write(game.play())
        subprocess.run([TESSERA, "verify", record], check=True, stdout=subprocess.DEVNULL)
        self.assertEqual([entry["seq"] for entry in game.entries], list(range(1, len(game.entries) + 1)))
        game.close()
        return game

    def test_games_over_kills_of_the_server(self):
        """What was told before a kill is there after it, tokens and recovery links too."""
        server = self.serve()
        games = [self.play(server, 1), self.play(server, 2, computers=True)]
        held = server.client().create({"game": "star-wars", "seats": [{"kind": "person"}, {"kind": "open"}]}).json
        again = {"id": new_id(), "recovery": held["recovery"]}
        path = "/api/v1/tables/%s/recover" % held["table"]
        token = server.client().ask("POST", path, again).json["token"]
        server.stop(signal.SIGKILL)
        server = self.serve()
        for game in games:
            self.assertEqual(log_of(server, game.table), game.entries)
        self.assertEqual(server.client().ask("POST", path, again).json["token"], token)
        self.assertEqual(server.client(token).act(held["table"], "say", text="back").status, 200)
        self.assertEqual(server.client(held["token"]).act(held["table"], "say", text="old").status, 403)
        self.play(server, 3)
        self.assertEqual(server.stop(), 0)
        self.assertFalse(os.path.exists(os.path.join(self.folder, "tables.db")))

    def test_a_game_goes_on_over_kills_of_the_server(self):
        """What was told and acknowledged before a kill is where the game goes on after it."""
        server = self.serve()

        def kill():
            nonlocal server
            server.stop(signal.SIGKILL)
            server = self.serve()
            return server

        game = self.finish(InterruptedGame(server, 8, (9, 20, 41), kill))
        self.assertEqual(game.after, set())
        self.assertEqual(log_of(server, game.table), game.entries)
        self.assertEqual(server.stop(), 0)

    def test_a_table_that_has_moved_on(self):
        """The round leaves it out; it is read again, and the request is carried out once, before it is answered."""
        server = self.serve()
        client = server.client()
        table = client.create({"game": "star-wars", "seats": [{"kind": "person"}, {"kind": "open"}]}).json
        client.token = table["token"]
        path = "/api/v1/tables/%s/actions" % table["table"]
        psql("UPDATE tessera.tables SET version = version + 1")
        request = {"id": new_id(), "type": "say", "text": "once"}
        for _ in range(2):
            self.assertEqual(client.ask("POST", path, request).status, 200)
        self.assertEqual([entry["type"] for entry in log_of(server, table["table"])], ["created", "sat", "said"])
        self.assertEqual(psql("SELECT seq FROM tessera.entries ORDER BY seq"), ["1", "2", "3"])
        self.assertEqual(server.stop(), 0)

    def test_the_database_is_killed(self):
        """What cannot be stored is refused and has not happened; with the database all goes on."""
        server = self.serve()
        client = server.client()
        table = client.create({"game": "star-wars", "seats": [{"kind": "person"}, {"kind": "open"}]}).json
        client.token = table["token"]
        self.assertEqual(client.act(table["table"], "say", text="before").status, 200)
        STORE.kill()
        answer = client.act(table["table"], "say", text="lost")
        self.assertEqual((answer.status, answer.json["error"]), (503, "not-stored"))
        self.assertNotIn(URL.partition("host=")[2], answer.body.decode())  # where the database is
        self.assertEqual(client.get("/readyz").status, 503)
        self.assertEqual(client.get("/healthz").status, 200)  # to start it anew would not help
        STORE.start()
        request = {"id": new_id(), "type": "say", "text": "after"}
        path = "/api/v1/tables/%s/actions" % table["table"]
        wait_until(lambda: client.ask("POST", path, request).status == 200)
        self.assertEqual([entry["text"] for entry in log_of(server, table["table"]) if entry["type"] == "said"], ["before", "after"])
        self.assertEqual(server.stop(), 0)

    def test_the_database_fails_over_to_a_synchronous_standby(self):
        """Nothing that was acknowledged is lost, what comes meanwhile is refused, and the game goes on."""
        first, second = start_pair(self)
        server = self.serve(first.url + "," + second.folder)

        def fail_over():
            client = server.client(game.clients[1].token)
            path = "/api/v1/tables/%s/actions" % game.table
            first.kill()
            answer = client.ask("POST", path, {"id": new_id(), "type": "say", "text": "lost"})
            self.assertEqual((answer.status, answer.json["error"]), (503, "not-stored"))
            second.promote()
            request = {"id": new_id(), "type": "say", "text": "there"}
            wait_until(lambda: client.ask("POST", path, request).status == 200)
            return server

        game = InterruptedGame(server, 9, (25,), fail_over)
        self.finish(game)
        self.assertEqual(game.after, set())
        self.assertEqual([entry["text"] for entry in game.entries if entry["type"] == "said"], ["there"])
        self.assertEqual(log_of(server, game.table), game.entries)
        self.assertEqual(server.stop(), 0)

    def test_a_commit_that_the_standby_has_not_confirmed(self):
        """PostgreSQL calls it done when the wait is cut short; it is acknowledged only once both have it."""
        first, second = start_pair(self)
        server = self.serve(first.url)
        client = server.client()
        table = client.create({"game": "star-wars", "seats": [{"kind": "person"}, {"kind": "open"}]}).json
        client.token = table["token"]
        second.kill()
        path = "/api/v1/tables/%s/actions" % table["table"]
        request = {"id": new_id(), "type": "say", "text": "once"}
        cut = "SELECT pg_cancel_backend(pid) FROM pg_stat_activity WHERE wait_event = 'SyncRep'"
        cutter = threading.Thread(target=wait_until, args=(lambda: psql(cut, first.url) == ["t"],))
        cutter.start()
        answer = client.ask("POST", path, request)
        cutter.join()
        self.assertEqual((answer.status, answer.json["error"]), (503, "not-stored"))
        second.start()
        wait_until(lambda: client.ask("POST", path, request).status == 200)
        self.assertEqual([entry["text"] for entry in log_of(server, table["table"]) if entry["type"] == "said"], ["once"])
        self.assertEqual(server.stop(), 0)

    def test_backup_and_restore(self):
        """What a backup that was taken while the server runs has is there again, as docs/do/host.md tells it."""
        server = self.serve()
        game = self.play(server, 4)
        backup = os.path.join(self.folder, "backup")
        subprocess.run([BIN + "/pg_dump", "-n", "tessera", "-Fc", "-f", backup, URL], check=True)
        later = server.client().create({"game": "star-wars", "seats": [{"kind": "person"}, {"kind": "open"}]}).json["table"]
        self.assertEqual(server.stop(), 0)
        psql("SET client_min_messages = error; DROP SCHEMA tessera CASCADE")
        subprocess.run([BIN + "/pg_restore", "-1", "-d", URL, backup], check=True)
        server = self.serve()
        self.assertEqual(log_of(server, game.table), game.entries)
        self.assertEqual(server.client().get("/api/v1/tables/" + later).status, 404)
        self.play(server, 5)
        self.assertEqual(server.stop(), 0)

    def run_store(self, *words, code=0):
        said = subprocess.run([TESSERA, "store", *words], capture_output=True, text=True)
        self.assertEqual(said.returncode, code, said)
        return said.stdout + said.stderr

    def test_tables_move_to_sqlite_and_back(self):
        """With their seats, tokens and requests; a game that is being played goes on."""
        server = self.serve()
        over = self.play(server, 6)
        client = server.client()
        held = client.create({"game": "star-wars", "seats": [{"kind": "person"}, {"kind": "open"}]}).json
        request = {"id": new_id(), "type": "say", "text": "before"}
        path = "/api/v1/tables/%s/actions" % held["table"]
        client.token = held["token"]
        before = client.ask("POST", path, request).json
        log = log_of(server, held["table"])
        file = os.path.join(self.folder, "tables.db")
        self.assertIn("another server has this database open", self.run_store("copy", URL, file, code=3))
        self.assertEqual(server.stop(), 0)

        empty = os.path.join(self.folder, "empty")
        self.assertIn("No such file", self.run_store("copy", empty, URL, code=3))
        open(empty, "w", encoding="utf-8").close()
        self.assertIn("there are no tables in this database", self.run_store("copy", empty, URL, code=3))
        self.assertIn("copied 2 tables with %d entries" % (len(over.entries) + len(log)), self.run_store("copy", URL, file))
        self.assertIn("has tables already", self.run_store("copy", file, URL, code=3))
        server = Server(*UNLIMITED, *NOTICES, folder=self.folder)
        self.assertEqual(log_of(server, over.table), over.entries)
        self.assertEqual(log_of(server, held["table"]), log)
        self.assertEqual(server.client(held["token"]).ask("POST", path, request).json, before)  # known from before
        self.assertEqual(server.client(held["token"]).act(held["table"], "say", text="there").status, 200)
        log = log_of(server, held["table"])
        self.assertEqual(server.stop(), 0)

        psql("SET client_min_messages = error; DROP SCHEMA tessera CASCADE")
        self.run_store("copy", file, URL)
        server = self.serve()
        self.assertEqual(log_of(server, held["table"]), log)
        self.assertEqual(server.client(held["token"]).act(held["table"], "say", text="back").status, 200)
        self.play(server, 7)
        self.assertEqual(server.stop(), 0)

    def test_a_wrong_address_is_refused(self):
        for url, expected in (("mysql://localhost/tessera", "expected postgresql://"), ("tables.db", "expected postgresql://"),
                              ("postgresql://tessera@/tessera?host=/nowhere", "/nowhere")):
            said = subprocess.run([TESSERA, "serve", "--listen", "127.0.0.1:0", "--data", self.folder, "--store", url],
                                  capture_output=True, text=True)
            self.assertIn(said.returncode, (2, 3), said)
            self.assertIn(expected, said.stderr)

    def test_a_node_that_ends_sends_everybody_to_another(self):
        """Its streams say so, and the other one answers at once."""
        nodes = [self.serve(), self.serve()]
        held = [nodes[0].client().create({"game": "star-wars", "seats": [{"kind": "person"}, {"kind": "open"}]}).json
                for _ in range(5)]
        stream = Stream(nodes[0].port, held[0]["table"], accept="text/event-stream")
        self.assertEqual(nodes[0].client().get("/readyz").status, 200)
        self.assertEqual(nodes[0].stop(), 0)
        self.assertRegex(stream.reply.read().decode(), r"\n\nretry: \d{1,4}\nevent: again\ndata: {}\n\n$")
        stream.close()
        for one in held:
            client = nodes[1].client(one["token"])
            self.assertEqual(client.act(one["table"], "say", text="on").status, 200)
            client.close()
        self.assertEqual(nodes[1].stop(), 0)

    def test_an_older_postgres_is_refused(self):
        """A server that calls itself PostgreSQL 14, which is this one but for that word."""
        def hand_on(source, target, old, new):
            while data := source.recv(65536):
                target.sendall(data.replace(old, new) if old else data)
            target.shutdown(socket.SHUT_WR)

        def serve():
            taken, _ = listening.accept()
            with taken, socket.socket(socket.AF_UNIX) as far:
                far.connect(STORE.socket)
                there = threading.Thread(target=hand_on, args=(taken, far, b"", b""))
                there.start()
                hand_on(far, taken, b"server_version\x0015", b"server_version\x0014")
                there.join()

        with socket.create_server(("127.0.0.1", 0)) as listening:
            thread = threading.Thread(target=serve)
            thread.start()
            url = "postgresql://tessera@127.0.0.1:%d/tessera?sslmode=disable&gssencmode=disable" % listening.getsockname()[1]
            said = subprocess.run([TESSERA, "serve", "--listen", "127.0.0.1:0", "--data", self.folder, "--store", url],
                                  capture_output=True, text=True)
            thread.join()
        self.assertEqual(said.returncode, 3, said)
        self.assertIn("the database is PostgreSQL 14: it has to be 15 or newer", said.stderr)
        self.assertEqual(psql("SELECT count(*) FROM pg_namespace WHERE nspname = 'tessera'"), ["0"])

    def test_what_named_nodes_is_refused(self):
        said = subprocess.run([TESSERA, "serve", "--listen", "127.0.0.1:0", "--data", self.folder, "--store", URL], capture_output=True,
                              text=True, env={**os.environ, "TESSERA_NODE": "a"})
        self.assertEqual(said.returncode, 2, said)
        self.assertIn("TESSERA_NODE: servers that share a database of --store need no names any more: leave 'node' out", said.stderr)


if __name__ == "__main__":
    unittest.main(warnings="ignore")
