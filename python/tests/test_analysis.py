"""`analyse`, `selfplay` and `read_records`."""
import random

import numpy as np
import pytest

import tessera
from tessera import _data

GAMES = [("star-wars", {"players": 3}), ("classic", {"fields": True, "abbot": True, "river": "river-20", "arrows": True})]
every_game = pytest.mark.parametrize("name, options", GAMES, ids=lambda value: str(value))


def states(name, options, every=25, seed=4):
    """States of one random game, some at a placement and some at a decision."""
    choice, state = random.Random(seed), tessera.Game(name, **options).new_initial_state(seed=seed)
    found = []
    while not state.is_terminal():
        if len(state.history()) % every == 0:
            found.append(state.clone())
        state.apply_action(choice.choice(state.legal_actions()))
    return found


# ---- Analysis ----


@every_game
def test_an_analysis_tells_what_the_search_found(name, options):
    positions = states(name, options)
    found = tessera.analyse(positions, playouts=60, candidates=5)
    assert {len(one.candidates[0].actions) for one in found} == {1, 2}
    for state, one in zip(positions, found):
        assert (one.position, one.player) == (state.position(), state.current_player())
        assert 1 <= len(one.candidates) <= 5
        visits = [candidate.visits for candidate in one.candidates]
        assert visits == sorted(visits, reverse=True) and sum(visits) <= one.playouts
        for candidate in one.candidates:
            assert 0 <= candidate.win <= 1 and candidate.error >= 0 and candidate.variation[0] == candidate.turn
            trial = state.clone()
            words = []
            for action in candidate.actions:
                words.append(trial.action_to_string(action))
                trial.apply_action(action)
            assert candidate.turn.endswith(words[-1]) or words[-1] == "none"
            if len(words) == 2:
                assert candidate.turn.startswith(words[0])
    assert any(len(candidate.variation) > 1 for one in found for candidate in one.candidates)


def test_an_analysis_is_the_same_by_lines_and_with_threads():
    positions = states("star-wars", {})
    lines = [state.position() for state in positions]
    for given in (positions, lines):
        found = tessera.analyse(given, playouts=40)
        assert found == tessera.analyse(given, playouts=40, threads=3) and [one.position for one in found] == lines
    assert tessera.analyse([], playouts=40) == []
    greedy = tessera.analyse(positions[:1], player="greedy")[0].candidates[0]
    assert (greedy.visits, greedy.win) == (0, 0.0)


def test_what_cannot_be_analysed_is_refused():
    state = tessera.Game("classic").new_initial_state(seed=1)
    over = tessera.Game("classic").new_initial_state(seed=1)
    while not over.is_terminal():
        over.apply_action(over.legal_actions()[0])
    for positions, settings, error, words in (
            ([state, over], {}, ValueError, "position 1: no player is to act"), ([state, "x"], {}, ValueError, "position 1"),
            ([state, 3], {}, TypeError, "position 1"), (state, {}, TypeError, "several"), ("x", {}, TypeError, "several"),
            ([state], {"playouts": 0}, ValueError, "playouts"), ([state], {"candidates": 17}, ValueError, "candidates"),
            ([state], {"player": "nobody"}, ValueError, "expected one of"), ([state], {"threads": 0}, ValueError, "threads: expected 1 to 64")):
        with pytest.raises(error, match=words):
            tessera.analyse(positions, **settings)


# ---- Self-play ----


def test_self_play_gives_what_happened(tmp_path):
    """Every row again from the game's seed: what was seen, what was legal, and what it brought."""
    told = tessera.selfplay("mcts", 2, game="classic", players=3, playouts=8, fields=True, out=tmp_path / "games.npz")
    game = tessera.Game("classic", players=3, fields=True)
    assert told.scores.shape == (2, 3) and len(told.seeds) == 2
    for number in range(2):
        state = game.new_initial_state(seed=int(told.seeds[number]))
        rows = np.flatnonzero(told.game == number)
        for row in rows:
            assert told.player[row] == state.current_player()
            for one, other in zip(state.observation("cells-v1"), (told.observation[row], told.scalars[row])):
                assert np.array_equal(one, other)
            thought = told.visited[row][told.visited[row] >= 0]
            assert set(thought) <= set(state.legal_actions()) and told.actions[row] in thought
            assert len(set(thought)) == len(thought) and told.visits[row].sum() >= 1
            assert (told.visits[row][len(thought):] == 0).all()
            state.apply_action(int(told.actions[row]))
        assert state.is_terminal() and list(told.scores[number]) == state.scores()
        returns = np.array(state.returns(), np.float32)
        assert np.array_equal(told.outcome[rows], returns[told.player[rows]])
        best = [max(told.scores[number][seat - 1], told.scores[number][seat - 2]) for seat in range(3)]
        assert np.array_equal(told.lead[rows], (told.scores[number] - best)[told.player[rows]])
    with np.load(tmp_path / "games.npz") as saved:
        assert set(saved) == set(told._fields)
        for name in saved:
            assert np.array_equal(saved[name], getattr(told, name))


def test_self_play_is_the_same_with_threads():
    settings = {"game": "star-wars", "seed": 5, "obs": "planes-v1"}
    for one, other in zip(tessera.selfplay(["greedy", "level-2"], 3, **settings),
                          tessera.selfplay(["greedy", "level-2"], 3, threads=3, **settings)):
        assert np.array_equal(one, other)


def test_wrong_self_play_is_refused():
    for settings, error in (({"policies": "nobody"}, ValueError), ({"policies": ["greedy"]}, ValueError),
                            ({"games": 0}, ValueError), ({"games": 1.5}, TypeError), ({"obs": "x"}, ValueError),
                            ({"playouts": 0}, ValueError), ({"threads": 0}, ValueError), ({"seed": -1}, ValueError),
                            ({"game": tessera.Game(), "fields": True}, TypeError), ({"fields": True}, ValueError)):
        with pytest.raises(error):
            tessera.selfplay(**{"policies": "random", "games": 1, **settings})


def test_more_games_than_memory_are_refused_before_the_first():
    for obs in ("cells-v1", "planes-v1"):
        with pytest.raises(MemoryError, match=r"^games: 1000000000 of them need some \d+ GiB, and this machine has \d+$"):
            tessera.selfplay("mcts", 10**9, obs=obs, playouts=10**9)


def test_few_items_wait_at_a_time():
    taken = []
    work = _data._Work(2)
    told = work.share(lambda item: (item, len(taken)), (taken.append(item) or item for item in range(1000)))
    assert [item for item, _ in told] == taken == list(range(1000))
    assert all(item < begun <= item + 10 for item, begun in told)


# ---- Records ----


@every_game
def test_records_are_read_as_they_were_written(name, options, tmp_path):
    game, choice, written = tessera.Game(name, **options), random.Random(2), []
    for seed in range(3):
        state = game.new_initial_state(seed=seed)
        for _ in range(10_000 if seed < 2 else 31):
            if state.is_terminal():
                break
            state.apply_action(choice.choice(state.legal_actions()))
        written.append(state)
    path = tmp_path / "games.txt"
    path.write_text("".join(state.record() for state in written))
    read = list(tessera.read_records(path))
    assert len(read) == 3
    for record, state in zip(read, written):
        assert record.state.scores() == state.scores() and record.state.position_hash() == state.position_hash()
        assert record.tags["Game"] == name and record.tags["Result"] == ("*" if state is written[2] else
                                                                         "-".join(map(str, state.scores())))
        again = record.state.clone()
        again.undo_action()
        assert again.history() == record.state.history()[:-1]
        players = [action for action in record.state.history()]
        assert len(players) > len(state.history())  # chance is among them
    assert [record.state.history() for record in tessera.read_records(path.read_bytes())] == \
        [record.state.history() for record in read]


def test_wrong_records_are_refused(tmp_path):
    state = tessera.Game("classic").new_initial_state(seed=1)
    for _ in range(20):
        state.apply_action(state.legal_actions()[-1])
    good = state.record()
    assert list(tessera.read_records(b"")) == []
    for bad, words in ((good.replace("@", "@9", 1), "line"), (good.replace('"classic"', '"other"'), "line|set|game"),
                       ("1. nonsense *\n", "line"), (good + '[Game "classic"]\n[Set "missing"]\n*\n', "missing"), ("\0\xff", "line")):
        with pytest.raises(ValueError, match=words):
            list(tessera.read_records(bad.encode("latin-1")))
    with pytest.raises(FileNotFoundError):
        list(tessera.read_records(tmp_path / "none"))
    with pytest.raises(TypeError):
        list(tessera.read_records(3.5))
