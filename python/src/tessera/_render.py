"""What `render()` of the environments gives."""
from __future__ import annotations

import io
import re
from typing import Any

import gymnasium
import numpy as np
from numpy.typing import NDArray

from ._tessera import State

MODES = ["ansi", "rgb_array"]
SIDE = 720
FPS = 2


def check_mode(mode: Any) -> str | None:
    """The render mode; ValueError unless it is one."""
    if mode is not None and mode not in MODES:
        raise ValueError(f"render_mode: expected {' or '.join(MODES)}, not {mode!r}")
    return mode


def render(state: State | None, mode: str | None) -> str | NDArray[np.uint8] | None:
    """The position line, or the picture of the board as pixels, (720, 720, 3); None if no mode was chosen, or no game has
    begun."""
    if mode is None or state is None:
        return None
    return state.position() if mode == "ansi" else _pixels(state)


def _pixels(state: State) -> NDArray[np.uint8]:
    """The picture, scaled to the square and in its middle, on its own ground."""
    try:
        import resvg_py
        from PIL import Image, ImageOps
    except ImportError as error:
        raise gymnasium.error.DependencyNotInstalled(
            'render_mode="rgb_array" needs resvg-py and pillow: pip install "./python[render]"') from error
    svg = state.svg()
    size = re.search(r'width="(\d+)" height="(\d+)"', svg)
    assert size is not None
    side = "width" if int(size[1]) > int(size[2]) else "height"
    png = resvg_py.svg_to_bytes(svg_string=svg, **{side: SIDE}, sans_serif_family="DejaVu Sans")
    image = Image.open(io.BytesIO(png)).convert("RGB")
    return np.asarray(ImageOps.pad(image, (SIDE, SIDE), color=image.getpixel((0, 0))))
