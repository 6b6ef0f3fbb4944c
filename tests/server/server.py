"""A `tessera serve` for tests, on a free port with a folder of its own, and clients of it. TESSERA names the program."""
import contextlib
import hashlib
import http.client
import json
import os
import re
import secrets
import select
import shutil
import signal
import socket
import subprocess
import tempfile
import time
import urllib.parse

PATIENCE = 120  # seconds after which what has not come never will, on any machine
TESSERA = os.path.abspath(os.environ.get("TESSERA", "tessera"))
UNLIMITED = ("--rate-per-address", "0", "--rate-per-token", "0", "--streams-per-address", "0",
             "--tables-per-address", "0", "--seats-per-address", "0", "--players-per-address", "0")


def wait_until(condition):
    """Asks until it holds, and gives what it then is."""
    end = time.monotonic() + PATIENCE
    while not (found := condition()):
        assert time.monotonic() < end, "it never came"
        time.sleep(0.02)
    return found


DYING = ("setpriv", "--pdeathsig", "KILL")  # a program that ends with the test that started it, however that ends


class Server:
    """A running server. `folder` keeps its data; with the same folder another one takes them up."""

    def __init__(self, *options, folder=None, prepare=None):
        self.own = folder is None
        self.folder = folder or tempfile.mkdtemp()
        self.log = open(os.path.join(self.folder, "log"), "a", encoding="utf-8")
        self.process = subprocess.Popen([*DYING, TESSERA, "serve", "--listen", "127.0.0.1:0", "--data", self.folder, *options],
                                        stdout=subprocess.PIPE, stderr=self.log, text=True, preexec_fn=prepare)
        line = self.process.stdout.readline()
        found = re.search(r"http://127\.0\.0\.1:(\d+)", line)
        if not found:
            self.process.wait(timeout=PATIENCE)
            self.process.stdout.close()
            self.log.close()
            raise RuntimeError("the server did not start: %r; %s" % (line, self.told()))
        self.port = int(found[1])

    def told(self):
        """Its log so far."""
        with open(os.path.join(self.folder, "log"), encoding="utf-8") as file:
            return file.read()

    def client(self, token=None):
        return Client(self.port, token)

    def connect(self, **more):
        """A connection, for bytes of any kind."""
        return socket.create_connection(("127.0.0.1", self.port), timeout=PATIENCE, **more)

    def stream(self, table, **asked):
        return Stream(self.port, table, **asked)

    def stop(self, number=signal.SIGTERM):
        """Ends it and gives its exit code; its folder goes if it is its own."""
        self.process.send_signal(number)
        code = self.process.wait(timeout=PATIENCE)
        self.process.stdout.close()
        self.log.close()
        if self.own:
            shutil.rmtree(self.folder)
        return code


class Candle:
    """A connection to a server of its own that sends no whole request: the server cuts it off after 20 s, and later where
    the machine is busy. What has to take less time comes while it burns."""

    def __init__(self):
        self.server = Server()
        self.connection = self.server.connect()
        self.connection.sendall(b"GET /healthz HTTP/1.1\r\n")

    def burns(self):
        return not select.select([self.connection], [], [], 0)[0]

    def put_out(self):
        self.connection.close()
        self.server.stop()


class Answer:
    def __init__(self, status, headers, body):
        self.status, self.headers, self.body = status, headers, body

    @property
    def json(self):
        return json.loads(self.body)

    def __repr__(self):
        return "%d %s" % (self.status, self.body[:300])


def new_id():
    return secrets.token_hex(8)


def seal_of(commitment, seat, share):
    """What a seat publishes of its share of chance, under the commitment of the log (hexadecimal digits)."""
    message = b"tessera seal 1" + bytes.fromhex(commitment) + bytes([seat]) + share
    return hashlib.blake2b(message, digest_size=32).hexdigest()


def commitment_of(entries):
    return next(entry["commitment"] for entry in reversed(entries) if "commitment" in entry)


def begin(table, clients):
    """Seals the shares of these seats, clients by number, and tells them once everybody has sealed: the game begins
    when all others have told theirs."""
    first = next(iter(clients.values()))
    commitment = commitment_of(first.get("/api/v1/tables/" + table).json["entries"])
    shares = {seat: secrets.token_bytes(16) for seat in clients}
    for seat, client in clients.items():
        answer = client.act(table, "seal", seal=seal_of(commitment, seat, shares[seat]))
        assert answer.status == 200, answer

    def contribute(seat, client):
        answer = client.act(table, "contribute", contribution=shares[seat].hex())
        assert answer.status in (200, 409), answer  # 409: the others have not sealed yet
        return answer.status == 200

    for seat, client in clients.items():
        wait_until(lambda seat=seat, client=client: contribute(seat, client))


class Client:
    """A connection that stays open; `token` is that of the seat or device that acts; what does not come within `patience` seconds is an error."""

    seen = None  # called with (method, path, body, answer) of every exchange

    def __init__(self, port, token=None, host="127.0.0.1", patience=PATIENCE):
        self.port, self.token = port, token
        self.connection = http.client.HTTPConnection(host, port, timeout=patience)

    def ask(self, method, path, body=None, headers=None):
        """`body` is sent as JSON if it is not bytes."""
        given = body if body is None or isinstance(body, bytes) else json.dumps(body).encode()
        told = {"Content-Type": "application/json"} if body is not None else {}
        if self.token:
            told["Authorization"] = "Bearer " + self.token
        self.connection.request(method, path, given, {**told, **(headers or {})})
        reply = self.connection.getresponse()
        answer = Answer(reply.status, reply.headers, reply.read())
        if Client.seen:
            Client.seen(method, path, body, answer)
        return answer

    def get(self, path, **headers):
        return self.ask("GET", path, headers=headers)

    def create(self, setup, name="Anna", **changed):
        return self.ask("POST", "/api/v1/tables", {"id": new_id(), "setup": setup, "name": name, **changed})

    def sit(self, table, name="Ben", **more):
        return self.ask("POST", "/api/v1/tables/%s/seats" % table, {"id": new_id(), "name": name, **more})

    def act(self, table, kind, **more):
        return self.ask("POST", "/api/v1/tables/%s/actions" % table, {"id": new_id(), "type": kind, **more})

    def join(self, name, **changed):
        """Makes a player."""
        return self.ask("POST", "/api/v1/players", {"id": new_id(), "name": name, "label": "test", **changed})

    def change(self, kind, **more):
        """An action of the player whose device the token is of."""
        return self.ask("POST", "/api/v1/players/me/actions", {"id": new_id(), "type": kind, **more})

    def people(self, kind, **more):
        """An action on friends and challenges of the player whose device the token is of."""
        return self.ask("POST", "/api/v1/players/me/people", {"id": new_id(), "type": kind, **more})

    def sign_in(self, words, **more):
        return self.ask("POST", "/api/v1/sign-in", {"id": new_id(), "words": words, **more})

    def close(self):
        self.connection.close()


class Stream:
    """The NDJSON stream of a table: `head` is its first line, iterating gives the entries after."""

    def __init__(self, port, table, token=None, since=None, at=None, name=None, accept="application/x-ndjson", last=None,
                 away=None, host="127.0.0.1"):
        self.connection = http.client.HTTPConnection(host, port, timeout=PATIENCE)
        query = [("since", since), ("at", at), ("name", name), ("away", away)]
        told = urllib.parse.urlencode([pair for pair in query if pair[1] is not None], quote_via=urllib.parse.quote)
        path = "/api/v1/tables/%s/events?%s" % (table, told)
        headers = {"Accept": accept, "Authorization": token and "Bearer " + token, "Last-Event-ID": last and str(last)}
        self.connection.request("GET", path, headers={name: value for name, value in headers.items() if value})
        self.reply = self.connection.getresponse()
        self.status = self.reply.status
        self.head = json.loads(self.line()) if accept == "application/x-ndjson" and self.status == 200 else None

    def line(self):
        """The next line that is not empty; at the end of the stream EOFError."""
        while True:
            line = self.reply.readline()
            if not line:
                raise EOFError
            if line.strip():
                return line.decode()

    def __iter__(self):
        while True:
            yield json.loads(self.line())

    def until_end(self):
        """All entries up to the end of the stream."""
        entries = []
        with contextlib.suppress(EOFError):
            for entry in self:
                entries.append(entry)
        return entries

    def close(self):
        self.reply.close()
        self.connection.close()
