"""Analyses by computer players, self-play games, and games from records."""
from __future__ import annotations

import collections
import functools
import os
import threading
from concurrent.futures import Executor, Future, ThreadPoolExecutor
from typing import Any, Callable, Iterable, Iterator, NamedTuple, Sequence, TypeVar, Unpack

import numpy as np
from numpy.typing import NDArray

from . import _tessera
from ._file import written_anew
from ._game import Game, GameOptions, check_room, count
from ._search import TOGETHER, Evaluator, Trees, advise_all, check_evaluator, number
from ._tessera import Policy, ReplayReader, State

CANDIDATES = 16
PLAYOUTS = 1_000_000_000
THREADS = 64
GAMES = 1_000_000_000
SHARE, SHARE_EVALUATED = 8, 64  # games that an executor gets at a time
T = TypeVar("T")


# ---- Threads ----


class _Work:
    """Work shared by threads. If it ends early, for example by Ctrl-C, it also stops computer players that are
    searching."""

    def __init__(self, threads: int) -> None:
        self._threads = threads
        self._lock = threading.Lock()
        self._ended = False
        self._thinking: set[Policy] = set()

    def share(self, task: Callable[[Any], T], items: Iterable[Any]) -> list[T]:
        """Returns the results of `task` for all items. Only few items are in memory at a time."""
        pool = ThreadPoolExecutor(self._threads)
        waiting: collections.deque[Future[T]] = collections.deque()
        told = []
        try:
            for item in items:
                if len(waiting) == 4 * self._threads:
                    told.append(waiting.popleft().result())
                waiting.append(pool.submit(task, item))
            return told + [each.result() for each in waiting]
        except BaseException:
            with self._lock:
                self._ended = True
                for policy in self._thinking:
                    policy._stop()
            raise
        finally:
            pool.shutdown(cancel_futures=True)

    def advise(self, policy: Policy, state: State) -> Any:
        """Returns the advice of a policy, unless the work has ended."""
        with self._lock:
            if self._ended:
                raise RuntimeError("the work was ended")
            self._thinking.add(policy)
        try:
            return policy._advise(state)
        finally:
            with self._lock:
                self._thinking.discard(policy)


# ---- Analysis ----


class Candidate(NamedTuple):
    """A turn that the player examined, from the point of view of the seat to act."""

    turn: str
    """The turn as a move of the notation: `R2S@1,0r0=small:route.E`."""
    actions: list[int]
    """The actions: the placement and the decision after it, or only the decision if that is next."""
    win: float
    """The probability of winning; a shared win counts as a fraction."""
    difference: float
    """The expected lead over the best other side at the end, in points."""
    error: float
    """The standard error of `difference`."""
    visits: int
    """The number of playouts that began with this turn."""
    variation: list[str]
    """The principal variation: this turn and the most likely continuation."""


class Analysis(NamedTuple):
    """The analysis of a position; the best turn comes first."""

    position: str
    player: int
    """The seat to act (0-based)."""
    playouts: int
    candidates: list[Candidate]


def _state_of(number: int, position: Any) -> State:
    """Makes the state of a position line, in which a seat must be to act."""
    if isinstance(position, str):
        try:
            position = State(_tessera.game_of_position(position), 0, True, position)
        except ValueError as error:
            raise ValueError(f"position {number}: {error}") from None
    if not isinstance(position, State):
        raise TypeError(f"position {number}: expected a position line or a State, not {position!r}")
    if position.current_player() < 0:
        raise ValueError(f"position {number}: no player is to act")
    return position.clone()


def analyse(positions: Iterable[str | State], *, playouts: int = 1000, candidates: int = 8, threads: int = 1,
            seed: int = 0, player: str = "mcts", evaluator: Evaluator | None = None) -> list[Analysis]:
    """Analyses each position (a line or a state) with a computer player, and returns up to `candidates` turns (1 to 16)
    with `playouts` playouts for each position. `threads` share the positions; their number does not change the
    results. With an `evaluator`, `mcts` searches with that; `difference` and `error` are then NaN."""
    if isinstance(positions, (str, State)) or not isinstance(positions, Iterable):
        raise TypeError("positions: expected several of them, as in [state]")
    candidates = count("candidates", candidates, CANDIDATES)
    work = _Work(count("threads", threads, THREADS))
    Policy(player, playouts=playouts, seed=seed)
    states = [_state_of(number, position) for number, position in enumerate(positions)]

    def tell(state: State, total: int, found: list[Any]) -> Analysis:
        told = []
        for actions, win, difference, error, visits, words in found[:candidates]:
            variation = words.split()
            told.append(Candidate(variation[0], actions, win, difference, error, visits, variation))
        return Analysis(state.position(), state.current_player(), total, told)

    if evaluator is not None:
        check_evaluator(player, evaluator)
        advice = advise_all(states, evaluator, playouts, threads, seed)
        return [tell(state, *each) for state, each in zip(states, advice)]
    return work.share(lambda state: tell(state, *work.advise(Policy(player, playouts=playouts, seed=seed), state)), states)


# ---- Self-play ----


class SelfPlay(NamedTuple):
    """D decisions of G games with P seats, in the order of play, game after game."""

    observation: NDArray[Any]
    """(D, ...) the observation of the seat to act, as `State.observation` returns it."""
    scalars: NDArray[np.float32]
    """(D, S)."""
    actions: NDArray[np.int32]
    """(D,) the action taken."""
    visited: NDArray[np.int32]
    """(D, 16) the examined actions by preference, then -1."""
    visits: NDArray[np.int64]
    """(D, 16) the number of playouts that began with each of them. For a player without search it is 1 for the action
    taken."""
    player: NDArray[np.int8]
    """(D,) the seat that acted."""
    game: NDArray[np.int32]
    """(D,) the number of the game."""
    outcome: NDArray[np.float32]
    """(D,) that seat's return of the game, as in `State.returns`."""
    lead: NDArray[np.int32]
    """(D,) that seat's final lead over the best other side, in points."""
    seeds: NDArray[np.uint64]
    """(G,) the seeds of the games."""
    scores: NDArray[np.int32]
    """(G, P) final points by seat."""


def _visits(candidates: list[Any], place: int, taken: int) -> tuple[list[int], list[int]]:
    """Actions with their visits, summed over all candidates whose actions before `place` equal those taken."""
    found: dict[int, int] = {taken: 0}
    for actions, _, _, _, visits, _ in candidates:
        found[actions[place]] = found.get(actions[place], 0) + visits
    if not any(found.values()):
        found = {taken: 1}
    return list(found), list(found.values())


def _self_play_game(work: _Work, game: Game, names: Sequence[str], playouts: int, obs: str, seeds: list[int]) -> tuple[Any, ...]:
    """Plays a game; returns its rows, its seed, and by seat the points, returns and leads."""
    state = State(game, seeds[0])
    policies = [Policy(name, playouts=playouts, seed=seed) for name, seed in zip(names, seeds[1:])]
    rows: list[tuple[Any, ...]] = []
    while (seat := state.current_player()) >= 0:
        _, candidates = work.advise(policies[seat], state)
        _take(state, candidates, candidates[0][0], obs, rows)
    return _played(state, rows)


def _take(state: State, candidates: list[Any], turn: list[int], obs: str, rows: list[tuple[Any, ...]]) -> None:
    """Takes a turn, and adds a row for each of its actions."""
    seat = state.current_player()
    for place, action in enumerate(turn):
        same = [candidate for candidate in candidates if candidate[0][:place] == turn[:place]]
        rows.append((*state.observation(obs), action, *_visits(same, place, action), seat))
        state.apply_action(action)


def _played(state: State, rows: list[tuple[Any, ...]]) -> tuple[Any, ...]:
    """A game that is over: its rows, its seed, and by seat the points, returns and leads."""
    points = state.scores()
    sides = [seat % len(points) for seat in range(state.num_players())]
    leads = [points[side] - max(points[:side] + points[side + 1:]) for side in sides]
    return rows, state.seed, [points[side] for side in sides], state.returns(), leads


def _evaluated_games(game: Game, evaluator: Evaluator, games: range, playouts: int, obs: str, seed: int, threads: int,
                     noise: float, temperature: float) -> list[tuple[Any, ...]]:
    """Plays games whose searches share an evaluator; what each brought, in their order."""
    told: dict[int, tuple[Any, ...]] = {}
    trees = Trees(game, evaluator, min(TOGETHER, len(games)), playouts=playouts, threads=threads, noise=noise)
    numbers = iter(games)

    def begin() -> tuple[int, State, np.random.Generator, list[Any]] | None:
        number = next(numbers, None)
        if number is None:
            return None
        choice = np.random.default_rng([seed, number])
        return number, State(game, int(choice.integers(2**63))), choice, []

    tables = [begin() for _ in range(min(TOGETHER, len(games)))]
    while any(tables):
        advice = trees.search([table and table[1] for table in tables],
                              [int(table[2].integers(2**63)) if table else 0 for table in tables])
        for place, (table, advised) in enumerate(zip(tables, advice)):
            if table is None or advised is None:
                continue
            number, state, choice, rows = table
            visits = np.array([candidate[4] for candidate in advised[1]], float)
            chosen = 0
            if temperature > 0 and visits.max() > 0:
                shares = (visits / visits.max()) ** (1 / temperature)
                chosen = int(choice.choice(len(shares), p=shares / shares.sum()))
            _take(state, advised[1], advised[1][chosen][0], obs, rows)
            if state.is_terminal():
                told[number] = _played(state, rows)
                tables[place] = begin()
    return [told[number] for number in games]


def _games(game: Game, names: list[str], evaluator: Evaluator | None, playouts: int, obs: str, seed: int, threads: int,
           noise: float, temperature: float, games: range) -> list[tuple[Any, ...]]:
    """Plays the games of these numbers; what each brought, in their order."""
    if evaluator is not None:
        return _evaluated_games(game, evaluator, games, playouts, obs, seed, threads, noise, temperature)
    work = _Work(threads)

    def play(index: int) -> tuple[Any, ...]:
        seeds = np.random.SeedSequence([seed, index]).generate_state(len(names) + 1, np.uint64)
        return _self_play_game(work, game, names, playouts, obs, [int(each) for each in seeds])

    return work.share(play, games)


def _check_observations(games: int, begun: State, obs: str) -> None:
    """Raises MemoryError if the observations of so many games do not fit into this machine's memory."""
    seen, scalars = begun.observation(obs)
    bag = begun.game.num_sides() + 2 * begun.game.num_players()  # where its kinds stand in the scalars
    tiles = int(scalars[bag:bag + len(begun.game.tiles())].sum())
    check_room("games", games, games * 2 * tiles * (seen.nbytes + scalars.nbytes))


def selfplay(policies: str | Sequence[str] = "mcts", games: int = 100, *, game: str | Game = "star-wars",
             playouts: int = 400, obs: str = "cells-v1", seed: int = 0, threads: int = 1,
             out: str | os.PathLike[str] | None = None, evaluator: Evaluator | None = None, noise: float = 0.25,
             temperature: float = 1.0, executor: Executor | None = None, **options: Unpack[GameOptions]) -> SelfPlay:
    """Plays games of computer players: one for all seats, or a list by seat. A player searches once a turn, and the
    result has the visits for placement and decision. Memory: 4 KB a decision with `cells-v1`, 50 KB with `planes-v1`.
    The result is also written to the file `out`, if given, as numpy's `.npz`. It depends only on the seeds, not on
    `threads`. With an `evaluator`, `mcts` searches with that at all seats: `noise` is the share of random numbers in
    the priors of each position that is searched, and a turn is drawn with a probability that grows with its visits to
    the power of 1 / `temperature`; 0 takes the one with the most. With an `executor`, whose processes may be on many
    machines, each of these plays some of the games at a time; the result is the same."""
    kind = game if isinstance(game, Game) else Game(game, **options)
    if isinstance(game, Game) and options:
        raise TypeError(f"a Game has its options already: {', '.join(options)} cannot be given")
    if not isinstance(policies, (str, Sequence)):
        raise TypeError(f"policies: expected a name or a list of names, not {policies!r}")
    names = [policies] * kind.num_players() if isinstance(policies, str) else list(policies)
    if len(names) != kind.num_players():
        raise ValueError(f"policies: expected {kind.num_players()} of them, not {len(names)}")
    games = count("games", games, GAMES)
    threads = count("threads", threads, THREADS)
    if not isinstance(executor, (Executor, type(None))):
        raise TypeError(f"executor: expected one of concurrent.futures, not {executor!r}")
    _check_observations(games, State(kind, seed), obs)
    for name in names:
        Policy(name, playouts=playouts)
        if evaluator is not None:
            check_evaluator(name, evaluator)
    noise, temperature = number("noise", noise, 1.0), number("temperature", temperature, 100.0)

    play = functools.partial(_games, kind, names, evaluator, playouts, obs, seed, threads, noise, temperature)
    if executor is None:
        played = play(range(games))
    else:
        size = SHARE if evaluator is None else SHARE_EVALUATED
        shares = [range(first, min(first + size, games)) for first in range(0, games, size)]
        played = [game for share in executor.map(play, shares) for game in share]
    told = _stack(played)
    if out is not None:
        name = os.fspath(out)
        with written_anew(name if name.endswith(".npz") else name + ".npz") as file:
            np.savez_compressed(file, **told._asdict())
    return told


def _stack(played: list[tuple[Any, ...]]) -> SelfPlay:
    """Joins the rows of the games into arrays."""
    rows = [(*row, number) for number, game in enumerate(played) for row in game[0]]
    scores = np.array([game[2] for game in played], np.int32)
    returns = np.array([game[3] for game in played], np.float32)
    visited = np.full((len(rows), CANDIDATES), -1, np.int32)
    visits = np.zeros((len(rows), CANDIDATES), np.int64)
    for number, row in enumerate(rows):
        visited[number, :len(row[3])], visits[number, :len(row[4])] = row[3], row[4]
    player = np.array([row[5] for row in rows], np.int8)
    game = np.array([row[6] for row in rows], np.int32)
    leads = np.array([game[4] for game in played], np.int32)
    return SelfPlay(np.stack([row[0] for row in rows]), np.stack([row[1] for row in rows]),
                    np.array([row[2] for row in rows], np.int32), visited, visits, player, game,
                    returns[game, player], leads[game, player],
                    np.array([played_game[1] for played_game in played], np.uint64), scores)


# ---- Records ----


class Record(NamedTuple):
    """A game of a file of records."""

    tags: dict[str, str]
    state: State
    """The final state, with explicit chance: `history()` has all actions, including draws and throws."""


_game_of = functools.lru_cache(64)(_tessera.game_of_position)


def read_records(source: str | os.PathLike[str] | bytes) -> Iterator[Record]:
    """Reads the games of a file, or of its bytes, and checks them by the rules: records of the notation, section 7, on
    built-in sets. Raises ValueError with the line if a game is malformed or breaks the rules."""
    if not isinstance(source, (str, os.PathLike, bytes)):
        raise TypeError(f"source: expected the path of a file or bytes, not {source!r}")
    return _records_of(source)


def _records_of(source: str | os.PathLike[str] | bytes) -> Iterator[Record]:
    """Reads the games of a valid source."""
    if isinstance(source, bytes):
        data = source
    else:
        with open(source, "rb") as file:
            data = file.read()
    reader = ReplayReader(data)
    while (found := reader._next()) is not None:
        start, actions, tags = found
        state = State(_game_of(start), 0, True, start)
        for action in actions:
            state.apply_action(action)
        yield Record(dict(zip(tags[::2], tags[1::2])), state)
