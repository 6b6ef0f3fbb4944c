"""Whole games through the HTTP interface.

    TESSERA=build/debug/tessera python3 tests/server/whole_games.py [--games N]
"""
import os
import random
import subprocess
import sys
import tempfile
import unittest
from concurrent.futures import ThreadPoolExecutor

import reference_replay
from random_game import RandomGame
from schema import Interface
from server import Server, TESSERA, UNLIMITED

sys.path.insert(0, os.path.join(os.path.dirname(os.path.abspath(__file__)), "..", "chance"))
import verify  # noqa: E402

GAMES, REFERENCE_GAMES, JOBS = 200, 30, 4


class GamesTest(unittest.TestCase):
    """Whole games of every kind; the records agree with everything that can check them."""

    @classmethod
    def setUpClass(cls):
        cls.server = Server(*UNLIMITED)
        cls.interface = Interface()

    @classmethod
    def tearDownClass(cls):
        cls.server.stop()

    def play(self, seed):
        game = RandomGame(self.server, seed, computers=seed % 10 == 0)
        record = game.play()
        log = game.clients[min(game.clients)].get("/api/v1/tables/" + game.table).json
        game.close()
        self.assertEqual(log["entries"][:len(game.entries)], game.entries)
        self.assertEqual(verify.check_log(log), None)
        game.log = log
        return game, record

    def find_lies(self, log):
        """The verifier in Python finds what a server would have to change in a log."""
        def lie(kind, member, change, expected, number=0):
            entries = [dict(entry) for entry in log["entries"]]
            changed = [entry for entry in entries if entry["type"] == kind][number]
            changed[member] = change(changed[member])
            self.assertRegex(verify.check_log({"entries": entries}) or "", expected)

        def other_digit(text):
            return ("1" if text[0] == "0" else "0") + text[1:]

        lie("sealed", "seal", other_digit, "contributes what it has not sealed")
        lie("contributed", "contribution", other_digit, "contributes what it has not sealed", -1)
        lie("over", "secret", other_digit, "the commitment is not that of the secret")
        lie("contributed", "type", lambda _: "said", "begins before all have contributed")
        lie("drawn", "words", lambda words: ["NONE"], "draw 1 is not what chance gave")
        early = sorted(log["entries"], key=lambda entry: entry["type"] == "sealed")
        self.assertRegex(verify.check_log({"entries": early}), "before all have sealed")
        again = {"seq": 1, "type": "renewed", "commitment": log["entries"][0]["commitment"]}
        renewed = [log["entries"][0], again] + log["entries"][1:]
        self.assertRegex(verify.check_log({"entries": renewed}) or "", "shown again, under which shares are known")

    def run_program(self, *words):
        done = subprocess.run([TESSERA, *words], capture_output=True, text=True, timeout=600)
        self.assertEqual(done.returncode, 0, done.stdout[-2000:] + done.stderr[-2000:])

    def test_games(self):
        with ThreadPoolExecutor(JOBS) as pool:
            played = list(pool.map(self.play, range(GAMES)))
        with tempfile.TemporaryDirectory() as folder:
            path = os.path.join(folder, "records.txt")
            with open(path, "w", encoding="utf-8") as file:
                file.write("\n".join(record for _, record in played))
            self.run_program("replay", "--check", path)
            self.run_program("verify", path)
        for game, _ in random.Random(1).sample(played, min(REFERENCE_GAMES, GAMES)):
            self.assertEqual(reference_replay.scores(game.newgame, game.words), game.scores)
            entry = self.interface.find("#/components/schemas/Entry")
            self.assertEqual([fault for one in game.entries for fault in self.interface.faults(entry, one)], [])
            self.find_lies(game.log)
        turns = sum(entry["type"] == "moved" for game, _ in played for entry in game.entries)
        print("%d games, %d moves" % (GAMES, turns))


if __name__ == "__main__":
    if "--games" in sys.argv:
        at = sys.argv.index("--games")
        GAMES = int(sys.argv[at + 1])
        del sys.argv[at:at + 2]
    unittest.main(verbosity=2, warnings="ignore")
