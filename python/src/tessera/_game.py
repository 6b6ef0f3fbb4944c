"""Which game is played."""
from __future__ import annotations

import copyreg
from typing import Any

import numpy as np

from . import _tessera
from ._tessera import GameBase, State


def count(name: str, value: Any, most: int) -> int:
    """A number from 1 to `most`."""
    if isinstance(value, bool) or not isinstance(value, (int, np.integer)):
        raise TypeError(f"{name}: expected a whole number, not {value!r}")
    if not 1 <= value <= most:
        raise ValueError(f"{name}: expected 1 to {most}, not {value}")
    return int(value)


def _words(game: str, options: dict[str, Any]) -> list[tuple[str, str]]:
    """The options as the engine reads them: keys and words."""
    if not isinstance(game, str):
        raise TypeError(f"game: expected star-wars or classic, not {game!r}")
    words = [("game", game)]
    for key, value in options.items():
        if value is None or value is False:
            continue
        if value is True:
            text = "on"
        elif isinstance(value, (list, tuple)):
            text = ",".join(map(str, value))
        elif isinstance(value, (int, np.integer, str)):
            text = str(value)
        else:
            raise TypeError(f"{key}: expected True, False, a number or a string, not {value!r}")
        words.append((key, text))
    return words


class Game(GameBase):
    """A game: which rules, tiles, options and how many players.

    `Game("classic", players=3, fields=True, abbot=True, river="river-20", arrows=True)`,
    `Game("star-wars", players=4, teams=True)`. `set` is the name of a tile set or the path of a file, `first` the seat
    that begins, from 1, or "random" (by the seed of each game), `colours` those of the seats.
    """

    def __init__(self, game: str = "star-wars", **options: Any) -> None:
        if "seed" in options:
            raise TypeError("a seed belongs to new_initial_state(), not to the game")
        super().__init__(_words(game, options))

    def __reduce__(self) -> tuple[Any, ...]:
        return _game_again, self._origin()


def _game_again(words: list[tuple[str, str]], line: str) -> GameBase:
    """The game that was pickled."""
    if line:
        return _tessera.game_of_position(line)
    game = Game.__new__(Game)
    GameBase.__init__(game, words)
    return game


def _state_again(game: GameBase, seed: int, explicit_chance: bool, position: str | None, actions: list[int]) -> State:
    """The state that was pickled."""
    state = State(game, seed, explicit_chance, position)
    for action in actions:
        state.apply_action(action)
    return state


def _game_shown(game: GameBase) -> str:
    """The call that makes the game again."""
    words, line = game._origin()
    if line:
        return f"State.from_position({line!r}).game"
    (_, name), *options = words
    return f"Game({', '.join([repr(name), *(f'{key}={value!r}' for key, value in options)])})"


copyreg.pickle(GameBase, lambda game: (_game_again, game._origin()))
copyreg.pickle(State, lambda state: (_state_again, state._reduce()))
GameBase.__repr__ = _game_shown
State.__repr__ = lambda state: f"<State {state}>"
