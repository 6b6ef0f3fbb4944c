"""Matches of the built program, named by the environment variable TESSERA: engines that misbehave lose with a reason and
leave nothing behind, an interrupted match goes on, and reports are drawn."""
import concurrent.futures
import json
import os
import pathlib
import pty
import re
import signal
import subprocess
import sys
import tempfile
import time
import unittest
import xml.etree.ElementTree

PROGRAM = os.path.abspath(os.environ.get("TESSERA", "tessera"))
HERE = os.path.dirname(os.path.abspath(__file__))
ROGUE = os.path.join(HERE, "rogue.py")
PAGE = os.path.join(HERE, "..", "..", "examples", "bot.py")
SECONDS = 300

# What each mode of rogue.py loses by.
REASONS = {
    "die": r"the program ended \(exit code 3\)",
    "crash": r"the program was killed by signal 9",
    "mid-line": r"the program ended \(exit code 0\)",
    "hang": r"no answer within 1?\d?\d?\d ms",  # of `ok` to `go`, within the time of the turn
    "hang-thinking": r"no answer within \d+ ms",
    "late": r"its answer took \d+ ms, 1500 were allowed|no answer within \d+ ms",
    "flood": r"wrote more than \d+ bytes in answer to one line|no answer within \d+ ms",
    "long-line": r"a line longer than 65535 bytes",
    "close": r"the program closed its output",
    "child": r"the program ended \(exit code 0\)",
    "nonsense": r"bestmove: .*'nonsense'",
    "ponder": r"bestmove: expected nothing after the move: 'ponder'",
    "chatter": r"expected info or bestmove: 'hello'",
    "zero": r"bestmove: ",
    "undecided": r"expected a whole turn with its '='",
    "occupied": r"cannot be placed at 0,0r0",
    "far": r"bestmove: expected a placement",
    "other-tile": r"@1,0r0=none: ",
    "other-game": r"bestmove: .*'CRFR",
    "refuse": r"it refused a correct command: 'error syntax I do not like it'",
}


def processes(mark):
    """The processes that have a word in their command line."""
    found = []
    for number in filter(str.isdigit, os.listdir("/proc")):
        try:
            with open("/proc/%s/cmdline" % number, "rb") as file:
                if mark.encode() in file.read():
                    found.append(number)
        except OSError:
            continue
    return found


class MatchTest(unittest.TestCase):
    def setUp(self):
        folder = tempfile.TemporaryDirectory()
        self.addCleanup(folder.cleanup)
        self.folder = folder.name

    def path(self, name):
        return os.path.join(self.folder, name)

    def left(self, mark):
        """The processes with the mark, once none is left or it takes too long: who is killed is reaped by another."""
        deadline = time.monotonic() + SECONDS
        while processes(mark) and time.monotonic() < deadline:
            time.sleep(0.02)
        return processes(mark)

    def match(self, *arguments, code=0):
        done = subprocess.run([PROGRAM, "match", *arguments], text=True, capture_output=True, timeout=SECONDS,
                              cwd=self.folder, stdin=subprocess.DEVNULL)
        self.assertEqual(done.returncode, code, done.stderr)
        return done

    def result(self, *arguments):
        return json.loads(self.match(*arguments, "--json").stdout)

    def rogue(self, mode, mark, *words):
        return "name=rogue cmd='%s %s %s %s' %s" % (sys.executable, ROGUE, mode, mark, " ".join(words))


class RogueTest(MatchTest):
    def check(self, mode):
        mark = "mark-%d-%s-x" % (os.getpid(), mode)
        slow = "no answer" in REASONS[mode]
        limits = ("st=1", "timemargin=0.5", "patience=8") if slow else ("st=30", "patience=30")
        result = self.result("-e", self.rogue(mode, mark, *limits), "-e", "random", "--rounds", "1", "--concurrency", "2")
        self.assertEqual(result["state"], "finished")
        rogue, other = result["engines"]
        self.assertEqual((rogue["faults"], rogue["score"], other["wins"]), (2, 0, 2), mode)
        self.assertEqual((rogue["points"], rogue["margin"]), (None, None), mode)
        self.assertEqual([fault["engine"] for fault in result["faults"]], ["rogue", "rogue"])
        for fault in result["faults"]:
            self.assertRegex(fault["reason"], REASONS[mode], mode)
        self.assertEqual(self.left(mark), [], mode)

    def test_every_fault_is_a_loss(self):
        with concurrent.futures.ThreadPoolExecutor(3) as pool:
            for mode, checked in [(mode, pool.submit(self.check, mode)) for mode in REASONS]:
                with self.subTest(mode=mode):
                    checked.result()

    def test_no_child_of_an_engine_stays(self):
        self.check("child")

    def test_sound_engine(self):
        mark = "mark-%d-sound-x" % os.getpid()
        for mode in ("none", "mark"):  # the latter begins with a byte order mark, as some runtimes do
            result = self.result("-e", self.rogue(mode, mark, "option.Mood=bad"), "-e", "random", "--rounds", "1")
            self.assertEqual([engine["faults"] for engine in result["engines"]], [0, 0])
            self.assertEqual(self.left(mark), [])

    def test_engine_that_stays_after_quit(self):
        mark = "mark-%d-stay-x" % os.getpid()
        result = self.result("-e", self.rogue("stay", mark), "-e", "random", "--rounds", "1")
        self.assertEqual([engine["faults"] for engine in result["engines"]], [0, 0])
        self.assertEqual(self.left(mark), [])

    def test_engine_that_cannot_play_ends_the_match(self):
        """Before the first game, with its own last words and no result."""
        script = "cmd='%s -c \"import sys; print(1); import no_such_module\"' name=script" % sys.executable
        wordy = "cmd='%s -c \"import sys; sys.stderr.write(5000 * str(12345678) + str(99)); sys.exit(4)\"' name=wordy"
        for words, said in (
                (self.rogue("die-start", "x"), "rogue: tep: the program ended (exit code 1)"),
                (self.rogue("hang-start", "x", "patience=1"), "rogue: tep: no answer within "),
                (self.rogue("stranger", "x"), "rogue: tep: expected a line 'protocol 1' in its answer"),
                (self.rogue("refuse-game", "x"), "newgame: it refused a correct command: 'error bad-options not this one'"),
                (self.rogue("none", "x", "option.Other=1"), "rogue: it has no option 'Other'"),
                ("name=gone cmd='sleep 1000 & exit 7'", "gone: tep: the program ended (exit code 7)"),
                ("name=none cmd=./no-such-program", "none: tep: the program ended (exit code 127)"),
                (script, "ModuleNotFoundError: No module named 'no_such_module'"),
                (wordy % sys.executable, "exit code 4)\n" + 5000 * "12345678" + "99\n")):
            done = self.match("-e", "random", "-e", words, "--rounds", "1", code=3)
            self.assertIn(said, done.stderr)
            self.assertEqual(done.stdout, "", said)

    def test_record_of_a_game_that_is_lost(self):
        """It names the seats that have won, and why, and replays; in the team game both seats of the other side win."""
        three = ("-e", "greedy", "-e", "random", "--seating", "rotations", "--players", "3")
        for mode, limits, options, seats, why in (
                ("die", "", ("-e", "random"), {"1": "2", "2": "1"}, "abandoned"),
                ("hang", "st=0.1", ("-e", "random"), {"1": "2", "2": "1"}, "time forfeit"),
                ("chatter", "", three, {"1": "2,3", "2": "1,3", "3": "1,2"}, "rules infraction"),
                ("chatter", "", ("-e", "random", "--teams"), {"1": "2,4", "2": "1,3"}, "rules infraction")):
            self.match("-e", self.rogue(mode, "x", limits), *options, "--rounds", "1", "--records", mode)
            with open(self.path(mode), encoding="utf-8") as file:
                records = file.read()
            lost = re.findall(r'\[Player(\d) "rogue"\](?:\n\[(?!Winner).*\])*\n\[Winner "([\d,]+)"\]\n\[Termination "(.*)"\]',
                              records)
            self.assertEqual(sorted(lost), [(seat, won, why) for seat, won in sorted(seats.items())], mode)
            subprocess.run([PROGRAM, "replay", "--check", mode], check=True, cwd=self.folder, capture_output=True,
                           timeout=SECONDS)
            os.remove(self.path(mode))

    def test_last_words_of_a_fault_are_told(self):
        """With round, game and engine, of the first five games that it loses so."""
        script = "'%s %s wordy x'" % (sys.executable, ROGUE)
        done = self.match("-e", "name=loud cmd=%s" % script, "-e", "random", "--rounds", "4", "--concurrency", "2")
        told = done.stderr.splitlines()
        for index, game in enumerate(("1, game 1", "1, game 2", "2, game 1", "2, game 2", "3, game 1")):
            self.assertEqual(told[2 * index], "tessera match: round %s: loud loses: the program ended (exit code 5)" % game)
            self.assertEqual(told[2 * index + 1], "I give up in turn 3")
        self.assertEqual(told[10:], ["tessera match: further games that loud loses so are told in the result alone"])

    def test_standard_error_is_kept(self):
        words = "name=loud cmd='echo hello >&2' stderr=%s" % self.path("errors")
        done = self.match("-e", words, "-e", "random", "--rounds", "1", code=3)
        self.assertIn("its standard error is in " + self.path("errors"), done.stderr)
        with open(self.path("errors"), encoding="utf-8") as file:
            self.assertEqual(file.read(), "hello\n")

    def test_engine_that_says_much_is_not_held_up(self):
        """More on standard error than a pipe holds, in every turn."""
        result = self.result("-e", self.rogue("talks", "x"), "-e", "random", "--rounds", "1")
        self.assertEqual(result["faults"], [])

    def test_process_of_a_game(self):
        """One process plays game after game, unless each is to have its own; the games are the same."""
        results = []
        for word, starts in (("restart=off", 1), ("restart=on", 1 + 6)):
            log = self.path(word)
            own = "name=own playouts=5 %s cmd='sh -c \"echo start >> %s; exec %s engine\"'" % (word, log, PROGRAM)
            results.append(self.result("-e", own, "-e", "random", "--rounds", "3", "--seed", "3"))
            with open(log, encoding="utf-8") as file:
                self.assertEqual(len(file.readlines()), starts, word)
        self.assertEqual(results[0]["signature"], results[1]["signature"])

    def test_processor_time(self):
        """Who waits loses nothing, who works on after `stop` loses; a program that writes all the time, or has begun a
        line, is told to stop too; a program of ours that is told to stop does."""
        limits = ("ct=0.1", "timemargin=0.1", "patience=30")
        sleeper = self.result("-e", self.rogue("sleeps", "x", *limits), "-e", "random", "--rounds", "1")
        self.assertEqual(sleeper["faults"], [])
        self.assertGreater(sleeper["engines"][0]["longest_ms"], 400)
        burner = self.result("-e", self.rogue("burns", "x", *limits), "-e", "random", "--rounds", "1")
        self.assertEqual(burner["engines"][0]["faults"], 2)
        self.assertRegex(burner["faults"][0]["reason"], r"its answer took \d+ ms of processor time, 200 were allowed")
        for mode in ("talks-on", "mid-info"):
            talker = self.rogue(mode, "x", "ct=0.1", "timemargin=30", "patience=60")
            self.assertEqual(self.result("-e", talker, "-e", "random", "--rounds", "1")["faults"], [], mode)
        own = "name=own cmd='%s engine --player mcts' ct=0.02 timemargin=5" % PROGRAM
        result = self.result("-e", own, "-e", "mcts ct=0.01", "--rounds", "1", "--game", "classic")
        self.assertEqual(result["faults"], [])

    def test_games_that_an_engine_plays(self):
        words = self.rogue("plain", "x")
        self.assertEqual(self.result("-e", words, "-e", "random", "--rounds", "1", "--game", "classic")["faults"], [])
        for options, said in ((("--game", "star-wars"), "it does not play star-wars, as its id games line says"),
                              (("--game", "classic", "--fields"), "it does not play with fields"),
                              (("--game", "classic", "--players", "3", "--seating", "solo"), "it does not play with 3 players")):
            self.assertIn(said, self.match("-e", words, "-e", "random", "--rounds", "1", *options, code=3).stderr)
        checked = self.match("--compliance", "%s %s plain" % (sys.executable, ROGUE), "--check", "position lines").stdout
        self.assertIn("1 passed, 0 failed", checked)
        for check in ("game of star-wars", "team game"):
            checked = self.match("--compliance", "%s %s plain" % (sys.executable, ROGUE), "--check", check).stdout
            self.assertEqual(checked, "0 passed, 0 failed\n")

    def test_clock_runs_out(self):
        mark = "mark-%d-clock-x" % os.getpid()
        words = self.rogue("hang-thinking", mark, "tc=1.5+0.05", "timemargin=0.05")
        result = self.result("-e", words, "-e", "random", "--rounds", "1", "--records", "records")
        within = re.fullmatch(r"no answer within (\d+) ms", result["faults"][0]["reason"])
        self.assertLessEqual(int(within[1]), 1500 + 3 * 50 + 50)
        with open(self.path("records"), encoding="utf-8") as file:
            records = file.read()
        self.assertRegex(records, r"\[%clk 0:00:0[01]\] \[%eval 1\.50\]")
        self.assertIn("rogue loses: no answer", records)
        self.assertEqual(self.left(mark), [])


class GameTest(MatchTest):
    def test_engines_of_other_programs(self):
        page = "name=page cmd='%s %s'" % (sys.executable, PAGE)
        own = "name=own cmd='%s engine' playouts=5" % PROGRAM
        for options in ([], ["--game", "classic", "--fields", "--abbot", "--river"]):
            result = self.result("-e", page, "-e", own, "-e", "greedy", "--seating", "rotations", "--rounds", "1", *options)
            self.assertEqual(result["faults"], [])
            self.assertEqual(result["games"], 3)

    def test_teams(self):
        page = "name=page cmd='%s %s'" % (sys.executable, PAGE)
        result = self.result("-e", page, "-e", "greedy", "--teams", "--rounds", "1")
        self.assertEqual((result["games"], result["players"], result["faults"]), (2, 4, []))

    def test_alone(self):
        result = self.result("-e", "greedy", "-e", "random", "--seating", "solo", "--players", "4", "--rounds", "2")
        self.assertEqual(result["games"], 8)
        self.assertGreater(result["engines"][0]["score"], 0.9)

    def test_records_are_checked_by_replay(self):
        self.match("-e", "greedy", "-e", "random", "--games", "4", "--records", "records", "--seed", "9")
        for game in range(1, 5):
            subprocess.run([PROGRAM, "replay", "records", "--number", str(game)], check=True, cwd=self.folder,
                           capture_output=True, timeout=SECONDS)

    def test_own_set(self):
        page = "name=page cmd='%s %s'" % (sys.executable, PAGE)
        own = "name=own cmd='%s engine' playouts=5" % PROGRAM
        with open(os.path.join(HERE, "..", "..", "data", "tiles", "star-wars.json"), encoding="utf-8") as file:
            content = file.read().replace('"id": "star-wars"', '"id": "mine"', 1)
        for name in ("mine.json", "my set.json"):
            with open(self.path(name), "w", encoding="utf-8") as file:
                file.write(content)
        result = self.result("-e", page, "-e", own, "--set", "mine.json", "--rounds", "1")
        self.assertEqual((result["set"], result["faults"]), ("mine", []))
        done = self.match("-e", page, "-e", own, "--set", "my set.json", "--rounds", "1", code=2)
        self.assertIn("a path without blanks", done.stderr)

    def test_progress_on_a_terminal(self):
        ours, theirs = pty.openpty()
        process = subprocess.Popen([PROGRAM, "match", "-e", "greedy", "-e", "random", "--rounds", "120", "--sprt",
                                    "elo0=900 elo1=1000"], cwd=self.folder, stdout=subprocess.DEVNULL, stderr=theirs)
        process.wait(timeout=SECONDS)
        shown = os.read(ours, 65536).decode()
        os.close(ours)
        os.close(theirs)
        self.assertRegex(shown, r"\r\[#* *\] \d+/240  greedy [\d.]+ %  Elo .* to .*\)  LLR [-\d.]+ \(-2.94 to 2.94\)")

    def test_progress_without_a_terminal(self):
        """A line at each tenth that is reached, and none in between; the last always."""
        lines = self.match("-e", "greedy", "-e", "random", "--rounds", "20").stderr.splitlines()
        self.assertRegex(lines[-1], r"^40/40  greedy [\d.]+ %  Elo ")
        self.assertLessEqual(len(lines), 10)
        tenths = [int(line.partition("/")[0]) // 4 for line in lines]
        self.assertEqual(sorted(set(tenths)), tenths)

    def test_no_intervals_below_two_rounds(self):
        words = ("-e", "greedy", "-e", "random", "--luck")
        one = self.match(*words, "--rounds", "1", "--report", "one.json").stdout
        self.assertIn("there are no intervals below 2 rounds", one)
        for word in ("95 %", "LOS", "null", "nan"):
            self.assertNotIn(word, one)
        with open(self.path("one.json"), encoding="utf-8") as file:
            report = json.load(file)
        duel, engine = report["duel"], report["engines"][0]
        self.assertEqual([duel["elo_95"], duel["score_95"], duel["los"], duel["without_luck"]["elo_95"]], 4 * [None])
        self.assertEqual([engine["score_error"], engine["margin_error"], engine["rating_error"]], 3 * [None])
        self.match("report", "one.json", "--output", "one.svg")
        self.assertIn("95 %", self.match(*words, "--rounds", "2").stdout)

    def test_every_engine_plays(self):
        five = [word for name in "abcde" for word in ("-e", "random name=" + name)]
        done = self.match(*five, "--players", "2", "--rounds", "2", code=2)
        self.assertIn("rounds: expected at least 3, so that every engine plays, not 2", done.stderr)
        done = self.match(*five, "--players", "2", "--games", "4", code=2)
        self.assertIn("expected at least 3", done.stderr)
        played = self.result(*five, "--players", "2", "--rounds", "3")["engines"]
        self.assertTrue(all(engine["games"] > 0 for engine in played))

    def test_no_limit_is_told(self):
        """An external engine without a limit is asked by `go` alone, and so for its own default."""
        heard = self.path("heard")
        script = "tee %s | %s engine --player random" % (heard, PROGRAM)
        self.result("-e", "name=own cmd='sh -c \"%s\"'" % script, "-e", "random", "--rounds", "1")
        with open(heard, encoding="utf-8") as file:
            self.assertEqual({line for line in file.read().splitlines() if line.startswith("go")}, {"go"})

    def test_luck(self):
        words = ("-e", "greedy", "-e", "random", "--rounds", "5")
        fair = self.result(*words, "--luck")["duel"]["without_luck"]
        self.assertEqual(fair["rounds"], 5)
        self.assertLess(fair["score_95"][0], fair["score"])
        self.assertNotIn("without_luck", self.result(*words)["duel"])
        self.assertRegex(self.match(*words, "--luck").stdout, r"without luck: score [\d.]+ % \(95 %: .* margin [\d.]+ \(")

    def test_verdict(self):
        result = self.result("-e", "greedy", "-e", "random", "--rounds", "1000", "--sprt", "elo0=0 elo1=50")
        self.assertEqual((result["state"], result["duel"]["sprt"]["verdict"]), ("stopped by sprt", "elo1"))
        self.assertGreater(result["duel"]["sprt"]["llr"], 2.94)


class ResumeTest(MatchTest):
    def wait_until(self, process, is_true):
        """Waits for what a match does, which must not end before."""
        deadline = time.monotonic() + SECONDS
        while not is_true():
            self.assertIsNone(process.poll(), "the match has ended")
            self.assertLess(time.monotonic(), deadline)
            time.sleep(0.02)

    def lines(self, name):
        try:
            with open(self.path(name), encoding="utf-8") as file:
                return file.read().count("\n")
        except FileNotFoundError:
            return 0

    def test_interrupted_match_goes_on(self):
        """While there is a gate, each process of the engine hangs in its third game, so that no match gets to its end:
        two processes finish at most four games, and of sixteen that can be three times."""
        gate = self.path("gate")
        engine = self.rogue("gate", gate, "patience=1000")
        words = ("-e", engine, "-e", "random", "--rounds", "8", "--seed", "4", "--game", "classic",
                 "--fields", "--luck", "--concurrency", "2")
        whole = self.result(*words)
        files = ("--state", "state", "--records", "records")
        with open(gate, "w", encoding="utf-8"):
            pass
        for _ in range(3):
            before = max(self.lines("state"), 1)
            process = subprocess.Popen([PROGRAM, "match", *words, *files], cwd=self.folder,
                                       text=True, stdout=subprocess.DEVNULL, stderr=subprocess.PIPE)
            self.wait_until(process, lambda: self.lines("state") > before)
            process.send_signal(signal.SIGINT)
            _, errors = process.communicate(timeout=SECONDS)
            self.assertEqual(process.returncode, 3, errors)
            self.assertIn("interrupted", errors)
        os.remove(gate)
        rest = self.result(*words, *files)
        for key in ("signature", "games", "duel", "state"):
            self.assertEqual(rest[key], whole[key])
        with open(self.path("records"), encoding="utf-8") as file:
            self.assertEqual(file.read().count("[Game "), whole["games"])

    def test_engines_end_with_the_match(self):
        mark = "mark-%d-interrupt-x" % os.getpid()
        words = self.rogue("hang-thinking", mark, "st=1000", "stderr=errors")
        process = subprocess.Popen([PROGRAM, "match", "-e", words, "-e", "random"], cwd=self.folder,
                                   stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL)
        self.wait_until(process, lambda: self.lines("errors") > 0)
        process.send_signal(signal.SIGINT)
        self.assertEqual(process.wait(timeout=SECONDS), 3)
        self.assertEqual(self.left(mark), [])

    def test_engines_end_with_a_killed_match(self):
        """Also one that reads no end of its input, and what it has started."""
        mark = "mark-%d-killed-x" % os.getpid()
        words = self.rogue("hang-with-child", mark, "st=1000", "stderr=errors")
        process = subprocess.Popen([PROGRAM, "match", "-e", words, "-e", "random"], cwd=self.folder,
                                   stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL)
        self.wait_until(process, lambda: self.lines("errors") > 0)
        process.kill()
        self.assertEqual(process.wait(timeout=SECONDS), -signal.SIGKILL)
        self.assertEqual(self.left(mark), [])

    def test_state_of_another_match(self):
        self.match("-e", "greedy", "-e", "random", "--rounds", "1", "--state", "state")
        done = self.match("-e", "greedy", "-e", "random", "--rounds", "1", "--state", "state", "--seed", "8", code=1)
        self.assertIn("state: line 1: this is not the state of this match", done.stderr)


class ShareTest(MatchTest):
    WORDS = ("-e", "greedy", "-e", "random", "-e", "level-1", "--players", "2", "--game", "classic", "--fields", "--rounds", "7")

    def share(self, share, state, *words):
        self.match(*(words or self.WORDS), "--share", share, "--state", state, "--records", state + ".records")

    def test_shares_are_the_match(self):
        whole = self.match(*self.WORDS, "--records", "records").stdout
        self.share("1/3", "part-1")
        self.share("2/3", "part-2")
        self.share("3/3", "part-3", *self.WORDS[6:], *self.WORDS[:6])  # the engines last
        self.assertEqual(self.match("--join", "part-3", "part-1", "part-2").stdout, whole)
        self.assertEqual(self.result("--join", "part-1", "part-2", "part-3")["signature"], self.result(*self.WORDS)["signature"])
        parts, records = [b"".join(pathlib.Path(self.path(name)).read_bytes() for name in names)
                          for names in (["part-%s.records" % number for number in "123"], ["records"])]
        self.assertEqual(parts, records)

    def test_shares_that_do_not_fit(self):
        for number in "123":
            self.share(number + "/3", "part-" + number)
        self.share("3/3", "foreign", *self.WORDS, "--seed", "8")
        self.share("1/2", "half")
        with open(self.path("part-3"), encoding="utf-8") as file, open(self.path("begun"), "w", encoding="utf-8") as begun:
            begun.writelines(file.readlines()[:3])
        for files, text in (
                (("part-1",), "shares are missing: 2/3, 3/3"),
                (("part-1", "part-2", "./part-1"), "share 1/3 is there twice: part-1 and ./part-1"),
                (("part-1", "part-2", "foreign"), "foreign: line 1: this is not the state of this match"),
                (("part-1", "half"), "half: expected one of 3 shares, as in part-1, not share 1/2"),
                (("part-1", "part-2", "begun"), "begun: expected the 6 games of share 3/3, not 2"),
                (("part-1", "part-1.records"), "part-1.records: expected the state of a share"),
                (("part-1", "nothing"), "nothing cannot be opened")):
            self.assertIn(text, self.match("--join", *files, code=1).stderr)

    def test_the_line_of_gnu_parallel(self):
        """That of docs/do/run-a-match.md. A share is killed in its middle and played again."""
        with open(os.path.join(HERE, "..", "..", "docs", "do", "run-a-match.md"), encoding="utf-8") as page:
            setting, parallel, join = re.search(r"```sh\n(MATCH=.*)\n(parallel .*)\n(.*--join.*)\n```", page.read()).groups()
        setting = re.sub(r"(rounds|playouts)(.)\d+", lambda word: word[1] + word[2] + {"rounds": "16", "playouts": "2"}[word[1]],
                         setting)
        with open(self.path("tessera"), "w", encoding="utf-8") as file:
            file.write("""#!/bin/sh
case "$*" in *part-2)
  if mkdir killed 2>/dev/null; then
    %s "$@" & while [ "$(cat part-2 2>/dev/null | wc -l)" -lt 2 ]; do sleep 0.01; done
    kill -9 $!; exit 137
  fi ;;
esac
exec %s "$@"
""" % (PROGRAM, PROGRAM))
        os.chmod(self.path("tessera"), 0o755)
        done = subprocess.run(["bash", "-ec", "\n".join((setting, parallel.replace("parallel", "parallel --jobs 2", 1), join))],
                              cwd=self.folder, text=True, capture_output=True, timeout=SECONDS,
                              env={**os.environ, "PATH": self.folder + ":" + os.environ["PATH"], "HOME": self.folder})
        self.assertEqual(done.returncode, 0, done.stderr)
        self.assertTrue(os.path.exists(self.path("killed")))
        whole = self.match(*setting.split('"')[1].split()).stdout
        self.assertTrue(done.stdout.endswith(whole), done.stdout)

    def test_bad_command_lines(self):
        pair = ("-e", "greedy", "-e", "random", "--rounds", "4")
        for words, text in (((*pair, "--share", "5/4", "--state", "s"), "share: expected K/N, as in 2/8, with N up to 4 here"),
                            ((*pair, "--share", "1/5", "--state", "s"), "share: expected K/N"),
                            ((*pair, "--share", "2", "--state", "s"), "share: expected K/N"),
                            ((*pair, "--share", "1/2"), "share: expected --state FILE, too"),
                            ((*pair, "--share", "1/2", "--state", "s", "--sprt", "elo0=0"), "sprt: expected none with --share"),
                            (("--join",), "--join: expected the --state files"),
                            (("--join", "s", "--rounds", "4"), "--rounds does not go with --join")):
            self.assertIn(text, self.match(*words, code=2).stderr)


class ReportTest(MatchTest):
    def test_report_is_drawn(self):
        self.match("-e", "greedy", "-e", "random", "-e", "name=\"<&>\" random", "--rounds", "1", "--report", "report.json")
        self.match("report", "report.json", "--output", "report.svg")
        texts = [node.text for node in xml.etree.ElementTree.parse(self.path("report.svg")).iter()]
        for name in ("greedy", "random", "<&>"):
            self.assertEqual(texts.count(name), 2)

    def test_bad_reports(self):
        for content, text in (("", "expected JSON"), ("{}", "expected a match report"), ("[1", "expected JSON"),
                              ('{"format":"tessera-match/1"}', "expected 2 to"),
                              ('{"format":"tessera-match/1","engines":[1,2]}', "engine 1: expected name")):
            with open(self.path("bad.json"), "w", encoding="utf-8") as file:
                file.write(content)
            self.assertIn("bad.json: ", self.match("report", "bad.json", code=1).stderr)
            self.assertIn(text, self.match("report", "bad.json", code=1).stderr)
        self.assertIn("no.json", self.match("report", "no.json", code=1).stderr)

    def test_table_tells_the_signature(self):
        words = ("-e", "greedy", "-e", "random", "--rounds", "2")
        table = self.match(*words).stdout
        self.assertIn("signature " + self.result(*words)["signature"], table)
        self.assertRegex(table, r"greedy +4 +4 +0 +0 +100\.0")


class UsageTest(MatchTest):
    def test_bad_command_lines(self):
        pair = ("-e", "greedy", "-e", "random")
        for words, text in (
                ((), "expected at least 2"), (("-e", "greedy"), "expected at least 2"),
                (("-e", "greedy", "-e", "nobody"), "expected one of the players random, greedy"),
                (("-e", "greedy", "-e", "greedy"), "two are named 'greedy'"),
                ((*pair, "--players", "4"), "expected at least 4 of them for 4 players"),
                ((*pair, "--rounds", "0"), "--rounds takes a number from 1"),
                ((*pair, "--rounds", "1", "--games", "2"), "either --games or --rounds"),
                ((*pair, "--each", "playouts=0"), "playouts: expected a number from 1"),
                ((*pair, "--each", "st=0"), "st: expected seconds above 0"),
                ((*pair, "--seating", "round"), "--seating takes one of"),
                ((*pair, "--teams", "--seating", "solo"), "solo and teams do not go together"),
                ((*pair, "--teams", "--game", "classic"), "only the game star-wars has this option"),
                ((*pair, "--sprt", "elo0=5 elo1=0"), "expected elo0 below elo1"),
                ((*pair, "--sprt", "elo0"), "sprt: expected elo0= and elo1="),
                ((*pair, "--sprt", "alpha=0.7"), "sprt: expected elo0= and elo1="),
                ((*pair, "-e", "greedy name=third", "--players", "3", "--luck"), "luck: expected a game of two sides, not 3"),
                ((*pair, "--concurrency", "0"), "--concurrency takes a number from 1"),
                (("draw", "x"), "expected no arguments, or report and a file"), (("report",), "expected no arguments, or report and a file")):
            self.assertIn(text, self.match(*words, code=2).stderr)

    def test_files_that_cannot_be_written(self):
        pair = ("-e", "greedy", "-e", "random", "--rounds", "1")
        for option in ("--records", "--state"):
            self.assertIn("/nowhere/file", self.match(*pair, option, "/nowhere/file", code=1).stderr)
        self.assertIn("/nowhere/file", self.match(*pair, "--report", "/nowhere/file", code=3).stderr)


if __name__ == "__main__":
    unittest.main()
