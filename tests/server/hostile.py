"""Hostile input: each a clear refusal, nothing changed, and the server alive. The rows of
docs/understand/security.md name these.

    TESSERA=build/debug/tessera python3 tests/server/hostile.py
"""
import base64
import importlib
import json
import operator
import os
import random
import re
import shutil
import sys
import tempfile
import unittest

import api_base
from attack import CONTROLS, HEAD, ROOT, SETUP, Attack
from random_game import RandomGame
from server import PATIENCE, Server, Stream, UNLIMITED, begin, new_id, wait_until

REFUSED = rb"^HTTP/1\.1 (?:400 [^{]*(?:\{\"error\":\"bad-request\",\"text\":\"expected |<html>)|501 )"  # newer libraries refuse by themselves


class BodyTest(Attack):
    def test_too_large(self):
        table, (client, _) = self.table()
        before = self.log(table)
        self.refused(self.server.client(client.token).act(table, "say", text="x" * 20000), 413)
        chunk = b"4000\r\n" + b"x" * 0x4000 + b"\r\n"
        got = self.raw((HEAD + "Transfer-Encoding: chunked\r\n\r\n").encode() + chunk * 2 + b"0\r\n\r\n")
        self.assertIn(b" 413 ", got)
        self.raw((HEAD + "Transfer-Encoding: chunked\r\n\r\n").encode() + chunk * 100 + b"0\r\n\r\n")
        self.raw(HEAD + "Content-Length: 99999999999999999999\r\n\r\n{}")
        self.assertEqual(self.log(table), before)

    def test_broken_json(self):
        table, (client, _) = self.table()
        before = self.log(table)
        good = json.dumps({"id": new_id(), "type": "say", "text": "hello"}).encode()
        wrong = [good[:length] for length in range(len(good))]
        wrong += [b"null", b"[]", b"3", b'"x"', b"{}{}", good + b"x", b'{"id":1}', b'{"a":1,"a":2}', b"\xff\xfe{}", b"{\x00}"]
        wrong += [b'{"id":"12345678","type":"say","text":"\xc3"}', b'{"id":"12345678","type":"say","text":"\\ud800"}']
        for body in wrong:
            self.refused(client.ask("POST", "/api/v1/tables/%s/actions" % table, body), 400)
        self.assertEqual(self.log(table), before)

    def test_deep_json(self):
        for open_, close in (b"[", b"]"), (b'{"a":', b"}"):
            for depth in (9, 1000, 8000 // len(open_)):
                self.refused(self.anyone.ask("POST", "/api/v1/tables", open_ * depth + close * depth), 400)

    def test_wrong_types(self):
        """Every member of every request replaced by every other kind of value."""
        table, (client, _) = self.table()
        before = self.log(table)
        actions = [{"type": "move", "move": "A@1,0r0=none", "at": 0}, {"type": "answer", "asked": 1, "yes": True},
                   {"type": "leave", "seen": 1},
                   {"type": "say", "text": "x"}, {"type": "mute", "seat": 2, "yes": True},
                   {"type": "replace", "seat": 2, "level": 5}]
        for action in actions:
            for key in action:
                for value in (None, [], {}, -1, 1e300, 2 ** 70, "", "\u0000", [[]], {"a": 1}):
                    if value == action[key] or (key == "at" and value == -1):
                        continue
                    body = {"id": new_id(), **action, key: value}
                    self.refused(client.ask("POST", "/api/v1/tables/%s/actions" % table, body), 400, 409)
        self.assertEqual(self.log(table), before)

    def test_names_and_chat(self):
        table, (client, _) = self.table()
        before = self.log(table)
        for name in ["", "x" * 25, *("a%sb" % control for control in CONTROLS)]:
            self.refused(self.anyone.create(SETUP, name), 400)
            self.refused(self.anyone.act(table, "say", name=name, text="hello"), 400)
        heaped = ["a\ufffc", "a\u2800b", "a\ue000", "a\u00ad", "\u00ad", "x\u034f", "\u3164", "Z" + "\u0301\u0302\u0303\u0304\u0305", "a \u0335", 200 * "\u0301"]
        for text in ["", "x" * 501, *heaped, *("a%sb" % control for control in CONTROLS)]:
            self.refused(client.act(table, "say", text=text), 400)
        self.assertEqual(self.log(table), before)

    def test_names_that_hide_something(self):
        """Characters that are drawn as nothing, and marks that are drawn over what stands beside them."""
        hidden = "\u00ad\u034f\u061c\u115f\u1160\u17b4\u17b5\u180e\u200b\u200c\u200d\u2060\u2061\u2064\u2800\u3164\ufe0f\ufeff\uffa0\ufff9\ufffc\U00013441"
        names = [*hidden, *("a%sb" % code for code in hidden), "e" + "\u0301\u0302\u0303\u0304\u0305\u0306", "x\u0335\u0335", "\u0301a",
                 "a\U000e0041", "a\U0001d159", "a\ue000", "\u00a0\u2003"]
        for name in names:
            self.refused(self.anyone.create(SETUP, name), 400)
        for name in ("\u0928\u094d\u200d\u0930", "\u0645\u06cc\u200c\u062e\u0648\u0627\u0647\u0645", "\u2764\ufe0f Zoe\u0301", "Nguye\u0302\u0303n"):
            self.assertEqual(self.anyone.create(SETUP, name).status, 201, name)

    def test_names_that_look_the_same(self):
        table = self.anyone.create({**SETUP, "seats": [{"kind": "person"}] + 3 * [{"kind": "open"}]}, "Anna").json["table"]
        for name in ("Anna", "\u0410nn\u0430", "\u00a0ANNA"):  # with Cyrillic letters; with a blank before
            self.assertEqual(self.anyone.sit(table, name).status, 201)
        self.assertEqual(self.anyone.act(table, "say", name="anna", text="It is me").status, 200)
        names = [entry["name"] for entry in json.loads(self.log(table))["entries"] if "name" in entry]
        self.assertEqual(names, ["Anna", "Anna (2)", "\u0410nn\u0430 (3)", "ANNA (4)", "anna (5)"])

    def test_markup_stays_text(self):
        """Markup is no error: it is told as it came, in JSON, and the page shows it as text."""
        table, (client, _) = self.table()
        text = "<script>alert(1)</script>\"'&{}"
        self.assertEqual(client.act(table, "say", text=text).status, 200)
        said = json.loads(self.log(table))["entries"][-1]
        self.assertEqual(said["text"], text)
        answer = self.anyone.get("/api/v1/tables/" + table)
        self.assertEqual(answer.headers["X-Content-Type-Options"], "nosniff")
        self.assertEqual(answer.headers["Content-Type"], "application/json")

    def test_other_origin(self):
        """What a form or script of another page can send without being asked is refused."""
        for kind in ("text/plain", "application/x-www-form-urlencoded", "multipart/form-data; boundary=x", "application/jsonx"):
            body = json.dumps({"id": new_id(), "setup": SETUP, "name": "Eve"}).encode()
            self.refused(self.server.client().ask("POST", "/api/v1/tables", body, {"Content-Type": kind}), 400)
        self.assertEqual(self.anyone.get("/api/v1/tables").headers.get("Access-Control-Allow-Origin"), None)


class HeaderTest(Attack):
    def test_large_headers(self):
        for sent in ("GET / HTTP/1.1\r\nHost: x\r\nX: " + "y" * 100000 + "\r\n\r\n", "GET /" + "y" * 100000 + " HTTP/1.1\r\n\r\n",
                     "GET / HTTP/1.1\r\nHost: x\r\n" + "".join("X%d: y\r\n" % i for i in range(20000)) + "\r\n"):
            got = self.raw(sent)
            self.assertTrue(got == b"" or re.match(rb"HTTP/1\.1 4\d\d ", got), got[:200])

    def test_malformed_requests(self):
        rng = random.Random(1)
        lines = [b"\r\n", b"GET\r\n\r\n", b"GET / HTTP/9.9\r\n\r\n", b"\x16\x03\x01\x00\xa5\x01\x00", b"GET / HTTP/1.1\r\n\r\n",
                 b"GET / HTTP/1.1\r\nHost: x\r\nContent-Length: -1\r\n\r\n", b"PRI * HTTP/2.0\r\n\r\nSM\r\n\r\n",
                 b"POST /api/v1/tables HTTP/1.1\r\nHost: x\r\nTransfer-Encoding: chunked\r\n\r\nzz\r\n",
                 b"GET / HTTP/1.1\r\nHost: x\r\nX\x00Y: z\r\n\r\n", b"GET / HTTP/1.1\r\nHost: x\r\n : z\r\n\r\n"]
        lines += [bytes(rng.randrange(256) for _ in range(rng.randrange(400))) for _ in range(200)]
        for line in lines:
            got = self.raw(line, 0.05)
            self.assertFalse(re.match(rb"HTTP/1\.1 5", got) and not got.startswith(b"HTTP/1.1 505"), got[:200])

    def test_smuggling(self):
        """Two lengths: at most one request is answered, and the second part is no request of its own."""
        hidden = b"GET /healthz HTTP/1.1\r\nHost: x\r\n\r\n"
        got = self.raw(HEAD.encode() + b"Content-Length: 0\r\nTransfer-Encoding: chunked\r\n\r\n5\r\n{}   \r\n0\r\n\r\n")
        self.assertNotIn(b" 200 ", got)
        got = self.raw(HEAD.encode() + b"Content-Length: 0\r\nContent-Length: %d\r\n\r\n" % len(hidden) + hidden)
        self.assertNotIn(b"ok\n", got)

    def test_lengths_that_others_overlook(self):
        """A length that a proxy may read differently is refused by a clear answer, whatever the body is."""
        good = json.dumps({"id": new_id(), "setup": SETUP, "name": "Eve"})
        chunked = "\r\n\r\n%x\r\n%s\r\n0\r\n\r\n" % (len(good), good)
        for header in ("Transfer-Encoding : chunked", "Transfer-Encoding\t: chunked",
                       "Transfer-Encoding: xchunked", "Transfer-Encoding: gzip, chunked", "Transfer-Encoding: chunked, identity"):
            self.assertRegex(self.raw(HEAD + header + chunked), REFUSED, header)
        self.assertRegex(self.raw(HEAD + "Transfer-Encoding: chunked " + chunked), rb"^HTTP/1\.1 (?:400|201) ")  # 1.0 drops the blank
        got = self.raw(HEAD + "Content-Length: %d\r\nTransfer-Encoding : chunked\r\n\r\n%s" % (len(good), good))
        self.assertRegex(got, rb"^HTTP/1\.1 400 ")
        self.assertEqual(self.raw(HEAD + "Transfer-Encoding: chunked" + chunked)[9:12], b"201")

    def test_lines_that_others_read_differently(self):
        """Folded headers, zero bytes, lines without CR, control characters: refused wherever they stand."""
        begin, end = "GET /healthz HTTP/1.1\r\nHost: x\r\n", "Connection: close\r\n\r\n"
        for line in ("X: a\r\n b\r\n", "X: a\r\n\tb\r\n", "X: a\r\n \r\n", "X: a\0b\r\n", "X: a\0\r\n", "X\0: a\r\n", "X: a\n", "X: a\rb\r\n",
                     "X: a\r\r\n", "X: \x01\r\n", "X: \x7f\r\n"):
            for request in (begin + line + end, begin.replace("Host", line + "Host") + end):
                self.assertRegex(self.raw(request, PATIENCE), rb"^HTTP/1\.1 400 ", request)
        head = HEAD + "Connection: close\r\n"
        for request in ("GET /healthz HTTP/1.1\nHost: x\r\n" + end, begin + end[:-2] + "X: a\0b\r\n\r\n", head + "Content-Length: 2\n\r\n{}",
                        head + "Content-Length: 2\r\n\n{}", head + "X: a\nContent-Length: 2\r\n\r\n{}",
                        head + "Transfer-Encoding: chunked\r\n folded\r\n\r\n{}"):
            self.assertRegex(self.raw(request, PATIENCE), REFUSED, request)
        for request in (begin + "X: a\n\r\n", head + "Content-Length: 2\n\r\n", begin + "X: a\r\n\n", "GET /healthz HTTP/1.1\r\nHost: x\n\r\n"):
            with self.server.connect() as connection:
                connection.sendall(request.encode())
                self.assertRegex(connection.recv(65536), rb"^HTTP/1\.1 400 ", request)
        for path in ("/healthz\0", "/healthz\0?since=1", "/healthz?since=1\0&x=2"):
            with self.server.connect() as connection:
                connection.sendall(b"GET %s HTTP/1.1\r\nHost: x\r\n%s" % (path.encode(), end.encode()))
                self.assertRegex(connection.recv(65536), rb"^(?:HTTP/1\.1 400 |$)", path)  # 1.0 only closes the connection
        for line in ("", "X:\r\n", "X:  a\t b \r\n", "Cookie: a=b; c=\"d\", e\r\n", "X: \u00e4\r\n", "X: a\r\nX: b\r\n"):
            got = self.raw(begin + line + "\r\n" + begin + line + end, PATIENCE)
            self.assertEqual(len(re.findall(rb"HTTP/1\.1 200 ", got)), 2, line)

    def test_two_hosts(self):
        """A proxy may take one of them, and the server the other."""
        for hosts in ("Host: x\r\nHost: y\r\n", "Host: x\r\nX: a\r\nhost: x\r\n"):
            got = self.raw("GET /healthz HTTP/1.1\r\n" + hosts + "Connection: close\r\n\r\n")
            self.assertRegex(got, REFUSED)

    def test_limits_of_the_library(self):
        """What libmicrohttpd 0.9.75 (Debian 12) does before the server hears of it. Its refusal of a request without Host, or
        with a length that is none or too large, has its head twice: once more as the body, up to the length that it tells.
        It takes lines of chunks that end with LF alone. Neither makes a second request of one."""
        hidden = "GET /healthz HTTP/1.1\r\nHost: x\r\n\r\n"
        for head in ("GET / HTTP/1.1\r\n\r\n", HEAD + "Content-Length: -1\r\n\r\n", HEAD + "Content-Length: %s\r\n\r\n" % (30 * "9")):
            got = self.raw(head + hidden)
            self.assertRegex(got, rb"^HTTP/1\.1 4\d\d [^\0]*?\r\nConnection: close\r\n")
            self.assertIn(len(re.findall(rb"HTTP/1\.1 ", got)), (1, 2))
            self.assertNotIn(b" 200 ", got)
        good = json.dumps({"id": new_id(), "setup": SETUP, "name": "Eve"})
        got = self.raw(HEAD + "Connection: close\r\nTransfer-Encoding: chunked\r\n\r\n%x\n%s\n0\n\n%s" % (len(good), good, hidden))
        self.assertRegex(got, rb"^HTTP/1\.1 (201|400) ")
        self.assertEqual(len(re.findall(rb"HTTP/1\.1 ", got)), 1)

    def test_many_arguments(self):
        """More arguments than the library has memory for are refused, and others are heard."""
        for count in (8, 129, 300, 7000):
            with self.server.connect() as connection:
                connection.sendall(b"GET /api/v1/info?" + b"a&" * count + b" HTTP/1.1\r\nHost: x\r\n\r\n")
                self.assertRegex(connection.recv(65536), rb"^HTTP/1\.1 4\d\d ", count)
        self.assertEqual(self.anyone.get("/api/v1/info?" + "a&" * 7).status, 200)

    def test_path_tricks(self):
        secret = b"root:"
        for path in ("/../../../../etc/passwd", "/..%2f..%2fetc/passwd", "/%2e%2e/%2e%2e/etc/passwd", "//etc/passwd", "/./",
                     "/index.html/..", "/index.html%00.js", "/healthz%00", "/healthz/", "/healthz;x", "/HEALTHZ", "/\\..\\x",
                     "/api/v1/tables/%2e%2e/record", "/api/v1//tables", "/api/v1/tables/../info", "/api/v1/tables/x/y/z",
                     "/api/v1/tables/" + "a" * 5000, "/tables.db", "/..", "/~root", "/.git/config", "http://x/healthz"):
            got = self.raw("GET %s HTTP/1.1\r\nHost: x\r\nConnection: close\r\n\r\n" % path)
            self.assertRegex(got, rb"^HTTP/1\.1 4\d\d ", path)
            self.assertNotIn(secret, got)

    def test_forwarded_address_is_not_believed(self):
        for header in ("1.2.3.4", "x" * 1000, ",,,,", "::1, %s" % ("9" * 100)):
            self.assertEqual(self.server.client().get("/api/v1/info", **{"X-Forwarded-For": header}).status, 200)


class TokenTest(Attack):
    options = (*UNLIMITED, "--metrics-token", api_base.METRICS_TOKEN)

    def test_none_wrong_old_and_others(self):
        table, (client, _) = self.table()
        _, (stranger, _) = self.table()
        before = self.log(table)
        self.refused(self.anyone.act(table, "draw"), 401)
        for token in ("A" * 43, stranger.token, client.token[:-1], client.token + "A", "'; drop table tables; --", "x" * 4000):
            self.refused(self.server.client(token).act(table, "draw"), 401, 403)
        for header in ("Basic abc", "Bearer", "Bearer ", client.token):
            self.refused(self.anyone.ask("POST", "/api/v1/tables/%s/actions" % table, {"id": new_id(), "type": "draw"},
                                         {"Authorization": header}), 401, 403)
        self.assertEqual(self.log(table), before)

    def test_recovered_seat(self):
        held = self.anyone.create(SETUP).json
        path = "/api/v1/tables/%s/recover" % held["table"]
        fresh = self.anyone.ask("POST", path, {"id": new_id(), "recovery": held["recovery"]}).json
        self.refused(self.server.client(held["token"]).act(held["table"], "say", text="x"), 403)
        again = self.anyone.ask("POST", path, {"id": new_id(), "recovery": fresh["token"]})
        self.refused(again, 403)
        self.refused(self.anyone.ask("POST", path, {"id": new_id(), "recovery": held["recovery"]}), 403)
        self.assertEqual(self.server.client(fresh["token"]).act(held["table"], "say", text="x").status, 200)

    def test_a_recovered_seat_has_no_turns_of_others(self):
        days = {"game": "classic", "seats": [{"kind": "person"}, {"kind": "open"}], "clock": {"kind": "days", "days": 3},
                "first": 2}
        held = self.anyone.create(days).json
        table, one = held["table"], self.server.client(held["token"])
        begin(table, {1: one, 2: self.server.client(self.anyone.sit(table).json["token"])})
        path = "/api/v1/tables/%s/prepared" % table
        self.assertEqual(one.ask("POST", path, {"move": "U@1,0r0=none", "yes": True}).status, 200)
        recover = "/api/v1/tables/%s/recover" % table
        fresh = self.anyone.ask("POST", recover, {"id": new_id(), "recovery": held["recovery"]}).json["token"]
        self.assertEqual(self.server.client(fresh).get(path).json, {"moves": []})

    def test_a_seat_that_was_left(self):
        """A client that replays the request of somebody who has left gets no seat, also after a restart."""
        folder = tempfile.mkdtemp()
        self.addCleanup(shutil.rmtree, folder)
        before = Server(*self.options, folder=folder)
        client, body = before.client(), {"id": new_id(), "name": "Ben"}
        table = client.create(SETUP).json["table"]
        path = "/api/v1/tables/%s/seats" % table
        ben = client.ask("POST", path, body).json
        self.assertEqual(before.client(ben["token"]).act(table, "leave").status, 200)
        self.refused(client.ask("POST", path, body), 409)
        before.stop()
        after = Server(*self.options, folder=folder)
        self.addCleanup(after.stop)
        self.refused(after.client().ask("POST", path, body), 409)

    def test_secrets_are_told_to_nobody(self):
        table, clients = self.table()
        told = self.log(table) + self.server.client(api_base.METRICS_TOKEN).get("/metrics").body + self.anyone.get("/api/v1/tables").body
        for client in clients:
            self.assertNotIn(client.token.encode(), told)
            self.server.client(client.token).act(table, "dance")
            self.assertNotIn(client.token, self.server.told())
        self.assertNotIn(b"secret", told)
        self.assertNotIn(table, self.server.told())


    def test_database_has_no_words(self):
        """Whoever copies the database finds no token, no recovery word and no id of the requests that made them."""
        ids = [new_id(), new_id()]
        held = self.anyone.create(SETUP, id=ids[0]).json
        other = self.anyone.sit(held["table"], id=ids[1]).json
        kept = b""
        for name in os.listdir(self.server.folder):
            with open(os.path.join(self.server.folder, name), "rb") as file:
                kept += file.read()
        self.assertIn(held["table"].encode(), kept)
        for word in (held["token"], held["recovery"], other["token"], other["recovery"]):
            self.assertNotIn(word.encode(), kept)
            self.assertNotIn(base64.urlsafe_b64decode(word + "="), kept)
        for asked in ids:
            self.assertNotIn(asked.encode(), kept)


class TurnTest(Attack):
    def test_out_of_turn_twice_and_for_another_seat(self):
        table, (mine, theirs) = self.table()
        self.refused(theirs.act(table, "draw"), 409)
        self.assertEqual(mine.act(table, "draw").status, 200)
        drawn = json.loads(self.log(table))["entries"][-1]
        self.assertEqual(drawn["type"], "drawn")
        before = self.log(table)
        at = len(drawn["words"])
        self.refused(mine.act(table, "draw"), 409)
        self.refused(theirs.act(table, "move", move=drawn["words"][-1] + "@1,0r0=none", at=at), 409)
        for move in ("", "x", "A@1,0", "Z9@1,0r0=none", drawn["words"][-1] + "@77,0r0=none", "A@1,0r9=none", "[1:6]"):
            self.refused(mine.act(table, "move", move=move, at=at), 400, 422)
        self.refused(mine.act(table, "move", move="x" * 2000, at=at), 400)
        self.refused(mine.act(table, "move", seat=2, move=drawn["words"][-1] + "@1,0r0=none", at=at + 1), 400, 409)
        self.assertEqual(self.log(table), before)

    def test_same_id_changes_nothing(self):
        table, (client, other) = self.table()
        body = {"id": new_id(), "type": "say", "text": "once"}
        path = "/api/v1/tables/%s/actions" % table
        answers = [client.ask("POST", path, body).body for _ in range(5)]
        self.assertEqual(len(set(answers)), 1)
        self.assertEqual(self.log(table).count(b'"once"'), 1)
        self.assertEqual(other.ask("POST", path, body).status, 200)
        self.assertEqual(self.log(table).count(b'"once"'), 2)
        self.refused(client.ask("POST", path, {**body, "text": "twice"}), 409)
        self.assertNotIn(b'"twice"', self.log(table))


class Peeker(RandomGame):
    """Plays at every seat that is a person's, and takes back each battle at once after it has seen its dice."""

    def __init__(self, server, seed, second):
        self.second, self.answers = second, []
        super().__init__(server, seed)

    def seat_people(self, setup):
        seats = [{"kind": "person"}, {"kind": self.second}]
        super().seat_people({"game": "star-wars", "seats": seats, "first": 1, "grace": 60000})

    def take(self, entry, referee):
        super().take(entry, referee)
        if entry["type"] == "moved" and entry["seat"] in self.clients and entry["words"][-1].startswith("["):
            self.answers.append(self.clients[entry["seat"]].act(self.table, "take-back"))
            other = self.clients[3 - entry["seat"] if len(self.clients) == 2 else 1]
            other.act(self.table, "answer", asked=self.answers[-1].json.get("seq", 1), yes=False)
        after = {"started": 1, "moved": 3 - entry.get("seat", 0)}.get(entry["type"])
        if after in self.clients:
            self.clients[after].act(self.table, "draw")

    def choose(self, referee):
        """Starts a battle where one turn out of many does."""
        turns = [super(Peeker, self).choose(referee) for _ in range(5)]
        return next((turn for turn in turns if ":planet@" in turn), turns[0])


class TakeBackTest(Attack):
    def test_dice_peeked_alone(self):
        """No move that starts a battle is tried out: nothing is taken back once its dice were seen."""
        for second, expected in (("open", {200, 409}), ("computer", {409})):
            answers = []
            for seed in range(40):
                if answers:
                    break
                game = Peeker(self.server, seed, second)
                game.play()
                game.close()
                answers = game.answers
                self.assertNotIn("undone", [entry["type"] for entry in game.entries])
            self.assertTrue(answers)
            self.assertLessEqual({answer.status for answer in answers}, expected)


class OperatorTest(Attack):
    """What concerns the operator of the server."""

    def test_root_is_told(self):
        self.assertEqual(self.anyone.get("/healthz").status, 200)  # all that it says at first is said by then
        self.assertEqual("runs as root" in self.server.told(), os.geteuid() == 0)

    def test_a_key_that_everybody_can_read_is_told(self):
        with tempfile.TemporaryDirectory() as folder:
            for told in (False, True):
                server = Server(folder=folder)
                server.client().get("/healthz")  # the log has its lines by then
                self.assertEqual("can read the file of the key" in server.told(), told)
                server.stop()
                os.chmod(os.path.join(folder, "tables.db-key"), 0o644)

    def test_files_that_everybody_can_read_are_told(self):
        with tempfile.TemporaryDirectory() as folder:
            settings = os.path.join(folder, "settings")
            with open(settings, "w", encoding="ascii") as file:
                file.write("threads = 1\n")
            names = {"tables.db": "the database:", "tables.db-wal": "the -wal of the database:",
                     "settings": "the file of the settings:"}
            for mode, told in ((0o600, False), (0o644, True)):
                for name in names:
                    if os.path.exists(os.path.join(folder, name)):
                        os.chmod(os.path.join(folder, name), mode)
                server = Server("--config", settings, folder=folder)
                server.client().get("/healthz")
                for name, words in names.items():
                    self.assertEqual("can read " + words in server.told(), told, name)
                server.stop()

    def test_computers_think_at_a_lower_priority(self):
        """The threads in which computers think have a lower priority than the one that answers people: by 10, or the lowest."""
        tasks = "/proc/%d/task" % self.server.process.pid

        def two_are_lower():  # each thread lowers its own priority, as soon as it runs
            nice = {}
            for task in os.listdir(tasks):
                with open("%s/%s/stat" % (tasks, task), encoding="ascii") as file:
                    nice[int(task)] = int(file.read().rpartition(")")[2].split()[16])
            net = nice.pop(self.server.process.pid)
            return sum(other == min(net + 10, 19) for other in nice.values()) >= 2

        wait_until(two_are_lower)

    def test_unit(self):
        with open(os.path.join(ROOT, "data/systemd/tessera.service"), encoding="utf-8") as file:
            lines = file.read().splitlines()
        for line in ("MemoryMax=2G", "LockPersonality=yes", "ProtectProc=invisible", "Wants=time-sync.target",
                     "After=network.target time-sync.target", "DynamicUser=yes", "NoNewPrivileges=yes",
                     "RestrictAddressFamilies=AF_INET AF_INET6 AF_NETLINK", "StartLimitIntervalSec=0", "RestartSec=2",
                     "RestartPreventExitStatus=2"):
            self.assertIn(line, lines)


class RemovedTest(Attack):
    options = (*UNLIMITED, "--trust-proxy")

    def test_who_was_removed_comes_back(self):
        """At once, under another name, without one, to a seat; only holders of seats, and other addresses, watch on."""
        table = self.anyone.create(SETUP).json
        path, anna = "/api/v1/tables/" + table["table"], self.server.client(table["token"])
        eve = {"X-Forwarded-For": "203.0.113.7"}
        line = {"type": "say", "text": "boo", "name": "Eve"}
        said = self.anyone.ask("POST", path + "/actions", {"id": new_id(), **line}, eve).json["seq"]
        for client in (self.anyone, self.server.client("A" * 43)):
            self.refused(client.act(table["table"], "silence", yes=True, entry=said, remove=True), 401, 403)
        self.assertEqual(anna.act(table["table"], "silence", yes=True, entry=said, remove=True).status, 200)
        for query in ("", "?name=Eve", "?name=Zoe", "?since=1"):
            answer = self.anyone.get(path + "/events" + query, **eve)
            self.refused(answer, 403)
            self.assertEqual(answer.json["error"], "removed")
        body = {"id": new_id(), "name": "Zoe"}
        self.refused(self.anyone.ask("POST", path + "/seats", body, eve), 403)
        self.refused(self.anyone.ask("POST", path + "/actions", {"id": new_id(), **line, "name": "Zoe"}, eve), 403)
        for token in (None, table["token"]):
            Stream(self.server.port, table["table"], token).close()
        self.assertEqual(self.anyone.sit(table["table"]).status, 201)


class DocumentTest(unittest.TestCase):
    """Every test that docs/understand/security.md names is there."""

    def test_security(self):
        with open(os.path.join(ROOT, "docs/understand/security.md"), encoding="utf-8") as file:
            names = re.findall(r"`([a-z_]+)\.(\w[\w.]*)`(?: \((`\w+`(?:, `\w+`)*)\))?", file.read())
        self.assertGreater(len(names), 150)
        for folder, name, tests in names:
            if name[0].isupper():  # a class of this folder
                module = sys.modules[__name__] if folder == "hostile" else importlib.import_module(folder)
                self.assertTrue(operator.attrgetter(name)(module), name)
            else:
                path = "fuzz/%s.c" % name if folder == "fuzz" else "tests/%s/%s_test.c" % (folder, name)
                with open(os.path.join(ROOT, path), encoding="utf-8") as file:
                    known = re.findall(r"^[A-Z_]+\((?:[A-Z]+, )?(\w+)", file.read(), re.MULTILINE)
                self.assertLessEqual(set(re.findall(r"\w+", tests)), set(known), path)



if __name__ == "__main__":
    unittest.main(verbosity=2, warnings="ignore")
