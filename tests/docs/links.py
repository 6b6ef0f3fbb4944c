#!/usr/bin/env python3
"""Checks that what the documents name is there: links.py REPOSITORY.

In every Markdown file the relative links and pictures must lead to a file, and their anchors to a heading of it. So must
the sections that are named behind a link, as in `[table](table.md), "Clocks", "Pauses"`. Every page of docs/ must be
reached by links from README.md. Everywhere else, in code as in scripts, `docs/...` must name a file or folder, and a
section named behind it, as in `docs/lookup/protocol.md, "Engines"`, a heading of that page. Bold words of the pages that
guide through the page in the browser are words of it, except steps, which end with a full stop.
Prints what leads nowhere, with file and line; exits with 1 if there is anything.
"""
import collections
import json
import os
import pathlib
import re
import sys

UNTRACKED = {"build", "node_modules", "dist", "shared", "__pycache__"}
TEXT = {".md", ".c", ".h", ".py", ".ts", ".mjs", ".css", ".json", ".txt", ".cmake", ".dict", ".in", ".service", ""}
LINK = re.compile(r"\[[^\]]*\]\(([^)\s]+)\)|\b(?:src|href)=\"([^\"]+)\"")
NAMED = re.compile(r"(?<![\w/.-])docs/[\w./*{},-]*[\w/]")
GUIDES = ("docs/learn/first-game.md", "docs/do/review.md")
BOLD = re.compile(r"\*\*([^*]+)\*\*")
BEHIND = re.compile(r"\[[^\]]*\]\(([\w./-]+\.md)\)((?:,(?: and)?\s+(?:\"[A-Z][^\"]+\"|section \d+))+)")
SECTION = re.compile(r"(?<![\w/.-])(docs/[\w./-]+\.md)(?:,? \(?)(?:\"([A-Z][^\"]+)\"|section (\d+))")


def files(repository):
    for folder, folders, names in os.walk(repository):
        folders[:] = sorted(f for f in folders if f not in UNTRACKED and not f.startswith("."))
        for name in sorted(names):
            path = pathlib.Path(folder, name)
            if path.suffix in TEXT:
                yield path


def prose(text):
    """The text with fenced code and code spans blanked, lines kept."""
    text = re.sub(r"^```.*?^```", lambda m: "\n" * m.group().count("\n"), text, flags=re.M | re.S)
    return re.sub(r"`[^`\n]*`", "", text)


def headings(path):
    text = re.sub(r"^```.*?^```", "", path.read_text(encoding="utf-8"), flags=re.M | re.S)
    return re.findall(r"^#+ (.+)$", text, re.M)


def anchors(path):
    """The anchors of a page's headings, as GitHub makes them."""
    times = collections.Counter()
    found = set()
    for heading in headings(path):
        plain = re.sub(r"\[([^\]]*)\]\([^)]*\)", r"\1", heading).lower()
        anchor = re.sub(r"[^\w\- ]", "", plain).replace(" ", "-")
        found.add("%s-%d" % (anchor, times[anchor]) if times[anchor] else anchor)
        times[anchor] += 1
    return found


def links(path):
    """(line, target) of each relative link of a Markdown file."""
    for number, line in enumerate(prose(path.read_text(encoding="utf-8")).split("\n"), 1):
        for markdown, html in LINK.findall(line):
            target = markdown or html
            if not re.match(r"[a-z]+:", target):
                yield number, target


def check_links(repository, path, wrong):
    reached = set()
    for number, target in links(path):
        name, _, anchor = target.partition("#")
        there = (path.parent / name).resolve() if name else path.resolve()
        where = "%s:%d" % (path.relative_to(repository), number)
        if not there.exists():
            wrong.append("%s: %s leads to no file" % (where, target))
        elif anchor and anchor not in anchors(there):
            wrong.append("%s: %s leads to no heading" % (where, target))
        else:
            reached.add(there)
    return reached


def has_section(page, title, number):
    if number:
        return any(re.match(r"(section )?%s\b" % number, heading, re.I) for heading in headings(page))
    return title in headings(page) or "**%s.**" % title in page.read_text(encoding="utf-8")


def check_behind(repository, path, wrong):
    """The sections of other pages that a page names behind a link."""
    text = prose(path.read_text(encoding="utf-8"))
    for found in BEHIND.finditer(text):
        page = path.parent / found[1]
        for title, section in re.findall(r'"([^"]+)"|section (\d+)', found[2]):
            if page.exists() and not has_section(page, " ".join(title.split()), section):
                number = text.count("\n", 0, found.start()) + 1
                wrong.append("%s:%d: %s has no section %s" % (path.relative_to(repository), number, found[1], title or section))


def check_names(repository, path, wrong):
    """The paths below docs/ that a file names in words."""
    try:
        text = path.read_text(encoding="utf-8")
    except UnicodeDecodeError:
        return
    for number, line in enumerate(text.split("\n"), 1):
        where = "%s:%d" % (path.relative_to(repository), number)
        for name in NAMED.findall(line):
            if not list(repository.glob(re.sub(r"\{[^}]*\}", "*", name))):
                wrong.append("%s: there is no %s" % (where, name))
        for name, title, section in SECTION.findall(line):
            page = repository / name
            if page.exists() and not has_section(page, title, section):
                wrong.append("%s: %s has no section %s" % (where, name, title or section))


def check_buttons(repository, wrong):
    """The buttons and tabs that guides name. Documents that a package installs come without the page's messages."""
    there, messages = set(), repository / "web/messages"
    if not messages.exists():
        return
    for path in messages.glob("*.en.json"):
        there |= {text for text in json.loads(path.read_text(encoding="utf-8")).values() if isinstance(text, str)}
    for guide in GUIDES:
        words = {" ".join(bold.split()) for bold in BOLD.findall(prose((repository / guide).read_text(encoding="utf-8")))}
        wrong += ["%s: the page has no words %s" % (guide, bold) for bold in sorted(words - there) if not bold.endswith(".")]


def main():
    repository = pathlib.Path(sys.argv[1]).resolve()
    wrong, reached, pages = [], {}, []
    for path in files(repository):
        if path.suffix == ".md":
            pages.append(path)
            reached[path] = check_links(repository, path, wrong)
            check_behind(repository, path, wrong)
        if path.resolve() != pathlib.Path(__file__).resolve():
            check_names(repository, path, wrong)
    check_buttons(repository, wrong)
    seen, ahead = set(), [repository / "README.md"]
    while ahead:
        path = ahead.pop()
        if path not in seen:
            seen.add(path)
            ahead += [p for p in reached.get(path, ()) if p.suffix == ".md"]
    wrong += ["no link leads from README.md to %s" % p.relative_to(repository) for p in pages
              if p not in seen and p.is_relative_to(repository / "docs")]
    print("\n".join(wrong + ["%d pages, %d links, %d wrong" % (len(pages), sum(map(len, reached.values())), len(wrong))]))
    return 1 if wrong or not pages else 0


if __name__ == "__main__":
    sys.exit(main())
