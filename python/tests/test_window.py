"""What lies beyond the window has the numbers that docs/lookup/python.md lays down, in `State` and in `VecEnv`."""
import re

import numpy as np
import pytest

import tessera

RANKS = ["N", "E", "S", "W", "NL", "NR", "EL", "ER", "SL", "SR", "WL", "WR"]


def window(state):
    """The first column and row."""
    cells = [tuple(map(int, cell)) for cell in re.findall(r"@(-?\d+),(-?\d+)r", state.position())]
    (west, north), (east, south) = np.min(cells, 0), np.max(cells, 0)
    return (west + east + 1) // 2 - 16, (north + south + 1) // 2 - 16, east - west + 1


def numbered(legal, first, spare, place):
    """Numbers of (y, x, rank or rotation) to words: in the window by cell, outside in order."""
    west, north, _ = place
    inside = {first + last * 1024 + (y - north) * 32 + x - west: words for (y, x, last), words in legal.items()
              if 0 <= x - west < 32 and 0 <= y - north < 32}
    outside = [legal[key] for key in sorted(legal) if not (0 <= key[1] - west < 32 and 0 <= key[0] - north < 32)]
    return inside | {spare + i: words for i, words in enumerate(outside)}


def expected(state):
    """The numbers of what can be laid, or of the places to which an arrow sends a meeple."""
    told = [state.action_to_string(action) for action in state.legal_actions()]
    if state.phase() == "place":
        found = [(re.fullmatch(r".*@(-?\d+),(-?\d+)r(\d)", words), words) for words in told]
        legal = {(int(m[2]), int(m[1]), int(m[3])): words for m, words in found}
        return numbered(legal, 0, 4096, window(state))
    legal = {}
    for words in told:
        m = re.fullmatch(r"meeple:(\w+)(?:\.(\w+))?@(-?\d+),(-?\d+)", words)
        if m:
            legal[int(m[4]), int(m[3]), RANKS.index(m[2]) if m[2] else 12 + (m[1] == "garden")] = words
    return numbered(legal, 4224, 17536, window(state))


@pytest.mark.parametrize("name, options", [("star-wars", {}), ("classic", {"fields": True, "arrows": True})])
def test_a_row_longer_than_the_window(name, options):
    """The farthest placement each time, to the east and to the west in turn."""
    env = tessera.VecEnv(name, 1, obs="planes-v1", autoreset=None, **options)
    widest, spare, sent = 0, 0, 0
    for seed in range(6):
        told, state = env.reset(seeds=[seed]), env.game.new_initial_state(seed=seed)
        while not state.is_terminal():
            assert np.array_equal(told.legal_action_mask[0], state.legal_actions_mask())
            for one, other in zip((told.observation[0], told.scalars[0]), state.observation("planes-v1")):
                assert np.array_equal(one, other)
            legal, words = state.legal_actions(), expected(state)
            action = min(legal)  # no meeple: they stay free to be sent
            if state.phase() == "place":
                assert {number: state.action_to_string(number) for number in legal} == words
                way = 1 if state.current_player() else -1
                action = max(legal, key=lambda number: way * int(re.search(r"@(-?\d+),", words[number])[1]))
            else:
                assert {number: state.action_to_string(number) for number in legal if number >= 4224} == words
                sent += sum(number >= 17536 for number in legal)
            spare += 4096 <= action < 4160
            widest = max(widest, window(state)[2])
            state.apply_action(action)
            told = env.step([action])
        assert list(told.final_scores[0]) == state.scores()
        again = tessera.VecEnv(name, 1, obs="planes-v1", autoreset=None, **options)
        assert again.load(env.save()).terminated.shape == (1,) and again.state(0).position() == state.position()
    assert widest > 40 and spare > 50 and (sent > 0) == ("arrows" in options)
