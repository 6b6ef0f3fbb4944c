"""Text and JSON of positions, moves and events (docs/lookup/notation.md, docs/lookup/protocol.md)."""

import json
import re

from board import Placed
from game import COLOURS, PHASES, PIECE_CODES, RIVER_WORDS, Game, Meeple, Options
from tiles import CENTRES, EDGE_NAMES, FACTIONS, HALF_NAMES, MASK64

MOVE = re.compile(r"(\w+)@(-?\d+),(-?\d+)r([0-3])(?:=(.+))?$", re.ASCII)


def compact(value):
    return json.dumps(value, separators=(",", ":"))


def event_line(event):
    return "event " + compact(event)


# ---- Realms and decisions ----

def spot_named(board, tile, name):
    """The spot of a realm that is called `name` on a tile, by any of its edges there."""
    kind, _, place = name.partition(".")
    for index, feature in enumerate(board.tiles[tile].features):
        if feature.type != kind:
            continue
        if kind in CENTRES or place in segment_places(feature):
            return tile, index
    raise ValueError(f"no realm {name} on this tile")


def segment_places(feature):
    inner = [str(feature.inner)] if feature.inner else []
    return [HALF_NAMES[h] for h in feature.halves] + [EDGE_NAMES[e] for e in feature.edges] + inner


def decision_text(game, decision):
    piece, spot = decision
    if spot is None:
        return piece
    text = piece + ":" + game.board.name(spot)
    if spot[0] != game.last:
        text += "@{0.x},{0.y}".format(game.board.placed[spot[0]])
    return text


def parse_decision(game, text):
    """(piece, spot) of `none`, `return` or `piece:realm[@x,y]`."""
    piece, _, rest = text.partition(":")
    if not rest:
        return piece, None
    name, _, cell = rest.partition("@")
    tile = game.board.cells[parse_cell(cell)] if cell else game.last
    return piece, spot_named(game.board, tile, name)


def parse_cell(text):
    x, y = text.split(",")
    return int(x), int(y)


def throw_text(faces, separator=" "):
    return separator.join(f"{side + 1}:{','.join(map(str, numbers))}" for side, numbers in sorted(faces.items()))


# ---- Legal continuations ----

def legal_lines(game):
    """The lines of `legal`."""
    if game.phase == "draw":
        return [f"draw {game.set.tiles[kind].id}*{number}" for kind, number in game.due().items()]
    if game.phase == "place":
        return [f"place {x},{y}r{r}" for x, y, r in game.placements(game.drawn)]
    if game.phase == "meeple":
        return ["meeple " + decision_text(game, decision) for decision in game.decisions()]
    if game.phase == "throw":
        return ["throw " + " ".join(f"{side + 1}:{number}d6" for side, number in game.battle()[1].items())]
    return []


def phase_line(game):
    line = f"phase {game.phase} seat {game.seat + 1}"
    return line + f" tile {game.set.tiles[game.drawn].id}" if game.phase == "place" else line


# ---- Positions ----

def sorted_meeples(game):
    return sorted(game.meeples, key=lambda m: (*game.board.place_key(m.spot), m.seat, PIECE_CODES[m.piece]))


def sorted_tiles(game):
    return sorted(game.board.placed, key=lambda p: (p.y, p.x))


def listed(words, separator=","):
    return separator.join(words) or "-"


def meeple_words(game):
    for meeple in sorted_meeples(game):
        placed = game.board.placed[meeple.spot[0]]
        yield f"{meeple.seat + 1}:{meeple.piece}:{game.board.name(meeple.spot)}@{placed.x},{placed.y}"


def position_line(game):
    ids = [tile.id for tile in game.set.tiles]
    last = None if game.last is None else game.board.placed[game.last]
    fields = {
        "game": game.rules,
        "set": f"{game.set.id}:{game.set.hash:016x}",
        "options": listed(game.options.words()),
        "colours": ",".join(game.options.colours),
        "seat": game.seat + 1,
        "phase": game.phase,
        "tile": "-" if game.drawn is None else ids[game.drawn],
        "scores": ",".join(map(str, game.scores)),
        "board": ";".join(f"{ids[p.kind]}@{p.x},{p.y}r{p.rotation}" for p in sorted_tiles(game)),
        "meeples": listed(meeple_words(game), ";"),
        "out": listed((f"{ids[kind]}*{n}" for kind, n in sorted(game.out.items())), ";"),
        "last": f"{last.x},{last.y}" if last else "-",
    }
    if game.extra:
        fields["extra"] = "on"
    return " ".join(["tessera1"] + [f"{key}={value}" for key, value in fields.items()])


def unlist(text, separator):
    return [] if text == "-" else text.split(separator)


def parse_placed(tile_set, text):
    tile, x, y, rotation, _ = MOVE.match(text).groups()
    kind = tile_set.kinds[tile]
    return Placed(kind, int(x), int(y), tile_set.smallest[kind][int(rotation)])


def parse_meeple(board, text):
    seat, piece, place = text.split(":")
    name, cell = place.split("@")
    return Meeple(int(seat) - 1, piece, board.name_spot(spot_named(board, board.cells[parse_cell(cell)], name)))


def parse_option(word):
    """The name and value of an option that is on."""
    return ("river", RIVER_WORDS.index(word)) if word in RIVER_WORDS else (word, True)


def parse_position(tile_set, line):
    """The game of a valid position line on its tile set."""
    fields = dict(word.split("=", 1) for word in line.split()[1:])
    options = Options(tuple(fields["colours"].split(",")), **dict(map(parse_option, unlist(fields["options"], ","))))
    game = Game(tile_set, options)
    game.lay_board([parse_placed(tile_set, word) for word in fields["board"].split(";")])
    game.seat = int(fields["seat"]) - 1
    game.phase = fields["phase"]
    game.extra = "extra" in fields
    game.drawn = tile_set.kinds.get(fields["tile"])
    game.scores = [int(score) for score in fields["scores"].split(",")]
    game.meeples = tuple(parse_meeple(game.board, word) for word in unlist(fields["meeples"], ";"))
    for word in unlist(fields["out"], ";"):
        kind, number = word.split("*")
        game.out[tile_set.kinds[kind]] = int(number)
    game.last = None if fields["last"] == "-" else game.board.cells[parse_cell(fields["last"])]
    return game


# ---- Hash ----

def mix(z):
    """The finaliser of SplitMix64."""
    z &= MASK64
    z ^= z >> 30
    z = z * 0xBF58476D1CE4E5B9 & MASK64
    z ^= z >> 27
    z = z * 0x94D049BB133111EB & MASK64
    return z ^ z >> 31


def cell_bits(x, y):
    return (x & 0xFFFF) << 16 | (y & 0xFFFF)


def options_element(options):
    on = (options.fields, options.abbot, options.river == 1, options.teams, options.river == 2, options.arrows, options.towns)
    flags = sum(1 << bit for bit, value in enumerate(on) if value)
    colours = sum(COLOURS.index(colour) << 4 * seat for seat, colour in enumerate(options.colours))
    return 6 << 56 | flags << 48 | options.players << 40 | colours


def turn_element(game):
    drawn = 255 if game.drawn is None else game.drawn
    last = None if game.last is None else game.board.placed[game.last]
    cell = cell_bits(last.x, last.y) if last else 0
    return 4 << 56 | (PHASES.index(game.phase) | game.extra << 3) << 48 | game.seat << 40 | drawn << 32 | cell


def hash_elements(game):
    yield game.set.hash
    yield options_element(game.options)
    yield turn_element(game)
    for placed in game.board.placed:
        yield 1 << 56 | placed.kind << 40 | placed.rotation << 32 | cell_bits(placed.x, placed.y)
    for meeple in game.meeples:
        placed = game.board.placed[meeple.spot[0]]
        yield (2 << 56 | meeple.seat << 48 | PIECE_CODES[meeple.piece] << 40 | game.board.rank(meeple.spot) << 32
               | cell_bits(placed.x, placed.y))
    for side, score in enumerate(game.scores):
        yield 3 << 56 | side << 48 | score
    for kind, number in game.out.items():
        yield 5 << 56 | kind << 40 | number


def position_hash(game):
    return f"{sum(map(mix, hash_elements(game))) & MASK64:016x}"


# ---- state json and realms ----

def realm_entries(game):
    """Every realm with its first spot by y, x, rank, in that order; fields are realms with their option only."""
    board = game.board
    named = []
    for realm in board.realms:
        if realm.type == "field" and not game.options.fields:
            continue
        spot = min(realm.spots, key=lambda s: (board.placed[s[0]].y, board.placed[s[0]].x, board.feature(s).rank))
        named.append((board.place_key(spot), spot, realm))
    standing = {}
    for meeple in game.meeples:
        standing.setdefault(board.realm_at[meeple.spot], []).append(meeple)
    for _, spot, realm in sorted(named, key=lambda entry: entry[0]):
        yield realm_entry(game, spot, realm, standing.get(realm, []))


def realm_entry(game, spot, realm, meeples):
    return {**game.named(spot), "complete": realm.complete, "tiles": realm.tiles, "symbols": realm.symbols,
            "open": realm.open, "cities": realm.cities, "worth": game.points(realm),
            "factions": [FACTIONS[i] for i in range(3) if realm.factions[i]],
            "meeples": realm_meeples(game.rules, meeples), "sides": [s + 1 for s in game.sides_on(meeples)]}


def realm_meeples(rules, meeples):
    entries = []
    for seat in sorted({m.seat for m in meeples}):
        pieces = [m.piece for m in meeples if m.seat == seat]
        if rules == "star-wars":
            entries.append({"seat": seat + 1, "small": pieces.count("small"), "large": pieces.count("large")})
        else:
            entries.append({"seat": seat + 1, "meeples": len(pieces)})
    return entries


def realm_line(entry):
    """A line of `realms` from an entry of `state json`."""
    words = ["realm", "{realm}@{x},{y}".format(**entry), "complete" if entry["complete"] else "open"]
    words += [f"{key}={entry[key]}" for key in ("tiles", "symbols", "open", "cities", "worth")]
    if entry["factions"]:
        words.append("factions=" + ",".join(entry["factions"]))
    if entry["meeples"]:
        words.append("meeples=" + ",".join(map(standing_word, entry["meeples"])))
    return " ".join(words)


def standing_word(entry):
    if "meeples" in entry:
        return f"{entry['seat']}:{entry['meeples']}"
    return f"{entry['seat']}:{entry['small']}" + (f"+{entry['large']}" if entry["large"] else "")


def state_json(game):
    ids = [tile.id for tile in game.set.tiles]
    last = None if game.last is None else game.board.placed[game.last]
    return {
        "game": game.rules, "set": game.set.id, "set_hash": f"{game.set.hash:016x}", "options": game.options.words(),
        "colours": list(game.options.colours), "first": game.first + 1, "phase": game.phase, "seat": game.seat + 1,
        **({"extra": True} if game.extra else {}),
        "tile": None if game.drawn is None else ids[game.drawn], "last": {"x": last.x, "y": last.y} if last else None,
        "scores": game.scores, "supply": [game.supply(seat) for seat in range(game.options.players)],
        "board": [{"tile": ids[p.kind], "x": p.x, "y": p.y, "rotation": p.rotation} for p in sorted_tiles(game)],
        "meeples": [{"seat": m.seat + 1, "piece": m.piece, **game.named(m.spot)} for m in sorted_meeples(game)],
        "realms": list(realm_entries(game)), "bag": {ids[kind]: n for kind, n in game.bag().items()},
        "out": {ids[kind]: n for kind, n in sorted(game.out.items())}, "legal": legal_lines(game),
        "hash": position_hash(game),
    }
