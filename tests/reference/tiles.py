"""Tile sets: reading the JSON of docs/lookup/notation.md section 1, joining, the set hash, and rotations (SW-2.3)."""

import json
from dataclasses import dataclass, replace

MASK64 = (1 << 64) - 1
EDGE_NAMES = "NESW"
HALF_NAMES = ("NL", "NR", "EL", "ER", "SL", "SR", "WL", "WR")
TYPES = ("route", "asteroids", "planet", "road", "city", "monastery", "garden", "field")
CENTRES = ("planet", "monastery", "garden")
FACTIONS = ("rebels", "empire", "hunters")
ACTIONS = ("points", "reinforce", "extra-turn", "elsewhere")
ROLES = (None, "spring", "river", "lake")
EDGE_CODES = {"space": 0, "field": 0, "trading route": 1, "road": 1, "asteroid field": 2, "city": 2, "water": 3}
STAR_WARS_EDGES = ("space", "trading route", "asteroid field")
WATER = 3


@dataclass(frozen=True)
class Feature:
    """One feature as it lies at one rotation; edges are 0..3 for N E S W, halves 0..7 for NL..WR. `inner` numbers the
    fields of a tile that reach no edge, from 1; it is 0 for all else."""

    type: str
    edges: tuple
    halves: tuple
    arms: int
    symbols: tuple
    cities: tuple
    inner: int = 0

    @property
    def rank(self):
        """The rank of the name that this segment alone would have (docs/lookup/notation.md, section 6)."""
        if self.type in CENTRES:
            return 13 if self.type == "garden" else 12
        if self.inner:
            return 13 + self.inner
        return 4 + min(self.halves) if self.type == "field" else min(self.edges)


@dataclass(frozen=True)
class Tile:
    id: str
    count: int
    edges: tuple
    start: bool
    role: str
    features: tuple
    arrow: tuple = None


def rotate_edge(edge, rotation):
    return (edge + rotation) % 4


def rotate_half(half, rotation):
    return (half + 2 * rotation) % 8


def half_across(half):
    """The half-edge of the neighbour that touches this one: L of one tile meets R of the other."""
    return (half // 2 + 2) % 4 * 2 + (1 - half % 2)


def rotate_feature(feature, rotation):
    return Feature(feature.type, tuple(sorted(rotate_edge(e, rotation) for e in feature.edges)),
                   tuple(sorted(rotate_half(h, rotation) for h in feature.halves)),
                   feature.arms, feature.symbols, feature.cities, feature.inner)


def rotate_tile(tile, rotation):
    """The tile as it lies after that many clockwise quarter turns."""
    edges = tuple(tile.edges[(e - rotation) % 4] for e in range(4))
    return Tile(tile.id, tile.count, edges, tile.start, tile.role,
                tuple(rotate_feature(f, rotation) for f in tile.features),
                tile.arrow and (rotate_edge(tile.arrow[0], rotation), tile.arrow[1]))


def looks(tile):
    """What can be seen of a tile: equal for two rotations that are one placement (SW-2.3)."""
    cities = [f for f in tile.features if f.type == "city"]
    return tile.edges, tile.arrow, sorted(
        (f.type, f.edges, f.halves, f.arms, f.symbols, sorted((cities[i].edges, cities[i].arms) for i in f.cities))
        for f in tile.features)


class TileSet:
    """A set ready for play: `tiles` by kind, `turned[kind][rotation]`, `smallest[kind][rotation]` and its hash."""

    def __init__(self, name, rules, tiles):
        self.id = name
        self.rules = rules
        self.tiles = tuple(tiles)
        self.kinds = {tile.id: kind for kind, tile in enumerate(self.tiles)}
        self.turned = [[rotate_tile(tile, r) for r in range(4)] for tile in self.tiles]
        self.smallest = [smallest_rotations(turned) for turned in self.turned]
        self.hash = set_hash(rules, self.tiles)

    def river(self):
        """0 for a set without a river; 1 and 2 for the rivers of CL-8 and CL-9, by the number of springs (CL-9.3)."""
        return sum(tile.count for tile in self.tiles if tile.role == "spring")

    def has_arrows(self):
        return any(tile.arrow for tile in self.tiles)

    def rotations(self, kind):
        """The rotations of a kind that can be told apart, smallest first."""
        return [r for r in range(4) if self.smallest[kind][r] == r]


def smallest_rotations(turned):
    seen = [looks(tile) for tile in turned]
    return [seen.index(look) for look in seen]


def tile_bytes(tile):
    yield from tile.id.encode()
    yield 0
    yield from tile.edges
    yield from (tile.count, int(tile.start), ROLES.index(tile.role), len(tile.features))
    for feature in tile.features:
        yield TYPES.index(feature.type)
        yield sum(1 << e for e in feature.edges)
        yield sum(1 << h for h in feature.halves)
        yield feature.arms
        yield from feature.symbols
        yield sum(1 << c for c in feature.cities)
    if tile.arrow:
        yield tile.arrow[0]
        yield ACTIONS.index(tile.arrow[1])


def set_hash(rules, tiles):
    """FNV-1a of 64 bits over the bytes that docs/lookup/notation.md lays down."""
    value = 0xCBF29CE484222325
    stream = [0 if rules == "star-wars" else 1]
    for tile in tiles:
        stream.extend(tile_bytes(tile))
    for byte in stream:
        value = (value ^ byte) * 0x100000001B3 & MASK64
    return value


def read_feature(source):
    symbols = source.get("symbols", [])
    return Feature(source["type"], tuple(sorted(EDGE_NAMES.index(e) for e in source.get("edges", ""))),
                   tuple(sorted(HALF_NAMES.index(h) for h in source.get("halves", "").split())),
                   source.get("arms", 0), tuple(symbols.count(f) for f in FACTIONS),
                   tuple(sorted(source.get("cities", []))))


def read_features(sources):
    """The features of a tile; its fields that reach no edge are numbered."""
    features, inner = [], 0
    for feature in map(read_feature, sources):
        if feature.type == "field" and not feature.halves:
            inner += 1
            feature = replace(feature, inner=inner)
        features.append(feature)
    return tuple(features)


def read_tile(source, letters):
    return Tile(source["id"], source["count"], tuple(EDGE_CODES[letters[e]] for e in source["edges"]),
                source.get("start", False), source.get("role"), read_features(source["features"]),
                read_arrow(source.get("arrow")))


def read_arrow(source):
    """The edge and the action of an arrow (CL-10), or None."""
    return source and (EDGE_NAMES.index(source["edge"]), source["action"])


def read_set(source):
    """The tile set of a parsed JSON document in the format tileset/1."""
    letters = source["edge_letters"]
    rules = "star-wars" if any(word in STAR_WARS_EDGES for word in letters.values()) else "classic"
    return TileSet(source["id"], rules, [read_tile(tile, letters) for tile in source["tiles"]])


def load_set(path):
    with open(path, encoding="utf-8") as file:
        return read_set(json.load(file))


def join(first, second):
    """`first` followed by `second`, as the river option joins a set and a built-in river."""
    return TileSet(first.id + "+" + second.id, first.rules, first.tiles + second.tiles)
