"""OpenSpiel: importing this module registers `tessera_classic` and `tessera_star_wars` with pyspiel, so that
`pyspiel.load_game("tessera_classic(players=3,fields=True)")` makes one. Draws and throws are chance nodes, observations
those of `planes-v1` with the scalars behind them. The parameters are options of `Game`."""
from __future__ import annotations

from typing import Any

import numpy as np
import pyspiel
from open_spiel.python.observation import IIGObserverForPublicInfoGame

from ._tessera import Game, shape

PARAMETERS = {"players": 2, "fields": False, "abbot": False, "river": "", "arrows": False, "towns": False, "teams": False}
STAR_WARS = {"players": 2, "teams": False}


def _type(name: str, long_name: str, parameters: dict[str, Any]) -> pyspiel.GameType:
    return pyspiel.GameType(
        short_name=name, long_name=long_name, dynamics=pyspiel.GameType.Dynamics.SEQUENTIAL,
        chance_mode=pyspiel.GameType.ChanceMode.EXPLICIT_STOCHASTIC,
        information=pyspiel.GameType.Information.PERFECT_INFORMATION, utility=pyspiel.GameType.Utility.ZERO_SUM,
        reward_model=pyspiel.GameType.RewardModel.TERMINAL, max_num_players=5, min_num_players=2,
        provides_information_state_string=True, provides_information_state_tensor=False, provides_observation_string=True,
        provides_observation_tensor=True, parameter_specification=parameters)


class _SpielGame(pyspiel.Game):
    """What both games share; a class of each has its type and the name of its rules."""

    kind: pyspiel.GameType
    rules: str

    def __init__(self, params: dict[str, Any] | None = None) -> None:
        given = dict(params or {})
        self.game = Game(self.rules, **{name: value for name, value in given.items() if value not in ("", False)})
        begun = self.game.new_initial_state(seed=0, explicit_chance=True)
        tiles = int(begun.observation("cells-v1", 0)[1][self.game.num_sides() + 2 * self.game.num_players():][:len(self.game.tiles())].sum())
        super().__init__(self.kind, pyspiel.GameInfo(
            num_distinct_actions=self.game.num_distinct_actions(), max_chance_outcomes=self.game.max_chance_outcomes(),
            num_players=self.game.num_players(), min_utility=-1.0, max_utility=1.0, utility_sum=0.0,
            max_game_length=2 * tiles), given)

    def new_initial_state(self) -> _SpielState:
        return _SpielState(self)

    def make_py_observer(self, iig_obs_type: Any = None, params: Any = None) -> Any:
        if iig_obs_type is None or (iig_obs_type.public_info and not iig_obs_type.perfect_recall):
            return _Observer(self.game)
        return IIGObserverForPublicInfoGame(iig_obs_type, params)


class _SpielState(pyspiel.State):
    """A game in progress; `state` is the `tessera.State`."""

    def __init__(self, game: _SpielGame) -> None:
        super().__init__(game)
        self.state = game.game.new_initial_state(seed=0, explicit_chance=True)

    def current_player(self) -> int:
        return self.state.current_player()

    def _legal_actions(self, player: int) -> list[int]:
        return self.state.legal_actions()

    def chance_outcomes(self) -> list[tuple[int, float]]:
        return self.state.chance_outcomes()

    def _apply_action(self, action: int) -> None:
        self.state.apply_action(action)

    def _action_to_string(self, player: int, action: int) -> str:
        return self.state.action_to_string(action)

    def is_terminal(self) -> bool:
        return self.state.is_terminal()

    def returns(self) -> list[float]:
        return self.state.returns()

    def __str__(self) -> str:
        return self.state.position()


class _Observer:
    """The planes and the scalars as one vector of float32; `dict` has both by name."""

    def __init__(self, game: Game) -> None:
        planes, scalars, _, _ = shape(game)
        self.tensor = np.zeros(planes * 1024 + scalars, np.float32)
        self.dict = {"planes": self.tensor[:planes * 1024].reshape(planes, 32, 32), "scalars": self.tensor[planes * 1024:]}

    def set_from(self, state: _SpielState, player: int) -> None:
        self.dict["planes"][:], self.dict["scalars"][:] = state.state.observation("planes-v1", player)

    def string_from(self, state: _SpielState, player: int) -> str:
        return state.state.position()


class ClassicGame(_SpielGame):
    """The classic game."""

    rules, kind = "classic", _type("tessera_classic", "Carcassonne", PARAMETERS)


class StarWarsGame(_SpielGame):
    """The Star Wars Edition."""

    rules, kind = "star-wars", _type("tessera_star_wars", "Carcassonne: Star Wars Edition", STAR_WARS)


for _game in (ClassicGame, StarWarsGame):
    pyspiel.register_game(_game.kind, _game)
