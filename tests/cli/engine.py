"""Engines as processes: `tessera engine`, the bots of examples/ and faulty programs, asked by `tessera match
--compliance`. The
environment names the programs: TESSERA, and BOT, the compiled examples/bot.c."""
import json
import os
import signal
import subprocess
import sys
import tempfile
import time
import unittest

HERE = os.path.dirname(os.path.abspath(__file__))
TESSERA = os.path.abspath(os.environ.get("TESSERA", "tessera"))
BOT = os.path.abspath(os.environ.get("BOT", "bot"))
PAGE = os.path.join(HERE, "..", "..", "examples", "bot.py")
FAULTY = os.path.join(HERE, "faulty_engine.py")
DONE, BAD_INPUT, USAGE = 0, 1, 2


def compliance(command, *options, patience=60, **environment):
    return subprocess.run([TESSERA, "match", "--patience", str(patience), *options, "--compliance", command], text=True,
                          capture_output=True, timeout=600, env={**os.environ, **environment})


class SoundEngineTest(unittest.TestCase):
    def passes(self, command, most):
        done = compliance(command, "--json")
        self.assertEqual(done.returncode, DONE, done.stdout)
        verdict = json.loads(done.stdout)
        self.assertEqual((verdict["passed"], verdict["failed"]), (most, 0))

    def test_tessera(self):
        self.passes(TESSERA + " engine", 22)

    def test_bot_in_c(self):
        self.passes(BOT, 21)

    def test_bot_in_python(self):
        self.passes("'%s' '%s'" % (sys.executable, PAGE), 21)

    def test_engine_ends_with_its_input(self):
        done = subprocess.run([TESSERA, "engine"], input="newgame\nposition startpos moves R2S\ngo movetime 60000", text=True,
                              capture_output=True, timeout=120)
        self.assertEqual(done.returncode, DONE)
        self.assertRegex(done.stdout, r"^ok\nok\nok\n(info .*\n)*bestmove R2S@.*=.*\n$")

    def test_engine_survives_bytes(self):
        given = b"te\x00p\n" + b"x" * 200000 + b"\n\xff\xfe\nquit now\nisready\nquit\nisready\n"
        done = subprocess.run([TESSERA, "engine"], input=given, capture_output=True, timeout=120)
        codes = [line.split()[1] for line in done.stdout.splitlines() if line.startswith(b"error")]
        self.assertEqual(codes, [b"too-long", b"too-long", b"unknown-command", b"syntax"])
        self.assertTrue(done.stdout.endswith(b"readyok\nok\nok\n"))

    def test_unknown_player(self):
        done = subprocess.run([TESSERA, "engine", "--player", "nobody"], capture_output=True, text=True, input="")
        self.assertEqual(done.returncode, USAGE)
        self.assertIn("random, greedy", done.stderr)


class FaultyEngineTest(unittest.TestCase):
    def finds(self, fault, check, said, patience=60):
        done = compliance("'%s' '%s' %s" % (sys.executable, FAULTY, fault), "--check", check, patience=patience)
        self.assertEqual(done.returncode, BAD_INPUT, done.stdout)
        self.assertIn("wrong  %s: " % check, done.stdout)
        self.assertRegex(done.stdout, said)

    def test_none(self):
        self.assertEqual(compliance("'%s' '%s'" % (sys.executable, FAULTY), "--check", "stop").returncode, DONE)

    def test_handshake(self):
        self.finds("mute", "handshake", "'tep': no answer within 2000 ms", 2)
        self.finds("option", "handshake", "expected option name X type spin")
        self.finds("version", "handshake", "expected protocol 1")

    def test_lines(self):
        self.finds("answers_comments", "empty lines and comments", "readyok")
        self.finds("takes_all", "unknown command", "expected an error, not ok")
        self.finds("takes_all", "go without a position", "expected an error, not ok")
        self.finds("talks", "unknown command", "it is not thinking, but said: 'info string hello'")
        self.finds("refuses", "go movetime", "expected ok, not: 'error syntax it does not like that'")

    def test_death(self):
        self.finds("dies", "go movetime", r"the program ended \(exit code 7\)")
        self.finds("dies_within_a_line", "go movetime", r"exit code 137|killed by signal 9")
        self.assertIn("ended", compliance("true").stdout)
        self.assertIn("127", compliance("no-such-program").stdout)

    def test_silence(self):
        self.finds("hangs", "go movetime", "no answer within 1300 ms")
        self.finds("hangs", "stop", "no answer within 2000 ms")
        self.finds("thinks_on", "isready while it thinks", "no answer within 2000 ms")
        self.finds("stays", "quit", "it still runs 2000 ms after quit")
        self.finds("thinks_on", "quit while it thinks", "no answer within 2000 ms")

    def test_flood(self):
        self.finds("floods", "go movetime", "more than 16777216 bytes|no answer within")
        self.finds("long_line", "go movetime", "longer than 65535 bytes")

    def test_moves(self):
        self.finds("other_tile", "go movetime", "the tile drawn is ")
        self.finds("other_cell", "go movetime", "cannot be placed at 40,40r0")
        self.finds("open_decision", "go movetime", "expected a whole turn")
        self.finds("two_answers", "go movetime", "it is not thinking, but said: 'bestmove ")

    def test_children_are_killed(self):
        with tempfile.TemporaryDirectory() as folder:
            notes = os.path.join(folder, "notes")
            compliance("'%s' '%s' leaves_a_child" % (sys.executable, FAULTY), "--check", "stop", NOTES=notes)
            self.end_all_in(notes)

    def test_interrupted(self):
        with tempfile.TemporaryDirectory() as folder:
            notes = os.path.join(folder, "notes")
            tester = subprocess.Popen([TESSERA, "match", "--check", "stop", "--patience", "600", "--compliance",
                                       "'%s' '%s' hangs_and_is_noted" % (sys.executable, FAULTY)], stdout=subprocess.PIPE,
                                      text=True, env={**os.environ, "NOTES": notes})
            while not os.path.exists(notes):
                time.sleep(0.05)
            tester.send_signal(signal.SIGINT)
            self.assertIn("interrupted", tester.communicate(timeout=120)[0])
            self.end_all_in(notes)

    def end_all_in(self, notes):
        """The processes noted end soon: what was killed takes its time."""
        with open(notes, encoding="utf-8") as file:
            numbers = file.read().split()
        self.assertTrue(numbers)
        for number in numbers:
            deadline = time.monotonic() + 120
            while self.runs(number) and time.monotonic() < deadline:
                time.sleep(0.05)
            self.assertFalse(self.runs(number), number)

    @staticmethod
    def runs(number):
        """True if the process runs; one that is dead and not yet reaped by its new parent does not."""
        try:
            with open("/proc/%s/stat" % number, encoding="utf-8") as file:
                return file.read().rpartition(")")[2].split()[0] != "Z"
        except FileNotFoundError:
            return False

    def test_unknown_check(self):
        done = compliance("true", "--check", "nothing")
        self.assertEqual(done.returncode, USAGE)
        self.assertIn("'stop when idle'", done.stderr)

    def test_options_that_do_not_fit(self):
        for options, said in ((("--games", "2"), "--games does not go with --compliance"), (("report", "x"), "with report")):
            done = compliance("true", *options)
            self.assertEqual(done.returncode, USAGE)
            self.assertIn(said, done.stderr)


if __name__ == "__main__":
    unittest.main()
