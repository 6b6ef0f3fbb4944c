"""Files that are written anew: whole, or as they were before."""
from __future__ import annotations

import contextlib
import os
import secrets
from collections.abc import Iterator
from typing import BinaryIO


@contextlib.contextmanager
def written_anew(path: str | os.PathLike[str]) -> Iterator[BinaryIO]:
    """Opens a file beside this one, which takes its place at the end. After a failure it is gone, and this one unchanged."""
    place = os.path.realpath(path)
    beside = f"{place}-{secrets.token_hex(8)}.part"
    with contextlib.ExitStack() as undo:
        undo.callback(lambda: os.path.lexists(beside) and os.remove(beside))
        with open(beside, "xb") as file:
            yield file
            file.flush()
            os.fsync(file.fileno())
        os.replace(beside, place)
