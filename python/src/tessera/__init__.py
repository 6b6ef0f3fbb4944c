"""Carcassonne, classic and Star Wars Edition: complete rules, fast, for reinforcement learning and search.

`Game` says which game is played, `State` is one game in OpenSpiel's words.
"""
from ._game import Game
from ._tessera import State

__all__ = ["Game", "State"]
