#!/usr/bin/env python3
"""Holds Dockerfile and the compose files to what docs/do/host.md promises: container.py REPOSITORY PROGRAM ADDRESS

A stage that builds, one of the proxy, and the last with the program alone; users without rights, volumes and a health
check. The health check's own command must find the server that runs at ADDRESS (127.0.0.1:PORT), and none at a port where
nothing listens; the program must know the options by which it is started. Prints what is wrong and exits with 1 if anything is.
"""
import json
import pathlib
import re
import subprocess
import sys


def instructions(text):
    """(word, the rest) of each instruction, lines that go on joined, without comments."""
    lines = [line for line in text.splitlines() if not line.startswith("#")]
    joined = re.sub(r"\s*\\\n\s*", " ", "\n".join(lines))
    return [tuple(line.split(None, 1)) for line in joined.splitlines() if line.strip()]


def healthy(command, port):
    """Whether the health check's command is content with the server at a port."""
    return subprocess.run([part.replace("/8080", f"/{port}") for part in command], stderr=subprocess.DEVNULL,
                          timeout=60).returncode == 0


def faults(repository, program, address):
    every = instructions((repository / "Dockerfile").read_text(encoding="utf-8"))
    starts = [i for i, (word, _) in enumerate(every) if word == "FROM"]
    if len(starts) != 3:
        yield f"Dockerfile: expected 3 stages, found {len(starts)}"
        return
    proxy, last = dict(every[starts[1]:starts[2]]), dict(every[starts[2]:])
    for _, image in (every[i] for i in starts):
        if ":" not in image.split()[0]:
            yield f"Dockerfile: the image {image} has no version"
    for word in ("USER", "VOLUME", "HEALTHCHECK", "ENTRYPOINT"):
        if word not in last:
            yield f"Dockerfile: the last stage has no {word}"
            return
    if last["USER"].split(":")[0] in ("root", "0"):
        yield "Dockerfile: the server would run as root"
    if proxy.get("USER", "root") == "root":
        yield "Dockerfile: the proxy would run as root"
    if "ca-certificates" not in last["RUN"]:
        yield "Dockerfile: the last stage has no certificates by which to send notices"
    if "rm -rf" not in last["RUN"] or "--no-install-recommends" not in last["RUN"]:
        yield "Dockerfile: the last stage keeps what it installed by"
    if not last["COPY"].startswith(f"--from={every[starts[0]][1].split()[-1]} "):
        yield "Dockerfile: the last stage copies from elsewhere than the first"

    check = json.loads(last["HEALTHCHECK"].split("CMD", 1)[1])
    if not healthy(check, address.rsplit(":", 1)[1]):
        yield "Dockerfile: the health check does not find the server that runs"
    if healthy(check, 1):
        yield "Dockerfile: the health check is content without a server"
    started = json.loads(last["ENTRYPOINT"])
    known = subprocess.run([program, "serve", "--help"], capture_output=True, text=True, check=True).stdout
    for option in (word for word in started if word.startswith("--")):
        if f"{option}=" not in known:
            yield f"Dockerfile: `tessera serve` has no option {option}"
    if last["VOLUME"].strip() not in started:
        yield "Dockerfile: the volume is not where the server keeps its tables"

    public = (repository / "compose.public.yaml").read_text(encoding="utf-8")
    stage = every[starts[1]][1].split()[-1]
    settings = proxy["COPY"].split()
    for wanted in (f"target: {stage}", f":{proxy['VOLUME'].strip()}", "read_only: true", "- ALL", "no-new-privileges:true",
                   'TESSERA_TRUST_PROXY: "yes"', f"SERVER: tessera:{last['EXPOSE'].strip()}"):
        if wanted not in public:
            yield f"compose.public.yaml: {wanted} is missing"
    if not (repository / settings[0]).exists() or settings[1] not in proxy["CMD"]:
        yield "Dockerfile: the proxy does not read the settings that it has"

    compose = (repository / "compose.yaml").read_text(encoding="utf-8")
    if f"tables:{last['VOLUME'].strip()}" not in compose:
        yield "compose.yaml: the volume is not that of the Dockerfile"
    for wanted in ("read_only: true", "- ALL", "no-new-privileges:true", f":{last['EXPOSE'].strip()}\""):
        if wanted not in compose:
            yield f"compose.yaml: {wanted} is missing"
    for variable in re.findall(r"^ +(TESSERA_\w+):", compose + public, re.M):
        if not re.search(f"--{variable.removeprefix('TESSERA_').lower().replace('_', '-')}[ =]", known):
            yield f"the compose files: the server knows no {variable}"


wrong = list(faults(pathlib.Path(sys.argv[1]), sys.argv[2], sys.argv[3]))
print("\n".join(wrong) or "Dockerfile and compose files are as they should be")
sys.exit(bool(wrong))
