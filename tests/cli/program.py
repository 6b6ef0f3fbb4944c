"""Drives the built program, named by the environment variable TESSERA, as its users do."""
import ast
import contextlib
import fcntl
import itertools
import json
import os
import pty
import re
import select
import shutil
import signal
import sqlite3
import struct
import subprocess
import tempfile
import termios
import time
import unittest
import zipfile

PROGRAM = os.environ.get("TESSERA", "tessera")
DATA = os.path.join(os.path.dirname(os.path.abspath(__file__)), "..", "..", "data", "tiles")
COMMANDS = "play serve store referee engine replay verify simulate analyse match bot perft bench tiles draw ratings completion help".split()
# Every cell of a turn is tried until one fits, then the first meeple.
ANSWERS = "".join("a%d\n" % rotation for rotation in range(4)) + "1\n"
DONE, BAD_INPUT, USAGE, FAILURE = 0, 1, 2, 3
# What zsh does on Tab: it writes to a descriptor what it would offer, and empties the line.
ZSH_TOLD = 9
ZSH_TELLS = r"""
PROMPT=
autoload -Uz compinit && compinit -u -D
zstyle ':completion:*' completer _complete
source %s
compadd() {
  local -a found
  if [[ ${(j: :)@[1,(i)(-|--)]} != *-[OAD]\ * ]]; then
    builtin compadd -O found "$@"
    for word in $found; do print -ru 9 -- $IPREFIX$word; done
  fi
  builtin compadd "$@"
}
tell() {
  zle list-choices
  BUFFER=
  print -u 9 .
}
zle -N tell
bindkey '^I' tell
print -u 9 .
"""


class ProgramTest(unittest.TestCase):
    def setUp(self):
        folder = tempfile.TemporaryDirectory()
        self.addCleanup(folder.cleanup)
        self.folder = folder.name

    def run_program(self, *arguments, given="", code=DONE, text=True, said=True, where=None, **environment):
        """Runs the program in an empty folder, or `where`; gives its output and what it said on standard error."""
        done = subprocess.run([os.path.abspath(PROGRAM), *arguments], input=given if text else given.encode(), text=text,
                              capture_output=True, cwd=where or self.folder, timeout=120,
                              env={"PATH": os.environ["PATH"], "LC_ALL": "C.UTF-8", "HOME": self.folder, **environment})
        self.assertEqual(done.returncode, code, "%s: %s" % (arguments, done.stderr))
        if code != DONE and said:
            self.assertTrue(done.stderr)
        return done.stdout, done.stderr

    def path(self, name):
        return os.path.join(self.folder, name)

    def write(self, name, content):
        with open(self.path(name), "w", encoding="utf-8") as out:
            out.write(content)
        return name

    def read(self, name):
        with open(self.path(name), encoding="utf-8") as file:
            return file.read()


class ServeTest(ProgramTest):
    """The settings of the server; tests/server runs it."""

    def refused(self, *arguments, code=USAGE, **environment):
        return self.run_program("serve", *arguments, code=code, HOME=self.folder, **environment)[1]

    def test_wrong_settings_say_where(self):
        self.assertIn("--threads", self.refused("--threads", "none"))
        self.assertIn("TESSERA_LOG: expected one of text|json", self.refused(TESSERA_LOG="xml"))
        self.assertIn("TESSERA_TRUST_PROXY: expected yes or no", self.refused(TESSERA_TRUST_PROXY="1"))
        config = self.write("tessera.conf", "# a comment\n\n  log = text  \nthreads = many\n")
        self.assertIn("tessera.conf: line 4: threads: expected a number", self.refused("--config", config))
        config = self.write("tessera.conf", "log text\n")
        self.assertIn("tessera.conf: line 1: expected 'name = value'", self.refused("--config", config))
        for name in ("colour", "help", "config"):
            config = self.write("tessera.conf", name + " = x\n")
            self.assertIn("line 1: there is no setting '%s'" % name, self.refused("--config", config))
        self.assertIn("nothing.conf", self.refused(TESSERA_CONFIG="nothing.conf"))
        for setting, said in (("listen = x", "line 2: listen: expected"), ("base-url = x", "line 2: base-url: expected http")):
            config = self.write("tessera.conf", "\n" + setting + "\n")
            self.assertIn("tessera.conf: " + said, self.refused("--config", config))
        for url in ("foo", "ftp://x", "http://x y", "", "http://x/y?z", "http://x?", "https://x/#y"):
            self.assertIn("expected http://HOST", self.refused("--base-url", url))
            self.assertIn("expected http://HOST", self.run_program("bot", "--url", url, "--table", "x", code=USAGE)[1])
        self.assertIn("the id of a table", self.run_program("bot", "--table", "a b", code=USAGE)[1])
        for name in ("", "x" * 25):
            self.assertIn("1 to 24", self.run_program("bot", "--table", "a", "--name", name, code=USAGE)[1])

    def test_option_before_environment_before_file(self):
        config = self.write("tessera.conf", "listen = file\n")
        self.assertIn("not 'file'", self.refused("--config", config))
        self.assertIn("not 'environment'", self.refused("--config", config, TESSERA_LISTEN="environment"))
        self.assertIn("not 'option'", self.refused("--listen", "option", TESSERA_LISTEN="environment"))

    def test_addresses(self):
        for address in ("", "8080", ":80", "127.0.0.1", "127.0.0.1:", "127.0.0.1:65536", "::1:80", "[::1]", "127.0.0.1:x"):
            self.assertIn("expected ADDRESS:PORT", self.refused("--listen", address, "--data", "untouched"))
        self.assertFalse(os.path.exists(self.path("untouched")))
        self.assertIn("cannot listen", self.refused("--listen", "192.0.2.1:80", code=FAILURE))

    def test_metrics_token(self):
        for token in ("", "short", "with a blank in it", "\u00e4" * 16):
            told = self.refused("--metrics-token", token)
            self.assertIn("metrics-token: expected 16 characters", told)
        config = self.write("tessera.conf", "metrics-token = secret\n")
        told = self.refused("--config", config)
        self.assertIn("tessera.conf: line 1: metrics-token: expected", told)
        self.assertNotIn("secret", told)

    def test_node(self):
        """Nodes had names and addresses once."""
        for name in ("node", "node-url"):
            self.assertIn("unknown option '--%s'" % name, self.refused("--" + name, "a"))
            config = self.write("tessera.conf", name + " = a\n")
            told = self.refused("--config", config)
            self.assertIn("tessera.conf: line 1: servers that share a database of --store need no names any more: leave '%s' out" % name, told)

    def test_store(self):
        for url, said in (("tables.db", "expected postgresql://"), ("postgresql://a@b/c?sslmod=x", "no parameter"),
                          ("postgresql://a@[::1/c", "cannot read"), ("postgresql://a@b:x/c", "a port from 1 to 65535"),
                          ("postgresql://a@b:1,c:65536/d", "a port from 1 to 65535")):
            told = self.refused("--store", url, "--data", "untouched")
            self.assertIn("store: ", told)
            self.assertIn(said, told)
        self.assertFalse(os.path.exists(self.path("untouched")))
        for url in ("postgresql://a@127.0.0.1:1/c", "postgresql:///c?host=/nowhere,127.0.0.1&port=,1"):
            self.refused("--store", url, code=FAILURE)  # an address in order, where nothing is

    def test_passwords_are_shown_nowhere(self):
        for url in ("postgresql://a:s3cret@[::1/c", "postgresql://a:s3cret", "postgresql://a:s3cret%zz@b/c",
                    "postgresql://a@b/c?s3cret", "postgresql://a@b/c?s3cret=1", "postgresql://a@b/c?password=s3cret%zz",
                    "postgresq://a:s3cret@b/c", "postgres:/a:s3cret@b/c"):
            self.assertNotIn("s3cret", self.refused("--store", url))
            self.assertNotIn("s3cret", self.refused("--stor=" + url))
            for line in ("store " + url, url, "store: " + url, "store = " + url, "stor=" + url):
                self.write("settings", line + "\n")
                self.assertNotIn("s3cret", self.refused("--config", "settings"))
            for words in (("copy", url, "to.db"), ("copy", self.path("from.db"), url)):
                told = self.run_program("store", *words, code=FAILURE)
                self.assertNotIn("s3cret", told[0] + told[1])
            told = self.run_program("store", url, code=USAGE)
            self.assertNotIn("s3cret", told[0] + told[1])

    def test_data_folder(self):
        self.write("file", "")
        self.assertIn("cannot make the folder", self.refused("--data", "file/below", code=FAILURE))
        self.run_program("serve", "--listen", "192.0.2.1:80", "--data", "a/b/c", code=FAILURE)
        self.assertTrue(os.path.exists(self.path("a/b/c/tables.db")))


class StoreTest(ProgramTest):
    def test_wrong_words(self):
        for words, said in (((), "copy FROM TO"), (("move", "a", "b"), "expected copy FROM TO"),
                            (("copy", "a"), "after copy is expected")):
            self.assertIn(said, self.run_program("store", *words, code=USAGE)[1])
        self.assertIn("nowhere", self.run_program("store", "copy", "nowhere", "new", code=FAILURE)[1])
        self.assertFalse(os.path.exists(self.path("new")) or os.path.exists(self.path("nowhere")))


class HelpTest(ProgramTest):
    def test_verify(self):
        finished = os.path.join(DATA, "..", "..", "tests", "chance", "finished.txt")
        told, _ = self.run_program("verify", finished, "--json")
        self.assertEqual({"file": finished, "ok": True, "games": 4, "draws": 336, "throws": 5, "firsts": 3},
                         json.loads(told))
        with open(finished, encoding="utf-8") as file:
            self.write("steered.txt", file.read().replace('Secret "09', 'Secret "0a'))
        told, said = self.run_program("verify", "steered.txt", finished, "--json", code=BAD_INPUT)
        self.assertEqual([False, True], [json.loads(line)["ok"] for line in told.splitlines()])
        self.assertIn("steered.txt: line 12: the commitment is not that of the secret", said)
        self.run_program("verify", code=USAGE)

    def test_version(self):
        told = self.run_program("--version")[0]
        self.assertRegex(told, r"^tessera \d+\.\d+\.\d+\n$")
        self.assertEqual(told, self.run_program("-V")[0])

    def test_help_of_every_command(self):
        overview = self.run_program("--help")[0]
        for command in COMMANDS:
            self.assertIn("\n  %s " % command, overview)
            told = self.run_program(command, "--help")[0]
            self.assertIn("Usage: tessera %s " % command, told)
            self.assertEqual(told, self.run_program("help", command)[0])
            self.assertFalse([line for line in told.splitlines() if line.endswith(" ") or len(line) > 120])

    def test_man_page_tells_every_option(self):
        page = self.run_program("help", "--man")[0].replace("\\-", "-")
        for command in COMMANDS:
            self.assertIn('.SS "tessera %s ' % command, page)
            for option in re.findall(r"--[a-z]+", self.run_program(command, "--help")[0].split("Options:")[1]):
                self.assertIn(option, page)

    def test_completions(self):
        for shell, check in (("bash", ["bash", "-n"]), ("zsh", None), ("fish", None)):
            script = self.run_program("completion", shell)[0]
            for command in COMMANDS:
                self.assertIn(command, script)
            if check:
                subprocess.run(check, input=script, text=True, check=True)

    def test_bash_completes(self):
        script = self.run_program("completion", "bash")[0]
        kinds = "random greedy expectimax mcts " + " ".join("level-%d" % level for level in range(1, 9))
        self.write("classy.json", "")
        self.write("my set.json", "")
        # The words are parted as bash parts them: at blanks and at '='.
        for words, expected in (
                ("si", "simulate"), ("play --res", "--resume"), ("play --game cl", "classic"), ("tiles va", "validate"),
                ("help be", "bench"), ("play --game = cl", "classic"), ("play --game =", "star-wars classic"),
                ("play --river =", "river-1 river-20"), ("play --river = x", ""), ("play --riv", "--river"), ("play -", None),
                ("play -g st", "star-wars"), ("play -gcl", "-gclassic"), ("play -pgre", "-pgreedy"),
                ("play --players = human,gr", "human,greedy"), ("play --players gr", "greedy"),
                ("play -p human,random,m", "human,random,mcts"), ("play --players Ann = hu", "human"),
                ("play --players = Ann = human,Bob = gr", "greedy"), ("simulate --players hu", ""),
                ("play --players =", "human " + kinds), ("engine --player =", kinds), ("match -e exp", "expectimax"),
                ("play --set cl", "classic classy.json"), ("play --set = ri", "river river-20"), ("play --set my", "my set.json"),
                ("replay --set cl", "classy.json"), ("serve --log = ", None)):
            words = ["tessera"] + words.split(" ")
            ask = "%s\nCOMP_WORDS=(%s)\nCOMP_CWORD=%d\n_tessera\nprintf '%%s\\n' \"${COMPREPLY[@]}\"" % (
                script, " ".join("'%s'" % word for word in words), len(words) - 1)
            told = subprocess.run(["bash", "-c", ask], text=True, capture_output=True, check=True, cwd=self.folder)
            if expected is None:
                self.assertTrue(told.stdout)
            else:
                expected = [expected] if expected == "my set.json" else expected.split() or [""]
                self.assertEqual(told.stdout.split("\n")[:-1], expected, words)
        offered = self.complete_options(script)
        self.assertLessEqual({"--game", "-g", "--players", "-p"}, offered)

    def complete_options(self, script):
        ask = script + "\nCOMP_WORDS=(tessera play -)\nCOMP_CWORD=2\n_tessera\necho \"${COMPREPLY[@]}\""
        return set(subprocess.run(["bash", "-c", ask], text=True, capture_output=True, check=True).stdout.split())

    # What zsh and fish offer for a line.
    COMPLETED = (("si", "simulate"), ("play --res", "--resume"), ("play --game cl", "classic"), ("tiles va", "validate"),
                 ("help be", "bench"), ("play -g st", "star-wars"), ("play -gcl", "-gclassic"), ("play --set river-", "river-20"),
                 ("serve --lis", "--listen"), ("match -e exp", "expectimax"), ("engine --player=gr", "--player=greedy"),
                 ("play --players gr", "greedy"), ("play --players human,gr", "human,greedy"), ("play -pgre", "-pgreedy"),
                 ("play --players=Ann=hu", "--players=Ann=human"), ("play -p human,Bob=gr", "human,Bob=greedy"))

    def test_fish_completes(self):
        script = self.write("tessera.fish", self.run_program("completion", "fish")[0])
        ask = "source %s; " % script + "".join("complete -C 'tessera %s'; echo; " % words for words, _ in self.COMPLETED)
        done = subprocess.run(["fish", "--no-config", "-c", ask], text=True, capture_output=True, check=True, timeout=120,
                              cwd=self.folder, env={"PATH": os.environ["PATH"], "HOME": self.folder})
        self.assertEqual(done.stderr, "")
        told = [[line.partition("\t")[0] for line in part.splitlines()] for part in done.stdout.split("\n\n")[:-1]]
        self.assertEqual(told, [[expected] for _, expected in self.COMPLETED])

    def test_zsh_completes(self):
        """On a terminal: Tab writes what is offered to a pipe, and a line with a full stop after it."""
        script = self.write("_tessera", self.run_program("completion", "zsh")[0])
        setup = self.write("setup.zsh", ZSH_TELLS % script)
        heard, told = os.pipe()
        shell, terminal = pty.fork()
        if shell == 0:
            os.chdir(self.folder)
            os.dup2(told, ZSH_TOLD)
            os.execve(shutil.which("zsh"), ["zsh", "-f", "-i"],
                      {"PATH": os.environ["PATH"], "TERM": "dumb", "HOME": self.folder, "LC_ALL": "C.UTF-8"})
        os.close(told)
        os.write(terminal, b"source %s\n" % setup.encode())
        lines = [words.encode() for words, _ in self.COMPLETED]
        offers, shown = [], b""
        with os.fdopen(heard, "rb", buffering=0) as pipe:
            part = b""
            while len(offers) <= len(lines):
                ready = select.select([pipe, terminal], [], [], 120)[0]
                self.assertTrue(ready, shown)
                if terminal in ready:
                    shown += os.read(terminal, 65536)
                part += pipe.read(65536) if pipe in ready else b""
                if not part.endswith(b".\n"):
                    continue
                offers.append(part.decode().split("\n")[:-2])
                part = b""
                if len(offers) <= len(lines):
                    os.write(terminal, b"tessera " + lines[len(offers) - 1] + b"\t")
        os.close(terminal)
        os.waitpid(shell, 0)
        self.assertEqual(offers[1:], [[expected] for _, expected in self.COMPLETED])

    def test_wrong_command_lines(self):
        for arguments, said in (((), "Usage"), (("paly",), "did you mean 'play'"), (("play", "--plyers"), "--players"),
                                (("play", "-x"), "'-x'"), (("play", "--game", "chess"), "star-wars|classic"),
                                (("simulate", "--games"), "needs an argument"), (("simulate", "-n", "0"), "from 1 to"),
                                (("replay",), "missing: FILE"), (("replay", "a", "b"), "too many: 'b'"),
                                (("help", "paly"), "did you mean 'play'"), (("completion", "csh"), "bash, zsh or fish"),
                                (("tiles", "eat"), "list, validate or show"), (("tiles", "show"), "a set's name"),
                                (("tiles", "list", "x"), "nothing more"), (("perft", "x"), "depth"),
                                (("play", "--players", "human"), "2 to 5"), (("play", "--players", "human,deep"), "greedy"),
                                (("simulate", "--players", "human,random"), "one of random, greedy"),
                                (("play", "--fields"), "classic"), (("bench", "--teams"), "teams: expected 4 players"),
                                (("bench", "--game", "classic", "--teams"), "star-wars"),
                                (("bench", "--teams", "--colours", "red,black,white,green"), "one faction"),
                                (("bench", "--first", "3"), "first"),
                                (("tiles", "show", "classic", "--json"), "--json does not go with show"),
                                (("tiles", "list", "--ascii"), "--ascii does not go with list"),
                                (("replay", "x", "--check", "--step", "3"), "--step does not go with --check"),
                                (("replay", "x", "--json", "--position"), "--position does not go with --json"),
                                (("play", "--resume", "x", "--game", "classic"), "--game does not go with --resume"),
                                (("perft", "1", "--position", "x", "--fields"), "--fields does not go with --position"),
                                (("match", "--output", "x"), "--output does not go with playing a match"),
                                (("match", "report", "x", "--json"), "--json does not go with report"),
                                (("help", "--man", "play"), "without 'play'")):
            self.assertIn(said, self.run_program(*arguments, code=USAGE)[1])

    def test_control_bytes_are_never_echoed(self):
        for arguments, code in ((("\x1b[31m",), USAGE), (("play", "--\x1b[31m"), USAGE), (("play", "--game", "\x1b[31m"), USAGE),
                                (("play", "--resume", "\x1b[31m"), BAD_INPUT)):
            said = self.run_program(*arguments, code=code)[1]
            self.assertIn("\\x1b[31m", said)
            self.assertNotIn("\x1b", said)

    def test_file_of_standard_error_that_cannot_be_opened(self):
        said = self.run_program("match", "-e", "name=own cmd=cat stderr=/nowhere/e", "-e", "random", code=FAILURE)[1]
        self.assertIn("stderr: /nowhere/e cannot be opened", said)

    def test_report_that_cannot_be_written(self):
        """It is refused before the match begins."""
        told, said = self.run_program("match", "-e", "greedy", "-e", "random", "--report", "/nowhere/r", code=FAILURE)
        self.assertEqual(told, "")
        self.assertIn("/nowhere/r cannot be opened", said)


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
        told = self.analyse("one.txt", *thinker)
        self.assertEqual([turn["move"] for turn in told], list(range(1, len(told) + 1)))
        for turn in told:
            self.assertEqual(turn["player"], ["greedy", "random"][turn["seat"] - 1])
            self.assertTrue(turn["played"].startswith(turn["tile"] + "@"))
            self.assertLessEqual(len(turn["candidates"]), 3)
            self.assertEqual(turn["rank"] is None, turn["gave"] is None)
            if turn["rank"] is None:
                self.assertNotIn(turn["played"], [candidate["move"] for candidate in turn["candidates"]])
            elif turn["rank"] <= 3:
                self.assertEqual(turn["candidates"][turn["rank"] - 1]["move"], turn["played"])
        self.assertIn({"win": 0, "diff": 0}, [turn["gave"] for turn in told if turn["rank"] == 1])
        self.assertLess(min(turn["luck"]["draw"]["diff"] for turn in told), 0)
        self.assertGreater(max(turn["luck"]["draw"]["diff"] for turn in told), 0)
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
        self.assertEqual({turn["luck"] for turn in told}, {None})
        self.assertEqual({turn["playouts"] for turn in told}, {2})

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


class SetTest(ProgramTest):
    def test_list(self):
        sets = json.loads(self.run_program("tiles", "list", "--json")[0])
        self.assertEqual([entry["id"] for entry in sets], ["star-wars", "classic", "river", "river-20", "arrows-20"])
        for entry in sets:
            self.assertIn(entry["hash"], self.run_program("tiles", "list")[0])

    def test_validate(self):
        files = [os.path.abspath(os.path.join(DATA, name + ".json")) for name in ("star-wars", "classic", "river", "river-20", "arrows-20")]
        self.assertEqual(self.run_program("tiles", "validate", *files)[0].count(": ok: "), len(files))
        with open(files[1], encoding="utf-8") as file:
            broken = json.load(file)
        broken["tiles"][2]["edges"] = "CCCF"
        self.write("broken.json", json.dumps(broken))
        said = self.run_program("tiles", "validate", "broken.json", files[0], code=BAD_INPUT)[1]
        self.assertIn("broken.json", said)
        self.assertIn("tile 'C'", said.replace("tile C", "tile 'C'"))
        self.write("half.json", "{\n ]")
        for arguments in (("tiles", "validate", "half.json"), ("play", "--set", "half.json")):
            self.assertIn(": half.json: line 2: ", self.run_program(*arguments, code=BAD_INPUT)[1])
        told = self.run_program("tiles", "validate", "broken.json", files[0], "--json", code=BAD_INPUT)[0].splitlines()
        self.assertEqual([json.loads(line)["ok"] for line in told], [False, True])
        self.assertIn("tile", json.loads(told[0])["text"])
        self.assertEqual(json.loads(told[1])["set"]["id"], "star-wars")

    def test_bad_river_or_arrow(self):
        """A set with the box's river or arrows is refused with its file, the tile and the reason."""
        def lines(name):
            with open(os.path.join(DATA, name + ".json"), encoding="utf-8") as file:
                return file.read()
        river, arrows = lines("river-20"), lines("arrows-20")
        one_lake = river[:river.index(',\n  {"id": "R20_Q"')] + "]}"
        arrow = '"arrow": {"edge": "N", "action": "elsewhere"}, "features": [{"type": "monastery"}'
        self.assertIn(arrow, arrows)
        for text, reason in (
                (one_lake, "tile R20_P: two springs need two lakes"),
                (arrows.replace(arrow, arrow.replace('"edge": "N", ', "")), "tile AE_5: arrow: edge: expected"),
                (arrows.replace(arrow, arrow.replace('"N"', '"Q"')), "tile AE_5: arrow: edge: expected N, E, S or W"),
                (arrows.replace(arrow, arrow.replace("elsewhere", "fly")), "tile AE_5: arrow: action: expected reinf")):
            self.write("bad.json", text)
            self.assertIn(": bad.json: " + reason, self.run_program("tiles", "validate", "bad.json", code=BAD_INPUT)[1])
            self.run_program("simulate", "--set", "bad.json", code=BAD_INPUT)

    def test_tile_without_its_option(self):
        record = '[Game "classic"]\n[Set "%s"]\n[Options "-"]\n[Colours "red,blue"]\n[Result "*"]\n\n1. %s@0,1r2=none\n*\n\n'
        for option, tile, reason in (("arrows=on", "AR_3", "the tile AR_3 is only in games with the option arrows"),
                                     ("river=river-20", "R20_K", "the tile R20_K is only in games with the option river"),
                                     ("fields=on", "AR_3", "the set has no tile 'AR_3'")):
            told = self.run_program("referee", given="newgame game=classic %s\nstate\n" % option)[0]
            self.write("record.txt", record % (re.search(r"set=(\S+)", told)[1], tile))
            said = self.run_program("replay", "--check", "record.txt", code=BAD_INPUT)[1]
            self.assertIn("record.txt: line 7, move 1: '%s@0,1r2=none': %s" % (tile, reason), said)

    def test_show(self):
        self.assertIn("R2S*5", self.run_program("tiles", "show", "star-wars")[0])
        self.assertNotIn("R2S*5", self.run_program("tiles", "show", "star-wars", "R3", "A4")[0])
        self.run_program("tiles", "show", "classic", "NONE", code=BAD_INPUT)


class ProgramsTest(ProgramTest):
    """Commands whose users are programs."""

    def test_referee(self):
        told = self.run_program("referee", given="newgame\nphase\nquit\nphase\n")[0]
        self.assertEqual(told, "ok\nphase draw seat 1\nok\nok\n")

    def test_referee_survives_bytes(self):
        given = b"te\x00p\n" + b"x" * 65535 + b"\n" + b"x" * 200000 + b"\n\xff\xfe\nphase\ntep"
        done = subprocess.run([os.path.abspath(PROGRAM), "referee"], input=given, capture_output=True, cwd=self.folder)
        codes = [line.split()[1] for line in done.stdout.splitlines() if line.startswith(b"error")]
        self.assertEqual(codes, [b"too-long", b"unknown-command", b"too-long", b"unknown-command", b"no-game"])
        self.assertTrue(done.stdout.endswith(b"protocol 1\nok\n"))
        self.assertEqual(done.returncode, DONE)

    def test_perft(self):
        self.assertEqual(self.run_program("perft", "2", "R2S", "R3")[0].splitlines()[0], "perft 1 9")
        counts = json.loads(self.run_program("perft", "2", "R2S", "R3", "--json")[0])
        self.assertEqual([entry["depth"] for entry in counts], [1, 2])
        self.run_program("perft", "1", "NONE", code=BAD_INPUT)
        self.run_program("perft", "1", "--position", "nonsense", code=BAD_INPUT)

    def test_ratings(self):
        seat = '{"%s":%s,"place":%d}'
        game = '{"game":%d,"ended":%d,"rules":"classic","speed":"live"%s,"seats":[%s]}\n'

        def games(void=""):
            anna, ben = '"00000000000003e9"', '"00000000000003ea"'
            seats = ((("player", anna, 1), ("level", "4", 2)), (("player", anna, 2), ("player", ben, 1)),
                     (("player", ben, 1), ("player", anna, 2)))
            return "".join(game % (i + 1, 1790000000000 + i, void if i == 1 else "", ",".join(seat % one for one in pair))
                           for i, pair in enumerate(seats))

        # 1. The ladder, and ratings that are noted: those of a voided game are no longer right.
        self.write("games", games())
        ladder = self.run_program("ratings", "games")[0].splitlines()
        self.assertEqual([row.split()[-1] for row in ladder[2:]], ["00000000000003ea", "00000000000003e9"])
        self.assertTrue(all("?" in row for row in ladder[2:]))
        noted = self.run_program("ratings", "games", "--json")[0]
        self.assertEqual(self.run_program("ratings", "-", given=games() + noted)[0],
                         "games: 3, void: 0, noted ratings: 2, differences: 0\n")
        out, said = self.run_program("ratings", "-", given=games(',"void":true') + noted, code=BAD_INPUT)
        self.assertEqual(out, "games: 3, void: 1, noted ratings: 2, differences: 2\n")
        self.assertIn("classic-live-duel 00000000000003e9: noted", said)
        said = self.run_program("ratings", "-", given=games() + noted.splitlines()[0], code=BAD_INPUT)[1]
        self.assertIn("00000000000003e9: noted 0 0 0 after 0 games", said)

        # 2. Pools and seasons.
        self.assertEqual(self.run_program("ratings", "games", "--pool", "classic-live-duel")[0].splitlines(), ladder)
        self.assertEqual(self.run_program("ratings", "games", "--pool", "classic-days-duel")[0], "")
        self.assertEqual(self.run_program("ratings", "games", "--season", "2026-3")[0].splitlines(), ladder)
        for season in ("2026-2", "2026-4"):
            self.assertEqual(self.run_program("ratings", "games", "--season", season)[0], "")
        self.assertIn("2026-4", self.run_program("ratings", "games", "--season", "2026", code=USAGE)[1])
        self.assertIn("star-wars-live-duel", self.run_program("ratings", "games", "--pool", "chess", code=USAGE)[1])

        # 3. The rated games of a server's database; nothing else in it counts.
        server = subprocess.Popen([os.path.abspath(PROGRAM), "serve", "--listen", "127.0.0.1:0", "--data", "data"],
                                  stdout=subprocess.PIPE, stderr=subprocess.DEVNULL, cwd=self.folder)
        server.stdout.readline()
        server.terminate()
        server.communicate(timeout=120)
        store = os.path.join("data", "tables.db")
        self.assertEqual(self.run_program("ratings", store)[0], "")
        with contextlib.closing(sqlite3.connect(self.path(store))) as base, base:
            for number, flags in ((1, 1), (2, 0)):
                base.execute("INSERT INTO games VALUES (?, ?, 1790000000000, 'classic', '', 1, ?)", (number, "A" * number, flags))
                for place in (1, 2):
                    base.execute("INSERT INTO results VALUES (?, ?, ?, 'x', ?, 0, 50, ?, 0)",
                                 (number, place, 1000 + place, place, place))
        self.assertEqual([row.split()[-1] for row in self.run_program("ratings", store)[0].splitlines()[2:]],
                         ["00000000000003e9", "00000000000003ea"])
        said = self.run_program("ratings", "postgresql://me:secret@[", code=BAD_INPUT)[1]
        self.assertNotIn("secret", said)

        # 4. Bad input says where and what was expected.
        good = games().splitlines()[0]
        for bad, words in ((good.replace("classic", "chess"), "rules: expected one of star-wars classic"),
                           (good.replace('"live"', '"fast"'), "speed: expected one of live days"),
                           (good.replace('"game":1', '"game":0'), "game: expected a number from 1"),
                           (good.replace('"level":4', '"level":9'), "seat 2: level: expected a whole number from 1 to 8"),
                           (good.replace('"level":4,', ""), "seat 2: expected a player from 1 or the level"),
                           (good.replace("00000000000003e9", "3e9"), "seat 1: player: expected 16 hexadecimal digits"),
                           (good.replace('"place":1', '"place":3'), "seat 1: expected a place from 1 to 2"),
                           (good.replace('"ended"', '"end"'), "end"), (good + "\n" + good, "line 2: its number is not above"),
                           (good[:-1], "expected JSON"), ("[]", "expected a JSON object"),
                           (noted.splitlines()[0].replace("classic-live-duel", "chess"), "pool: expected a name"),
                           (noted.splitlines()[0].replace('"games":2', '"games":0'), "games: expected a whole number from 1")):
            self.assertIn(words, self.run_program("ratings", "-", given=bad + "\n", code=BAD_INPUT)[1])
        self.assertIn("missing", self.run_program("ratings", "missing", code=BAD_INPUT)[1])

    def test_bench(self):
        arguments = ("bench", "--game", "classic", "--fields", "--games", "50", "--seed", "3", "--json")
        first, second = (json.loads(self.run_program(*arguments)[0]) for _ in range(2))
        self.assertEqual(first["signature"], second["signature"])
        self.assertEqual(first["games"], 50)
        self.assertIn("signature", self.run_program("bench", "-n", "5", "--players", "3")[0])

    def test_output_that_cannot_be_written(self):
        if not os.path.exists("/dev/full"):
            return
        with open("/dev/full", "w") as full:
            done = subprocess.run([os.path.abspath(PROGRAM), "tiles", "list"], stdout=full, stderr=subprocess.PIPE)
        self.assertEqual(done.returncode, FAILURE)


if __name__ == "__main__":
    unittest.main()
