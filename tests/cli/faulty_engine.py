"""An engine with one fault, named on the command line; without it, it is the bot of examples/."""
import os
import subprocess
import sys
import time

sys.path.insert(0, os.path.join(os.path.dirname(os.path.abspath(__file__)), "..", "..", "examples"))
sys.dont_write_bytecode = True
import bot


def note(pid):
    """Adds a process to those that the test looks for when all is over."""
    with open(os.environ["NOTES"], "a", encoding="utf-8") as file:
        print(pid, file=file)


class Faulty(bot.Bot):
    def __init__(self, fault):
        super().__init__()
        self.fault = fault

    def answer(self, command, words):
        return getattr(self, "fault_" + self.fault)(command, words, super().answer(command, words))

    def fault_none(self, command, words, lines):
        return lines

    def fault_mute(self, command, words, lines):
        return ["id name mute"]

    def fault_dies(self, command, words, lines):
        if command == "go":
            sys.exit(7)
        return lines

    def fault_dies_within_a_line(self, command, words, lines):
        if command == "go":
            sys.stdout.write("ok\nbestmove R2S@1")
            sys.stdout.flush()
            os.kill(os.getpid(), 9)
        return lines

    def fault_hangs(self, command, words, lines):
        if command == "go":
            time.sleep(1000)
        return lines

    def fault_thinks_on(self, command, words, lines):
        if command == "go":
            print("ok", flush=True)
            time.sleep(1000)
        return lines

    def fault_floods(self, command, words, lines):
        if command == "go":
            print("ok")
        while command == "go":
            print("info string " + "x" * 1000)
        return lines

    def fault_long_line(self, command, words, lines):
        return ["ok", "info string " + "x" * 70000] + lines[1:] if command == "go" else lines

    def fault_other_tile(self, command, words, lines):
        return ["ok", "bestmove START@1,0r0=none"] if command == "go" else lines

    def fault_other_cell(self, command, words, lines):
        return ["ok", "bestmove %s@40,40r0=none" % self.legal[0].partition("@")[0]] if command == "go" and self.legal else lines

    def fault_open_decision(self, command, words, lines):
        return [line.partition("=")[0] for line in lines] if command == "go" else lines

    def fault_two_answers(self, command, words, lines):
        return lines + lines[1:] if command == "go" else lines

    def fault_talks(self, command, words, lines):
        return ["info string hello"] + lines

    def fault_refuses(self, command, words, lines):
        return ["error syntax it does not like that"] if command == "position" else lines

    def fault_takes_all(self, command, words, lines):
        return ["ok"] if lines[0].startswith("error") else lines

    def fault_option(self, command, words, lines):
        return lines[:3] + ["option name Depth type spin default 9 min 1 max 5"] + lines[3:] if command == "tep" else lines

    def fault_version(self, command, words, lines):
        return [line.replace("protocol 1", "protocol 9") for line in lines]

    def fault_answers_comments(self, command, words, lines):
        return lines

    def fault_stays(self, command, words, lines):
        if command == "quit":
            print("ok", flush=True)
            time.sleep(1000)
        return lines

    def fault_leaves_a_child(self, command, words, lines):
        if command == "tep":
            note(subprocess.Popen(["sleep", "1000"]).pid)
        return lines

    def fault_hangs_and_is_noted(self, command, words, lines):
        note(os.getpid())
        return self.fault_hangs(command, words, lines)


def main():
    engine = Faulty(sys.argv[1] if len(sys.argv) > 1 else "none")
    for line in sys.stdin:
        words = line.split()
        if not words or words[0].startswith("#"):
            if engine.fault == "answers_comments":
                print("ok", flush=True)
            continue
        print("\n".join(engine.answer(words[0], words[1:])), flush=True)
        if words == ["quit"]:
            return


if __name__ == "__main__":
    main()
