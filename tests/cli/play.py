"""Plays games at the prompt of the built program, by lines and at a terminal."""
import fcntl
import itertools
import json
import os
import pty
import re
import select
import signal
import struct
import subprocess
import termios
import time
import unittest

from console import BAD_INPUT, DONE, FAILURE, PROGRAM, ProgramTest, USAGE

# Every cell of a turn is tried until one fits, then the first meeple.
ANSWERS = "".join("a%d\n" % rotation for rotation in range(4)) + "1\n"


class PlayTest(ProgramTest):
    def play(self, *arguments, given, **more):
        return self.run_program("play", "--seed", "4", *arguments, given=given, **more)[0]

    def saved(self, XDG_STATE_HOME=None):
        """The files of the games in the state folder, by name."""
        folder = os.path.join(XDG_STATE_HOME or self.path(".local/state"), "tessera")
        return [os.path.join(folder, name) for name in sorted(os.listdir(folder))]

    def test_whole_games_through_a_pipe(self):
        for options in (["--game", "star-wars"], ["--game", "classic", "--fields", "--abbot", "--river"],
                        ["--players", "human,random,random,greedy", "--teams"]):
            if os.path.exists(self.path("game.txt")):
                os.remove(self.path("game.txt"))
            told = self.play(*options, "--save", "game.txt", given=ANSWERS * 200)
            self.assertIn("The game is over.", told)
            self.assertRegex(told, r" (wins|share the first rank) with \d+ points")
            self.assertIn("1 game", self.run_program("replay", "--check", "game.txt")[0])

    def test_end_of_input_saves_and_resume_goes_on(self):
        told = self.play("--players", "Änne=human,greedy", given=ANSWERS * 3)
        saved, = self.saved()
        self.assertIn("tessera play --resume " + saved, told)
        before = self.read(saved)
        self.assertIn('[Player1 "Änne"]', before)
        told = self.play("--resume", saved, "--save", "end.txt", given=ANSWERS * 200)
        self.assertIn("Änne", told)
        self.assertIn("The game is over.", told)
        moves = [line for line in before.splitlines() if re.match(r"\d+\. .*=", line)]
        self.assertTrue(moves)
        for move in moves:
            self.assertIn(move, self.read("end.txt").splitlines())

    def test_every_game_has_a_file_of_its_own(self):
        for state in ({}, {"XDG_STATE_HOME": self.path("state")}):
            self.assertIn("No game was broken off.", self.run_program("play", "--resume", **state)[0])
            for name in ("Ada", "Bea"):
                self.play("--players", name + "=human,greedy", given="a0\n\nquit\n", **state)
            first, second = self.saved(**state)
            self.assertNotEqual(self.read(first), self.read(second))
            listed = self.run_program("play", "--resume", **state)[0]
            lines = {name: line for line in listed.splitlines() for name in ("Ada", "Bea") if name in line}
            self.assertEqual(set(lines), {"Ada", "Bea"})
            number = lines["Ada"].split()[0]
            path = lines["Ada"].split("; ")[-1]
            # It goes on by its number, stays in its file, and is no longer listed when it is over.
            self.assertIn("Ada, where?", self.play("--resume", number, given="", **state))
            self.assertEqual(self.saved(**state), [first, second])
            self.assertIn("The game is over.", self.play("--resume", path, given=ANSWERS * 200, **state))
            self.assertIn("1 game", self.run_program("replay", "--check", path)[0])
            self.assertNotIn("Ada", self.run_program("play", "--resume", **state)[0])
            self.run_program("play", "--resume", "7", code=BAD_INPUT, **state)

    def test_nothing_else_is_overwritten(self):
        self.write("letter.txt", "Dear Ada")
        told = self.play(given="save letter.txt\nsave game.txt\na0\nsave game.txt\n")
        self.assertIn("letter.txt is there already", told)
        self.assertEqual(self.read("letter.txt"), "Dear Ada")
        self.assertEqual(told.count("Saved in game.txt"), 2)
        other = self.read("game.txt")
        self.assertIn("game.txt is there already", self.play("--first", "2", given="save game.txt\n"))
        for name in ("game.txt", "letter.txt"):
            said = self.run_program("play", "--save", name, code=BAD_INPUT)[1]
            self.assertIn("--save: %s is there already" % name, said)
        self.assertEqual(self.read("game.txt"), other)

    def test_game_that_goes_on_twice(self):
        """The second of two terminals finds the file changed, and replaces nothing."""
        self.play("--save", "game.txt", given="a0\n\nquit\n")
        process = subprocess.Popen([os.path.abspath(PROGRAM), "play", "--resume", "game.txt"], stdin=subprocess.PIPE,
                                   text=True, stdout=subprocess.PIPE, cwd=self.folder,
                                   env={"LC_ALL": "C.UTF-8", "HOME": self.folder})
        self.assertTrue(any(line.startswith("human, ") for line in iter(process.stdout.readline, "")))
        self.assertIn("Saved in game.txt", self.play("--resume", "game.txt", given="a0\n\na0\n\nquit\n"))
        longer = self.read("game.txt")
        told = process.communicate("save game.txt\nsave game-2.txt\nsave game.txt\nquit\n", timeout=120)[0]
        self.assertEqual(process.returncode, DONE)
        self.assertEqual(told.count("game.txt was changed by another program"), 3)
        self.assertEqual(told.count("Saved in game-2.txt"), 4)
        self.assertEqual(self.read("game.txt"), longer)
        self.assertEqual(sorted(os.listdir(self.folder)), ["game-2.txt", "game.txt"])
        self.assertIn("1 game", self.run_program("replay", "--check", "game-2.txt")[0])
        self.assertIn("game-2.txt was changed by", self.play("--resume", "game.txt", given="save game-2.txt\n"))

    def at_once(self, count, *arguments):
        """So many programs come to their prompt and are then ended together; gives what they said."""
        games = [subprocess.Popen([os.path.abspath(PROGRAM), "play", *arguments], stdin=subprocess.PIPE, text=True,
                                  stdout=subprocess.PIPE, cwd=self.folder, env={"LC_ALL": "C.UTF-8", "HOME": self.folder})
                 for _ in range(count)]
        for game in games:
            self.assertTrue(any(line.startswith("human, ") for line in iter(game.stdout.readline, "")))
        for game in games:
            game.stdin.write("quit\n")
            game.stdin.flush()
        told = [game.communicate(timeout=120)[0] for game in games]
        self.assertEqual([game.returncode for game in games], [DONE] * count, told)
        return told

    def test_games_that_are_saved_at_once(self):
        """Programs that save in the same moment take files of their own."""
        self.play("--save", "game.txt", given="a0\n\nquit\n")
        count = 12
        self.at_once(count, "--resume", "game.txt")
        names = {"game.txt", *("game-%d.txt" % number for number in range(2, count + 1))}
        self.assertEqual({name for name in os.listdir(self.folder) if name.startswith("game")}, names)
        told = self.at_once(count)
        self.assertEqual(len(self.saved()), count, told)

    def test_save_through_a_link(self):
        """What is taken back may be saved over; the link stays."""
        os.symlink("game.txt", self.path("link.txt"))
        self.play(given="save game.txt\n")
        told = self.play("--resume", "link.txt", given="a0\n\nsave link.txt\nundo\nsave link.txt\nquit\n")
        self.assertEqual(told.count("Saved in link.txt"), 3)
        self.assertEqual(os.readlink(self.path("link.txt")), "game.txt")
        self.assertFalse(os.path.islink(self.path("game.txt")))
        self.assertFalse(os.path.exists(self.path("game-2.txt")))

    def ended_by(self, *signals, where=None, code=DONE, **environment):
        """Starts a game, ends it by signals once it asks a second time, and gives what it told then."""
        process = subprocess.Popen([os.path.abspath(PROGRAM), "play", "--seed", "4"], stdin=subprocess.PIPE, text=True,
                                   stdout=subprocess.PIPE, cwd=where or self.folder,
                                   env={"LC_ALL": "C.UTF-8", "HOME": self.folder, **environment})
        process.stdin.write("a0\n\n")
        process.stdin.flush()
        turns = (line for line in iter(process.stdout.readline, "") if line.startswith("human, "))
        self.assertEqual(len(list(itertools.islice(turns, 3))), 3)
        for number in signals:
            process.send_signal(number)
        process.stdin.close()
        told = process.stdout.read()
        self.assertEqual(process.wait(timeout=120), code)
        process.stdout.close()
        return told

    def test_closed_terminal_keeps_the_game(self):
        for number in (signal.SIGHUP, signal.SIGTERM, signal.SIGINT):
            self.ended_by(number)
            self.assertIn("\n1. ", self.read(self.saved()[-1]))

    def test_interrupt_ends_games_between_computers(self):
        process = subprocess.Popen([os.path.abspath(PROGRAM), "play", "--players", "mcts,mcts,mcts"], text=True,
                                   stdin=subprocess.DEVNULL, stdout=subprocess.PIPE, cwd=self.folder,
                                   env={"LC_ALL": "C.UTF-8", "HOME": self.folder})
        while " draws " not in process.stdout.readline():
            pass
        process.send_signal(signal.SIGINT)
        told = process.stdout.read()
        process.stdout.close()
        self.assertEqual(process.wait(timeout=120), DONE)
        self.assertNotIn("The game is over.", told)
        self.assertIn("--resume", told)

    def test_latin_1(self):
        """A locale whose encoding is not UTF-8 gets its own bytes, and its bytes are understood."""
        done = subprocess.run([os.path.abspath(PROGRAM), "play", "--seed", "4", "--players", "Änne=human,greedy".encode("latin-1"),
                               "--lang", "de"], input="save Spiel für Änne.txt\na2\nhändler\n".encode("latin-1"),
                              capture_output=True, cwd=self.folder.encode(),
                              env={"LC_ALL": "de_DE.ISO-8859-1", "HOME": self.folder}, check=True)
        told = done.stdout.decode("latin-1")
        self.assertIn("Änne, wohin?", told)
        self.assertIn("Rebellenallianz", told)
        self.assertIn("> händler\nNicht möglich: welcher? 1 2.", told)
        self.assertIn("Spiel für Änne.txt".encode("latin-1"), os.listdir(self.folder.encode()))
        self.assertTrue(self.play("--lang", "de", "--players", "Änne=human,greedy", given="help\n", LC_ALL="C").isascii())

    def test_partial_line_and_empty_input(self):
        self.play(given="")
        self.play(given="hel")
        self.play(given="a0\n\x00\n\n")

    def test_languages_and_screens(self):
        self.assertIn("wohin?", self.play("--lang", "de", given=""))
        self.assertIn("dove?", self.play(given="", LC_ALL="it_IT.UTF-8"))
        self.assertTrue(self.play("--ascii", given="").isascii())
        self.assertTrue(self.play(given="", LC_ALL="C").isascii())
        self.assertIn("\x1b[0", self.play("--color", "always", given=""))
        self.assertNotIn("\x1b", self.play(given=""))

    def test_same_seed_same_game(self):
        self.assertEqual(self.play("--players", "greedy,random", given=""), self.play("--players", "greedy,random", given=""))

    def test_bad_files(self):
        self.assertIn("nothing.txt", self.run_program("play", "--resume", "nothing.txt", code=BAD_INPUT)[1])
        self.write("bad.txt", "no record\n")
        self.assertIn("line 1", self.run_program("play", "--resume", "bad.txt", code=BAD_INPUT)[1])
        self.write("empty.txt", "")
        self.run_program("play", "--resume", "empty.txt", code=BAD_INPUT)
        self.assertIn("set.json", self.run_program("play", "--set", "set.json", code=BAD_INPUT)[1])

    def test_path_that_reads_like_an_option(self):
        self.assertIn("--resume ./-x", self.play(given="save -x\nquit\n"))
        self.assertIn("1 game", self.run_program("replay", "--check", "./-x")[0])

    def test_game_that_the_state_folder_does_not_take(self):
        """It goes to the current folder."""
        self.write("file", "")
        for state, said in (({"XDG_STATE_HOME": self.path("file")}, "cannot make the folder"),
                            ({"HOME": ""}, "neither XDG_STATE_HOME nor HOME names a folder")):
            told = self.play(given="a0\n\nquit\n", **state)
            self.assertIn("Could not be saved: " + said, told)
            saved = re.search(r"Saved in (\./\S+\.txt);", told).group(1)
            self.assertIn("1 game", self.run_program("replay", "--check", saved)[0])
            self.assertIn("human, where?", self.play("--resume", saved, given=""))

    def record_shown(self, told):
        """Checks the record that stands at the end of what was told, and gives it."""
        record = told.partition("This is its record;")[2].partition("\n")[2]
        self.assertIn("1 game", self.run_program("replay", "--check", self.write("shown.txt", record))[0])
        return record

    def test_quit_of_a_game_that_cannot_be_kept(self):
        self.write("file", "")
        state = {"XDG_STATE_HOME": self.path("file"), "where": "/proc"}
        told = self.run_program("play", given="quit\nsave %s\nquit\n" % self.path("x"), **state)[0]
        self.assertIn("quit again", told)
        self.assertNotIn("This is its record;", told)
        self.assertIn("1 game", self.run_program("replay", "--check", "x")[0])
        told = self.run_program("play", given="a0\n\nquit\nquit\nsave %s\n" % self.path("y"), code=FAILURE, said=False, **state)[0]
        self.assertEqual(told.count("Could not be saved"), 4)
        self.assertIn("\n1. ", self.record_shown(told))
        self.assertFalse(os.path.exists(self.path("y")))

    def test_interrupt_of_a_game_that_cannot_be_kept(self):
        self.write("file", "")
        told = self.ended_by(signal.SIGINT, where="/proc", code=FAILURE, XDG_STATE_HOME=self.path("file"))
        self.assertIn("\n1. ", self.record_shown(told))

    def test_lines_fit_the_terminal(self):
        ours, theirs = pty.openpty()
        self.addCleanup(os.close, ours)
        fcntl.ioctl(theirs, termios.TIOCSWINSZ, struct.pack("4H", 24, 44, 0, 0))
        game = subprocess.Popen([os.path.abspath(PROGRAM), "play", "--players", "greedy,greedy,Theodora the Eldest=greedy", "--seed", "1"],
                                stdin=subprocess.DEVNULL, stdout=theirs, env={**os.environ, "LC_ALL": "C.UTF-8"}, cwd=self.folder)
        os.close(theirs)
        shown = b""
        try:
            while chunk := os.read(ours, 4096):
                shown += chunk
        except OSError: # the end of what it writes
            pass
        self.assertEqual(game.wait(120), DONE)
        told = shown.decode().split("The game is over")[0].split("\r\n")
        self.assertGreater(len(told), 100)
        self.assertEqual([line for line in told if len(line) > 44], [])

    def test_words_that_nobody_knows(self):
        said = self.run_program("--foo", code=USAGE)[1]
        self.assertEqual(said, "tessera: unknown option '--foo' before a command; see 'tessera help'\n")
        self.assertIn("unknown command 'foo'", self.run_program("foo", code=USAGE)[1])
        said = self.run_program("simulate", "--set", "nosuch", code=BAD_INPUT)[1]
        self.assertIn("(built in are star-wars, classic)", said)
        self.assertNotIn("built in", self.run_program("simulate", "--set", "./nosuch.json", code=BAD_INPUT)[1])

    def test_misspelled_commands(self):
        told = self.play(given="exitt\nsav x\nSCORES\nQUIT\n")
        self.assertIn("did you mean exit?", told)
        self.assertIn("did you mean save?", told)
        self.assertIn("tiles left", told)

    def test_players_of_one_name(self):
        """They are told apart by a number that belongs to no other name, in a game that goes on, too."""
        told = self.play("--players", "level-1,level-1,Ann=human,Ann=human", "--save", "game.txt", given="quit\n")
        for name in ("level-1 (2)", "Ann (2)"):
            self.assertIn(name, told)
            self.assertIn('"%s"]' % name, self.read("game.txt"))
            self.assertIn(name, self.play("--resume", "game.txt", given="score\n"))
        self.assertNotIn("level-12", told)
        self.write("game.txt", self.read("game.txt").replace("Ann (2)", "Ann"))
        self.assertIn("Ann (2)", self.play("--resume", "game.txt", given="score\n"))
        told = self.run_program("simulate", "-n", "1", "--players", "greedy,greedy", "--json")[0]
        self.assertEqual([side["name"] for side in json.loads(told)["sides"]], ["greedy", "greedy (2)"])

    def test_save_that_fails(self):
        told = self.run_program("play", "--save", "/nowhere/at/all", code=FAILURE, said=False)[0]
        self.assertIn("Could not be saved: /nowhere/at/all", told)
        saved, = self.saved()
        self.assertIn("tessera play --resume " + saved, told)


class EditedPromptTest(ProgramTest):
    """The prompt at a terminal: a pseudo-terminal of the test's own, whose keys are written one after the other."""

    def setUp(self):
        super().setUp()
        self.terminal, other_end = pty.openpty()
        environment = {**os.environ, "TERM": "xterm", "LC_ALL": "C.UTF-8", "XDG_STATE_HOME": self.folder}
        self.game = subprocess.Popen([os.path.abspath(PROGRAM), "play", "--players", "human,human", "--seed", "3"], stdin=other_end,
                                     stdout=other_end, stderr=other_end, env=environment, start_new_session=True,
                                     preexec_fn=lambda: fcntl.ioctl(0, termios.TIOCSCTTY, 0), cwd=self.folder)
        os.close(other_end)
        self.shown = ""
        self.addCleanup(self.end)
        self.wait_for_prompt()

    def end(self):
        self.game.kill()
        self.game.wait()
        os.close(self.terminal)

    def wait_for(self, words):
        """Waits until the terminal has shown these words after those that were waited for before."""
        until = time.monotonic() + 120
        while words not in self.shown:
            self.assertGreater(until - time.monotonic(), 0, f"{words!r} is not in {self.shown!r}")
            if select.select([self.terminal], [], [], 1)[0]:
                self.shown += os.read(self.terminal, 4096).decode(errors="replace")
        self.shown = self.shown.split(words, 1)[1]

    def wait_for_prompt(self):
        """Waits until the program asks, and takes each key as it is pressed."""
        self.wait_for("help)\r\n> ")
        until = time.monotonic() + 120
        while termios.tcgetattr(self.terminal)[3] & termios.ICANON:
            self.assertGreater(until - time.monotonic(), 0, "keys are not taken one by one")
            time.sleep(0.01)

    def press(self, keys):
        os.write(self.terminal, keys.encode())

    def test_a_line_is_edited_and_comes_back(self):
        left, up, rub_out = "\x1b[D", "\x1b[A", "\x7f"
        self.press("scüorex" + rub_out + left * 3 + rub_out + "\n")
        self.wait_for("74 tiles left")
        self.wait_for_prompt()
        self.press(up)
        self.wait_for("score")
        self.press("\n")
        self.wait_for("74 tiles left")

    def test_an_interrupt_at_the_prompt_keeps_the_game(self):
        self.press("bag\x03")
        self.wait_for("tessera/")
        self.assertEqual(self.game.wait(120), 0)


if __name__ == "__main__":
    unittest.main()
