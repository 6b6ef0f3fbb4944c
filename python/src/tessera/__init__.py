"""Carcassonne, classic and Star Wars Edition: complete rules, fast, for reinforcement learning and search.

`Game` defines the game with its options, `State` is one game with the methods of OpenSpiel, `VecEnv` steps many games
in one call, `policy` returns a computer player, `analyse` analyses positions with one, `selfplay` makes data from games
of computer players, `read_records` reads games. `tessera.gym` and `tessera.pettingzoo` contain the environments for
those libraries.
"""
from ._data import Analysis, Candidate, Record, SelfPlay, analyse, read_records, selfplay
from ._game import Game, GameOptions
from ._search import Evaluator, EvaluatorPolicy, Leaves, policy
from ._tessera import Policy, State, __version__
from ._vec import Step, VecEnv

__all__ = ["Analysis", "Candidate", "Evaluator", "EvaluatorPolicy", "Game", "GameOptions", "Leaves", "Policy", "Record", "SelfPlay", "State", "Step",
           "VecEnv", "__version__", "analyse", "policy", "read_records", "selfplay"]
