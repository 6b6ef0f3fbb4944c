#!/usr/bin/env python3
"""Embeds the page's files as C: embed.py OUTPUT.c OPENAPI.json [FOLDER]. Without a folder, or with
one that has no index.html, a notice."""
import gzip
import hashlib
import os
import re
import shutil
import subprocess
import sys

TYPES = {".html": "text/html; charset=utf-8", ".js": "text/javascript; charset=utf-8", ".css": "text/css; charset=utf-8",
         ".wasm": "application/wasm", ".svg": "image/svg+xml", ".png": "image/png", ".ico": "image/x-icon",
         ".json": "application/json", ".woff2": "font/woff2",
         ".webmanifest": "application/manifest+json", ".txt": "text/plain; charset=utf-8"}
NOTICE = b"""<!doctype html><html lang="en"><meta charset="utf-8"><title>Tessera</title>
<h1>Tessera</h1><p>This server was built without its page. The interface for programs is there:
<a href="/api/v1/openapi.json">/api/v1/openapi.json</a>.</p></html>
"""
HASHED = "/assets/"  # all names in this folder have a hash of the content
WORTH_WHILE = 0.9


def files(folder):
    """Paths from / on, with their content."""
    found = {}
    for where, _, names in os.walk(folder) if folder else []:
        for name in names:
            path = os.path.join(where, name)
            with open(path, "rb") as file:
                found["/" + os.path.relpath(path, folder)] = file.read()
    return found if "/index.html" in found else {"/index.html": NOTICE}


def invitation(page):
    """The page as it stands at /t/TABLE (invitation.c): its links lead one folder up, and the server puts the table's
    lines in the place of the title."""
    text = re.sub(rb'(href|src)="(?![a-z]+:|[/#])', rb'\1="../', page)
    return re.sub(rb"<title>.*?</title>", b"<!--table-->", text)


def brotli(content):
    if shutil.which("brotli") is None:
        return b""
    return subprocess.run(["brotli", "-c", "-q", "11", "-"], input=content, stdout=subprocess.PIPE, check=True).stdout


def codings(content):
    """Plain, gzip and brotli; empty where it saves too little."""
    packed = [gzip.compress(content, 9, mtime=0), brotli(content)]
    return [content] + [p if len(p) < WORTH_WHILE * len(content) else b"" for p in packed]


def array(name, content):
    lines = [",".join(map(str, content[i:i + 40])) for i in range(0, len(content), 40)]
    return "static const unsigned char %s[] = {%s};\n" % (name, ",\n".join(lines))


def entry(number, path, content, coded):
    kind = TYPES.get(os.path.splitext(path)[1], "application/octet-stream")
    etag = hashlib.sha256(content).hexdigest()[:24]
    parts = ["{file_%d_%d, %d}" % (number, i, len(c)) if c else "{0, 0}" for i, c in enumerate(coded)]
    return '    {"%s", "%s", "W/\\"%s\\"", %s, {%s}},\n' % (
        path, kind, etag, "true" if path.startswith(HASHED) else "false", ", ".join(parts))


def main():
    output, openapi, *folder = sys.argv[1:]
    found = files(folder[0] if folder else None)
    found["/t/table"] = invitation(found["/index.html"])
    with open(openapi, "rb") as file:
        found["/api/v1/openapi.json"] = file.read()
    table = ""
    with open(output, "w", encoding="utf-8") as out:
        out.write('/* Made by embed.py. */\n#include "server/route.h"\n\n')
        for number, path in enumerate(sorted(found, key=str.encode)):
            coded = codings(found[path])
            table += entry(number, path, found[path], coded)
            out.writelines(array("file_%d_%d" % (number, i), c) for i, c in enumerate(coded) if c)
        out.write("\nconst struct asset assets[] = {\n%s};\nconst size_t asset_count = %d;\n" % (table, len(found)))


main()
