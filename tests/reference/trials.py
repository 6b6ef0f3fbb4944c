"""What the differential test tries now and then at a step: undo, positions, queries, refusals, replays of the whole."""

import notation
from perft import after, perft
from spoil import spoiled_lines
from staging import staged

WRONG_PHASE = {"draw": "draw", "place": "place 0,0r0", "meeple": "meeple none", "throw": "throw"}
NONSENSE = (("castle", ("unknown-command",)), ("place 1;0r0", ("syntax", "bad-phase")), ("place", ("syntax", "bad-phase")),
            ("place 1,0r4", ("syntax", "bad-placement", "bad-phase")), ("undo -1", ("syntax",)), ("undo 0x", ("syntax",)),
            ("phase now", ("syntax",)), ("fits 1", ("syntax",)), ("meeple", ("syntax", "bad-phase")),
            ("meeple small:", ("syntax", "bad-decision", "bad-phase")), ("position tessera1", ("syntax", "bad-position")),
            ("newgame players=6", ("syntax", "bad-options")), ("newgame game=chess", ("syntax", "bad-options")),
            ("newgame set=no-such-set", ("bad-set", "syntax")), ("perft x", ("syntax",)))


def now_and_then(duel):
    """One random trial, or mostly none."""
    if duel.staging and duel.game.phase == "draw" and duel.rng.random() < 0.15:
        stage(duel)
    if duel.rng.random() < 0.12:
        trial = duel.rng.choice((undo_and_redo, queries, queries, refusals, refusals, round_trip, moves_again,
                                 spoilings, perfts))
        trial(duel)


def undo_and_redo(duel):
    """Takes steps back, compares, and takes them again."""
    number = min(len(duel.history), duel.rng.choice((1, 1, 2, 3, 5, 10, 30)))
    if number == 0:
        return
    steps, present = duel.history[-number:], duel.game
    duel.accepted("undo" if number == 1 else f"undo {number}")
    duel.game = steps[0][0]
    duel.check()
    for before, command, events in steps:
        duel.compare("events again of " + command, duel.accepted(command), events)
    duel.game = present
    duel.counts["undone"] += number
    duel.check()


def round_trip(duel):
    """Sets the present position up from its own line; from there nothing can be undone."""
    set_up(duel, duel.game)
    refused(duel, "undo", ("nothing-to-undo",))


def moves_again(duel):
    """Sets up a position of some steps ago with the steps since then as `moves`: all of them, or none if one is bad."""
    number = duel.rng.randint(1, 12)
    before = duel.history[-number][0] if number <= len(duel.history) else None
    if before is None or "meeple" in (before.phase, duel.game.phase):
        return
    command = f"position {notation.position_line(before)} moves {' '.join(step_words(duel.history[-number:]))}"
    refused(duel, command + " NO_SUCH_TILE@0,0r0=none",
            ("bad-tile", "bad-phase", "bad-placement", "syntax", "bad-record"))
    duel.check()
    duel.accepted(command)
    duel.game = duel.game.copy()
    duel.game.first = 0
    duel.history = []
    duel.counts["positions"] += 1
    duel.check()


def step_words(steps):
    """The steps as words of a record."""
    words = []
    for before, command, events in steps:
        step, _, rest = command.partition(" ")
        if step == "draw":
            words.append(f"({rest})" if len(events) > 1 else rest)
        elif step == "place":
            words.append(f"{before.set.tiles[before.drawn].id}@{rest}")
        elif step == "meeple":
            words[-1] += "=" + rest
        else:
            words.append("[" + rest.replace(" ", ";") + "]")
    return words


def stage(duel):
    """Goes on from a crowded position, and lays the tile where the crowd meets."""
    game, kind, placement = staged(duel.game, duel.rng)
    if kind is not None:
        set_up(duel, game)
        duel.take(kind)
        duel.lay(*placement)


def set_up(duel, game):
    line = notation.position_line(game)
    duel.accepted("position " + line)
    duel.game = notation.parse_position(game.set, line)
    duel.history = []
    duel.counts["positions"] += 1
    duel.check()


def queries(duel):
    """`realms`, `bag`, `fits` on random cells, and `turns`."""
    game, rng = duel.game, duel.rng
    realms = [notation.realm_line(entry) for entry in notation.realm_entries(game)]
    duel.compare("realms", list(duel.query("realms")[0].data), realms)
    bag = game.bag()
    lines = [f"bag {game.set.tiles[kind].id}*{n}" for kind, n in bag.items()] + [f"bag total {sum(bag.values())}"]
    duel.compare("bag", list(duel.query("bag")[0].data), lines)
    cells = rng.sample(sorted(game.board.frontier()), 3) + [(99, -77), rng.choice(sorted(game.board.cells))]
    for x, y in cells:
        duel.compare(f"fits {x},{y}", list(duel.query(f"fits {x},{y}")[0].data), [f"fits {game.fits(x, y)}"])
    if game.phase == "place":
        duel.compare("turns", list(duel.query("turns")[0].data), turn_lines(game))
    duel.counts["queries"] += 1


def turn_lines(game):
    """The lines of `turns`: every decision after every placement."""
    lines = []
    for x, y, rotation in game.placements(game.drawn):
        laid = after(game, "place", x, y, rotation)
        head = f"turn {game.set.tiles[game.drawn].id}@{x},{y}r{rotation}="
        lines += [head + notation.decision_text(laid, decision) for decision in laid.decisions()]
    return lines


def refused(duel, command, codes):
    """The command must be refused with one of the codes."""
    reply = duel.ask(command)[0]
    if reply.code not in codes or reply.data:
        raise_refusal(duel, command, reply, codes)
    duel.counts["refused"] += 1


def raise_refusal(duel, command, reply, codes):
    answer = f"error {reply.code} {reply.text}" if reply.code else "ok"
    duel.compare("refusal of " + command, [answer] + list(reply.data), "error " + " or ".join(codes))


def refusals(duel):
    """Steps out of phase, illegal steps and nonsense: refused each, and nothing changes."""
    game, rng = duel.game, duel.rng
    for phase, command in WRONG_PHASE.items():
        if phase != game.phase:
            refused(duel, command, ("bad-phase",))
    illegal = ILLEGAL.get(game.phase)
    for command, codes in illegal(game, rng) if illegal else []:
        refused(duel, command, codes)
    refused(duel, *rng.choice(NONSENSE))
    duel.check()


def illegal_draws(game, rng):
    due = game.due()
    for kind in rng.sample(range(len(game.set.tiles)), min(3, len(game.set.tiles))):
        if kind not in due:
            yield "draw " + game.set.tiles[kind].id, ("bad-tile",)
    yield "draw NO_SUCH_TILE", ("bad-tile", "syntax")


def illegal_placements(game, rng):
    legal = set(game.placements(game.drawn))
    cells = sorted(game.board.frontier()) + [(0, 0), (60, 60), (-200, 120)]
    for x, y in rng.sample(cells, 3):
        rotation = rng.randrange(4)
        if (x, y, game.set.smallest[game.drawn][rotation]) not in legal:
            yield f"place {x},{y}r{rotation}", ("bad-placement",)
            yield f"move {game.set.tiles[game.drawn].id}@{x},{y}r{rotation}=none", ("bad-placement",)
    yield "place -32768,32767r1", ("bad-placement", "syntax")


def illegal_decisions(game, rng):
    """Pieces without supply, held realms, pieces on realms that do not take them, far cells, other games' words."""
    legal = {notation.decision_text(game, decision) for decision in game.decisions()}
    for spot, _ in game.board.realms_on(game.last):
        for piece in ("small", "large", "meeple", "abbot"):
            text = f"{piece}:{game.board.name(spot)}"
            if text not in legal:
                own = piece in game.supply(0) or piece == "abbot" and game.rules == "classic"
                yield "meeple " + text, ("bad-decision",) if own else ("bad-decision", "syntax")
    if "return" not in legal:
        yield "meeple return", ("bad-decision",)
    placed = rng.choice(game.board.placed)
    text = f"small:planet@{placed.x},{placed.y}"
    last = game.board.placed[game.last]
    if text not in legal and (placed.x, placed.y) != (last.x, last.y):
        yield "meeple " + text, ("bad-decision", "syntax")


def illegal_throws(game, rng):
    dice = game.battle()[1]
    faces = {side: [rng.randint(1, 6) for _ in range(number)] for side, number in dice.items()}
    short = dict(list(faces.items())[1:])
    longer = {side: numbers + [1] for side, numbers in faces.items()}
    for wrong in (short, longer):
        yield "throw " + notation.throw_text(wrong), ("bad-throw", "syntax")
    faces[min(faces)][0] = rng.choice((0, 7))
    yield "throw " + notation.throw_text(faces), ("bad-throw", "syntax")
    yield notation.legal_lines(game)[0], ("syntax",)


ILLEGAL = {"draw": illegal_draws, "place": illegal_placements, "meeple": illegal_decisions, "throw": illegal_throws}


def spoilings(duel):
    """Impossible positions are refused, and nothing changes."""
    for _, line in spoiled_lines(duel.game, notation.position_line(duel.game), duel.rng):
        reply = duel.query("position " + line)[0]
        if reply.code not in ("bad-position", "bad-options", "bad-set", "syntax"):
            raise_refusal(duel, "position " + line, reply, ("bad-position",))
        duel.counts["refused"] += 1
    duel.check()


def perfts(duel):
    """`perft` from here, one tile deep, or two where that is little work."""
    game, rng = duel.game, duel.rng
    deck = [kind for kind, number in rng.sample(list(game.due().items()), min(2, len(game.due())))]
    if game.phase == "over" or any(game.set.tiles[kind].role for kind in deck):
        return
    depth = 2 if len(game.board.placed) < 6 and rng.random() < 0.3 else 1
    words = " ".join(["perft", str(depth)] + [game.set.tiles[kind].id for kind in deck])
    duel.compare(words, list(duel.query(words)[0].data), [f"perft {depth} {perft(game, depth, deck)}"])
    duel.counts["perft"] += 1


def whole_game(duel):
    """At the end: the record's moves, and the game once more by `position startpos moves`."""
    if duel.staging:
        return
    if not duel.counts["positions"]:
        lines = [line.removeprefix("record ") for line in duel.query("record")[0].data]
        moves = [line for line in lines if line[:1].isdigit() and ". " in line]
        duel.compare("moves of record", moves, duel.scribe.record_moves())
    duel.accepted(" ".join(["position startpos moves"] + duel.scribe.words))
    duel.game.first = duel.starter
    duel.check()
