"""The interface but for tables and players: pages, figures, invitations, and wrong paths.

    TESSERA=build/debug/tessera python3 tests/server/api_pages.py
"""
import re
import unittest

from api_base import METRICS_TOKEN, TWO, WITH_COMPUTER, InterfaceTest
from server import Server, Stream, UNLIMITED, begin


class PageTest(InterfaceTest):
    """What a reader gets of the server itself, and of tables by their address."""

    def test_simple_paths(self):
        self.status(self.client.get("/api/v1/info"), 200)
        self.status(self.client.get("/api/v1/openapi.json"), 200)
        self.status(self.client.get("/healthz"), 200)
        self.status(self.client.get("/readyz"), 200)
        page = self.status(self.client.get("/"), 200)
        self.assertIn("script-src 'self'", page.headers["Content-Security-Policy"])
        self.assertNotIn("unsafe-inline", page.headers["Content-Security-Policy"])
        self.assertIn("require-trusted-types-for 'script'", page.headers["Content-Security-Policy"])
        self.assertEqual(page.headers["Cross-Origin-Opener-Policy"], "same-origin")
        untrusted = self.client.get("/", Host="tessera.lan")  # a browser would only complain of it there
        self.assertIsNone(untrusted.headers["Cross-Origin-Opener-Policy"])
        self.assertIn("camera=()", page.headers["Permissions-Policy"])
        self.assertIn("accelerometer=(self)", page.headers["Permissions-Policy"])  # a shake throws dice
        again = self.client.get("/", **{"If-None-Match": page.headers["ETag"]})
        self.assertEqual((again.status, again.body), (304, b""))
        self.assertEqual(self.client.ask("HEAD", "/").body, b"")

    def read_total(self):
        """Entries that the server has read from the database so far."""
        figures = self.server.client(METRICS_TOKEN).get("/metrics").body.decode()
        return int(re.search(r"^tessera_read_total (\d+)$", figures, re.M)[1])

    def test_what_a_finished_table_shows_is_not_read_again(self):
        """A client that has it gets 304, for which nothing is read; when the table changes, it is sent anew."""
        table, client, _ = self.table({**WITH_COMPUTER, "clock": {"kind": "game", "seconds": 600, "increment": 0, "loses": True}})
        begin(table, {1: client})
        paths = [self.path(table, rest) for rest in ("", "/record", "/state")]
        for path in paths:
            self.assertIsNone(self.status(self.client.get(path), 200).headers["ETag"])
        self.status(client.act(table, "leave"), 200)
        tags = []
        for path in paths:
            answer = self.status(self.client.get(path), 200)
            self.assertEqual(answer.headers["Cache-Control"], "no-cache")
            tags.append(answer.headers["ETag"])
        before = self.read_total()
        for _ in range(20):
            for path, tag in zip(paths, tags):
                again = self.client.get(path, **{"If-None-Match": tag})
                self.assertEqual((again.status, again.headers["ETag"], again.body), (304, tag, b""))
        self.assertEqual(self.read_total(), before)
        for path, tag in zip(paths, tags):
            head = self.status(self.client.ask("HEAD", path), 200)
            self.assertEqual((head.headers["ETag"], head.headers["Content-Length"], head.body), (tag, None, b""))
        self.assertEqual(self.read_total(), before)
        self.status(self.client.get(paths[0]), 200)
        self.assertGreater(self.read_total(), before)
        self.status(client.act(table, "say", text="Good game"), 200)
        for path, tag in zip(paths, tags):
            self.assertNotEqual(self.status(self.client.get(path, **{"If-None-Match": tag}), 200).headers["ETag"], tag)
        self.assertIsNone(self.status(self.client.get(self.path("a" * 16), **{"If-None-Match": tags[0]}), 404).headers["ETag"])

    def test_figures_need_a_token(self):
        self.assertEqual(self.status(self.client.get("/metrics"), 401).headers["WWW-Authenticate"], "Bearer")
        for token in (METRICS_TOKEN[:-1], METRICS_TOKEN + "x", "x" * 40, self.table()[1].token):
            self.status(self.server.client(token).get("/metrics"), 403, "wrong-token")
        told = self.status(self.server.client(METRICS_TOKEN).get("/metrics"), 200).body.decode()
        self.assertIn("tessera_requests_total", told)
        self.assertNotIn(METRICS_TOKEN, told + self.server.told())
        without = Server()
        self.addCleanup(without.stop)
        for token in (None, METRICS_TOKEN):
            self.status(without.client(token).get("/metrics"), 404, "no-such-path")

    def test_an_invitation_has_title_text_and_picture(self):
        def lines(reply):
            self.status(reply, 200)
            self.assertEqual(reply.headers["Content-Type"], "text/html; charset=utf-8")
            self.assertEqual(reply.headers["Cache-Control"], "no-store")
            self.assertIn("default-src 'none'", reply.headers["Content-Security-Policy"])
            return reply.body.decode()
        host = '"><script>&\''
        client = self.client
        made = client.create({**TWO, "public": False}, host)
        table = self.status(made, 201).json["table"]
        page = lines(client.get("/t/" + table))
        self.assertIn("&#34;&#62;&#60;script&#62;&#38;&#39; invites you to play: Star Wars Edition</title>", page)
        self.assertNotIn(host, page)
        self.assertIn('<meta property="og:description" content="One seat is open.', page)
        self.assertRegex(page, '<meta property="og:image" content="http://[^"]+/pictures/star-wars.png">')
        self.assertRegex(page, '<meta property="og:url" content="http://[^"]+/t/%s">' % table)
        for secret in (made.json["token"], made.json["recovery"]):
            self.assertNotIn(secret, page)
        for way, word in (("?lang=de", "dich ein: Star Wars"), ("?lang=it", "ti invita"), ("?lang=xx", "invites you")):
            self.assertIn(word, lines(client.get("/t/" + table + way)))
        self.assertIn("<title>Tessera</title>", lines(client.get("/t/nothing")))
        self.status(client.get("/t/" + table + "?lang=" + 400 * "x"), 400, "bad-request")
        self.assertIn("</html>", page)

    def test_wrong_paths_and_methods(self):
        for path in ("/api", "/api/v1", "/api/v2/info", "/api/v1/tables/", "/nothing"):
            self.status(self.server.client().get(path), 404, "no-such-path")
        answer = self.status(self.server.client().ask("DELETE", "/api/v1/tables"), 405, "wrong-method")
        self.assertEqual(answer.headers["Allow"], "GET, HEAD, POST")

    def test_stopped_gracefully(self):
        server = Server(*UNLIMITED)
        table = server.client().create(TWO).json["table"]
        stream = Stream(server.port, table)
        self.assertEqual(server.stop(), 0)
        self.assertRaises(EOFError, stream.line)


if __name__ == "__main__":
    unittest.main(verbosity=2, warnings="ignore")
