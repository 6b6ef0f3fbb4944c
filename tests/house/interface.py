#!/usr/bin/env python3
"""Compares the interface over HTTP with what is written of it: interface.py REPOSITORY.

Routes, error codes, their status, actions, and entries of the log are each one list in the sources. The description
in machine form, src/server/openapi.json, and the page docs/lookup/http.md must have just these. Prints every
difference; exits with 1 if there is any.
"""
import json
import pathlib
import re
import sys

BASE = "/api/v1"


def rows(text, name):
    """The arguments of each X(...) of the list `name`, without quotes."""
    block = re.search(rf"#define {name}\(X\)((?:[^\n]*\\\n)*[^\n]*\n)", text)[1]
    return [[part.strip().strip('"') for part in row.split(",")] for row in re.findall(r"\bX\(([^)]*)\)", block)]


def table(page, heading):
    """The rows of the first table whose first column is called `heading`: a list of the other cells by the first."""
    start = page.index(f"\n| {heading} |") + 1
    lines = page[start:].split("\n\n", 1)[0].splitlines()[2:]
    return [[cell.strip() for cell in re.split(r"(?<!\\)\|", line)[1:-1]] for line in lines]


def quoted(cell):
    return re.findall(r"`([^`]+)`", cell)


def template(path):
    """A path as openapi.json has it: T is a table, or behind players/, tournament/ and tournaments/ one of those."""
    return re.sub(r"/T\b", "/{table}", re.sub(r"/(player|tournament)(s?)/T\b", r"/\1\2/{\1}", path))


def sources(repository):
    """What the program has."""
    def read(path):
        return (repository / path).read_text(encoding="utf-8")

    routes = {(method, template(path)) for name, method, path, *_ in
              rows(read("src/server/route.h"), "ROUTES") if name != "PAGE"}
    statuses = dict(re.findall(r"\[ANSWER_(\w+)\] = (\d+),", read("src/server/reply.c")))
    codes = {(word, statuses.get(name, "no status")) for name, word in rows(read("src/table/request.h"), "ANSWER_CODES")
             if name not in ("OK", "CREATED")}
    actions = {row[1] for row in rows(read("src/table/request.h"), "REQUEST_ACTIONS")}
    entries = {row[1] for row in rows(read("src/table/table_memory.h"), "TABLE_ENTRIES")}
    return {"route": routes, "code": codes, "action": actions, "entry": entries}


def described(repository):
    """What openapi.json has; it tells no status of a code."""
    api = json.loads((repository / "src/server/openapi.json").read_text(encoding="utf-8"))
    schemas = api["components"]["schemas"]
    routes = {(method.upper(), path) for path, operations in api["paths"].items() for method in operations
              if method != "parameters"}

    def types(name):
        found = set()
        for one in schemas[name]["oneOf"]:
            found.add(schemas[one["$ref"].rsplit("/", 1)[1]]["properties"]["type"]["const"])
        return found

    return {"route": routes, "code": set(schemas["Error"]["properties"]["error"]["enum"]), "action": types("Action"),
            "entry": types("Entry")}


def written(repository):
    """What http.md has. Paths outside /api are told in a sentence below its table."""
    page = (repository / "docs/lookup/http.md").read_text(encoding="utf-8")
    routes = set()
    for row in table(page, "request"):
        method, path = quoted(row[0])[0].split()
        routes.add((method, BASE + template(path)))
    outside = re.search(r"^Outside `/api`: ((?:.+\n)+)", page, re.M)[1]
    routes.update(("GET", template(path)) for path in quoted(outside) if path.startswith("/"))
    codes = set()
    for names, statuses, _ in table(page, "code"):
        each = statuses.split(", ")
        for i, name in enumerate(quoted(names)):
            codes.add((name, each[min(i, len(each) - 1)]))
    actions = {json.loads(quoted(row[0])[0])["type"] for row in table(page, "action")}
    entries = {quoted(row[0])[0] for row in table(page, "type")}
    return {"route": routes, "code": codes, "action": actions, "entry": entries}


def differences(where, has, should):
    found = []
    for kind, wanted in should.items():
        found += [f"{where} lacks the {kind} {one}" for one in sorted(wanted - has[kind], key=str)]
        found += [f"{where} has the {kind} {one}, which the program has not" for one in sorted(has[kind] - wanted, key=str)]
    return found


def main():
    repository = pathlib.Path(sys.argv[1])
    program = sources(repository)
    words = {**program, "code": {word for word, _ in program["code"]}}
    wrong = differences("openapi.json", described(repository), words)
    wrong += differences("http.md", written(repository), program)
    print("\n".join(wrong) or ", ".join(f"{len(all_of)} of {kind}" for kind, all_of in program.items()))
    sys.exit(bool(wrong))


main()
