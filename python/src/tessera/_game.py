"""The options of a game, and pickling."""
from __future__ import annotations

import os
from typing import Any, Literal, Sequence, TypedDict, Unpack

import numpy as np

from . import _tessera
from ._tessera import Game, Policy, State


class GameOptions(TypedDict, total=False):
    """The keyword arguments of `Game`; None and False mean that an argument is not given."""

    set: str | None
    """The name of a built-in tile set, or the path of a file."""
    players: int | None
    """Seats, 2 to 5."""
    fields: bool | None
    abbot: bool | None
    river: bool | Literal["river-1", "river-20"] | None
    arrows: bool | None
    towns: bool | None
    teams: bool | None
    colours: Sequence[str] | None
    """The colours of the seats."""
    first: int | Literal["random"] | None
    """The seat that begins (1-based); `random`: drawn by the seed of each game."""


def count(name: str, value: Any, most: int) -> int:
    """Checks that a value is a whole number from 1 to `most`."""
    if isinstance(value, bool) or not isinstance(value, (int, np.integer)):
        raise TypeError(f"{name}: expected a whole number, not {value!r}")
    if not 1 <= value <= most:
        raise ValueError(f"{name}: expected 1 to {most}, not {value}")
    return int(value)


def check_room(name: str, number: int, needed: int) -> None:
    """Raises MemoryError if the needed memory is more than this machine has."""
    there = os.sysconf("SC_PHYS_PAGES") * os.sysconf("SC_PAGE_SIZE")
    if needed > there:
        raise MemoryError(f"{name}: {number} of them need some {needed >> 30} GiB, and this machine has {there >> 30}")


def _game_again(words: list[tuple[str, str]], line: str) -> Game:
    """Restores a pickled game."""
    if line:
        return _tessera.game_of_position(line)
    (_, name), *options = words
    return Game(name, **dict(options))


def _state_again(game: Game, seed: int, explicit_chance: bool, position: str | None, actions: list[int]) -> State:
    """Restores a pickled state."""
    state = State(game, seed, explicit_chance, position)
    for action in actions:
        state.apply_action(action)
    return state


def _policy_again(name: str, playouts: int, seed: int) -> Policy:
    """Restores a pickled policy."""
    return Policy(name, playouts=playouts, seed=seed)


def _game_shown(game: Game) -> str:
    """The `repr` of a game: the call that makes an equal game."""
    words, line = game._origin()
    if line:
        return f"State.from_position({line!r}).game"
    (_, name), *options = words
    return f"Game({', '.join([repr(name), *(f'{key}={value!r}' for key, value in options)])})"


Game.__reduce__ = lambda game: (_game_again, game._origin())
Policy.__reduce__ = lambda policy: (_policy_again, policy._reduce())
State.__reduce__ = lambda state: (_state_again, state._reduce())
Game.__repr__ = _game_shown
State.__repr__ = lambda state: f"<State {state}>"
