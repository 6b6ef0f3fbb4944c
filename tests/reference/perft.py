"""Perft by the definition in docs/lookup/protocol.md:
`python3 perft.py SET.json DEPTH ID [ID ...] [fields=on] [players=N]`."""

import sys

from game import default_options, Game
from tiles import load_set


def after(game, step, *arguments):
    """The game after one step, the given one left as it is."""
    following = game.copy()
    getattr(following, step)(*arguments)
    return following


def perft(game, depth, deck):
    """Sequences of placements and decisions `depth` tiles deep, the kinds of `deck` being drawn next in this order."""
    if depth == 0 or game.phase == "over":
        return 1
    if game.phase == "draw":
        return perft(after(game, "draw", deck[0]), depth, deck[1:]) if deck else 1
    return sum(perft(following, depth - (following.phase in ("draw", "over")), deck) for following in branches(game))


def branches(game):
    """The games one choice later in place, meeple and throw."""
    if game.phase == "place":
        return [after(game, "place", *placement) for placement in game.placements(game.drawn)]
    if game.phase == "meeple":
        return [after(game, "meeple", *decision) for decision in game.decisions()]
    return [after(game, "throw", faces) for faces in decisive_throws(game.battle()[1])]


def decisive_throws(dice):
    """One throw for each side: that side throws sixes, the others ones."""
    return [{side: [6 if side == winner else 1] * number for side, number in dice.items()} for winner in dice]


def main(arguments):
    switches = dict(word.split("=") for word in arguments if "=" in word)
    path, depth, *ids = [word for word in arguments if "=" not in word]
    tile_set = load_set(path)
    players = int(switches.pop("players", 2))
    options = default_options(tile_set.rules, players, **{key: value == "on" for key, value in switches.items()})
    print(f"perft {depth} {perft(Game(tile_set, options), int(depth), [tile_set.kinds[i] for i in ids])}")


if __name__ == "__main__":
    main(sys.argv[1:])
