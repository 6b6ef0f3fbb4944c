"""What the tests of the HTTP interface share: an observer of every exchange, and a server with requests that are checked."""
import threading
import unittest

from schema import Interface
from server import Client, Server, UNLIMITED, new_id

METRICS_TOKEN = "a-token-of-the-operator"
HOST_TOKEN = "a-token-of-the-host"
TWO = {"game": "star-wars", "seats": [{"kind": "person"}, {"kind": "open"}], "grace": 0, "first": 1}
WITH_COMPUTER = {"game": "classic", "seats": [{"kind": "person"}, {"kind": "computer", "level": 1}], "first": 1,
                 "grace": 60000}


class Observer:
    """Holds every exchange against the interface, and remembers which answers were seen."""

    def __init__(self):
        self.interface = Interface()
        self.seen, self.faults = set(), []
        self.lock = threading.Lock()

    def __call__(self, method, path, body, answer):
        pattern = self.interface.path_of(path)
        operation = self.interface.operations().get((pattern, method))
        if operation is None:
            return
        faults = self.check(operation, body, answer)
        with self.lock:
            self.seen.add((pattern, method, str(answer.status)))
            self.faults += ["%s %s -> %s: %s" % (method, path, answer, fault) for fault in faults]

    def check(self, operation, body, answer):
        response = self.interface.response(operation, answer.status)
        if response is None:
            return ["status %d is not documented" % answer.status]
        if "content" not in response:
            return ["a body that is not documented"] if answer.body else []
        kind, _, _ = answer.headers.get("Content-Type", "").partition(";")
        if kind not in response["content"]:
            return ["type %r is not documented" % kind]
        faults = []
        if kind == "application/json":
            faults += self.interface.faults(response["content"][kind]["schema"], answer.json)
        if answer.status < 300 and "requestBody" in operation:
            asked = operation["requestBody"]["content"]["application/json"]["schema"]
            faults += self.interface.faults(asked, body, "request")
        return faults


OBSERVER = Observer()  # of all classes


class InterfaceTest(unittest.TestCase):
    """A class of tests with a server of its own; each test fails where an answer is not what the interface documents."""

    @classmethod
    def setUpClass(cls):
        Client.seen = OBSERVER
        cls.server = Server(*UNLIMITED, "--metrics-token", METRICS_TOKEN, "--host-token", HOST_TOKEN)

    @classmethod
    def tearDownClass(cls):
        Client.seen = None
        cls.server.stop()

    def setUp(self):
        self.client = self.server.client()
        self.addCleanup(self.client.close)
        self.addCleanup(self.check_forms)

    def check_forms(self):
        self.assertEqual(OBSERVER.faults, [])

    def status(self, answer, status, error=None):
        self.assertEqual(answer.status, status, answer)
        if error:
            self.assertEqual(answer.json["error"], error)
        return answer

    def table(self, setup=None):
        """A table with its first seat: (table, the client that holds it, what the server gave it)."""
        held = self.status(self.client.create(setup or TWO), 201).json
        client = self.server.client(held["token"])
        self.addCleanup(client.close)
        return held["table"], client, held

    def path(self, table, rest=""):
        return "/api/v1/tables/" + table + rest

    def tournament(self, ann, ben, **more):
        """The path of a tournament of two players whose first round is paired."""
        settings = {"name": "Friday", "form": "swiss", "rounds": 1, "setup": {"game": "classic"}, **more}
        opened = self.status(ann.ask("POST", "/api/v1/tournaments", {"id": new_id(), "settings": settings}), 201).json
        path = "/api/v1/tournaments/" + opened["tournament"]
        for client, kind, more in ((ann, "enter", {}), (ben, "enter", {}), (ann, "pair", {"round": 1})):
            self.status(client.ask("POST", path + "/actions", {"id": new_id(), "type": kind, **more}), 200)
        return path
