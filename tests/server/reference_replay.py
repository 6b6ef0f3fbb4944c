"""Plays the words of a table's game on the reference (tests/reference) and gives its scores."""
import os
import re
import sys

HERE = os.path.dirname(os.path.abspath(__file__))
DATA = os.path.join(HERE, "..", "..", "data", "tiles")
sys.path.insert(0, os.path.join(HERE, "..", "reference"))

import notation  # noqa: E402
import tiles  # noqa: E402
from game import COLOURS, Game, Options  # noqa: E402


RIVERS = (None, "river", "river-20")


def begin(newgame):
    """The game of a protocol's `newgame` line whose first is a number."""
    given = dict(word.split("=") for word in newgame.split()[1:])
    switches = {word: given.get(word) == "on" for word in ("fields", "abbot", "arrows", "towns", "teams")}
    switches["river"] = {"on": 1, "river-20": 2}.get(given.get("river"), 0)
    classic = given["game"] == "classic"
    tile_set = tiles.load_set(os.path.join(DATA, "classic.json" if classic else "star-wars.json"))
    if switches["river"]:
        tile_set = tiles.join(tile_set, tiles.load_set(os.path.join(DATA, RIVERS[switches["river"]] + ".json")))
    if switches["arrows"]:
        tile_set = tiles.join(tile_set, tiles.load_set(os.path.join(DATA, "arrows-20.json")))
    colours = tuple(given["colours"].split(","))
    assert set(colours) <= set(COLOURS)
    return Game(tile_set, Options(colours, **switches), int(given["first"]) - 1)


def kind_of(game, name):
    return next(kind for kind, tile in enumerate(game.set.tiles) if tile.id == name)


def step(game, word):
    """One word: a tile put out, a tile drawn, a move of the tile drawn, or a throw."""
    if word.startswith("["):
        sides = (side.split(":") for side in word[1:-1].split(";"))
        game.throw({int(side) - 1: [int(n) for n in numbers.split(",")] for side, numbers in sides})
    elif "@" in word.partition("=")[0]:
        x, y, rotation = re.match(r"\w+@(-?\d+),(-?\d+)r(\d)=", word).groups()
        game.place(int(x), int(y), int(rotation))
        game.meeple(*notation.parse_decision(game, word.partition("=")[2]))
    else:
        game.draw(kind_of(game, word.strip("()")))
        assert (game.drawn is None) == word.startswith("("), word


def scores(newgame, words):
    game = begin(newgame)
    for word in words:
        step(game, word)
    assert game.phase == "over"
    return game.scores
