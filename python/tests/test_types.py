"""Types: what a type checker says of code that uses the package."""
import re
import subprocess
import sys
import typing

import pytest

import tessera

# Each line of a program, and the option that it has wrong.
LINES = {
    'tessera.Game("classic", fields=True, river="river-20", players=3, first="random", colours=["red", "blue"], set=None)': None,
    'tessera.Game("classic", feilds=True)': "feilds",
    'tessera.Game("classic", river="river-2")': "river",
    'tessera.VecEnv("classic", 4, obs=None, fields=True, abbot=False)': None,
    'tessera.VecEnv("classic", 4, feilds=True)': "feilds",
    'tessera.selfplay("greedy", 2, game="classic", fields=True)': None,
    'tessera.selfplay("greedy", 2, feilds=True)': "feilds",
    'tessera.gym.TesseraEnv("classic", arrows=True)': None,
    'tessera.gym.TesseraEnv("classic", arows=True)': "arows",
    'tessera.gym.TesseraVectorEnv("classic", 2, river=True)': None,
    'tessera.gym.TesseraVectorEnv("classic", 2, rivr=True)': "rivr",
    'tessera.pettingzoo.env("star-wars", players=4, teams=True)': None,
    'tessera.pettingzoo.env("star-wars", team=True)': "team",
    'tessera.pettingzoo.parallel_env("star-wars", obs="cells-v1", teams=True)': None,
    'tessera.pettingzoo.parallel_env("star-wars", teams="yes")': "teams",
}


def test_a_wrong_option_is_found_by_mypy(tmp_path):
    program = tmp_path / "program.py"
    program.write_text("\n".join(["import tessera, tessera.gym, tessera.pettingzoo", *LINES]))
    told = subprocess.run([sys.executable, "-m", "mypy", "--strict", "--cache-dir", str(tmp_path / "cache"), str(program)],
                          capture_output=True, text=True, cwd=tmp_path)
    errors = dict(re.findall(r"program\.py:(\d+): error: (.*)", told.stdout))
    for number, wrong in enumerate(LINES.values(), 2):
        said = errors.pop(str(number), None)
        assert said is None if wrong is None else f'"{wrong}"' in said, told.stdout
    assert not errors and "tessera/" not in told.stdout, told.stdout


def test_the_typed_options_are_those_that_a_game_takes():
    with pytest.raises(ValueError) as refused:
        tessera.Game("classic", x=1)
    words = str(refused.value).removeprefix("expected ").split(", not ")[0].split(", ")
    assert words == ["set", "players", *words[2:]] and set(words) == set(typing.get_type_hints(tessera.GameOptions))
