#!/usr/bin/env python3
"""Holds the pure folders to their promise: pure.py NM LIBRARY LIBRARY...

The first library is that of a folder that is pure, such as src/table; the others are those that it is linked with. Follows the calls of its object
files into theirs, as the linker does, and prints every outside function that could make it depend on more than it
is given: a clock, a thread, a file, the net, the machine's chance. Exits with 1 if there is any.
"""
import re
import subprocess
import sys

# What may be called: the properties of characters (ICU, whose names end with its version), JSON in memory, and of the C library strings, memory, sorting, numbers, and a message and the end.
PLAIN = re.compile(
    r"u(_|norm2_|spoof_)\w+_\d+|json_\w+|(mem|str)\w+|bcmp|v?snprintf|qsort|free|malloc|calloc|realloc|pow|round|sqrt"
    r"|abort|quick_exit|stderr|fprintf|fputs|fputc|fwrite"
    r"|_GLOBAL_OFFSET_TABLE_|__(assert_fail|errno_location|stack_chk_fail|v?snprintf_chk|fprintf_chk|memcpy_chk)"
    r"|__(asan|ubsan|sanitizer|start|stop)_\w+"
    r"|_Z(S|N|T|d|n)\w+|__(cxa|gxx)_\w+|_Unwind_Resume|__dso_handle|pthread_mutex_(init|destroy|lock|unlock)")  # C++'s memory, lists and exceptions, for LEMON
FILES = re.compile(r"json_(load|dump)(f|fd|_file|_callback)|json_object_seed")


def symbols(nm, library):
    """By object file of a library: what it defines, and what it calls."""
    found = {}
    text = subprocess.run([nm, "-A", "-P", library], capture_output=True, text=True, check=True).stdout
    for line in text.splitlines():
        place, name, kind = line.split()[:3]
        member = found.setdefault(place.rstrip(":"), (set(), set()))
        if kind in "Uw":
            member[1].add(name)
        elif kind.isupper():
            member[0].add(name)
    return found


def main():
    nm, first, *others = sys.argv[1:]
    members = {}
    for library in others:
        members.update(symbols(nm, library))
    home = {name: member for member, (defined, _) in members.items() for name in defined}
    own = symbols(nm, first)
    members.update(own)
    home.update({name: member for member, (defined, _) in own.items() for name in defined})
    waiting, seen, wrong = list(own), set(own), []
    while waiting:
        member = waiting.pop()
        for name in sorted(members[member][1]):
            if name in home:
                if home[name] not in seen:
                    seen.add(home[name])
                    waiting.append(home[name])
            elif not PLAIN.fullmatch(name) or FILES.fullmatch(name):
                wrong.append(f"{member} calls {name}")
    print("\n".join(wrong) or f"{first} depends on what it is given alone: {len(seen)} object files")
    return 1 if wrong else 0


if __name__ == "__main__":
    sys.exit(main())
