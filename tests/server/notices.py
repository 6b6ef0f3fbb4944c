"""Players who are elsewhere are told that a table waits for them: a push service and a webhook of the test's own, which
check what comes and from whom.

    TESSERA=build/release/tessera python3 tests/server/notices.py
"""
import base64
import http.server
import json
import os
import queue
import subprocess
import tempfile
import threading
import time
import unittest

from server import PATIENCE, Server, Stream, UNLIMITED, new_id, wait_until

CONTACT = "mailto:operator@example.org"
DAYS = {"game": "classic", "seats": [{"kind": "person"}, {"kind": "open"}], "clock": {"kind": "days", "days": 3}}
# The public key of the curve P-256 in the form of X.509, before the 65 bytes of the point.
KEY_HEAD = bytes.fromhex("3059301306072a8648ce3d020106082a8648ce3d030107034200")
METRICS = "a-token-for-figures"


def unpack(text):
    return base64.urlsafe_b64decode(text + "=" * (-len(text) % 4))


def number_der(number):
    """A number as DER has it: without leading zeros, but positive."""
    number = number.lstrip(b"\0") or b"\0"
    number = b"\0" + number if number[0] >= 0x80 else number
    return b"\x02" + bytes([len(number)]) + number


def is_signed(token, key):
    """Whether openssl finds the signature of a JWT good (ES256) for the public key in base64url."""
    signed, _, signature = token.rpartition(".")
    pair = unpack(signature)
    numbers = number_der(pair[:32]) + number_der(pair[32:])
    with tempfile.TemporaryDirectory() as folder:
        files = {"key": KEY_HEAD + unpack(key), "signature": b"\x30" + bytes([len(numbers)]) + numbers}
        for name, content in files.items():
            with open(os.path.join(folder, name), "wb") as file:
                file.write(content)
        run = subprocess.run(["openssl", "dgst", "-sha256", "-keyform", "DER", "-verify", os.path.join(folder, "key"), "-signature",
                              os.path.join(folder, "signature")], input=signed.encode(), capture_output=True, check=False)
    return run.returncode == 0


class Service(http.server.ThreadingHTTPServer):
    """A push service and a webhook in one. `came` has what was posted: path, headers, body."""

    def __init__(self):
        super().__init__(("127.0.0.1", 0), Receiver)
        self.came = queue.Queue()
        self.refused = {}  # paths with the status that they answer
        self.url = "http://127.0.0.1:%d" % self.server_address[1]
        threading.Thread(target=self.serve_forever, daemon=True).start()

    def next(self):
        return self.came.get(timeout=PATIENCE)


class Receiver(http.server.BaseHTTPRequestHandler):
    def do_POST(self):
        body = self.rfile.read(int(self.headers.get("Content-Length", 0)))
        self.send_response(self.server.refused.get(self.path, 201))
        self.send_header("Content-Length", "0")
        self.end_headers()
        self.server.came.put((self.path, self.headers, body))

    def log_message(self, *_):
        pass


class NoticeTest(unittest.TestCase):
    def setUp(self):
        self.service = Service()
        self.addCleanup(self.service.server_close)
        self.addCleanup(self.service.shutdown)

    def start(self, *options, **more):
        server = Server(*UNLIMITED, *options, **more)
        self.addCleanup(server.stop)
        return server

    def wish(self, client, table, path, kind="push", yes=True, base=None, **more):
        body = {"kind": kind, "url": (base or self.service.url) + path, "yes": yes, **more}
        answer = client.ask("POST", "/api/v1/tables/%s/notices" % table, body)
        self.assertEqual(answer.status, 200, answer)
        return answer.json["notices"]

    def full_table(self, server):
        """A table at which two sit, who have not told their chance yet: it waits for both."""
        client = server.client()
        first = client.create(DAYS).json
        return first["table"], server.client(first["token"]), first, lambda: client.sit(first["table"]).json

    def wait_for(self, count, *wish, **more):
        """Repeats a wish that changes nothing until the seat has so many addresses."""
        wait_until(lambda: self.wish(*wish, **more) == count)

    def check_push(self, headers, body, key, contact=CONTACT):
        self.assertEqual(body, b"")
        self.assertEqual(headers["TTL"], "86400")
        scheme, _, rest = headers["Authorization"].partition(" ")
        fields = dict(part.strip().split("=", 1) for part in rest.split(","))
        claims = json.loads(unpack(fields["t"].split(".")[1]))
        self.assertEqual((scheme, fields["k"], claims["aud"], claims["sub"]), ("vapid", key, self.service.url, contact))
        self.assertTrue(0 < claims["exp"] - time.time() <= 86400)
        self.assertEqual(json.loads(unpack(fields["t"].split(".")[0])), {"typ": "JWT", "alg": "ES256"})
        self.assertTrue(is_signed(fields["t"], key))
        self.assertFalse(is_signed(fields["t"].replace(".", "A.", 1), key))

    def test_a_device_that_is_shut_out_gets_no_notices(self):
        server = self.start("--notices", "any")
        own, thief = server.client(), server.client()
        self.addCleanup(own.close)
        self.addCleanup(thief.close)
        own.token = own.join("Ann").json["token"]
        thief.token = thief.sign_in(own.change("words").json["six_words"]).json["token"]
        table = own.create(DAYS).json["table"]
        self.assertEqual(self.wish(thief, table, "/thief", "webhook"), 1)
        device = next(one["device"] for one in own.get("/api/v1/players/me").json["devices"] if not one.get("own"))
        self.assertEqual(own.change("shut-out", device=device).status, 200)
        self.assertEqual(self.wish(own, table, "/own", "webhook"), 1)

    def test_who_is_elsewhere_is_told(self):
        """A push without content and a webhook without a secret, to a player who wished it and is not there."""
        server = self.start("--notices", "any", "--contact", CONTACT, "--base-url", "https://games.example.org")
        key = server.client().get("/api/v1/info").json["push"]
        table, anna, held, sit = self.full_table(server)
        self.wish(anna, table, "/anna")
        self.assertEqual(self.wish(anna, table, "/hook", "webhook"), 2)
        self.assertEqual(self.wish(anna, table, "/other-key"), 3)
        self.service.refused.update({"/anna": 410, "/other-key": 403, "/hook": 403})
        ben = sit()
        there = server.client(ben["token"])
        stream = Stream(server.port, table, ben["token"])
        self.addCleanup(stream.close)
        self.wish(there, table, "/ben")
        came = dict((path, (headers, body)) for path, headers, body in (self.service.next() for _ in range(3)))
        self.assertEqual(set(came), {"/anna", "/other-key", "/hook"}, "a player who is there gets no notice")
        self.check_push(*came["/anna"], key)
        told = json.loads(came["/hook"][1])
        self.assertEqual((told["table"], told["seat"], told["name"], told["task"]), (table, 1, "Anna", "seal"))
        self.assertEqual(told["url"], "https://games.example.org/#/t/" + table)
        for secret in (held["token"], held["recovery"]):
            self.assertNotIn(secret.encode(), came["/hook"][1])
            self.assertNotIn(secret, str(came["/anna"][0]))

        # The push service said that nobody listens there any more, or only for another key: these addresses are forgotten. A
        # webhook that refuses is not.
        self.wait_for(1, anna, table, "/hook", "webhook")

        # That is so after a restart, too, and the key is the same.
        restarted = self.start("--notices", "any", folder=self.copy_of(server))
        self.assertEqual(self.wish(restarted.client(held["token"]), table, "/hook", "webhook"), 1)
        self.assertEqual(restarted.client().get("/api/v1/info").json["push"], key)

        # A holder who got the seat by its recovery link gets no notice at the addresses of the holder before.
        self.wish(anna, table, "/old")
        again = anna.ask("POST", "/api/v1/tables/%s/recover" % table, {"id": "recover-1", "recovery": held["recovery"]}).json
        self.assertEqual(self.wish(server.client(again["token"]), table, "/new"), 1)

    def copy_of(self, server):
        """A folder with the database of a server that is ended."""
        folder = tempfile.mkdtemp()
        self.addCleanup(subprocess.run, ["rm", "-r", folder], check=True)
        subprocess.run("cp %s/tables.db* %s" % (server.folder, folder), shell=True, check=True)
        return folder

    def test_a_challenge_is_noticed(self):
        """A challenge sends a notice to the addresses of the friend's seats, once."""
        server = self.start("--notices", "any", "--base-url", "https://games.example.org")
        ann, ben = server.client(), server.client()
        for client, name in ((ann, "Ann"), (ben, "Ben")):
            client.token = client.join(name).json["token"]
        ids = {client: client.get("/api/v1/players/me").json["player"] for client in (ann, ben)}
        shared = ben.create(DAYS).json["table"]
        self.assertEqual(ann.sit(shared).status, 201)
        self.assertEqual(ben.people("friend", player=ids[ann], yes=True).status, 200)
        self.wish(ben, shared, "/ben", "webhook")
        self.assertEqual(json.loads(self.service.next()[2])["table"], shared)  # this table waits for Ben, too
        for _ in range(2):
            table = ann.create(DAYS).json["table"]
            for _ in range(2):  # the second challenge to a table changes nothing
                self.assertEqual(ann.people("challenge", player=ids[ben], table=table).status, 200)
            path, _, body = self.service.next()
            notice = json.loads(body)
            self.assertEqual((path, notice["table"], notice["task"]), ("/ben", table, "challenge"))
            self.assertIn("https://games.example.org/#/t/" + table, notice["content"])

    def test_a_challenge_disturbs_no_vacation(self):
        server = self.start("--notices", "any")
        ann, ben, cleo = clients = server.client(), server.client(), server.client()
        for client, name in zip(clients, ("Ann", "Ben", "Cleo")):
            self.addCleanup(client.close)
            client.token = client.join(name).json["token"]
        ids = [client.get("/api/v1/players/me").json["player"] for client in clients]
        for client, path in ((ben, "/ben"), (cleo, "/cleo")):
            shared = client.create(DAYS).json["table"]
            self.assertEqual(ann.sit(shared).status, 201)
            self.assertEqual(client.people("friend", player=ids[0], yes=True).status, 200)
            self.wish(client, shared, path, "webhook")
            self.assertEqual(self.service.next()[0], path)  # its table waits
        self.assertEqual(ben.change("vacation", until=(int(time.time()) + 2 * 86400) * 1000).status, 200)
        table = ann.create(DAYS).json["table"]
        for number in (1, 2):
            self.assertEqual(ann.people("challenge", player=ids[number], table=table).status, 200)
        path, _, body = self.service.next()
        self.assertEqual((path, json.loads(body)["task"]), ("/cleo", "challenge"))

    def test_a_webhook_speaks_the_language_of_its_player(self):
        server = self.start("--notices", "any", "--base-url", "https://games.example.org")
        table, anna, _, sit = self.full_table(server)
        self.wish(anna, table, "/en", "webhook")
        self.wish(anna, table, "/de", "webhook", language="de")
        for language in ("en", "it"):  # a player changes the language
            self.wish(anna, table, "/it", "webhook", language=language)
        answer = anna.ask("POST", "/api/v1/tables/%s/notices" % table,
                          {"kind": "webhook", "url": self.service.url, "yes": True, "language": "fr"})
        self.assertEqual((answer.status, answer.json["text"]), (400, "language: expected one of en de it, not 'fr'"))
        sit()
        came = {path: json.loads(body)["text"] for path, _, body in (self.service.next() for _ in range(3))}
        link = " https://games.example.org/#/t/" + table
        self.assertEqual(came, {"/en": "Tessera: table %s waits for seat 1." % table + link,
                                "/de": "Tessera: Tisch %s wartet auf Platz 1." % table + link,
                                "/it": "Tessera: il tavolo %s aspetta il posto 1." % table + link})

    def test_an_encounter_is_noticed(self):
        """A round with a period sends its players a notice, once."""
        server = self.start("--notices", "any", "--base-url", "https://games.example.org")
        ann, ben = server.client(), server.client()
        for client, name in ((ann, "Ann"), (ben, "Ben")):
            client.token = client.join(name).json["token"]
        shared = ben.create(DAYS).json["table"]
        self.assertEqual(ann.sit(shared).status, 201)
        self.wish(ben, shared, "/ben", "webhook")
        self.assertEqual(json.loads(self.service.next()[2])["table"], shared)  # this table waits for Ben, too
        settings = {"name": "Friday", "form": "swiss", "rounds": 1, "period": 10080}
        body = {"id": new_id(), "settings": settings}
        path = "/api/v1/tournaments/" + ann.ask("POST", "/api/v1/tournaments", body).json["tournament"]
        for client, act in ((ann, {"type": "enter"}), (ben, {"type": "enter"}), (ann, {"type": "pair", "round": 1})):
            self.assertEqual(client.ask("POST", path + "/actions", {"id": new_id(), **act}).status, 200)
        where, _, sent = self.service.next()
        notice = json.loads(sent)
        self.assertEqual((where, notice["encounter"], notice["task"]), ("/ben", 1, "encounter"))
        self.assertIn("https://games.example.org/#/tournament/" + notice["tournament"], notice["content"])
        self.assertGreater(notice["until"], 0)

    def test_nobody_is_led_inside(self):
        """By default an address of the inner network is not connected with, and nobody is told where a name leads."""
        server = self.start("--metrics-token", METRICS)
        table, anna, _, sit = self.full_table(server)
        port = self.service.server_address[1]
        for base in (self.service.url, "https://127.0.0.1:%d" % port, "https://127.0.0.1"):
            answer = anna.ask("POST", "/api/v1/tables/%s/notices" % table, {"kind": "push", "url": base + "/x", "yes": True})
            self.assertEqual((answer.status, answer.json["error"]), (400, "bad-request"))
        self.wish(anna, table, "/", base="https://localhost")
        sit()
        figures = server.client(METRICS)
        wait_until(lambda: b"\ntessera_notices_failed_total 1\n" in figures.get("/metrics").body)
        self.assertEqual(self.wish(anna, table, "/never", yes=False, base="https://localhost"), 1, "it is kept")
        self.assertTrue(self.service.came.empty())

    def test_an_address_by_http_is_no_contact(self):
        """Push services take mailto: and https: only: a server that has nothing but an http address tells nobody's."""
        server = self.start("--notices", "any", "--base-url", "http://games.example.org")
        table, anna, _, sit = self.full_table(server)
        self.wish(anna, table, "/anna")
        sit()
        _, headers, body = self.service.next()
        self.check_push(headers, body, anna.get("/api/v1/info").json["push"], "mailto:nobody@localhost")

    def test_without_notices_nobody_is_told(self):
        server = self.start("--notices", "none")
        table, anna, _, _ = self.full_table(server)
        body = {"kind": "push", "url": "https://push.example/x", "yes": True}
        self.assertEqual(anna.ask("POST", "/api/v1/tables/%s/notices" % table, body).status, 409)
        self.assertNotIn("push", anna.get("/api/v1/info").json)


if __name__ == "__main__":
    unittest.main(verbosity=1)
