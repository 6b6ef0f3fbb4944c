"""Games that the program wrote (`tessera simulate --data`), read as docs/lookup/command-line.md says, and the data set of examples/decisions.py."""
import hashlib
import os
import pathlib
import re
import subprocess
import sys

import numpy as np
import pytest

import tessera

PAGE = pathlib.Path(__file__).parents[2] / "docs" / "lookup" / "command-line.md"


@pytest.mark.parametrize("game", ["--game star-wars --players greedy,random,greedy,random --teams",
                                  "--game classic --fields --abbot --river=river-20 --arrows --first random"])
def test_games_of_the_program(game, tmp_path, monkeypatch):
    code = re.search(r"```python\n(import numpy, tessera\n.*?)```", PAGE.read_text(encoding="utf-8"), re.S)[1]
    monkeypatch.chdir(tmp_path)
    subprocess.run([os.environ["TESSERA"], "simulate", "--games", "2", "--data", "games.npz", *game.split()], check=True,
                   capture_output=True)
    seen: dict = {}
    exec(code, seen)
    assert seen["state"].is_terminal()


def test_records_of_another_set_are_refused():
    state = tessera.Game("classic").new_initial_state(seed=1)
    while not state.is_terminal():
        state.apply_action(state.legal_actions()[0])
    good = state.record()
    for wrong, says in (("[Set \"classic:0000000000000000\"]", r"line \d+: Set: .*classic.* is another"),
                        ("[Set \"mine:0000000000000000\"]", r"line \d+: Set: .*no tile set.*mine"),
                        (re.search(r"\[Set .*\]", tessera.Game("star-wars").new_initial_state(seed=1).record())[0],
                         r"line \d+: Set: .* for the other game")):
        games = tessera.read_records((good + "\n" + re.sub(r"\[Set .*\]", wrong, good)).encode())
        assert next(games).state.returns() == state.returns()
        with pytest.raises(ValueError, match=says):
            next(games)


@pytest.mark.parametrize("game", ["classic", "star-wars"])
def test_a_data_set_of_decisions_has_a_card(game, tmp_path, monkeypatch):
    """A small part of what examples/decisions.py makes: as many decisions as asked for, the same bytes again, and the
    code of the card reads it."""
    program = pathlib.Path(__file__).parents[2] / "examples" / "decisions.py"
    for folder in "one", "two":
        subprocess.run([sys.executable, str(program), "--decisions", "600", "--game", game, "--player", "greedy", "--out",
                        str(tmp_path / folder)], check=True, capture_output=True)
    card = (tmp_path / "one" / "README.md").read_text(encoding="utf-8")
    assert card == (tmp_path / "two" / "README.md").read_text(encoding="utf-8")
    data = np.load(tmp_path / "one" / "decisions.npz")
    decisions = (data["steps"]["actor"] >= 0).sum()
    assert 600 <= decisions <= 800 and f"# {decisions:,} decisions in {len(data['seeds'])} games" in card
    assert hashlib.sha256((tmp_path / "one" / "decisions.npz").read_bytes()).hexdigest() in card
    monkeypatch.chdir(tmp_path / "one")
    seen: dict = {}
    exec(re.search(r"```python\n(.*?)```", card, re.S)[1], seen)
    assert seen["state"].is_terminal() and seen["state"].scores() == list(data["scores"][0])
