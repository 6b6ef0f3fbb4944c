"""The interface at its limits: bodies, rates, a full disk, few descriptors, and a full database.

    TESSERA=build/debug/tessera python3 tests/server/api_limits.py
"""
import os
import re
import resource
import unittest

from api_base import HOST_TOKEN, METRICS_TOKEN, OBSERVER, TWO, InterfaceTest
from server import Server, UNLIMITED, begin, new_id, wait_until


class LimitTest(InterfaceTest):
    """Each limit is answered with its status, and what is refused has not happened."""

    def test_too_large(self):
        table, client, _ = self.table()
        for path in ("/api/v1/tables", "/api/v1/turns",
                     "/api/v1/players", "/api/v1/sign-in", "/api/v1/players/me/actions", "/api/v1/players/me/people", "/api/v1/mail",
                     *(self.path(table, rest) for rest in ("/seats", "/recover", "/actions", "/notices", "/keep", "/reports"))):
            self.status(self.server.client(client.token).ask("POST", path, b" " * 20000), 413, "too-large")

    def test_rates(self):
        """Every path that answers 429 does so, with Retry-After."""
        server = Server("--rate-per-address", "1")
        self.addCleanup(server.stop)
        client = server.client()
        while client.get("/api/v1/info").status == 200:
            pass
        for (path, method), operation in OBSERVER.interface.operations().items():
            if "429" in operation["responses"]:
                body = {} if method == "POST" else None
                for _ in range(20):  # on a machine that is busy a second may pass between two
                    answer = server.client().ask(method, path.replace("{table}", "a" * 16).replace("{player}", "me").replace("{tournament}", "a" * 16), body)
                    if answer.status == 429:
                        break
                self.status(answer, 429, "too-many")
                self.assertGreater(int(answer.headers["Retry-After"]), 0)

    def test_full_disk(self):
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


if __name__ == "__main__":
    unittest.main(verbosity=2, warnings="ignore")
