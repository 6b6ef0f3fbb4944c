#!/usr/bin/env python3
"""Measures how the source is cut: measure.py [FOLDER], by default all of src. plain.py counts its words.

- The length of files in lines, of functions in lines from head to closing brace (the code is formatted, so that both stand
  in the first column).
- How many static functions are named once besides their definition, and how many of all are called there: those could be
  read where they stand. The others are named in a table or passed on.
- The longest line, and how many files call each other in a circle inside a folder (layers.py).
- How many declarations of headers (functions, types, objects, macros) are documented: by a comment directly above, on
  the line, or at the head of the block of lines that they stand in.
"""
import pathlib
import re
import statistics
import sys

import layers

ROOT = pathlib.Path(__file__).resolve().parents[2]
BANNER = re.compile(r"/\* ---- .*---- \*/$")
TYPE = re.compile(r"(typedef|(struct|enum|union)( \w+)? \{)")
FORWARD = re.compile(r"(extern \"C\"|_Static_assert|(struct|enum|union) \w+;)")


def functions(text):
    """The lengths of the functions of a file, which clang-format has laid out."""
    lengths, begin = [], None
    for at, line in enumerate(text.split("\n")):
        if re.match(r"[A-Za-z].*\) \{.*\}$", line):
            lengths.append(1)
        elif re.match(r"[A-Za-z].*\(.*\{$", line) and not TYPE.match(line):
            begin = at
        elif line.startswith("}") and begin is not None:
            lengths.append(at - begin + 1)
            begin = None
    return lengths


def statics(text):
    """For each static function, whether it is named at most once besides its definition and declarations, and called there."""
    code = re.sub(r"/\*.*?\*/", "", text, flags=re.S)
    for name in re.findall(r"^static (?!const )(?:inline )?[\w *]+?\b(\w+)\(", code, re.M):
        declared = len(re.findall(rf"^static [^;{{=]*\b{name}\([^{{]*?\);", code, re.M))
        once = len(re.findall(rf"\b{name}\b", code)) - declared <= 2
        yield once, once and len(re.findall(rf"\b{name}\(", code)) - declared == 2


def declarations(text):
    """For each declaration of a header, whether it is documented."""
    lines = text.split("\n")
    at, block = 0, False
    while at < len(lines):
        line, begin = lines[at].strip(), at
        if not line:
            block = False
        elif line.startswith("/*"):
            while "*/" not in lines[at]:
                at += 1
            block = not BANNER.match(line)
        elif line.startswith("#"):
            while lines[at].endswith("\\"):
                at += 1
            if re.match(r"#\s*define (?!\w+_H$)\w", line):
                yield block or "/*" in lines[begin]
        else:
            depth = 0
            while True:
                code = re.sub(r'/\*.*?\*/|"(\\.|[^"])*"|\'(\\.|[^\'])\'', "", lines[at]).rstrip()
                depth += sum(code.count(each) for each in "({") - sum(code.count(each) for each in ")}")
                if (depth <= 0 and code.endswith((";", "}"))) or at + 1 == len(lines):
                    break
                at += 1
            if not FORWARD.match(line):
                yield block or (at == begin and "/*" in lines[at])
        at += 1


def share(found):
    """How many of some booleans are true, in words."""
    found = list(found)
    return f"{100 * sum(found) / len(found):.1f} % of {len(found)}" if found else "none"


def main():
    folder = ROOT / (sys.argv[1] if len(sys.argv) > 1 else "src")
    texts = {path: path.read_text(encoding="utf-8") for path in sorted(folder.rglob("*.[ch]"))}
    sources = [text for path, text in texts.items() if path.suffix == ".c"]
    lines = [text.count("\n") for text in texts.values()]
    lengths = sorted(length for text in sources for length in functions(text))
    print(f"files                 {len(lines)}, median {statistics.median(lines):g} lines")
    print(f"functions             {len(lengths)}, {1000 * len(lengths) / sum(lines):.0f} in a thousand lines")
    print(f"length of functions   median {statistics.median(lengths):g}, p90 {lengths[len(lengths) * 9 // 10]}, "
          f"longest {lengths[-1]}")
    once, called = zip(*(each for text in sources for each in statics(text))) if sources else ((), ())
    print("statics used once    ", share(once))
    print("statics called once  ", share(called))
    print(f"longest line          {max(len(line) for text in texts.values() for line in text.split(chr(10)))}")
    print("files in circles     ", sum(len(circle) for path in [folder, *folder.rglob("*")] if path.is_dir()
                                      for circle in layers.circles(path)))
    print("documented           ", share(each for path, text in texts.items() if path.suffix == ".h"
                                         for each in declarations(text)))


main()
