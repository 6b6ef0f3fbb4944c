#!/usr/bin/env python3
"""Does what pages of docs/ tell a reader to do, and compares what they see: tutorial.py PAGE... [--write] [--in FOLDER]

A page is read from top to bottom, in a folder of its own that shows data, docs and examples of the repository, and all
of it as the folder `tessera`, with the program TESSERA as `tessera`:

- A code block with a file name behind its language, ```python bot.py, is written to that file. If the name has a folder,
  it must be, besides, what the repository has there.
- In a ```console block a line "$ COMMAND" is run; what follows, up to the next one, must be what it writes to its
  standard output. What it writes to its standard error is compared only if the command says `2>&1`, as it may depend on
  how fast the machine is. A line "..." stands for any number of lines, and within a line "..." for any text. A line
  "> WORD" is what the reader types at a prompt.
- What a line "$ export NAME=..." sets is there for the commands after it.
- Each command, in a pipeline each of them, must exit with 0. One whose reader has read enough, as `head` has, may end by
  that. A command that shall fail says so, as in `! COMMAND`.

With --in that folder stands in the place of one that is made for the page. With --write the page gets what the commands write; a line "..." stays with the lines around it only if they still fit.
Prints what differs and exits with 1 if anything does.
"""
import contextlib
import difflib
import os
import pathlib
import re
import signal
import subprocess
import sys
import tempfile

ROOT = pathlib.Path(__file__).resolve().parents[2]
LIMIT = 600  # seconds that a command may take
FINE = {0, 128 + signal.SIGPIPE}
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


def execute(command, typed, folder, environment):
    """Exit status, standard output and standard error of a command; the status is None if it was not done in time, and
    then all that it started is ended."""
    process = subprocess.Popen(command, cwd=folder, env=environment, text=True, stdin=subprocess.PIPE,
                               stdout=subprocess.PIPE, stderr=subprocess.PIPE, start_new_session=True)
    try:
        out, err = process.communicate(typed, timeout=LIMIT)
        return process.returncode, out, err
    except subprocess.TimeoutExpired:
        os.killpg(process.pid, signal.SIGKILL)
        return None, *process.communicate()
    except BaseException:
        os.killpg(process.pid, signal.SIGKILL)
        raise


class Page:
    def __init__(self, path, folder, environment):
        self.path, self.folder, self.environment = path, folder, environment
        self.wrong = []

    def run(self, command, expected):
        """Runs a command as its reader would and gives the lines that the page should show."""
        typed = "".join(line[2:] + "\n" for line in expected if re.fullmatch(r"> \S+", line))
        exported = re.match(r"export (\w+)=", command)
        shown = command + ' && printf %%s "$%s"' % exported.group(1) if exported else command
        status, out, err = execute(["bash", "-o", "pipefail", "-c", shown], typed, self.folder, self.environment)
        if exported:
            self.environment[exported.group(1)], out = out, ""
        lines = [line.rstrip() for line in out.rstrip().splitlines()]
        fitting = fits(expected, lines)
        if fitting and status in FINE:
            return expected
        wrong = ["%s: $ %s" % (self.path.relative_to(ROOT), command)]
        if status not in FINE:
            wrong.append("not done after %d s" % LIMIT if status is None else "exits with %d" % status)
        if not fitting:
            wrong += difflib.unified_diff(expected, lines, "the page", "the program", lineterm="")
        if err:
            wrong.append("standard error:\n" + err.rstrip())
        self.wrong.append("\n".join(wrong))
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


def check(path, environment, write, place):
    with contextlib.nullcontext(place) if place else tempfile.TemporaryDirectory() as folder:
        for name in ("data", "docs", "examples"):
            pathlib.Path(folder, name).symlink_to(ROOT / name)
        pathlib.Path(folder, "tessera").symlink_to(ROOT)
        tools = pathlib.Path(folder, ".tools")
        tools.mkdir()
        if "TESSERA" in environment:
            (tools / "tessera").symlink_to(pathlib.Path(environment["TESSERA"]).resolve())
        own = {"PATH": "%s:%s" % (tools, environment["PATH"]), "LC_ALL": "C.UTF-8", "NO_COLOR": "1",
               "XDG_STATE_HOME": str(pathlib.Path(folder, ".state"))}
        page = Page(path, pathlib.Path(folder),
                    {name: value for name, value in {**environment, **own}.items() if name != "LANGUAGE"})
        text = path.read_text(encoding="utf-8")
        made = BLOCK.sub(page.do, text)
        if write:
            path.write_text(made, encoding="utf-8")
    return page.wrong, len(BLOCK.findall(text))


def main():
    words = sys.argv[1:]
    place = words.pop(words.index("--in") + 1) if "--in" in words else None
    pages = [pathlib.Path(name).resolve() for name in words if not name.startswith("--")]
    wrong, blocks = [], 0
    for path in pages:
        found, count = check(path, dict(os.environ), "--write" in words, place)
        wrong += found
        blocks += count
    print("\n".join(wrong + ["%d pages, %d blocks, %d wrong" % (len(pages), blocks, len(wrong))]))
    return 1 if wrong or not blocks else 0


if __name__ == "__main__":
    sys.exit(main())
