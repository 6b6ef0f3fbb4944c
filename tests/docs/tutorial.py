#!/usr/bin/env python3
"""Does what pages of docs/ tell a reader to do, and compares what they see: tutorial.py PAGE... [--write]

A page is read from top to bottom, in a folder of its own that shows data, docs and examples of the repository, with
the program TESSERA as `tessera`:

- A code block with a file name behind its language, ```python bot.py, is written to that file. If the name has a folder,
  it must be, besides, what the repository has there.
- In a ```console block a line "$ COMMAND" is run; what follows, up to the next one, must be what it writes. A line "..."
  stands for any number of lines, and within a line "..." for any text. A line "> WORD" is what the reader types at a
  prompt.

With --write the page gets what the commands write; a line "..." stays with the lines around it only if they still fit.
Prints what differs and exits with 1 if anything does.
"""
import difflib
import os
import pathlib
import re
import subprocess
import sys
import tempfile

ROOT = pathlib.Path(__file__).resolve().parents[2]
BLOCK = re.compile(r"^```(\w+)(?: (\S+))?\n(.*?)^```$", re.M | re.S)


def steps(block):
    """[command, expected lines] of a console block."""
    found = []
    for line in block.splitlines():
        if line.startswith("$ "):
            found.append([line[2:], []])
        elif found and found[-1][0].endswith("\\"):
            found[-1][0] += "\n" + line
        else:
            found[-1][1].append(line)
    return found


def fits(expected, lines):
    """Whether the lines are those expected, "..." being any number of lines or any text within one."""
    pattern = "".join("(?:.*\n)*?" if line == "..." else re.escape(line).replace(r"\.\.\.", ".*") + "\n"
                      for line in expected)
    return re.fullmatch(pattern, "".join(line + "\n" for line in lines)) is not None


class Page:
    def __init__(self, path, folder, environment):
        self.path, self.folder, self.environment = path, folder, environment
        self.wrong = []

    def run(self, command, expected):
        typed = "".join(line[2:] + "\n" for line in expected if re.fullmatch(r"> \S+", line))
        done = subprocess.run(["bash", "-c", command], cwd=self.folder, env=self.environment, input=typed, text=True,
                              stdout=subprocess.PIPE, stderr=subprocess.STDOUT, timeout=600)
        lines = [line.rstrip() for line in done.stdout.rstrip().splitlines()]
        if fits(expected, lines):
            return expected
        self.wrong.append("%s: $ %s\n%s" % (self.path.relative_to(ROOT), command, "\n".join(
            difflib.unified_diff(expected, lines, "the page", "the program", lineterm=""))))
        return lines

    def do(self, match):
        """Does what a block says and gives the block as it should be."""
        language, name, text = match.groups()
        if name:
            if "/" in name and (ROOT / name).read_text(encoding="utf-8") != text:
                self.wrong.append("%s: the block %s is not what the repository has there" % (self.path.name, name))
            (self.folder / os.path.basename(name)).write_text(text, encoding="utf-8")
        if language != "console":
            return match.group()
        out = []
        for command, expected in steps(text):
            out += ["$ " + command, *self.run(command, expected)]
        return "```console\n%s\n```" % "\n".join(out)


def check(path, environment, write):
    with tempfile.TemporaryDirectory() as folder:
        for name in ("data", "docs", "examples"):
            pathlib.Path(folder, name).symlink_to(ROOT / name)
        tools = pathlib.Path(folder, ".tools")
        tools.mkdir()
        if "TESSERA" in environment:
            (tools / "tessera").symlink_to(pathlib.Path(environment["TESSERA"]).resolve())
        page = Page(path, pathlib.Path(folder),
                    {**environment, "PATH": "%s:%s" % (tools, environment["PATH"]), "LANG": "C.UTF-8", "NO_COLOR": "1",
                     "XDG_STATE_HOME": folder})
        text = path.read_text(encoding="utf-8")
        made = BLOCK.sub(page.do, text)
        if write:
            path.write_text(made, encoding="utf-8")
    return page.wrong, len(BLOCK.findall(text))


def main():
    pages = [pathlib.Path(name).resolve() for name in sys.argv[1:] if name != "--write"]
    wrong, blocks = [], 0
    for path in pages:
        found, count = check(path, dict(os.environ), "--write" in sys.argv)
        wrong += found
        blocks += count
    print("\n".join(wrong + ["%d pages, %d blocks, %d wrong" % (len(pages), blocks, len(wrong))]))
    return 1 if wrong or not blocks else 0


if __name__ == "__main__":
    sys.exit(main())
