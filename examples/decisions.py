#!/usr/bin/env python3
"""Makes a data set of decisions: games of the program, and a card that says what they are.

    pip install ./python
    python3 examples/decisions.py --decisions 1000000 --out decisions

The folder gets decisions.npz, which `tessera simulate --data` writes, 3 bytes an action, and README.md, the card. The same
command and version give the same bytes. TESSERA is the program, by default the one on PATH.
"""
import argparse
import hashlib
import os
import pathlib
import subprocess

import numpy as np

import tessera

PAGE = "https://pypi.org/project/tessera-engine/"
CARD = """---
license: mit
pretty_name: Decisions in Carcassonne ({game})
size_categories: ["{kind}"]
task_categories: [reinforcement-learning]
tags: [board-games, carcassonne, imitation-learning]
---
# {decisions:,} decisions in {games:,} games

`decisions.npz` has {games:,} games of `{player}` against itself: {game}, two players, no options. It has {bytes:,} bytes, SHA-256
`{hash}`. Tessera {version} made it by `{command}`, and makes the same bytes again.

| array | what it is |
|---|---|
| `steps` | (steps,) seat and number of each action in order. Seat -1 is chance: the tile that is drawn, the throw of dice |
| `ends` | (games,) for each game the index after its last step |
| `seeds`, `scores` | (games,) its seed; (games, 2) the final scores |
| `game`, `players` | the settings of the games; the names of the players |

```python
import numpy, tessera

data = numpy.load("decisions.npz")
state = tessera.Game("{game}").new_initial_state(seed=0, explicit_chance=True)
for seat, action in data["steps"][: data["ends"][0]]:
    if seat >= 0:
        planes, scalars = state.observation("planes-v1")  # what the player saw; state.legal_actions_mask() what it could do
    state.apply_action(int(action))
```

| | |
|---|---|
| decisions a game | {mean:.1f} |
| legal actions: mean, most (in the first {sampled} games) | {legal:.1f}, {most} |
| points of a side: mean, least, most | {points:.1f}, {least}, {best} |
| won by seat 0, by seat 1, shared | {first:.3f}, {second:.3f}, {shared:.3f} |

**Split.** Games whose number ends in 9 are for tests; decisions of one game are never in both parts.
**Limits.** One deterministic player made all decisions, so the data shows neither how people play nor the positions after
weak turns. Seat 0 begins. The rules are in Tessera's documentation ({page}).
"""


def main():
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("--decisions", type=int, default=1_000_000, help="at least so many")
    parser.add_argument("--game", choices=("classic", "star-wars"), default="classic")
    parser.add_argument("--player", default="level-7")
    parser.add_argument("--seed", type=int, default=2026)
    parser.add_argument("--out", type=pathlib.Path, default="decisions")
    asked = parser.parse_args()
    asked.out.mkdir(parents=True, exist_ok=True)
    file, game = asked.out / "decisions.npz", tessera.Game(asked.game)
    state = game.new_initial_state(seed=0, explicit_chance=True)
    scalars = state.observation("cells-v1", 0)[1]
    tiles = int(scalars[6:6 + len(game.tiles())].sum())
    games = -(-asked.decisions // (2 * tiles - 4))  # seldom a tile fits nowhere and is discarded
    words = ["tessera", "simulate", "--game", asked.game, "--players", f"{asked.player},{asked.player}", "--games", str(games),
             "--seed", str(asked.seed), "--data", file.name]
    subprocess.run([os.environ.get("TESSERA", words[0]), *words[1:]], cwd=asked.out, check=True, stdout=subprocess.DEVNULL)
    data = np.load(file)
    steps, scores, sampled = data["steps"], data["scores"], min(games, 100)
    legal = []
    for actor, action in steps[: data["ends"][sampled - 1]]:
        if state.is_terminal():
            state = game.new_initial_state(seed=0, explicit_chance=True)
        if actor >= 0:
            legal.append(len(state.legal_actions()))
        state.apply_action(int(action))
    decisions, lead = int((steps["actor"] >= 0).sum()), scores[:, 0] - scores[:, 1]
    known, size = hashlib.sha256(file.read_bytes()).hexdigest(), file.stat().st_size
    card = CARD.format(
        game=asked.game, player=asked.player, decisions=decisions, games=games, version=tessera.__version__, page=PAGE,
        kind="1M<n<10M" if decisions >= 1_000_000 else "n<1M", bytes=size, command=" ".join(words),
        hash=known, mean=decisions / games, sampled=sampled, legal=np.mean(legal), most=max(legal),
        points=scores.mean(), least=scores.min(), best=scores.max(), first=(lead > 0).mean(), second=(lead < 0).mean(),
        shared=(lead == 0).mean())
    (asked.out / "README.md").write_text(card, encoding="utf-8")
    print(f"{decisions:,} decisions in {games:,} games, {size:,} bytes, SHA-256 {known}")


if __name__ == "__main__":
    main()
