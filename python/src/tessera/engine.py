"""A policy as an engine of Tessera's protocol, for `tessera match` and other drivers:

    tessera match --engine 'cmd="python3 -m tessera.engine greedy" name=mine' --engine level-3

POLICY is the name of a computer player, or `FILE.py:NAME` or `MODULE:NAME`: an object with `act(state)`, which returns
an action, or a function without arguments that makes one.
"""
from __future__ import annotations

import importlib
import importlib.util
import pathlib
import sys
from typing import Any

from . import __version__, policy, read_records
from ._tessera import Game, State


def load_policy(name: str, playouts: int = 400) -> Any:
    """The policy of this name, as the comment above explains it."""
    where, _, what = name.rpartition(":")
    if not where:
        return policy(name, playouts=playouts)
    if where.endswith(".py"):
        path = pathlib.Path(where).resolve()
        spec = importlib.util.spec_from_file_location(path.stem, path)
        if spec is None or spec.loader is None or not path.exists():
            raise ValueError(f"{where}: expected a file of Python")
        module = importlib.util.module_from_spec(spec)
        sys.path.insert(0, str(path.parent))
        spec.loader.exec_module(module)
    else:
        try:
            module = importlib.import_module(where)
        except ModuleNotFoundError as error:
            raise ValueError(f"{name}: {error}") from error
    found = getattr(module, what, None)
    made = found() if callable(found) and not hasattr(found, "act") else found
    if not hasattr(made, "act"):
        raise ValueError(f"{name}: expected a policy with act(state), or a function that makes one")
    return made


def _entries(words: list[str]) -> str:
    """The words of `moves` as the entries of a record: each turn has its number, and throws have blanks."""
    told, number, over = [], 0, True
    for word in words:
        if over and not word.startswith("["):
            number += 1
            told.append(f"\n{number}.")
            over = False
        over = over or "@" in word
        told.append(word.replace(";", " "))
    return " ".join(told)


class Engine:
    """The engine's game, and its answers."""

    def __init__(self, player: Any, name: str) -> None:
        self._player, self._name = player, name
        self._start = Game().new_initial_state(seed=0, explicit_chance=True)
        self._state: State | None = None

    def answer(self, line: str) -> list[str]:
        """The lines of the reply to a command, with its closing line."""
        command, *words = line.split()
        if command == "tep":
            return [f"id name {self._name}", f"id version {__version__}", "protocol 1", "ok"]
        if command == "isready":
            return ["readyok", "ok"]
        if command == "list_commands":
            return ["tep", "isready", "newgame", "position", "go", "stop", "list_commands", "quit", "ok"]
        if command in ("stop", "quit"):
            return ["ok"]  # it reads on after its answer, so there is nothing to stop
        if command == "setoption":
            return ["error unknown-option it has no options"]
        if command in ("newgame", "position", "go"):
            return getattr(self, "_" + command)(words)
        return [f"error unknown-command no command {ascii(command)[:40]}"]

    def _newgame(self, words: list[str]) -> list[str]:
        options = dict(word.partition("=")[::2] for word in words if word.partition("=")[0] != "seed")
        if any("=" not in word for word in words) or len({word.partition("=")[0] for word in words}) < len(words):
            return ["error syntax newgame: expected KEY=VALUE, each key once"]
        try:
            name = options.pop("game", "classic" if options.get("set", "").startswith("classic") else "star-wars")
            game = Game(name, **{key: value for key, value in options.items() if value != "off"})  # type: ignore[arg-type]
        except (ValueError, TypeError) as error:
            return [f"error bad-options {error}"]
        self._start, self._state = game.new_initial_state(seed=0, explicit_chance=True), None
        return ["ok"]

    def _position(self, words: list[str]) -> list[str]:
        where = words.index("moves") if "moves" in words else len(words)
        try:
            start = self._start
            if words[:where] != ["startpos"]:
                start = State.from_position(" ".join(words[:where]), seed=0, explicit_chance=True)
            head = start.record().rpartition("*")[0]
            (record,) = read_records(f"{head}\n{_entries(words[where + 1:])}\n*\n".encode())
        except ValueError as error:
            return ["error bad-position " + " ".join(str(error).split())]
        self._state = record.state
        return ["ok"]

    def _go(self, words: list[str]) -> list[str]:
        known = ("movetime", "clock", "inc", "playouts", "level")
        if len(words) % 2 or any(key not in known for key in words[::2]) or len(set(words[::2])) * 2 < len(words) \
                or not all(value.isascii() and value.isdigit() and (int(value) > 0 or key == "inc")
                           for key, value in zip(words[::2], words[1::2])) or "level" in words or ("inc" in words) > ("clock" in words):
            return ["error syntax go: expected movetime, clock, inc or playouts with a number"]
        if self._state is None or self._state.phase() != "place":
            return ["error bad-phase no tile waits to be laid"]
        state, move = self._state.clone(), []
        for _ in range(2):
            action = int(self._player.act(state))
            move.append(state.action_to_string(action))
            state.apply_action(action)
        return ["ok", "bestmove " + "=".join(move)]


def main() -> None:
    if len(sys.argv) != 2 or sys.argv[1].startswith("-"):
        sys.exit(f"usage: python3 -m tessera.engine POLICY\n\n{__doc__}")
    name = sys.argv[1]
    try:
        engine = Engine(load_policy(name), name.rpartition(":")[2])
    except ValueError as error:
        sys.exit(f"python3 -m tessera.engine: error: {error}")
    for line in sys.stdin.buffer:
        if len(line) > 65536 or b"\0" in line:
            print("error too-long expected at most 65535 bytes without a zero byte", flush=True)
            continue
        text = line.decode(errors="replace").strip()
        if text and not text.startswith("#"):
            print("\n".join(engine.answer(text)), flush=True)
            if text == "quit":
                return


if __name__ == "__main__":
    main()
