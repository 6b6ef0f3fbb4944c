#!/usr/bin/env python3
"""Compares the house with its picture: layers.py REPOSITORY.

The picture in ARCHITECTURE.md lists every folder of src/, each with those that it uses, all of which stand above it.
What the `#include` lines of a folder name, and what CMake links its library with, must be just that. `libtessera` is
the library behind `tessera.h`, which everybody may include; it may be linked with by all but src/base and is linked
with nothing. The module of the page is made of the folders that src/page needs, directly or not.

Inside a folder no files call each other in a circle, but for those of CIRCLES. Prints every difference; exits with 1 if
there is any.
"""
import pathlib
import re
import sys

ROW = re.compile(r"^ ([a-z]+) +((?:[a-z]+ )*[a-z]+|-)  +\S")
INCLUDE = re.compile(r'^\s*#\s*include\s*"([^"]+)"', re.M)
SYSTEM = re.compile(r"^\s*#\s*include\s*<([^>]+)>", re.M)
FOLDER = re.compile(r"\btessera_folder\((\w+)(?:\s+LINK\s+([^)]*))?\)")
LINKED = re.compile(r"\btarget_link_libraries\((\w+)\s+([^)]*)\)")
MODULE = re.compile(r"\bforeach\(folder ([^)]*)\)")
# The C library's headers that src/rules may use: no input or output, no allocation, no clock.
PLAIN = {"assert.h", "stdbool.h", "stddef.h", "stdint.h", "string.h"}
# The headers of src/base that src/rules may use.
BELOW_RULES = {"base/random.h", "base/fnv.h", "base/compiler.h"}
# A function that other files can call: its definition begins in the first column, after its type.
DEFINED = re.compile(r"^(?!static|typedef|struct \w+ \{|enum|union|#)[A-Za-z][\w *]*?\b(\w+)\([^;]*?\)\s*\{", re.M)
INLINE = re.compile(r"^static inline [^\n(]*\b(\w+)\((?:[^\n]*\}$|.*?^\})", re.M | re.S)
# A word that may be the name of a function: it is no tag.
WORD = re.compile(r"(?<!struct )(?<!union )(?<!enum )\b\w+\b")
# Files that call each other in a circle, by folder.
CIRCLES = {}


def picture(text):
    """The folders that each folder uses, in the order of the picture."""
    block = text.split("## Folders, and which may call which", 1)[1].split("```")[1]
    rows = [ROW.match(line) for line in block.splitlines()]
    return {row[1]: set() if row[2] == "-" else set(row[2].split()) for row in rows if row}


def included(folder):
    """The folders that the headers in quotes are from, but the folder itself; files that are in none by themselves."""
    found = set()
    for path in sorted(folder.glob("*.[ch]")):
        for name in INCLUDE.findall(path.read_text(encoding="utf-8")):
            found.add(name.split("/")[0] if "/" in name else f"{path.name}: {name}")
    return found - {folder.name, "tessera"}


def linked(repository):
    """What CMake links the library of each folder with: folders, and `libtessera`."""
    links = {}
    for path in [repository / "CMakeLists.txt", *sorted(repository.glob("src/*/CMakeLists.txt"))]:
        text = re.sub(r"#.*", "", path.read_text(encoding="utf-8"))
        for target, words in FOLDER.findall(text):
            links.setdefault(target, set()).update(re.findall(r"\b(?:tessera_(?=\w)|(?=libtessera\b))(\w+)", words))
        for target, words in LINKED.findall(text):
            if target == "libtessera" or target.startswith("tessera_"):
                name = "rules" if target == "libtessera" else target.removeprefix("tessera_")
                links.setdefault(name, set()).update(re.findall(r"\b(?:tessera_(?=\w)|(?=libtessera\b))(\w+)", words))
    return links


def needed(folder, uses):
    """The folder and all that it uses, directly or not."""
    return {folder}.union(*(needed(other, uses) for other in uses[folder]))


def called(folder):
    """For each file of a folder those that it calls: the functions of other files that its code names."""
    codes = {path.name: re.sub(r'/\*.*?\*/|"(?:\\.|[^"\\\n])*"', " ", path.read_text(encoding="utf-8"), flags=re.S)
             for path in sorted(folder.glob("*.[ch]"))}
    owner = {}
    for name, code in codes.items():
        if name.endswith(".h"):
            codes[name] = "".join(found[0] for found in INLINE.finditer(code))
        for function in (DEFINED if name.endswith(".c") else INLINE).findall(code):
            owner[function] = name
    return {name: {owner[word] for word in WORD.findall(code) if word in owner} - {name}
            for name, code in codes.items()}


def reached(name, calls):
    """All files that a file reaches by calls."""
    found, waiting = set(), [name]
    while waiting:
        for other in calls[waiting.pop()] - found:
            found.add(other)
            waiting.append(other)
    return found


def circles(folder):
    """The sets of files of a folder that call each other in a circle, by their names without an ending."""
    calls = called(folder)
    reach = {name: reached(name, calls) for name in calls}
    return {frozenset(other.split(".")[0] for other in reach[name] if name in reach[other])
            for name in calls if name in reach[name]}


def differences(repository):
    uses = picture((repository / "ARCHITECTURE.md").read_text(encoding="utf-8"))
    links = linked(repository)
    there = {path.name for path in (repository / "src").iterdir() if any(path.glob("*.[ch]"))}
    if set(uses) != there:
        yield f"the folders of the picture are not those of src/: {sorted(set(uses) ^ there)}"
        return
    order = list(uses)
    for folder, used in uses.items():
        for other in sorted(used - set(order[: order.index(folder)])):
            yield f"picture: {folder} uses {other}, which does not stand above it"
        found = included(repository / "src" / folder)
        for other in sorted(found ^ used):
            yield f"src/{folder} {'includes' if other in found else 'does not include'} {other}, against the picture"
        if folder in ("rules", "wasm"):
            continue
        found = links.get(folder, set()) - {"libtessera"}
        for other in sorted(found ^ (used - {"rules"})):
            yield f"tessera_{folder} is {'' if other in found else 'not '}linked with {other}, against the picture"
    for folder in ("base", "rules"):
        if "libtessera" in links.get(folder, set()) or (folder == "rules" and links.get(folder)):
            yield f"src/{folder} is linked with {sorted(links[folder])}, but stands below"
    for path in sorted((repository / "src/rules").glob("*.[ch]")):
        text = path.read_text(encoding="utf-8")
        for name in set(SYSTEM.findall(text)) - PLAIN:
            yield f"src/rules/{path.name} includes <{name}>"
        for name in set(INCLUDE.findall(text)):
            if name.startswith("base/") and name not in BELOW_RULES:
                yield f"src/rules/{path.name} includes {name}"
    for folder in uses:
        found, known = circles(repository / "src" / folder), CIRCLES.get(folder, set())
        for files in found - known:
            yield f"src/{folder}: {' '.join(sorted(files))} call each other in a circle"
        for files in known - found:
            yield f"src/{folder}: {' '.join(sorted(files))} are listed as a circle and are none"
    module = MODULE.search((repository / "src/wasm/CMakeLists.txt").read_text(encoding="utf-8"))[1].split()
    for folder in sorted(set(module) ^ (needed("page", uses) - {"rules"})):
        yield f"src/wasm: {folder} is {'' if folder in module else 'not '}in the page's module, against the picture"


def main():
    wrong = list(differences(pathlib.Path(sys.argv[1])))
    print("\n".join(wrong) or "the house is as in its picture")
    return 1 if wrong else 0


if __name__ == "__main__":
    sys.exit(main())
