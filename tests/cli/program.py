"""Drives the built program, named by the environment variable TESSERA, as its users do: help, settings, tile sets and
other commands."""
import contextlib
import json
import os
import pty
import re
import select
import shutil
import sqlite3
import subprocess
import time
import unittest

from console import BAD_INPUT, DONE, FAILURE, PROGRAM, ProgramTest, USAGE

DATA = os.path.join(os.path.dirname(os.path.abspath(__file__)), "..", "..", "data", "tiles")
COMMANDS = "play serve store referee engine replay verify simulate analyse puzzles match bot perft bench tiles draw ratings completion help".split()
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
        late = games().splitlines()[0].replace("1790000000000", str(2**63 - 1))
        self.assertEqual(self.run_program("ratings", "-", given=late)[0].splitlines()[2].split()[-1], "00000000000003e9")
        self.assertEqual(self.run_program("ratings", "/dev/stdin", given=games())[0].splitlines(), ladder)  # a pipe
        said = self.run_program("ratings", "-", given=games() + noted.splitlines()[0], code=BAD_INPUT)[1]
        self.assertIn("00000000000003e9: noted 0 0 0 after 0 games", said)
        said = self.run_program("ratings", "-", given=games() + noted.replace("1790000000002", "7"), code=BAD_INPUT)[1]
        self.assertRegex(said, "noted .* until 7, computed .* until 1790000000002")

        # 2. Pools and seasons.
        self.assertEqual(self.run_program("ratings", "games", "--pool", "classic-live-duel")[0].splitlines(), ladder)
        self.assertEqual(self.run_program("ratings", "games", "--pool", "classic-days-duel")[0], "")
        self.assertEqual(self.run_program("ratings", "games", "--season", "2026-3")[0].splitlines(), ladder)
        for season in ("2026-2", "2026-4"):
            self.assertEqual(self.run_program("ratings", "games", "--season", season)[0], "")
            self.assertEqual(self.run_program("ratings", "games", "--season", season, "--json")[0], "")
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

        # The server has stored what follows from them; what it has not rated yet is said.
        def change(statement):
            with contextlib.closing(sqlite3.connect(self.path(store))) as base, base:
                return base.execute(statement).fetchone()

        server = subprocess.Popen([os.path.abspath(PROGRAM), "serve", "--listen", "127.0.0.1:0", "--data", "data"],
                                  stdout=subprocess.PIPE, stderr=subprocess.DEVNULL, cwd=self.folder)
        server.stdout.readline()
        deadline = time.monotonic() + 120
        while change("SELECT game FROM rated") != (1,):
            self.assertLess(time.monotonic(), deadline)
            time.sleep(0.02)
        server.terminate()
        server.communicate(timeout=120)
        self.assertEqual(self.run_program("ratings", store)[0], "games: 1, void: 0, noted ratings: 2, differences: 0\n")
        self.assertIn("00000000000003e9", self.run_program("ratings", store, "--season", "2026-3")[0])
        change("UPDATE games SET flags = 1 WHERE number = 2")
        self.assertIn("games that the server has not rated yet: 1\n", self.run_program("ratings", store)[0])
        change("UPDATE ratings SET value = value + 1 WHERE player = 1001")
        said = self.run_program("ratings", store, code=BAD_INPUT)
        self.assertIn("differences: 1\n", said[0])
        self.assertRegex(said[1], "00000000000003e9: noted .*, computed ")
        change("DELETE FROM ratings")
        self.assertIn("differences: 2\n", self.run_program("ratings", store, code=BAD_INPUT)[0])
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
                           (good.replace('"ended"', '"end"'), "end"),
                           (good.replace('"ended":1', '"ended":-1'), "line 1: ended: expected milliseconds since 1970"),
                           (good.replace('"ended":1', '"ended":NaN'), "line 1: expected JSON"),
                           ("[" * 100000, "line 1: expected JSON: maximum parsing depth"),
                           (good.replace("[", "[" + '{"level":4,"place":1},' * 300), "line 1: seats: expected at most 5"),
                           (good + "\n" + good, "line 2: its number is not above"),
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
