"""Gymnasium: one learner against computer players. Importing this module registers `tessera/StarWars-v0` and
`tessera/Classic-v0`; `gymnasium.make("tessera.gym:tessera/Classic-v0")` imports it, and `gymnasium.make_vec` gives many
games that are stepped in one call."""
from __future__ import annotations

import copy
import math
import operator
import sys
from typing import Any, Sequence, Unpack

import gymnasium
import numpy as np

from ._game import GameOptions, check_room
from ._render import FPS, MODES, check_mode, render
from ._tessera import Game, Policy, shape
from ._vec import Step, VecEnv, game_against


def observation_space(game: Game, obs: str) -> gymnasium.spaces.Dict:
    """The observation space of a game: the array, the scalars and the mask."""
    planes, scalars, actions, _ = shape(game)
    kinds = {"planes-v1": ((planes, 32, 32), np.uint8, 255), "cells-v1": ((255, 8), np.uint16, 65535)}
    if obs not in kinds:
        raise ValueError(f"obs: expected planes-v1 or cells-v1, not {obs!r}")
    form, dtype, most = kinds[obs]
    return gymnasium.spaces.Dict({
        "observation": gymnasium.spaces.Box(0, most, form, dtype),
        "scalars": gymnasium.spaces.Box(-1e6, 1e6, (scalars,), np.float32),
        "action_mask": gymnasium.spaces.Box(0, 1, (actions,), np.int8),
    })


class TesseraEnv(gymnasium.Env):
    """The learner has seat 0; the first player is random. `opponents` are the names of the computer players at the
    other seats. The reward comes at the end: with `win` it is that of `State.returns()`, with `score_diff` the lead
    over the best other side. An illegal action loses the game at once: the reward is -1, and `info["illegal"]` is true.
    After the last step, when actions are ignored, the mask is all ones."""

    metadata = {"render_modes": MODES, "render_fps": FPS}

    def __init__(self, game: str = "star-wars", opponents: Sequence[str] = ("level-5",), obs: str = "planes-v1",
                 reward: str = "win", playouts: int = 400, render_mode: str | None = None, **options: Unpack[GameOptions]) -> None:
        if reward not in ("win", "score_diff"):
            raise ValueError(f"reward: expected win or score_diff, not {reward!r}")
        self.game = game_against(game, opponents, options)
        self._names, self._obs, self._reward, self._playouts = list(opponents), obs, reward, playouts
        self.observation_space = observation_space(self.game, obs)
        self.action_space = gymnasium.spaces.Discrete(self.game.num_distinct_actions())
        self.render_mode = check_mode(render_mode)
        self.state: Any = None
        self._over = True
        self._players = [Policy(name, playouts=playouts) for name in self._names]

    def reset(self, *, seed: int | None = None, options: dict[str, Any] | None = None) -> tuple[dict[str, Any], dict[str, Any]]:
        super().reset(seed=seed)
        seeds = self.np_random.integers(2**63, size=len(self._names) + 1)
        self.state = self.game.new_initial_state(seed=int(seeds[0]))
        self._players = [Policy(name, playouts=self._playouts, seed=int(own)) for name, own in zip(self._names, seeds[1:])]
        self._over = False
        self._let_others()
        return self._seen(), self._told()

    def step(self, action: Any) -> tuple[dict[str, Any], float, bool, bool, dict[str, Any]]:
        if self._over:
            raise gymnasium.error.ResetNeeded("reset() comes before step()")
        number = operator.index(action)
        try:
            self.state.apply_action(number)
        except ValueError:
            self._over = True
            return self._seen(), -1.0, True, False, {**self._told(), "illegal": True}
        self._let_others()
        self._over, reward = self.state.is_terminal(), 0.0
        if self._over:
            scores = self.state.scores()
            reward = self.state.returns()[0] if self._reward == "win" else float(scores[0] - max(scores[1:]))
        return self._seen(), reward, self._over, False, self._told()

    def render(self) -> Any:
        """The position line (`ansi`), or a picture of the board (`rgb_array`)."""
        return render(self.state, self.render_mode)

    def action_masks(self) -> np.ndarray:
        """The mask of legal actions, in the form that sb3-contrib needs."""
        if self.state is None:
            raise gymnasium.error.ResetNeeded("reset() comes before action_masks()")
        return np.ones(self.game.num_distinct_actions(), np.bool_) if self._over else self.state.legal_actions_mask()

    def __copy__(self) -> TesseraEnv:
        """A copy goes on by itself."""
        return copy.deepcopy(self)

    def _let_others(self) -> None:
        """Lets the opponents act until it is the learner's turn."""
        while (player := self.state.current_player()) > 0:
            self.state.apply_action(self._players[player - 1].act(self.state))

    def _seen(self) -> dict[str, Any]:
        observation, scalars = self.state.observation(self._obs, 0)
        return {"observation": observation, "scalars": scalars, "action_mask": self.action_masks().view(np.int8)}

    def _told(self) -> dict[str, Any]:
        return {"scores": self.state.scores(), "seed": self.state.seed}


def _bounds(space: gymnasium.spaces.Dict) -> int:
    """Bytes that a batched space needs for each environment: the bounds of every number, and two flags for each."""
    return sum(math.prod(box.shape) * 2 * (box.dtype.itemsize + 1) for box in space.values()
               if isinstance(box, gymnasium.spaces.Box))


class _Copies:
    """Copies of the observations of a VecEnv. Arrays that nobody else holds any more are written anew: that takes far less
    time than new memory, and of planes only the rows are written that may have changed."""

    def __init__(self) -> None:
        self._made: list[tuple[list[np.ndarray], np.ndarray]] = []

    def copy(self, games: VecEnv, arrays: list[np.ndarray]) -> list[np.ndarray]:
        """The first array has the observations."""
        free = (each for each in self._made if all(sys.getrefcount(each[0][index]) == 2 for index in range(len(arrays))))
        copies, known = next(free, (None, None))
        if copies is None or known is None:
            copies, known = [np.zeros_like(array) for array in arrays], np.zeros((games.num_envs, 3), np.uint32)
            self._made = [*self._made[-3:], (copies, known)]
        games._copy(copies[0], known)
        for mine, array in zip(copies[1:], arrays[1:]):
            np.copyto(mine, array)
        return list(copies)

    def __reduce__(self) -> tuple[type[_Copies], tuple[()]]:
        """A copy of the environment begins with none."""
        return _Copies, ()


class TesseraVectorEnv(gymnasium.vector.VectorEnv):
    """`num_envs` such games in one `VecEnv`, with the same opponents and its own threads. A game that has ended begins
    again with the next step, whose action is ignored. An illegal action raises ValueError, and then no game has taken a
    step. With `copy=False` every step returns the same arrays as observations."""

    metadata = {"render_modes": [], "autoreset_mode": gymnasium.vector.AutoresetMode.NEXT_STEP}

    def __init__(self, game: str = "star-wars", num_envs: int = 1, opponents: Sequence[str] = ("level-5",),
                 obs: str = "planes-v1", reward: str = "win", playouts: int = 400, threads: int = 1, copy: bool = True,
                 **options: Unpack[GameOptions]) -> None:
        if reward not in ("win", "score_diff"):
            raise ValueError(f"reward: expected win or score_diff, not {reward!r}")
        kind = game_against(game, opponents, options)
        self.single_observation_space = observation_space(kind, obs)
        self.single_action_space = gymnasium.spaces.Discrete(kind.num_distinct_actions())
        self.games = VecEnv(kind, num_envs, threads=threads, obs=obs, opponents=opponents, playouts=playouts,
                            reward="win" if reward == "win" else "terminal")
        self.num_envs, self._copy = self.games.num_envs, copy
        self._copies = _Copies()
        check_room("num_envs", self.num_envs, self.games.nbytes + self.num_envs * _bounds(self.single_observation_space))
        self.observation_space = gymnasium.vector.utils.batch_space(self.single_observation_space, self.num_envs)
        self.action_space = gymnasium.vector.utils.batch_space(self.single_action_space, self.num_envs)

    def reset(self, *, seed: int | Sequence[int] | None = None,
              options: dict[str, Any] | None = None) -> tuple[dict[str, Any], dict[str, Any]]:
        """Begins new games. A number as the seed determines the seeds of all games; a list contains the seeds."""
        if seed is None or isinstance(seed, (int, np.integer)):
            super().reset(seed=None if seed is None else int(seed))
            seed = self.np_random.integers(2**63, size=self.num_envs)
        told = self.games.reset(seeds=seed)
        return self._seen(told), {"seed": told.seeds.copy()}

    def step(self, actions: Any) -> tuple[dict[str, Any], np.ndarray, np.ndarray, np.ndarray, dict[str, Any]]:
        if not self.games._begun:
            raise gymnasium.error.ResetNeeded("reset() comes before step()")
        told = self.games.step(actions)
        ended = told.terminated.copy()
        infos: dict[str, Any] = {"seed": told.seeds.copy()}
        if ended.any():
            infos |= {"scores": told.final_scores.copy(), "_scores": ended.copy()}
        return self._seen(told), told.rewards[:, 0].astype(np.float64), ended, np.zeros(self.num_envs, np.bool_), infos

    def action_masks(self) -> np.ndarray:
        """(N, A) the mask of legal actions, in the form that sb3-contrib needs."""
        if not self.games._begun:
            raise gymnasium.error.ResetNeeded("reset() comes before action_masks()")
        return self.games._told.legal_action_mask

    def __copy__(self) -> TesseraVectorEnv:
        """A copy goes on by itself."""
        return copy.deepcopy(self)

    def close_extras(self, **kwargs: Any) -> None:
        self.games.close()

    def _seen(self, told: Step) -> dict[str, Any]:
        seen = [told.observation, told.scalars, told.legal_action_mask.view(np.int8)]
        return dict(zip(("observation", "scalars", "action_mask"), self._copies.copy(self.games, seen) if self._copy else seen))


for _id, _game in (("StarWars", "star-wars"), ("Classic", "classic")):
    gymnasium.register(f"tessera/{_id}-v0", entry_point=TesseraEnv, vector_entry_point=TesseraVectorEnv,
                       kwargs={"game": _game}, disable_env_checker=True)
