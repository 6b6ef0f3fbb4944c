#!/usr/bin/env python3
"""Compiles tile sets (docs/lookup/notation.md, section 1) into C tables: compile.py OUTPUT.c SET.json ..."""
import json
import sys

EDGES = {"space": "SPACE", "field": "SPACE", "trading route": "ROAD", "road": "ROAD", "asteroid field": "CITY",
         "city": "CITY", "water": "WATER"}
ENDS = {"intersection": "INTERSECTION", "village": "VILLAGE", "planet": "CENTER", "monastery": "CENTER", "city": "CITY",
        "asteroids": "CITY"}
HALVES = ["NL", "NR", "EL", "ER", "SL", "SR", "WL", "WR"]
FACTIONS = ["rebels", "empire", "hunters"]
ROLES = {"spring": "SPRING", "river": "RIVER", "lake": "LAKE"}


def bits(names, order):
    return sum(1 << order.index(name) for name in names)


def feature(f):
    fields = ["TESS_TYPE_" + f["type"].upper()]
    fields.append(str(bits(f.get("edges", ""), "NESW")))
    fields.append(str(bits(f.get("halves", "").split(), HALVES)))
    fields.append("TESS_END_" + ENDS.get(f.get("end"), "NONE"))
    fields.append(str(f.get("arms", 0)))
    fields.append("{%s}" % ", ".join(str(f.get("symbols", []).count(name)) for name in FACTIONS))
    fields.append(str(sum(1 << i for i in f.get("cities", []))))
    return "{%s}" % ", ".join(fields)


def tile(t, letters):
    edges = ", ".join("TESS_EDGE_" + EDGES[letters[e]] for e in t["edges"])
    role = "TESS_ROLE_" + ROLES.get(t.get("role"), "LAND")
    head = '{"%s", {%s}, %d, %d, %s, %d,' % (t["id"], edges, t["count"], t.get("start", False), role, len(t["features"]))
    arrow = t.get("arrow", {"edge": "N", "action": "none"})
    tail = "TESS_ACTION_%s, %d" % (arrow["action"].upper().replace("-", "_"), "NESW".index(arrow["edge"]))
    return "  %s\n   {%s},\n   %s}" % (head, ",\n    ".join(feature(f) for f in t["features"]), tail)


def main():
    output, *paths = sys.argv[1:]
    sets = [json.load(open(path, encoding="utf-8")) for path in paths]
    with open(output, "w", encoding="utf-8") as out:
        out.write("/* Compiled from data/tiles by compile.py. */\n#include <string.h>\n\n#include \"tessera/tessera.h\"\n")
        for number, s in enumerate(sets):
            tiles = ",\n".join(tile(t, s["edge_letters"]) for t in s["tiles"])
            out.write("\nstatic const tess_tile_def set_%d[] = {\n%s};\n" % (number, tiles))
        out.write("\nconst tess_tile_def *tess_builtin_tiles(const char *name, size_t *count) {\n")
        for number, s in enumerate(sets):
            out.write("  if (strcmp(name, \"%s\") == 0) {\n    *count = %d;\n    return set_%d;\n  }\n"
                      % (s["id"], len(s["tiles"]), number))
        out.write("  return NULL;\n}\n\nconst char *tess_builtin_name(int index) {\n")
        names = ", ".join('"%s"' % s["id"] for s in sets)
        out.write("  static const char *const names[] = {%s};\n" % names)
        out.write("  return index >= 0 && index < %d ? names[index] : NULL;\n}\n" % len(sets))


main()
