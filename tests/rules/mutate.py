#!/usr/bin/env python3
"""Mutation checks: does a test fail when a rule is broken? mutate.py [--check] [--jobs N] [--write FILE] [RULE ...]

Every mutation of mutations.txt is applied by itself to a copy of the tree, what depends on it is built anew, and the
tests of this folder run. A mutation of a rule (SW-4.3) counts as caught when a test that is named after the rule fails;
any other (`undo`, `notation-6`) when any test fails. With rule ids only their mutations are tried. --check only looks
whether each mutation can be applied and each rule has one; --write writes the results as a table with tabs. Exits with 1
if a mutation survives or a rule has none.

A mutation is a line `RULE FILE: WHAT`, the exact text as lines that begin with `- `, which the file has once, and what
stands in its place as lines that begin with `+ `.
"""
import argparse
import concurrent.futures
import dataclasses
import pathlib
import re
import shutil
import subprocess
import sys
import tempfile
import time

import ids

REPOSITORY = pathlib.Path(__file__).resolve().parents[2]
COPIED = ["include", "src", "data/tiles", "tests/rules", "tests/scenarios", "tests/cli"]
LIBRARY = ["src/rules/*.c", "src/base/*.c", "src/notation/*.c", "tests/rules/fixture.c", "tests/rules/lab.c", "tests/rules/random_game.c"]
RANKING = [f"src/cli/{name}.c" for name in ("narrator", "arguments", "terminal")]
SETS = [f"data/tiles/{name}.json" for name in (REPOSITORY / "data/tiles/built-in.txt").read_text().split()]
BUILTIN = "builtin_sets.c"
# Threads are compared with each other there, not with the rules.
WITHOUT = "tests/rules/threads_test.c"


@dataclasses.dataclass
class Mutation:
    rule: str
    file: str
    what: str
    text: str = ""
    replacement: str = ""


@dataclasses.dataclass
class Result:
    mutation: Mutation
    caught: bool
    by: str


def read_mutations(path):
    mutations = []
    for line in path.read_text(encoding="utf-8").splitlines():
        head = re.fullmatch(r"(\S+) (\S+): (.+)", line)
        if line[:2] in ("- ", "+ "):
            part = "text" if line[0] == "-" else "replacement"
            before = getattr(mutations[-1], part)
            setattr(mutations[-1], part, before + "\n" * bool(before) + line[2:])
        elif head:
            mutations.append(Mutation(*head.groups()))
        elif line and not line.startswith("#"):
            sys.exit(f"{path.name}: expected RULE FILE: WHAT and not {line}")
    for m in mutations:
        found = (REPOSITORY / m.file).read_text(encoding="utf-8").count(m.text)
        if found != 1 or not m.text:
            sys.exit(f"{path.name}: {m.rule}, {m.what}: {m.file} has the text {found} times")
    return mutations


def run(command, cwd):
    done = subprocess.run(command, cwd=cwd, stdout=subprocess.PIPE, stderr=subprocess.STDOUT, text=True, check=False)
    if done.returncode != 0:
        raise RuntimeError(f"{' '.join(map(str, command))}\n{done.stdout}")


class Tree:
    """A built copy of the repository, and the tests that pass on it."""

    def __init__(self, folder, jobs):
        self.root = folder / "tree"
        self.folder = folder
        for part in COPIED:
            shutil.copytree(REPOSITORY / part, self.root / part)
        self.engine = sorted(self.find(LIBRARY)) + RANKING + [BUILTIN]
        self.tests = sorted(self.find(["tests/rules/*_test.c"]) - {WITHOUT})
        self.needs = {}
        self.compile_sets(self.root)
        with concurrent.futures.ThreadPoolExecutor(jobs) as pool:
            list(pool.map(lambda source: self.compile(source, self.root), self.engine + self.tests))
        self.link(self.root, self.engine, self.tests)
        self.seconds = {test: self.time(test) for test in self.tests}

    def find(self, patterns):
        return {str(path.relative_to(self.root)) for pattern in patterns for path in self.root.glob(pattern)}

    def compile_sets(self, own):
        paths = [own / path if (own / path).exists() else path for path in SETS]
        run([sys.executable, "data/tiles/compile.py", own / BUILTIN, *paths], self.root)

    def object_of(self, source, own):
        mine = own / (source.replace("/", "_") + ".o")
        return mine if mine.exists() else self.root / mine.name

    def compile(self, source, own):
        """Files in the folder `own` go before those of the tree."""
        path = own / source if (own / source).exists() else source
        target = own / (source.replace("/", "_") + ".o")
        bases = dict.fromkeys([own, self.root])
        includes = [f"-I{base}/{part}" for base in bases for part in ("src", "include", "tests")]
        run(["gcc", "-std=c17", "-O1", "-fPIC", "-MMD", "-UNDEBUG", "-D_DEFAULT_SOURCE", *includes,
             f'-DTESSERA_SOURCE_DIR="{self.root}"', "-c", path, "-o", target], self.root)
        made = target.with_suffix(".d").read_text(encoding="utf-8").replace("\\\n", " ").split()[1:]
        self.needs.setdefault(source, {str(self.root / name) for name in made} |
                              ({str(self.root / name) for name in SETS} if source == BUILTIN else set()))

    def link(self, own, library, tests):
        if library:
            objects = [self.object_of(source, own) for source in self.engine]
            run(["gcc", "-shared", *objects, "-ljansson", "-ledit", "-lm", "-o", own / "librules.so"], self.root)
        for test in tests:
            libraries = [f"-L{own}", f"-L{self.root}", "-lrules", "-lcmocka", "-ljansson", "-ledit", "-lm"]
            run(["gcc", self.object_of(test, own), *libraries, "-o", own / pathlib.Path(test).stem], self.root)

    def program(self, test, own):
        mine = own / pathlib.Path(test).stem
        return mine if mine.exists() else self.root / mine.name

    def failing(self, test, own, limit):
        """The names of the tests that fail; one that crashes or hangs ends its program."""
        paths = {"LD_LIBRARY_PATH": f"{own}:{self.root}"}
        begun = subprocess.Popen([self.program(test, own)], cwd=self.root, env=paths, stdout=subprocess.PIPE,
                                 stderr=subprocess.STDOUT)
        end = ""
        try:
            output = begun.communicate(timeout=limit)[0]
        except subprocess.TimeoutExpired:
            begun.kill()
            output, end = begun.communicate()[0], " (hangs)"
        lines = re.findall(r"\[\s+(RUN|OK|FAILED)\s+\] (\w+)$", output.decode("utf-8", "replace"), re.M)
        failed = dict.fromkeys(name for word, name in lines if word == "FAILED")
        if lines and lines[-1][0] == "RUN":
            failed[lines[-1][1] + (end or " (crashes)")] = None
        return list(failed)

    def time(self, test):
        begin = time.monotonic()
        failed = self.failing(test, self.root, 600)
        if failed:
            sys.exit(f"{failed[0]} fails without a mutation")
        return time.monotonic() - begin

    def order(self, rule):
        """Every program, and whether it has tests of the rule's own: those first, then the quick ones."""
        own = {t: f"unit_test({prefix(rule)}" in (self.root / t).read_text(encoding="utf-8") for t in self.tests}
        return sorted(own.items(), key=lambda pair: (not pair[1], self.seconds[pair[0]]))


def prefix(rule):
    return re.sub(r"[-.]", "_", rule.lower()) + "_"


def is_rule(rule):
    return re.fullmatch(r"(SW|CL)-\d+\.\d+", rule) is not None


def build(tree, mutation, own):
    """Fills the folder `own` with the mutated file and what depends on it."""
    target = own / mutation.file
    target.parent.mkdir(parents=True)
    before = (tree.root / mutation.file).read_text(encoding="utf-8")
    target.write_text(before.replace(mutation.text, mutation.replacement), encoding="utf-8")
    changed = [source for source, needs in tree.needs.items() if str(tree.root / mutation.file) in needs]
    if BUILTIN in changed:
        tree.compile_sets(own)
    for source in changed:
        tree.compile(source, own)
    tree.link(own, set(changed) & set(tree.engine), set(changed) & set(tree.tests))


def attempt(tree, mutation, number):
    own = tree.folder / str(number)
    own.mkdir()
    try:
        build(tree, mutation, own)
    except RuntimeError as error:
        return Result(mutation, False, f"it does not build: {error}")
    others = []
    for test, is_own in tree.order(mutation.rule):
        if others and not is_own:
            break
        for name in tree.failing(test, own, 10 + 10 * tree.seconds[test]):
            if not is_rule(mutation.rule) or name.startswith(prefix(mutation.rule)):
                shutil.rmtree(own)
                return Result(mutation, True, name)
            others.append(name)
    shutil.rmtree(own)
    return Result(mutation, False, f"none of its own, but {others[0]}" if others else "none")


def try_all(tree, mutations, jobs):
    results = []
    with concurrent.futures.ThreadPoolExecutor(jobs) as pool:
        for result in pool.map(lambda pair: attempt(tree, pair[1], pair[0]), enumerate(mutations)):
            m = result.mutation
            print(f"{'caught  ' if result.caught else 'SURVIVES'} {m.rule} {m.file}: {m.what}: {result.by}", flush=True)
            results.append(result)
    return results


def write_table(path, results):
    lines = ["rule\tfile\tmutation\tcaught by"]
    lines += [f"{r.mutation.rule}\t{r.mutation.file}\t{r.mutation.what}\t{r.by}" for r in results]
    path.write_text("\n".join(lines) + "\n", encoding="utf-8")


def main():
    parser = argparse.ArgumentParser(description="Tries the mutations of mutations.txt.")
    parser.add_argument("--jobs", type=int, default=2)
    parser.add_argument("--check", action="store_true")
    parser.add_argument("--write", type=pathlib.Path, metavar="FILE")
    parser.add_argument("rules", nargs="*", metavar="RULE")
    options = parser.parse_args()
    mutations = read_mutations(REPOSITORY / "tests/rules/mutations.txt")
    missing = [rule for rule in ids.rule_ids(REPOSITORY) if rule not in {m.rule for m in mutations}]
    mutations = [m for m in mutations if not options.rules or m.rule in options.rules]
    if options.check:
        print(*(f"{rule} has no mutation" for rule in missing), f"{len(mutations)} mutations can be applied", sep="\n")
        return 1 if missing else 0
    with tempfile.TemporaryDirectory() as folder:
        results = try_all(Tree(pathlib.Path(folder), options.jobs), mutations, options.jobs)
    if options.write:
        write_table(options.write, results)
    for rule in missing:
        print(f"{rule} has no mutation")
    survivors = sum(not r.caught for r in results)
    print(f"{len(results)} mutations, {survivors} survive")
    return 1 if survivors or missing or not results else 0


if __name__ == "__main__":
    sys.exit(main())
