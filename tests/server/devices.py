"""What the tests of players share: clients with the tokens of devices, a server that starts anew, a game of two."""
import shutil
import unittest

from server import Server, UNLIMITED, begin

DUEL = {"game": "classic", "options": ["fields"], "seats": [{"kind": "person"}, {"kind": "open"}], "grace": 0, "first": 1,
        "clock": {"kind": "game", "seconds": 3600, "loses": True}}
RATED = {"game": "classic", "options": ["fields"], "seats": [{"kind": "person"}, {"kind": "open"}], "grace": 0,
         "clock": {"kind": "game", "seconds": 3600, "increment": 0}, "rated": True}


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

    def id_of(self, client):
        return client.get("/api/v1/players/me").json["player"]
