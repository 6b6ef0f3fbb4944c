"""A client of `tessera referee` (docs/lookup/protocol.md) over pipes."""

import subprocess
from dataclasses import dataclass


class RefereeDied(Exception):
    """The referee ended or answered something that is no reply."""


@dataclass(frozen=True)
class Reply:
    """The data lines of a command and, if it was refused, the error's code and text."""

    data: tuple
    code: str = None
    text: str = ""


class Referee:
    def __init__(self, program):
        self.process = subprocess.Popen([program, "referee"], stdin=subprocess.PIPE, stdout=subprocess.PIPE,
                                        text=True, encoding="utf-8", bufsize=1 << 16)

    def ask(self, *commands):
        """Sends the commands at once and returns their replies in order."""
        try:
            self.process.stdin.write("".join(command + "\n" for command in commands))
            self.process.stdin.flush()
        except BrokenPipeError:
            raise RefereeDied(f"the referee ended with {self.process.wait()} before {commands[0]!r}") from None
        return [self.read_reply(command) for command in commands]

    def read_reply(self, command):
        data = []
        while True:
            line = self.process.stdout.readline()
            if not line.endswith("\n"):
                raise RefereeDied(f"the referee ended with {self.process.wait()} at {command!r}")
            line = line[:-1]
            if line == "ok":
                return Reply(tuple(data))
            if line.startswith("error "):
                _, code, text = (line + "  ").split(" ", 2)
                return Reply(tuple(data), code, text.strip())
            data.append(line)

    def close(self):
        """Ends the process, whatever it is doing."""
        if self.process.poll() is None:
            self.process.kill()
        self.process.stdin.close()
        self.process.stdout.close()
        self.process.wait()
