"""The random mix that a game of the differential test plays: game, tile set, options, players, colours, first, seed."""

import json
import os
from dataclasses import dataclass

from game import PLAYER_COLOURS, Game, Options
from randomset import random_set
from tiles import TileSet, join, load_set, read_set

TEAMS = (("red", "green"), ("black", "white"))
RIVERS = (None, "river", "river-20")


@dataclass(frozen=True)
class Mix:
    tile_set: TileSet
    options: Options
    first: int
    words: tuple

    def command(self):
        return " ".join(("newgame",) + self.words)

    def game(self, first):
        return Game(self.tile_set, self.options, first)


class Mixer:
    """Draws mixes; the built-in sets are read from `data`, random ones are written into `folder`."""

    def __init__(self, data, folder):
        self.built_in = {name: load_set(os.path.join(data, name + ".json"))
                         for name in ("star-wars", "classic", "river", "river-20", "arrows-20")}
        self.folder = folder

    def mix(self, rng, rules, sets):
        """A mix for one of `rules` ("star-wars", "classic", "both") on `sets` ("builtin", "random", "both")."""
        rules = rng.choice(("star-wars", "classic")) if rules == "both" else rules
        sets = rng.choice(("builtin", "random")) if sets == "both" else sets
        tile_set, words = self.choose_set(rng, rules, sets)
        switches = self.choose_switches(rng, tile_set)
        if switches["river"] and not tile_set.river():
            tile_set = join(tile_set, self.built_in[RIVERS[switches["river"]]])
        if switches["arrows"] and not tile_set.has_arrows():
            tile_set = join(tile_set, self.built_in["arrows-20"])
        players = 4 if switches["teams"] else rng.randint(2, 5)
        colours = choose_colours(rng, rules, players, switches["teams"])
        first = rng.choice((0, None, rng.randrange(players)))
        words += [f"players={players}", "colours=" + ",".join(colours), f"seed={rng.getrandbits(64)}"]
        words += [f"{name}={option_word(rng, name, value)}" for name, value in switches.items()
                  if value or rng.random() < 0.2]
        words.append("first=" + ("random" if first is None else str(first + 1)))
        return Mix(tile_set, Options(tuple(colours), **switches), first, tuple(words))

    def choose_set(self, rng, rules, sets):
        if sets == "builtin":
            words = [f"game={rules}"] if rng.random() < 0.7 else [f"set={rules}"]
            return self.built_in[rules], words
        document = random_set(rng, rules, f"made-{rng.randrange(10 ** 6)}", rules == "classic" and rng.random() < 0.4)
        path = os.path.join(self.folder, document["id"] + ".json")
        with open(path, "w", encoding="utf-8") as file:
            json.dump(document, file)
        return read_set(document), [f"set={path}"]

    def room_for_arrows(self, tile_set):
        """Whether the set can be joined with all that options add, within 255 tiles."""
        return sum(tile.count for tile in tile_set.tiles) <= 255 - 15 - 18

    def choose_switches(self, rng, tile_set):
        classic = tile_set.rules == "classic"
        river = (tile_set.river() or rng.choice((1, 2))) if classic and rng.random() < 0.5 else 0
        if not any(tile.start for tile in tile_set.tiles):
            river = tile_set.river()
        return {"fields": classic and rng.random() < 0.7, "abbot": classic and rng.random() < 0.5, "river": river,
                "arrows": classic and self.room_for_arrows(tile_set) and rng.random() < 0.5,
                "towns": classic and rng.random() < 0.3, "teams": not classic and rng.random() < 0.25}


def option_word(rng, name, value):
    """The value of an option as `newgame` may be told it."""
    if name == "river" and value:
        return rng.choice(("on", "river-1")) if value == 1 else "river-20"
    return "on" if value else "off"


def choose_colours(rng, rules, players, teams):
    if not teams:
        return rng.sample(PLAYER_COLOURS[rules], players)
    (a, c), (b, d) = (rng.sample(pair, 2) for pair in rng.sample(TEAMS, 2))
    return [a, b, c, d]
