"""Carcassonne, classic and Star Wars Edition: complete rules, fast, for reinforcement learning and search.

`Game` says which game is played, `State` is one game in OpenSpiel's words, `VecEnv` steps many games in one call, `policy` is a
computer player; `analyse` tells what one thinks of positions, `selfplay` lets them make data, `read_records` reads games.
`tessera.gym` and `tessera.pettingzoo` have the environments of those libraries.
"""
from ._data import Analysis, Candidate, Record, SelfPlay, analyse, read_records, selfplay
from ._game import Game, GameOptions
from ._tessera import Policy, State, __version__
from ._vec import Step, VecEnv

__all__ = ["Analysis", "Candidate", "Game", "GameOptions", "Policy", "Record", "SelfPlay", "State", "Step", "VecEnv", "__version__", "analyse", "policy",
           "read_records", "selfplay"]

policy = Policy
