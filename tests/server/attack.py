"""What the tests of attacks share: a server that is alive after each of them, and answers that are clear refusals."""
import os
import unittest

from server import PATIENCE, Server, UNLIMITED, begin

ROOT = os.path.join(os.path.dirname(os.path.abspath(__file__)), "..", "..")
SETUP = {"game": "classic", "seats": [{"kind": "person"}, {"kind": "open"}], "grace": 60000, "first": 1}
HEAD = "POST /api/v1/tables HTTP/1.1\r\nHost: x\r\nContent-Type: application/json\r\n"
CONTROLS = ["\x00", "\x07", "\n", "\x1b[31m", "\x7f", "\u0085", "\u202e", "\u2028", "\ud800"]


class Attack(unittest.TestCase):
    options = UNLIMITED

    def setUp(self):
        self.server = Server(*self.options)
        self.addCleanup(self.server.stop)
        self.addCleanup(self.check_alive)
        self.anyone = self.server.client()
        self.addCleanup(self.anyone.close)

    def check_alive(self):
        self.assertIsNone(self.server.process.poll())
        self.assertEqual(self.server.client().get("/healthz").body, b"ok\n")

    def table(self, setup=None):
        """A game that has begun: its id, and the clients that hold the seats."""
        held = self.anyone.create(setup or SETUP).json
        other = self.anyone.sit(held["table"]).json
        clients = [self.server.client(held["token"]), self.server.client(other["token"])]
        begin(held["table"], dict(enumerate(clients, 1)))
        return held["table"], clients

    def log(self, table):
        return self.server.client().get("/api/v1/tables/" + table).body

    def refused(self, answer, *statuses):
        self.assertIn(answer.status, statuses, answer)
        self.assertTrue(answer.json["text"], answer)

    def raw(self, sent, seconds=None):
        """Sends bytes on a connection of its own; gives all that comes back until it ends, or has paused for two seconds, or
        for so many."""
        with self.server.connect() as connection:
            connection.settimeout(seconds or PATIENCE)
            got = b""
            try:
                connection.sendall(sent if isinstance(sent, bytes) else sent.encode())
                while part := connection.recv(65536):
                    got += part
                    connection.settimeout(seconds or 2)
            except OSError:
                pass
            return got
