"""The HTTP interface against src/server/openapi.json: the tests of all files api_*.py, which see every documented status.

    TESSERA=build/debug/tessera python3 tests/server/api.py
"""
import pathlib
import unittest

from api_base import OBSERVER


class SeenTest(unittest.TestCase):
    """Every documented path and status; it comes after all others."""

    def test_everything_documented_was_seen(self):
        unseen = {(path, method, status) for (path, method), operation in OBSERVER.interface.operations().items()
                  for status in operation["responses"]} - OBSERVER.seen
        # The observer sees no stream that is open, and only a database that cannot be read refuses to be read.
        unseen = {one for one in unseen if one[1:] != ("GET", "503") or one[0] == "/healthz"}
        unseen.discard(("/api/v1/turns", "POST", "503"))
        # tests/server/mails.py has a mail server.
        unseen = {one for one in unseen if not (one[0].endswith("/mail") and one[1] == "POST")}
        unseen.discard(("/api/v1/tables/{table}/events", "GET", "200"))
        self.assertEqual(unseen, set())


def load_tests(loader, _tests, _pattern):
    names = sorted(path.stem for path in pathlib.Path(__file__).parent.glob("api_*.py"))
    return unittest.TestSuite([loader.loadTestsFromNames(names), loader.loadTestsFromTestCase(SeenTest)])


if __name__ == "__main__":
    unittest.main(verbosity=2, warnings="ignore")
