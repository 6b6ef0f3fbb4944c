"""What a learner sees: the planes as the documents lay them down, their golden hashes, and that nothing hidden is in them."""
import hashlib
import json
import os
import pathlib
import random

import numpy as np
import pytest

import tessera

GAMES = [
    ("star-wars", {}),
    ("star-wars", {"players": 4, "teams": True}),
    ("classic", {"players": 3, "fields": True, "abbot": True, "river": True}),
    ("classic", {"fields": True, "arrows": True}),
]
every_game = pytest.mark.parametrize("name, options", GAMES, ids=lambda value: str(value))
GOLDEN = pathlib.Path(__file__).with_name("observations.json")
RANKS = ["N", "E", "S", "W", "NL", "NR", "EL", "ER", "SL", "SR", "WL", "WR"]


def positions(name, options, games, seed=0):
    """States of random games, every one of them before each decision."""
    game, choice = tessera.Game(name, **options), random.Random(seed)
    for number in range(games):
        state = game.new_initial_state(seed=seed + number)
        while not state.is_terminal():
            yield state
            state.apply_action(choice.choice(state.legal_actions()))


@every_game
def test_nothing_of_a_thousand_positions_has_changed(name, options):
    """The golden hash: `planes-v1`, `cells-v1` and the scalars keep their meaning. TESSERA_GOLDEN=write writes it anew."""
    found = hashlib.sha256()
    for number, state in enumerate(positions(name, options, 20, seed=100)):
        if number == 250:
            break
        for sort in ("planes-v1", "cells-v1"):
            for array in state.observation(sort):
                found.update(array.tobytes())
    golden = json.loads(GOLDEN.read_text()) if GOLDEN.exists() else {}
    key = f"{name} {options}"
    if os.environ.get("TESSERA_GOLDEN") == "write":
        golden[key] = found.hexdigest()
        GOLDEN.write_text(json.dumps(golden, indent=1) + "\n")
    assert golden[key] == found.hexdigest()


@every_game
@pytest.mark.parametrize("sort", ["planes-v1", "cells-v1"])
def test_neither_stack_nor_dice_can_be_seen(name, options, sort):
    """The same position with chance of another seed looks the same."""
    game = tessera.Game(name, **options)
    for number, state in enumerate(positions(name, options, 2, seed=7)):
        if number % 9:
            continue
        seen = [game.state_from_position(state.position(), seed=seed).observation(sort) for seed in (1, 2)]
        for one, other, own in zip(*seen, state.observation(sort)):
            assert np.array_equal(one, other) and np.array_equal(one, own)


def told(state):
    """The position line as a dict."""
    return dict(part.split("=", 1) for part in state.position().split(" ")[1:])


@every_game
def test_planes_say_what_the_documents_lay_down(name, options):
    """Another reading of the table, from the position line alone."""
    for number, state in enumerate(positions(name, options, 1, seed=21)):
        planes, _ = state.observation("planes-v1")
        line, seat = told(state), state.current_player()
        tiles = [(tile.split("@")[0], *map(int, tile.split("@")[1].replace("r", ",").split(",")))
                 for tile in line["board"].split(";")]
        west = (min(x for _, x, _, _ in tiles) + max(x for _, x, _, _ in tiles) + 1) // 2 - 16
        north = (min(y for _, _, y, _ in tiles) + max(y for _, _, y, _ in tiles) + 1) // 2 - 16
        sides = len(state.scores())
        assert planes.shape == (33 + 8 * sides + ((1 + sides) * 8 if options.get("fields") else 0), 32, 32)

        occupied = {(y - north, x - west) for _, x, y, _ in tiles}
        assert set(zip(*np.nonzero(planes[0]))) == occupied
        legal = np.zeros((4, 32, 32), bool)
        for action in state.legal_actions():
            if action < 4096:
                legal[np.unravel_index(action, legal.shape)] = True
        assert np.array_equal(planes[19:23] == 1, legal)
        last = set(zip(*np.nonzero(planes[18])))
        if state.phase() == "meeple":
            x, y = map(int, line["last"].split(","))
            assert last == {(y - north, x - west)}
        else:
            assert not last

        counts = np.zeros((sides, 3, 32, 32), int)
        for meeple in line["meeples"].split(";") if line["meeples"] != "-" else []:
            owner, piece, where = meeple.split(":")
            realm, cell = where.split("@")
            x, y = map(int, cell.split(","))
            side = ((int(owner) - 1) % sides - seat % sides) % sides
            kind, _, edge = realm.partition(".")
            rank = 1 + (RANKS.index(edge) if edge else 13 if kind == "garden" else 12)
            counts[side, 0 if piece in ("small", "meeple") else 1, y - north, x - west] += 1
            lowest = counts[side, 2, y - north, x - west]
            counts[side, 2, y - north, x - west] = min(rank, lowest or rank)
        for side in range(sides):
            assert np.array_equal(planes[33 + 8 * side + 5: 33 + 8 * side + 8], counts[side])

        # What is beside a tile agrees with the tile beyond, and neighbours share their realm.
        for row, column in occupied:
            for edge, (down, right) in enumerate([(-1, 0), (0, 1), (1, 0), (0, -1)]):
                beyond = row + down, column + right
                if beyond not in occupied:
                    continue
                other = (edge + 2) % 4
                for first in (25, 29, *(33 + 8 * side for side in range(sides))):
                    assert planes[first + edge][row, column] == planes[first + other][beyond]
                assert np.array_equal(planes[1 + 3 * edge: 4 + 3 * edge, row, column],
                                      planes[1 + 3 * other: 4 + 3 * other, beyond[0], beyond[1]])
        if number > 60:
            return


@every_game
@pytest.mark.parametrize("sort", ["planes-v1", "cells-v1"])
@pytest.mark.parametrize("turns", [False, True])
def test_afterstates_are_what_is_seen_after_each_action(name, options, sort, turns):
    for number, state in enumerate(positions(name, options, 1, seed=31)):
        if number % 23 or number > 140:
            continue
        actions, seen, scalars = state.afterstates(sort, turns=turns)
        seat, wanted = state.current_player(), []
        for first in state.legal_actions():
            after = tessera.State.from_position(state.position(), seed=1, explicit_chance=True)
            after.apply_action(first)
            if state.phase() == "meeple":
                wanted.append(((-1, first), after))
            elif not turns:
                wanted.append(((first, -1), after))
            else:
                for second in after.legal_actions():
                    whole = after.clone()
                    whole.apply_action(second)
                    wanted.append(((first, second), whole))
        assert [tuple(pair) for pair in actions] == [pair for pair, _ in wanted]
        for i, (_, after) in enumerate(wanted):
            for one, other in zip(after.observation(sort, seat), (seen[i], scalars[i])):
                assert np.array_equal(one, other)


def test_afterstates_are_of_somebody_who_is_to_act():
    state = tessera.Game("classic").new_initial_state(seed=1, explicit_chance=True)
    with pytest.raises(ValueError, match="no player is to act"):
        state.afterstates()
    with pytest.raises(ValueError, match="expected planes-v1"):
        tessera.Game("classic").new_initial_state(seed=1).afterstates("planes-v2")


@every_game
def test_scalars_and_cells_say_what_the_documents_lay_down(name, options):
    for state in positions(name, options, 1, seed=22):
        cells, scalars = state.observation("cells-v1")
        line, seat, sides = told(state), state.current_player(), len(state.scores())
        seats, kinds = state.num_players(), state.game.tiles()
        own = seat % sides
        assert list(scalars[:sides]) == state.scores()[own:] + state.scores()[:own]
        bag = scalars[sides + 2 * seats: sides + 2 * seats + len(kinds)]
        hand = scalars[sides + 2 * seats + len(kinds):-2]
        assert scalars[-2] == (state.phase() == "meeple") and hand.sum() == 1
        tiles = line["board"].split(";")
        if state.phase() == "place":
            assert kinds[int(hand.argmax())] == line["tile"]
        assert (cells[:, 0] > 0).sum() == len(tiles)
        for row, tile in zip(cells, tiles):
            assert kinds[row[3]] == tile.split("@")[0] and row[4] == int(tile[-1])
        meeples = [] if line["meeples"] == "-" else line["meeples"].split(";")
        small = sum(int(row[5]) >> 3 * i & 7 for row in cells for i in range(seats))
        other = sum(int(row[6]) >> i & 1 for row in cells for i in range(seats))
        assert small + other == len(meeples)
        assert 0 <= bag.sum() < 130 and bag.min() >= 0


@every_game
def test_fits_are_the_tiles_that_the_engine_finds(name, options):
    """Where the drawn tile can be laid, some tile of its kind fits."""
    game = tessera.Game(name, **options)
    for number, state in enumerate(positions(name, options, 1, seed=23)):
        if number > 60:
            return
        planes, _ = state.observation()
        assert not (planes[23].astype(bool) & planes[0].astype(bool)).any()
        if options.get("river") and number < 24:
            continue
        for action in state.legal_actions():
            if action >= 4096:
                continue
            copies = state.observation()[1][len(state.scores()) + 2 * state.num_players():][: len(game.tiles())]
            kind = game.tiles().index(told(state)["tile"])
            assert planes[23].reshape(-1)[action % 1024] >= copies[kind]
