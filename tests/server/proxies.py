"""The server behind the proxies of data/proxy, as they stand there but for ports and paths.

    TESSERA=build/release/tessera python3 tests/server/proxies.py
"""
import http.client
import os
import random
import resource
import shutil
import socket
import ssl
import subprocess
import tempfile
import time
import unittest

from server import PATIENCE, Client, Server

ROOT = os.path.join(os.path.dirname(os.path.abspath(__file__)), "..", "..")
SETUP = {"game": "classic", "seats": [{"kind": "person"}, {"kind": "open"}]}


def free_port():
    """A port at which nobody listens, below those that the system gives to connections (from 32768 on), so that none of
    these takes it before somebody listens there."""
    while True:
        with socket.socket() as tried:
            try:
                tried.bind(("127.0.0.1", random.randrange(16384, 32768)))
                return tried.getsockname()[1]
            except OSError:
                pass


class Proxied:
    """A server with `options` behind a proxy. Its clients have addresses 127.0.0.N."""

    def __init__(self, test, options):
        self.test, self.folder = test, tempfile.mkdtemp()
        test.addCleanup(shutil.rmtree, self.folder)
        self.server = Server("--trust-proxy", *options)
        test.addCleanup(self.server.stop)
        self.trust = ssl.create_default_context()
        self.trust.check_hostname, self.trust.verify_mode = False, ssl.CERT_NONE
        self.certify()
        self.start()

    def path(self, name):
        return os.path.join(self.folder, name)

    def certify(self):
        subprocess.run(["openssl", "req", "-x509", "-newkey", "ec", "-pkeyopt", "ec_paramgen_curve:prime256v1", "-nodes", "-subj",
                        "/CN=games.example.org", "-keyout", self.path("key"), "-out", self.path("chain")],
                       check=True, stderr=subprocess.DEVNULL)
        with open(self.path("both"), "w", encoding="utf-8") as both:
            for name in "chain", "key":
                with open(self.path(name), encoding="utf-8") as part:
                    both.write(part.read())

    def start(self):
        """With the port that was free a moment ago; with another one if somebody took it."""
        for _ in range(5):
            self.port = free_port()
            with open(os.path.join(ROOT, "data/proxy", self.test.file), encoding="utf-8") as file:
                text = file.read()
            for old, new in self.test.replaced(self).items():
                self.test.assertEqual(text.count(old), 1, old)
                text = text.replace(old, new)
            with open(self.path("settings"), "w", encoding="utf-8") as file:
                file.write(text)
            process = subprocess.Popen(self.test.command(self), stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL)
            end = time.monotonic() + PATIENCE
            while process.poll() is None and time.monotonic() < end:
                try:
                    socket.create_connection(("127.0.0.1", self.port)).close()
                    self.test.addCleanup(process.wait)
                    self.test.addCleanup(process.terminate)
                    return
                except OSError:
                    time.sleep(0.02)
            process.kill()
            process.wait()
        raise RuntimeError("the proxy did not start")

    def client(self, number, token=None):
        client = Client(self.port, token)
        client.connection = http.client.HTTPSConnection("127.0.0.1", self.port, timeout=PATIENCE, context=self.trust,
                                                        source_address=("127.0.0.%d" % number, 0))
        return client

    def stream(self, number, table):
        """The answer of an event stream: its status, and lines to be read."""
        connection = self.client(number).connection
        connection.request("GET", "/api/v1/tables/%s/events" % table)
        self.test.addCleanup(connection.close)
        return connection.getresponse()


class ProxyTest:
    """What must hold behind each of the proxies."""

    def test_a_thousand_streams_of_eight_addresses(self):
        proxied = Proxied(self, ())
        held = proxied.client(1).create(SETUP).json
        streams = [proxied.stream(1 + number % 8, held["table"]) for number in range(1000)]
        self.assertEqual({stream.status for stream in streams}, {200})
        for stream in streams:
            stream.readline()
        self.assertEqual(proxied.client(1, held["token"]).act(held["table"], "say", text="to everybody").status, 200)
        for stream in streams:
            while (line := stream.readline()) == b"\n":  # a sign of life, which comes after 15 s
                pass
            self.assertIn(b"to everybody", line)

    def test_a_forged_address(self):
        """Whatever is sent as X-Forwarded-For: the address that the proxy saw has one bucket, and others have theirs."""
        proxied = Proxied(self, ("--rate-per-address", "10"))
        client, statuses = proxied.client(2), []
        while 429 not in statuses and len(statuses) < 5000:
            statuses.append(client.get("/api/v1/info", **{"X-Forwarded-For": "10.0.%d.%d" % divmod(len(statuses), 256)}).status)
        self.assertEqual(statuses[-1], 429)
        self.assertEqual(proxied.client(3).get("/api/v1/info").status, 200)

    def test_connections_of_an_address(self):
        proxied = Proxied(self, ("--connections-per-address", "5"))
        table = proxied.client(1).create(SETUP).json["table"]
        self.assertEqual([proxied.stream(2, table).status for _ in range(6)], [200] * 5 + [429])
        self.assertEqual(proxied.stream(3, table).status, 200)

    def test_figures_are_not_told(self):
        self.assertEqual(Proxied(self, ()).client(1).get("/metrics").status, 403)


class NginxTest(ProxyTest, unittest.TestCase):
    file = "nginx.conf"

    @staticmethod
    def replaced(proxied):
        temporary = "".join("%s_temp_path %s;\n" % (kind, proxied.path(kind))
                            for kind in ("client_body", "proxy", "fastcgi", "uwsgi", "scgi"))
        live = "/etc/letsencrypt/live/games.example.org/"
        return {"listen 443": "listen 127.0.0.1:%d" % proxied.port, "127.0.0.1:8080": "127.0.0.1:%d" % proxied.server.port,
                live + "fullchain.pem": proxied.path("chain"), live + "privkey.pem": proxied.path("key"),
                "/run/nginx.pid": proxied.path("pid"), "/var/log/nginx/error.log": proxied.path("errors"),
                "http {": "http {\n" + temporary}

    @staticmethod
    def command(proxied):
        return ["nginx", "-c", proxied.path("settings"), "-p", proxied.folder, "-e", proxied.path("errors"), "-g", "daemon off;"]


class HaproxyTest(ProxyTest, unittest.TestCase):
    file = "haproxy.cfg"

    @staticmethod
    def replaced(proxied):
        return {"bind :443": "bind 127.0.0.1:%d" % proxied.port, "127.0.0.1:8080": "127.0.0.1:%d" % proxied.server.port,
                "/etc/haproxy/games.example.org.pem": proxied.path("both")}

    @staticmethod
    def command(proxied):
        return ["haproxy", "-db", "-f", proxied.path("settings")]


class CaddyTest(ProxyTest, unittest.TestCase):
    file = "Caddyfile"

    @staticmethod
    def replaced(proxied):
        settings = "admin off\n\tauto_https off\n\tdefault_sni games.example.org"
        site = ":%d {\n\tbind 127.0.0.1\n\ttls %s %s" % (proxied.port, proxied.path("chain"), proxied.path("key"))
        return {"admin off": settings, "{$NAME:games.example.org} {": site,
                "{$SERVER:127.0.0.1:8080}": "127.0.0.1:%d" % proxied.server.port}

    @staticmethod
    def command(proxied):
        return ["env", "HOME=" + proxied.folder, "caddy", "run", "--adapter", "caddyfile", "--config", proxied.path("settings")]


class CaddyByItselfTest(unittest.TestCase):
    """Caddy with its Caddyfile alone, for a name that no authority certifies: it makes the certificate itself."""

    file = "Caddyfile"

    @staticmethod
    def replaced(proxied):
        """Port 80 stays free, and the machine does not come to trust Caddy's authority."""
        return {"admin off": "admin off\n\tauto_https disable_redirects\n\tskip_install_trust"}

    @staticmethod
    def command(proxied):
        return ["env", "-u", "XDG_DATA_HOME", "HOME=" + proxied.folder, "NAME=localhost:%d" % proxied.port,
                "SERVER=127.0.0.1:%d" % proxied.server.port, "caddy", "run", "--adapter", "caddyfile", "--config", proxied.path("settings")]

    def test_a_game_over_tls(self):
        proxied = Proxied(self, ())
        root = proxied.path(".local/share/caddy/pki/authorities/local/root.crt")
        end = time.monotonic() + PATIENCE
        while True:  # it listens before it has its certificate
            try:
                connection = http.client.HTTPSConnection("localhost", proxied.port, timeout=PATIENCE,
                                                         context=ssl.create_default_context(cafile=root))
                connection.request("GET", "/api/v1/info")
                break
            except OSError:
                self.assertLess(time.monotonic(), end)
                time.sleep(0.05)
        answer = connection.getresponse()
        self.assertEqual((answer.status, answer.headers["Strict-Transport-Security"]), (200, "max-age=31536000"))
        answer.read()
        client = Client(proxied.port)
        client.connection = connection
        held = client.create(SETUP).json
        self.assertEqual(client.get("/api/v1/tables/" + held["table"]).status, 200)
        self.assertEqual(client.get("/metrics").status, 403)


if __name__ == "__main__":
    most = resource.getrlimit(resource.RLIMIT_NOFILE)[1]
    resource.setrlimit(resource.RLIMIT_NOFILE, (most, most))
    unittest.main(verbosity=2, warnings="ignore")
