"""Carcassonne, classic and Star Wars Edition: complete rules, fast, for reinforcement learning and search.

`Game` says which game is played, `State` is one game in OpenSpiel's words, `VecEnv` steps many games in one call, `policy` is a
computer player. `tessera.gym` and `tessera.pettingzoo` have the environments of those libraries.
"""
from ._game import Game
from ._tessera import Policy, State
from ._vec import Step, VecEnv

__all__ = ["Game", "Policy", "State", "Step", "VecEnv", "policy"]

policy = Policy
