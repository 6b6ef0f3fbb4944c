"""PettingZoo: all seats as agents `player_0`, `player_1` ..., one after the other (`env`) or all at once
(`parallel_env`)."""
from __future__ import annotations

import copy
import operator
from typing import Any, Unpack

import gymnasium
import numpy as np
from pettingzoo import AECEnv, ParallelEnv

from ._game import Game, GameOptions
from ._render import FPS, MODES, check_mode, render
from .gym import observation_space


class _Seats:
    """The common part of both kinds: the game, its spaces, and the observations."""

    render_mode: str | None

    def _open(self, game: str, obs: str, render_mode: str | None, options: GameOptions) -> None:
        self.game = Game(game, **options)
        self._obs, self.render_mode = obs, check_mode(render_mode)
        self.possible_agents = [f"player_{seat}" for seat in range(self.game.num_players())]
        space = observation_space(self.game, obs)
        self.observation_spaces = {agent: space for agent in self.possible_agents}
        self.action_spaces = {agent: gymnasium.spaces.Discrete(self.game.num_distinct_actions(), seed=seat)
                              for seat, agent in enumerate(self.possible_agents)}
        self.agents: list[str] = []
        self._random = np.random.default_rng()
        self.state_of_game: Any = None

    def observation_space(self, agent: str) -> gymnasium.spaces.Space[Any]:
        return self.observation_spaces[agent]

    def action_space(self, agent: str) -> gymnasium.spaces.Space[Any]:
        return self.action_spaces[agent]

    def _begin(self, seed: int | None) -> None:
        """Begins a new game; without a given seed, its seed follows from the earlier ones."""
        if seed is not None:
            self._random = np.random.default_rng(seed)
        self.agents = list(self.possible_agents)
        self.state_of_game = self.game.new_initial_state(seed=int(self._random.integers(2**63)))

    def _seen(self, agent: str, over: bool) -> dict[str, Any]:
        """An agent's observation. The mask is all ones if the agent's action is ignored: while another agent is to act,
        and after the end."""
        seat = self.possible_agents.index(agent)
        observation, scalars = self.state_of_game.observation(self._obs, seat)
        mask = np.ones(self.game.num_distinct_actions(), np.int8)
        if self.state_of_game.current_player() == seat and not over:
            mask = self.state_of_game.legal_actions_mask().view(np.int8)
        return {"observation": observation, "scalars": scalars, "action_mask": mask}

    def __copy__(self) -> _Seats:
        """Makes an independent copy."""
        return copy.deepcopy(self)

    def _returns(self) -> dict[str, float]:
        return dict(zip(self.possible_agents, map(float, self.state_of_game.returns())))

    def render(self) -> Any:
        """The position line (`ansi`), or a picture of the board (`rgb_array`)."""
        return render(self.state_of_game, self.render_mode)

    def close(self) -> None:
        """Does nothing, because nothing needs to be released."""


class env(_Seats, AECEnv):
    """The agents act one after the other; the rewards come at the end and equal `State.returns()`. An illegal action loses
    the game at once: the agent's reward is -1, and its info has `illegal`. The options are those of `Game`."""

    metadata = {"render_modes": MODES, "render_fps": FPS, "name": "tessera_v0", "is_parallelizable": False}

    def __init__(self, game: str = "star-wars", obs: str = "planes-v1", render_mode: str | None = None,
                 **options: Unpack[GameOptions]) -> None:
        super().__init__()
        self._open(game, obs, render_mode, options)

    def reset(self, seed: int | None = None, options: dict[str, Any] | None = None) -> None:
        self._begin(seed)
        self.rewards = dict.fromkeys(self.agents, 0.0)
        self._cumulative_rewards = dict.fromkeys(self.agents, 0.0)
        self.terminations = dict.fromkeys(self.agents, False)
        self.truncations = dict.fromkeys(self.agents, False)
        self.infos: dict[str, dict[str, Any]] = {agent: {} for agent in self.agents}
        self.agent_selection = self.agents[self.state_of_game.current_player()]

    def observe(self, agent: str) -> dict[str, Any]:
        return self._seen(agent, self.terminations.get(agent, True))

    def step(self, action: Any) -> None:
        if self.state_of_game is None:
            raise gymnasium.error.ResetNeeded("reset() comes before step()")
        if not self.agents:
            return
        if self.terminations[self.agent_selection] or self.truncations[self.agent_selection]:
            self._was_dead_step(action)
            return
        number, agent = operator.index(action), self.agent_selection
        self._cumulative_rewards[agent] = 0.0
        try:
            self.state_of_game.apply_action(number)
        except ValueError:
            self.rewards = {**dict.fromkeys(self.agents, 0.0), agent: -1.0}
            self.infos[agent]["illegal"] = True
            self.terminations = dict.fromkeys(self.agents, True)
            self._accumulate_rewards()
            return
        if self.state_of_game.is_terminal():
            self.rewards = self._returns()
            self.terminations = dict.fromkeys(self.agents, True)
            self.agent_selection = self.agents[0]
        else:
            self.agent_selection = self.possible_agents[self.state_of_game.current_player()]
            return  # nobody has a reward
        self._accumulate_rewards()


class parallel_env(_Seats, ParallelEnv):
    """All agents give an action in each step; only the action of the agent to act is used. An illegal action loses the
    game at once: the agent's reward is -1, and its info has `illegal`."""

    metadata = {"render_modes": MODES, "render_fps": FPS, "name": "tessera_v0"}

    def __init__(self, game: str = "star-wars", obs: str = "planes-v1", render_mode: str | None = None,
                 **options: Unpack[GameOptions]) -> None:
        self._open(game, obs, render_mode, options)

    def reset(self, seed: int | None = None, options: dict[str, Any] | None = None) -> tuple[dict[str, Any], dict[str, Any]]:
        self._begin(seed)
        return self._all_seen(False), {agent: {} for agent in self.agents}

    def step(self, actions: dict[str, Any]) -> tuple[dict[str, Any], ...]:
        if not self.agents:
            raise gymnasium.error.ResetNeeded("reset() comes before step()")
        agent, agents = self.possible_agents[self.state_of_game.current_player()], self.agents
        if not isinstance(actions, dict):
            raise TypeError(f"actions: expected actions by the names of agents, not {actions!r}")
        if agent not in actions:
            raise ValueError(f"actions: expected one of {agent}, who is to act")
        number = operator.index(actions[agent])
        infos: dict[str, dict[str, Any]] = {each: {} for each in agents}
        try:
            self.state_of_game.apply_action(number)
            over, rewards = self.state_of_game.is_terminal(), self._returns()
        except ValueError:
            over, rewards = True, {**dict.fromkeys(agents, 0.0), agent: -1.0}
            infos[agent]["illegal"] = True
        seen = self._all_seen(over)
        if over:
            self.agents = []
        return seen, rewards, dict.fromkeys(agents, over), dict.fromkeys(agents, False), infos

    def _all_seen(self, over: bool) -> dict[str, Any]:
        return {agent: self._seen(agent, over) for agent in self.agents}
