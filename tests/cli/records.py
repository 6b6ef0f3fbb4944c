"""Records of games: the built program writes, replays, checks and analyses them, and marks their turns."""
import ast
import json
import os
import pathlib
import re
import signal
import struct
import subprocess
import time
import unittest
import zipfile

from console import BAD_INPUT, FAILURE, PROGRAM, ProgramTest, USAGE

DATA = os.path.join(os.path.dirname(os.path.abspath(__file__)), "..", "..", "data", "tiles")


class RecordTest(ProgramTest):
    def setUp(self):
        super().setUp()
        self.summary = json.loads(self.run_program("simulate", "-n", "3", "--seed", "8", "--records", "games.txt", "--json")[0])

    def test_simulate(self):
        self.assertEqual(self.summary["games"], 3)
        self.assertEqual([side["name"] for side in self.summary["sides"]], ["greedy", "random"])
        self.assertIn("greedy", self.run_program("simulate", "-n", "2", "--game", "classic", "--river")[0])
        teams = json.loads(self.run_program("simulate", "-n", "2", "--teams", "--json", "--players",
                                            "A=random,B=greedy,C=random,D=greedy")[0])
        self.assertEqual([side["name"] for side in teams["sides"]], ["A + C", "B + D"])
        for number in "12":
            self.run_program("simulate", "-n", "3", "--seed", "8", "--share", number + "/2", "--records", "part-" + number)
        parts, whole = [b"".join(pathlib.Path(self.path(name)).read_bytes() for name in names)
                        for names in (("part-1", "part-2"), ("games.txt",))]
        self.assertEqual(parts, whole)
        self.assertIn("share: expected K/N", self.run_program("simulate", "-n", "3", "--share", "1/4", code=USAGE)[1])
        self.run_program("simulate", "--records", "/nowhere/at/all", code=FAILURE)
        _, told = self.run_program("simulate", "-n", "1000000000", "--players", "random,random", "--records", "/dev/full", code=FAILURE)
        self.assertIn("cannot be written", told)

    def read_array(self, archive, name):
        """An array of an .npz: what its head says, and its bytes."""
        data = archive.read(name + ".npy")
        self.assertEqual((data[:8], (10 + struct.unpack("<H", data[8:10])[0]) % 64), (b"\x93NUMPY\1\0", 0))
        body = 10 + struct.unpack("<H", data[8:10])[0]
        return ast.literal_eval(data[10:body].decode()), data[body:]

    def test_games_as_arrays(self):
        arguments = ("simulate", "-n", "3", "--seed", "8", "--data", "games.npz", "--json")
        self.assertEqual(json.loads(self.run_program(*arguments)[0]), self.summary)
        with open(self.path("games.npz"), "rb") as file:
            first = file.read()
        with zipfile.ZipFile(self.path("games.npz")) as archive:
            self.assertIsNone(archive.testzip())
            head, steps = self.read_array(archive, "steps")
            self.assertEqual(head["descr"], [("actor", "|i1"), ("action", "<u2")])
            self.assertEqual(head["shape"], (len(steps) // 3,))
            rows = list(struct.iter_unpack("<bH", steps))
            head, ends = self.read_array(archive, "ends")
            ends = struct.unpack("<3Q", ends)
            self.assertEqual((head["shape"], head["descr"], ends[-1]), ((3,), "<u8", len(rows)))
            self.assertEqual(struct.unpack("<3Q", self.read_array(archive, "seeds")[1]), (8, 9, 10))
            head, scores = self.read_array(archive, "scores")
            scores = struct.unpack("<6i", scores)
            self.assertEqual((head["shape"], round(sum(scores[::2]) / 3, 3)), ((3, 2), self.summary["sides"][0]["mean"]))
            self.assertEqual(self.read_array(archive, "game"), (
                {"descr": "|S46", "fortran_order": False, "shape": ()}, b"game=star-wars set=star-wars players=2 first=1"))
            head, players = self.read_array(archive, "players")
            self.assertEqual((head["shape"], players.replace(b"\0", b" ").split()), ((2,), [b"greedy", b"random"]))
        self.assertEqual({actor for actor, _ in rows}, {-1, 0, 1})
        self.assertEqual(rows[0][0], -1)
        self.run_program(*arguments)
        with open(self.path("games.npz"), "rb") as file:
            self.assertEqual(file.read(), first)
        for where, wrong in (("/nowhere/at/all", "opened for writing: No such file or directory"),
                             ("/dev/full", "written: No space left on device")):
            said = self.run_program("simulate", "-n", "1", "--data", where, code=FAILURE)[1]
            self.assertEqual(said, "tessera simulate: %s cannot be %s\n" % (where, wrong))

    def test_interrupted_games_are_kept(self):
        """Only games that are over, however many they are: the files and the sums agree."""
        process = subprocess.Popen([os.path.abspath(PROGRAM), "simulate", "-n", "1000000000", "--players", "greedy,greedy",
                                    "--seed", "8", "--data", "some.npz", "--records", "some.txt", "--json"],
                                   stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True, cwd=self.folder,
                                   env={"LC_ALL": "C.UTF-8"})
        beside = "some.txt.%d" % process.pid
        while process.poll() is None and not (os.path.exists(self.path(beside)) and self.read(beside)):
            time.sleep(0.01)
        process.send_signal(signal.SIGINT)
        told, said = process.communicate()
        self.assertEqual(process.returncode, FAILURE)
        games = json.loads(told)["games"]
        self.assertEqual(said, "tessera simulate: interrupted after %d of 1000000000 games; those are kept\n" % games)
        with zipfile.ZipFile(self.path("some.npz")) as archive:
            self.assertIsNone(archive.testzip())
            head, ends = self.read_array(archive, "ends")
            self.assertEqual(head["shape"], (games,))
            head, steps = self.read_array(archive, "steps")
            self.assertEqual((head["shape"], len(steps)), (struct.unpack("<Q", ends[-8:]), 3 * head["shape"][0]))
            self.assertEqual(self.read_array(archive, "seeds")[1], struct.pack("<%dQ" % games, *range(8, 8 + games)))
        self.assertEqual(self.read("some.txt").count("[Seed "), games)

    def test_playouts(self):
        for playouts in ("5", "60"):
            self.run_program("simulate", "-n", "1", "--players", "mcts,random", "--playouts", playouts, "--records", playouts)
        self.assertNotEqual(self.read("5"), self.read("60"))
        self.run_program("simulate", "--playouts", "0", code=USAGE)

    def analyse(self, *arguments, **given):
        return [json.loads(line) for line in self.run_program("analyse", *arguments, **given)[0].splitlines()]

    def test_analyse_records(self):
        self.assertEqual(self.analyse("games.txt", "--player", "greedy")[-1]["number"], 3)
        self.run_program("simulate", "-n", "1", "--seed", "8", "--players", "greedy,random", "--records", "one.txt")
        thinker = ("--playouts", "10", "--candidates", "3")
        *told, summary = self.analyse("one.txt", *thinker)
        self.assertEqual([turn["move"] for turn in told], list(range(1, len(told) + 1)))
        for turn in told:
            self.assertEqual(turn["player"], ["greedy", "random"][turn["seat"] - 1])
            self.assertTrue(turn["played"].startswith(turn["tile"] + "@"))
            self.assertLessEqual(len(turn["candidates"]), 3)
            if turn["rank"] <= 3:
                self.assertEqual(turn["candidates"][turn["rank"] - 1]["move"], turn["played"])
        self.assertIn({"win": 0, "diff": 0}, [turn["gave"] for turn in told if turn["rank"] == 1])
        self.assertLess(min(turn["luck"]["draw"]["diff"] for turn in told), 0)
        self.assertGreater(max(turn["luck"]["draw"]["diff"] for turn in told), 0)
        # The summary is the sum of the turns; words say the same.
        for number, side in enumerate(summary["sides"]):
            own = [turn for turn in told if turn["seat"] == number + 1]
            self.assertEqual(side["performance"]["counted"], sum(turn["counted"] for turn in own))
            self.assertAlmostEqual(side["gave"]["diff"], sum(turn["gave"]["diff"] for turn in own), 0)
            self.assertAlmostEqual(side["adjusted"]["diff"], side["result"]["diff"] - side["draws"]["diff"] - side["dice"]["diff"], 1)
        words = self.run_program("analyse", "one.txt", "--summary", "--lang", "en", "--playouts", "100")[0].splitlines()
        self.assertEqual(words[0], "one.txt, game 1:")
        self.assertRegex(words[1], r"^greedy: performance rating [\d.]+ ± [\d.]+ over \d+ counted decisions\.$")
        self.assertRegex(words[2], r"^  Plays like level \d \(\d to \d\)\.$")
        self.assertRegex(words[4], r"^  Result: -?\d+ points ahead, \d+ % of the win\. Without luck: ")
        rolled, = self.analyse("--playouts", "10", "--rollout", "32", told[40]["position"])
        self.assertEqual((rolled["rollout"]["trials"], len(rolled["rollout"]["turns"])), (32, 3))
        # A position that is told is analysed alike, in a file and by itself; the dice of a line of play may fall otherwise.
        turn = told[40]
        alike = ("position", "phase", "seat", "tile", "scores", "evaluation", "playouts")
        for found in (self.analyse(*thinker, turn["position"]),
                      self.analyse(*thinker, "-", given="%s\n\n" % turn["position"])):
            self.assertEqual([found[0][key] for key in alike], [turn[key] for key in alike])
            self.assertEqual([candidate["visits"] for candidate in found[0]["candidates"]],
                             [candidate["visits"] for candidate in turn["candidates"]])
            self.assertEqual(len(found), 1)
        some = self.write("some.txt", told[3]["position"] + "\n" + told[-1]["position"] + "\n")
        self.assertEqual([found["number"] for found in self.analyse(some, "--playouts", "20")], [1, 2])

    def test_analyse_searches(self):
        line = self.run_program("replay", "games.txt", "--step", "60", "--position")[0].split(" ")
        self.assertEqual(self.analyse("-", given=" ".join(line))[0].get("candidates"), None) # no tile is drawn
        self.run_program("simulate", "-n", "1", "--players", "greedy,greedy,greedy", "--records", "three.txt")
        told = self.analyse("three.txt", "--playouts", "2", "--candidates", "1")
        self.assertEqual({turn["playouts"] for turn in told if "playouts" in turn}, {2})

    def test_analyse_threads(self):
        """The same bytes whatever the threads, of games, positions and files in one call, up to a file that is bad."""
        self.run_program("simulate", "-n", "1", "--players", "greedy,greedy,greedy", "--records", "three.txt")
        told = self.run_program("analyse", "games.txt", "--player", "greedy")[0].splitlines()
        some = self.write("some.txt", "".join(json.loads(line)["position"] + "\n" for line in told[:9]))
        for arguments in (("games.txt", "three.txt", some, "--player", "greedy"), (some, "--playouts", "20")):
            one, three = (self.run_program("analyse", *arguments, "--threads", str(threads))[0] for threads in (1, 3))
            self.assertEqual(one, three)
        bad = self.write("bad.txt", self.read("games.txt") + "[Game\n")
        said, fault = self.run_program("analyse", bad, some, "--player", "greedy", "--threads", "3", code=BAD_INPUT)
        self.assertEqual(said, "".join(line.replace("games.txt", "bad.txt") + "\n" for line in told))
        self.assertIn("bad.txt: line", fault)

    def test_puzzles(self):
        """The same bytes whatever the threads; an output goes on at its last game; all lines can be played."""
        made = ("puzzles", "--kind", "endings", "--think", "2", "--seed", "118", "--games")
        told = self.run_program(*made, "4")[0]
        head, *puzzles = [json.loads(line) for line in told.splitlines()]
        self.assertEqual((head["puzzles"], head["seed"], head["midgames"]), (1, "118", False))
        self.assertGreater(len(puzzles), 2)
        self.assertEqual([puzzle["game"] for puzzle in puzzles], sorted(puzzle["game"] for puzzle in puzzles))
        for puzzle in puzzles:
            self.assertIn(puzzle["left"], (2, 3, 4))
            least = min(wrong["diff"] for wrong in puzzle["wrong"])
            self.assertGreaterEqual(least, 1.0)
            self.assertEqual(puzzle["wrong"][0]["diff"], least)
            self.assertGreaterEqual(min(wrong["win"] for wrong in puzzle["wrong"]), 0.05)
            for line in [puzzle["line"], *(wrong["line"] for wrong in puzzle["wrong"])]:
                given = "position %s moves %s\nquit\n" % (puzzle["position"], line)
                self.assertNotIn("error", self.run_program("referee", given=given)[0])

        self.assertEqual(self.run_program(*made, "4", "--threads", "3", "--output", "all.jsonl")[0], "")
        self.assertEqual(self.read("all.jsonl"), told)
        for kept in (40, len(told) // 2, len(told)):
            self.write("part.jsonl", told[:kept])
            self.run_program(*made, "4", "--output", "part.jsonl")
            self.assertEqual(self.read("part.jsonl"), told, kept)

    def test_puzzles_of_records(self):
        self.run_program("simulate", "-n", "4", "--seed", "3", "--players", "greedy,greedy", "--records", "more.txt")
        told = [json.loads(line) for line in self.run_program("puzzles", "more.txt", "games.txt", "--kind", "endings")[0].splitlines()]
        self.assertEqual(told[0]["records"], ["more.txt", "games.txt"])
        self.assertTrue({puzzle["game"] for puzzle in told[1:]} <= set(range(1, 8)))

    def test_saves_of_jcloisterzone(self):
        """`replay` and `puzzles` take a save; a fault of it names the move."""
        payload = {"tileId": "BA/Rr", "rotation": "R0", "position": [1, 0]}
        save = {"setup": {"sets": {"basic:2": 1}, "elements": {"farmers": True}}, "players": [{"name": "Anna\nB"}, {"name": "Ben"}],
                "replay": [{"type": "PLACE_TILE", "payload": payload}, {"type": "COMMIT", "payload": {"random": 0.25}}]}
        self.write("game.jcz", "\ufeff" + json.dumps(save, indent=2))
        self.assertIn("Anna B", self.run_program("replay", "game.jcz", "--moves")[0])
        told = [json.loads(line) for line in self.run_program("puzzles", "game.jcz", "--kind", "endings")[0].splitlines()]
        self.assertEqual([line.get("records") for line in told], [["game.jcz"]])
        payload["position"] = [5, 5]
        self.write("game.jcz", json.dumps(save))
        for command in ("replay", "analyse", "puzzles"):
            self.assertIn("game.jcz: move 1: ", self.run_program(command, "game.jcz", code=BAD_INPUT)[1])
        self.write("JSON", json.dumps(save))
        self.assertIn("JSON: move 1: ", self.run_program("replay", "JSON", code=BAD_INPUT)[1])
        self.write("game.jcz", "{")
        self.assertIn("game.jcz: expected JSON", self.run_program("replay", "game.jcz", code=BAD_INPUT)[1])

    def test_puzzles_refuse(self):
        made = ("puzzles", "--kind", "endings", "--think", "2", "--games", "1", "--output", "out.jsonl")
        for content, expected in (("nonsense\n", "out.jsonl: line 1: expected the first line"),
                                  (self.run_program(*made[:-2])[0].splitlines()[0] + "\n{}\n", "out.jsonl: line 2: expected a puzzle")):
            self.write("out.jsonl", content)
            self.assertIn(expected, self.run_program(*made, code=BAD_INPUT)[1])
            self.assertEqual(self.read("out.jsonl"), content)
        self.assertIn("two sides, not of 3", self.run_program("puzzles", "--players", "3", code=USAGE)[1])
        self.assertIn("games", self.run_program("puzzles", "games.txt", "--games", "3", code=USAGE)[1])
        self.assertIn("nothing.txt", self.run_program("puzzles", "nothing.txt", code=BAD_INPUT)[1])
        self.run_program("simulate", "-n", "1", "--players", "greedy,greedy,greedy", "--records", "three.txt")
        self.assertIn("three.txt: line 1: expected a game of two sides", self.run_program("puzzles", "three.txt", code=BAD_INPUT)[1])
        self.write("wrong.txt", self.read("games.txt").replace("\n3. ", "\n3. NONE", 1))
        self.assertIn("move 3", self.run_program("puzzles", "wrong.txt", code=BAD_INPUT)[1])

    def test_analyse_refuses(self):
        self.assertIn("nothing.txt", self.run_program("analyse", "nothing.txt", code=BAD_INPUT)[1])
        self.assertIn("level-8", self.run_program("analyse", "games.txt", "--player", "genius", code=USAGE)[1])
        self.run_program("analyse", code=USAGE)
        self.run_program("analyse", "games.txt", "--candidates", "17", code=USAGE)
        for threads in ("0", "65"):
            self.assertIn("from 1 to 64", self.run_program("analyse", "games.txt", "--threads", threads, code=USAGE)[1])
        self.write("wrong.txt", self.read("games.txt").replace("\n3. ", "\n3. NONE", 1))
        said, fault = self.run_program("analyse", "wrong.txt", "--player", "greedy", code=BAD_INPUT)
        self.assertEqual(said, "")
        self.assertIn("move 3", fault)
        self.assertIn("line 1: ", self.run_program("analyse", "-", given="tessera1 nonsense\n", code=BAD_INPUT)[1])

    def test_analyse_interrupted(self):
        """Whole lines alone, as many as it says; also while it waits for its input."""
        def begin(*arguments):
            return subprocess.Popen([os.path.abspath(PROGRAM), "analyse", *arguments], cwd=self.folder, text=True,
                                    stdin=subprocess.PIPE, stdout=subprocess.PIPE, stderr=subprocess.PIPE,
                                    env={"LC_ALL": "C.UTF-8"})
        said = "tessera analyse: interrupted after %d lines; those are whole\n"
        for threads in ("1", "3"):
            process = begin("games.txt", "--player", "mcts", "--playouts", "5000", "--threads", threads)
            first = process.stdout.readline()
            process.send_signal(signal.SIGINT)
            lines = [json.loads(line) for line in [first, *process.stdout]]  # communicate() would lose what is buffered here
            self.assertEqual((process.communicate()[1], process.returncode), (said % len(lines), FAILURE))
            self.assertEqual([line["move"] for line in lines], list(range(1, len(lines) + 1)))
        positions = self.write("first.txt", lines[0]["position"] + "\n")
        process = begin(positions, "-", "--player", "greedy", "--threads", "3")
        process.stdout.readline()
        process.send_signal(signal.SIGINT)
        self.assertEqual(process.wait(), FAILURE)
        process.communicate()

    def test_check(self):
        self.assertEqual(self.run_program("replay", "--check", "games.txt")[0], "games.txt: ok: 3 games\n")
        self.assertEqual(json.loads(self.run_program("replay", "--check", "games.txt", "--json")[0]),
                         {"file": "games.txt", "ok": True, "games": 3})
        self.write("wrong.txt", self.read("games.txt").replace("\n3. ", "\n3. NONE", 1))
        found = json.loads(self.run_program("replay", "--check", "wrong.txt", "--json", code=BAD_INPUT)[0])
        self.assertEqual((found["ok"], found["games"], found["move"]), (False, 0, 3))
        self.assertIn("NONE", found["text"])

    def test_states(self):
        state = json.loads(self.run_program("replay", "games.txt", "--number", "2", "--json")[0])
        self.assertEqual(state["phase"], "over")
        line = self.run_program("replay", "games.txt", "--step", "5", "--position")[0]
        self.assertTrue(line.startswith("tessera1 game=star-wars "))
        self.assertEqual(self.run_program("replay", line.strip(), "--position")[0], line)
        self.assertEqual(self.run_program("replay", "-", "--position", given=line)[0], line)
        self.assertIn("wins with", self.run_program("replay", "games.txt")[0])
        for command in ("replay", "draw"):
            said = self.run_program(command, line.strip(), "--step", "2", code=BAD_INPUT)[1]
            self.assertEqual(said, "tessera %s: the position: --number and --step are for records, not for positions\n" % command)

    def test_moves_in_words(self):
        told = self.run_program("replay", "games.txt", "--moves", "--step", "3")[0]
        self.assertIn("\n3. ", "\n" + told)
        self.assertNotIn("\n4. ", told)

    def test_moves_as_events(self):
        lines = [json.loads(line) for line in self.run_program("replay", "games.txt", "--moves", "--json")[0].splitlines()]
        self.assertEqual(lines[0]["event"], "drawn")
        self.assertEqual(lines[-2]["event"], "over")
        self.assertEqual(lines[-1]["scores"], lines[-2]["scores"])

    def test_wrong_moves_are_named(self):
        record = self.read("games.txt")
        moves = record.index("\n1. ")
        line = record[:moves].count("\n") + 2
        self.write("wrong.txt", record[:moves] + re.sub(r"@[-0-9,]+r", "@50,50r", record[moves:], count=1))
        for arguments in (("wrong.txt",), ("wrong.txt", "--check")):
            said = self.run_program("replay", *arguments, code=BAD_INPUT)[1]
            self.assertIn("wrong.txt: line %d, move 1: " % line, said)
        self.run_program("replay", "games.txt", "--number", "9", code=BAD_INPUT)
        self.run_program("replay", "nothing.txt", code=BAD_INPUT)

    def test_draw(self):
        svg = self.run_program("draw", "games.txt")[0]
        self.assertTrue(svg.lstrip().startswith("<"))
        self.assertIn("</svg>", svg)
        self.run_program("draw", "games.txt", "--number", "2", "--step", "4", "--theme", "chart", "--plain", "--size", "40",
                         "-o", "board.svg")
        self.assertIn("</svg>", self.read("board.svg"))
        self.assertIn("space or chart", self.run_program("draw", "games.txt", "--theme", "meadow", code=BAD_INPUT)[1])
        self.run_program("draw", "games.txt", "-o", "/nowhere/at/all", code=FAILURE)

    def test_draw_png(self):
        said = self.run_program("draw", "games.txt", "--png", "-o", "board.png", code=FAILURE, PATH=self.folder)[1]
        self.assertIn("rsvg-convert", said)
        # A converter that takes the picture and writes that it was called, in place of librsvg's.
        converter = self.path(self.write("rsvg-convert", "#!/bin/sh\nread line\necho \"$@\" > called\n"))
        os.chmod(converter, 0o755)
        self.run_program("draw", "games.txt", "--png", "-o", "board.png", PATH=self.folder + ":" + os.environ["PATH"])
        self.assertEqual(self.read("called"), "--format=png --output board.png\n")


class MarkTest(ProgramTest):
    """A byte order mark, as editors of other systems put it before a text, is read over."""

    def test_files(self):
        with open(os.path.join(DATA, "classic.json"), encoding="utf-8") as file:
            self.write("set.json", "\ufeff" + file.read().replace('"id": "classic"', '"id": "mine"', 1))
        self.assertIn("set.json: ok", self.run_program("tiles", "validate", "set.json")[0])
        self.assertIn("ok\n", self.run_program("referee", given="newgame set=set.json\n")[0])
        self.write("tessera.conf", "\ufefflog = xml\n")
        self.assertIn("tessera.conf: line 1: log: expected one of",
                      self.run_program("serve", "--config", "tessera.conf", code=USAGE)[1])
        self.run_program("match", "-e", "greedy", "-e", "random", "--rounds", "2", "--report", "report.json")
        self.write("report.json", "\ufeff" + self.read("report.json"))
        self.run_program("match", "report", "report.json", "--output", "report.svg")
        position = self.run_program("referee", given="newgame\ndraw\nstate\n")[0].splitlines()[-2]
        self.write("position", "\ufeff" + position + "\n")
        told = json.loads(self.run_program("analyse", "position", "--player", "greedy")[0])
        self.assertEqual(told["position"], position)

    def test_input(self):
        self.assertTrue(self.run_program("referee", given="\ufefftep\n")[0].endswith("protocol 1\nok\n"))
        self.assertTrue(self.run_program("engine", given="\ufeffisready\n")[0].endswith("readyok\nok\n"))
        marked, plain = (self.run_program("play", "--seed", "1", given=given)[0] for given in ("\ufeffhelp\n", "help\n"))
        self.assertEqual(marked.splitlines()[:-1], plain.splitlines()[:-1])  # the last names the file of the game


if __name__ == "__main__":
    unittest.main()
