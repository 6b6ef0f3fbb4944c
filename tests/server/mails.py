"""Mails to players, by a mail server of the test's own (aiosmtpd), which checks what comes and to whom.

    TESSERA=build/debug/tessera python3 tests/server/mails.py

aiosmtpd comes from PyPI into a virtual environment of its own in build/, in which this file runs then.
"""
import email
import email.policy
import os
import queue
import re
import shutil
import socket
import sqlite3
import subprocess
import sys
import time
import unittest

from devices import PlayersTest
from server import PATIENCE, Server, TESSERA, UNLIMITED, new_id, wait_until

ROOT = os.path.join(os.path.dirname(os.path.abspath(__file__)), "..", "..")
PINS = """aiosmtpd==1.4.6 --hash=sha256:72c99179ba5aa9ae0abbda6994668239b64a5ce054471955fe75f581d2592475
atpublic==9.0.0 --hash=sha256:449c3c4f0c74df79749d6fe225ba55e2a2fce34b303f0329211e4d6989ed6f6e
attrs==26.1.0 --hash=sha256:c647aa4a12dfbad9333ca4e71fe62ddc36f4e63b2d260a37a8b83d2f043ac309
"""
HOME = os.path.join(ROOT, "build", "aiosmtpd-1.4.6")
BASE, FROM = "https://games.example.org/play", "tessera@games.example.org"
DAYS = {"game": "classic", "seats": [{"kind": "person"}, {"kind": "open"}], "clock": {"kind": "days", "days": 3}, "first": 2}
DAY = 24 * 3600 * 1000


def install():
    """Makes the virtual environment if it is not there in whole."""
    python = os.path.join(HOME, "bin", "python")
    if not os.path.exists(os.path.join(HOME, "done")):
        shutil.rmtree(HOME, ignore_errors=True)
        subprocess.run([sys.executable, "-m", "venv", HOME], check=True)
        with open(os.path.join(HOME, "pins"), "w", encoding="utf-8") as file:
            file.write(PINS)
        subprocess.run([python, "-m", "pip", "install", "--quiet", "--disable-pip-version-check", "--require-hashes",
                        "--requirement", os.path.join(HOME, "pins")], check=True)
        os.rename(os.path.join(HOME, "pins"), os.path.join(HOME, "done"))
    return python


class Box:
    """Takes the mails that come, and refuses or puts off those to some addresses."""

    def __init__(self):
        from aiosmtpd.controller import Controller  # the virtual environment has it
        self.came, self.refused, self.tries = queue.Queue(), {}, []
        self.controller = Controller(self, hostname="127.0.0.1", port=0, ready_timeout=PATIENCE)
        self.controller._trigger_server = self.knock
        self.controller.start()

    def knock(self):
        """The first connection, by which the controller sees that it runs; its own would go to port 0."""
        self.port = self.controller.server.sockets[0].getsockname()[1]
        socket.create_connection(("127.0.0.1", self.port), timeout=PATIENCE).close()

    async def handle_RCPT(self, _server, _session, envelope, address, _options):
        self.tries.append(address)
        if address in self.refused:
            return self.refused[address]
        envelope.rcpt_tos.append(address)
        return "250 OK"

    async def handle_DATA(self, _server, _session, envelope):
        mail = email.message_from_bytes(envelope.content, policy=email.policy.default)
        self.came.put((envelope.mail_from, envelope.rcpt_tos, mail))
        return "250 OK"

    def next(self):
        return self.came.get(timeout=PATIENCE)

    def close(self):
        self.controller.stop()


class MailsTest(PlayersTest):
    def setUp(self):
        self.box = Box()
        self.addCleanup(self.box.close)
        self.server = Server(*UNLIMITED, "--base-url", BASE, "--smtp", "smtp://127.0.0.1:%d" % self.box.port,
                             "--smtp-from", FROM, "--trust-proxy")
        self.addCleanup(lambda: self.server.stop())

    def name(self, player, address, language="en", come_from="10.0.0.1"):
        body = {"id": new_id(), "address": address, "language": language}
        return player.ask("POST", "/api/v1/players/me/mail", body, {"X-Forwarded-For": come_from})

    def follow(self, link):
        """What the page does with the link of a mail."""
        token = re.fullmatch(re.escape(BASE) + r"/#/mail\?token=([\w.-]+)", link)[1]
        return self.client().ask("POST", "/api/v1/mail", {"id": new_id(), "token": token})

    def link_in(self, mail):
        return re.search(r"https://\S+#/mail\?token=\S+", mail.get_content())[0]

    def reader(self, name, address, language="en"):
        """A player whose address is confirmed."""
        player = self.player(name)
        self.status(self.name(player, address, language), 200)
        _, to, mail = self.box.next()
        self.assertEqual(to, [address])
        self.assertEqual(self.status(self.follow(self.link_in(mail)), 200).json, {"confirmed": True})
        return player

    def stored(self):
        with sqlite3.connect(os.path.join(self.server.folder, "tables.db")) as database:
            return database.execute("SELECT address, confirmed, sent, due FROM mails ORDER BY address").fetchall()

    def test_an_address_is_confirmed_first(self):
        self.assertTrue(self.client().get("/api/v1/info").json["mails"])
        ann = self.player("Ann")
        self.assertEqual(self.status(ann.get("/api/v1/players/me/mail"), 200).json, {})
        named = self.status(self.name(ann, "anna@example.org", "de"), 200).json
        self.assertEqual(named, {"mail": {"address": "anna@example.org", "confirmed": False}})
        sender, to, mail = self.box.next()
        self.assertEqual((sender, to), (FROM, ["anna@example.org"]))
        self.assertEqual((mail["From"], mail["To"], mail["Subject"]), ("Tessera <%s>" % FROM, "anna@example.org",
                                                                      "Tessera: Adresse bestätigen"))
        self.assertIn("binnen einer Woche", mail.get_content())
        self.assertNotIn("Ann ", mail.get_content())  # a name would be a way to write to strangers
        self.assertIsNotNone(email.utils.parsedate_to_datetime(mail["Date"]))
        link = self.link_in(mail)
        self.duel(ann, self.player("Ben"), DAYS | {"first": 1})
        self.status(self.follow(link + "x"), 403, "wrong-token")
        self.status(self.follow(link.replace("confirm", "stop")), 403, "wrong-token")
        self.assertEqual(self.box.tries, ["anna@example.org"])
        for _ in range(2):
            self.status(self.follow(link), 200)
        self.assertTrue(ann.get("/api/v1/players/me/mail").json["mail"]["confirmed"])
        self.assertEqual(ann.get("/api/v1/players/me/file").json["mail"]["address"], "anna@example.org")

    def test_a_stolen_device_gets_no_news(self):
        ann = self.reader("Ann", "thief@example.org")
        own = self.other_device(ann)
        devices = self.status(own.get("/api/v1/players/me"), 200).json["devices"]
        stolen = next(one["device"] for one in devices if not one.get("own"))
        self.status(own.change("shut-out", device=stolen), 200)
        self.assertEqual(self.status(own.get("/api/v1/players/me/mail"), 200).json, {})

    def test_news_come_once_a_day_and_end_by_a_link(self):
        ann, ben = self.reader("Ann", "anna@example.org", "it"), self.player("Ben")
        table = self.duel(ben, ann, DAYS)
        _, to, mail = self.box.next()
        self.assertEqual((to, mail["Subject"]), (["anna@example.org"], "Tessera: ti aspettano"))
        self.assertIn("%s/#/t/%s\n" % (BASE, table), mail.get_content())
        stop = self.link_in(mail)
        self.assertEqual(mail["List-Unsubscribe"], "<%s>" % stop)

        # A further table waits: the next mail is due a day after the first.
        self.duel(ben, ann, DAYS)
        wait_until(lambda: self.stored()[0][3] < 2**62)
        _, _, sent, due = self.stored()[0]
        self.assertEqual(due, sent + DAY)
        self.assertTrue(self.box.came.empty())

        # The day has passed: one mail has both tables.
        with sqlite3.connect(os.path.join(self.server.folder, "tables.db")) as database:
            database.execute("UPDATE mails SET due = 1, sent = 1")
        self.assertEqual(self.box.next()[2].get_content().count("#/t/"), 2)

        self.assertEqual(self.status(self.follow(stop), 200).json, {"confirmed": False})
        self.assertEqual(self.stored(), [])
        self.status(self.follow(stop), 403, "wrong-token")
        self.assertEqual(ann.get("/api/v1/players/me/mail").json, {})

    def test_nobody_is_disturbed_on_vacation(self):
        """A mail waits for the end of a vacation."""
        ann, ben = self.reader("Ann", "anna@example.org"), self.player("Ben")
        until = (int(time.time()) + 2 * 86400) * 1000
        self.status(ann.change("vacation", until=until), 200)
        self.duel(ben, ann, DAYS)
        wait_until(lambda: self.stored()[0][3] == until)
        self.assertTrue(self.box.came.empty())
        with sqlite3.connect(os.path.join(self.server.folder, "tables.db")) as database:
            database.execute("UPDATE vacations SET until = since")
            database.execute("UPDATE mails SET due = 1")
        self.assertEqual(self.box.next()[2]["Subject"], "Tessera: you are awaited")

    def test_a_mail_without_news_does_not_go(self):
        ann, ben = self.reader("Ann", "anna@example.org"), self.player("Ben")
        table = self.duel(ben, ann, DAYS)
        self.box.next()
        self.status(ann.act(table, "leave"), 200)
        with sqlite3.connect(os.path.join(self.server.folder, "tables.db")) as database:
            database.execute("UPDATE mails SET due = 1, sent = 1")
        wait_until(lambda: self.stored()[0][3] > 2**62)
        self.assertEqual(self.stored()[0][2], 1)
        self.assertTrue(self.box.came.empty())

    def test_no_address_becomes_a_header(self):
        ann = self.player("Ann")
        wrong = ("anna@example.org\r\nBcc: x@example.org", "anna@example.org\n", "a b@example.org", "<a@example.org>",
                        '"a"@example.org', "a@example.org,b@example.org", "a@b@example.org", "a@example", "@example.org",
                        "a@", "a..b@example.org", ".a@example.org", "a.@example.org", "a@.org", "a@example.org.", "a@exam_ple.org",
                        "\u00e4@example.org", "a@example.org\x00", "a" * 65 + "@example.org", "a@" + "b" * 130 + ".org")
        for number, address in enumerate(wrong):
            self.status(self.name(ann, address, come_from="10.0.1.%d" % number), 400, "bad-request")
        for language in ("fr", "", "en\r\nBcc: x@example.org"):
            self.status(self.name(ann, "anna@example.org", language), 400, "bad-request")
        for token in ("", ".", "confirm", "confirm.1.x", "confirm.%s.x" % self.id_of(ann), "stop." + "f" * 16 + ".", "x" * 9000):
            self.status(self.client().ask("POST", "/api/v1/mail", {"id": new_id(), "token": token}), 403, "wrong-token")
        self.assertEqual((self.stored(), self.box.tries), ([], []))

    def test_nobody_is_flooded(self):
        """One question a day to an address; a few addresses a day from a network address."""
        ann, ben = self.player("Ann"), self.player("Ben")
        self.status(self.name(ann, "victim@example.org"), 200)
        self.status(self.name(ann, "victim@example.org"), 200)
        self.status(self.name(ben, "Victim@example.org"), 429, "too-often")
        self.status(self.name(ben, "victim+2@example.org", come_from="10.0.0.3"), 429, "too-often")
        self.box.next()
        for player in (ann, ben):  # an address that was removed is no new one
            self.status(self.name(ann, "", come_from="10.0.0.2"), 200)
            self.status(self.name(player, "victim@example.org", come_from="10.0.0.2"), 429, "too-often")
        for number in range(7):
            self.status(self.name(ben, "ben%d@example.org" % number), 200)
        self.status(self.name(ben, "ben@example.org"), 429, "too-often")
        wait_until(lambda: "ben6@example.org" in self.box.tries)
        self.assertEqual(self.box.tries.count("victim@example.org"), 1)

    def test_an_address_goes_with_its_player(self):
        ann = self.reader("Ann", "anna@example.org")
        self.status(ann.change("delete", name="Ann"), 200)
        self.assertEqual(self.stored(), [])
        ben = self.reader("Ben", "ben@example.org")
        self.status(self.name(ben, ""), 200)
        self.assertEqual(self.stored(), [])
        self.assertEqual(ben.get("/api/v1/players/me/mail").json, {})

    def test_an_address_that_changed_is_confirmed_anew(self):
        ann = self.reader("Ann", "anna@example.org")
        self.status(self.name(ann, "other@example.org"), 200)
        self.assertFalse(ann.get("/api/v1/players/me/mail").json["mail"]["confirmed"])
        self.assertEqual(self.box.next()[1], ["other@example.org"])

    def test_a_refused_mail_is_not_sent_again(self):
        self.box.refused["gone@example.org"] = "550 no such user"
        ann = self.player("Ann")
        self.status(self.name(ann, "gone@example.org"), 200)
        wait_until(lambda: self.box.tries)
        self.reader("Ben", "ben@example.org")
        self.assertEqual(self.box.tries, ["gone@example.org", "ben@example.org"])

    def test_addresses_are_nobody_elses(self):
        ann, ben = self.reader("Ann", "anna@example.org"), self.player("Ben")
        number = self.id_of(ann)
        self.status(ben.get("/api/v1/players/%s/mail" % number), 403, "wrong-token")
        self.status(ben.ask("POST", "/api/v1/players/%s/mail" % number, {"id": new_id(), "address": "", "language": "en"}), 403)
        self.assertNotIn("anna@", self.client().get("/api/v1/players/" + number).body.decode())
        self.assertNotIn("anna@", self.server.told())

    def test_a_host_who_sends_none(self):
        server = Server(*UNLIMITED)
        self.addCleanup(server.stop)
        self.assertFalse(self.client(server=server).get("/api/v1/info").json["mails"])
        self.status(self.name(self.player("Ann", server), "anna@example.org"), 409, "not-now")
        for options, because in ((["--smtp", "smtp://localhost"], "base-url"),
                                 (["--smtp", "smtp://localhost", "--base-url", BASE], "smtp-from"),
                                 (["--smtp", "http://u:secret@localhost", "--base-url", BASE, "--smtp-from", FROM], "smtp://HOST"),
                                 (["--smtp-from", "a\nb@example.org"], "smtp-from")):
            run = subprocess.run([TESSERA, "serve", "--data", self.server.folder + "/other", *options], capture_output=True,
                                 text=True, timeout=PATIENCE, check=False)
            self.assertNotEqual(run.returncode, 0)
            self.assertIn(because, run.stderr)
            self.assertNotIn("secret", run.stderr)


if __name__ == "__main__":
    if os.path.realpath(sys.prefix) != os.path.realpath(HOME):
        python = install()
        os.execv(python, [python, *sys.argv])
    unittest.main()
