"""Games that the program wrote (`tessera simulate --data`), read as docs/lookup/command-line.md says."""
import os
import pathlib
import re
import subprocess

import pytest

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
