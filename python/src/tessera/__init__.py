"""Carcassonne, classic and Star Wars Edition: complete rules, fast, for reinforcement learning and search.

`Game` says which game is played, `State` is one game in OpenSpiel's words, `VecEnv` steps many games in one call.
"""
from ._game import Game
from ._tessera import State
from ._vec import Step, VecEnv

__all__ = ["Game", "State", "Step", "VecEnv"]
