#!/usr/bin/env python3
"""Copies the documents that are installed, and what they show of the repository, into a folder that is laid out as the
repository is; a link to anything else becomes its text alone: documents.py REPOSITORY FOLDER"""
import pathlib
import re
import shutil
import sys

INSTALLED = ("README.md", "CHANGELOG.md", "docs", "data/proxy", "examples")
LINK = re.compile(r"(?<!!)\[([^\]]*)\]\(([^)\s]+)\)")


def copy(repository, folder):
    for name in INSTALLED:
        source, target = repository / name, folder / name
        target.parent.mkdir(parents=True, exist_ok=True)
        if source.is_dir():
            shutil.copytree(source, target, ignore=shutil.ignore_patterns("__pycache__"))
        else:
            shutil.copy(source, target)


def keep_links(page):
    """Leaves the links of a page that lead to addresses or to what was copied."""
    def kept(match):
        text, target = match.groups()
        name = target.partition("#")[0]
        leads = re.match(r"[a-z]+:", target) or (page.parent / name).exists()
        return match.group() if leads else text
    page.write_text(LINK.sub(kept, page.read_text(encoding="utf-8")), encoding="utf-8")


def main():
    repository, folder = map(pathlib.Path, sys.argv[1:])
    if folder.exists():
        shutil.rmtree(folder)
    copy(repository, folder)
    for page in folder.rglob("*.md"):
        keep_links(page)


if __name__ == "__main__":
    main()
