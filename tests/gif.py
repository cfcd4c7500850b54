"""The frames of animated GIFs."""

from io import BytesIO

from PIL import Image, ImageSequence


def frames(content: bytes) -> list[Image.Image]:
    """Return the frames of a GIF."""
    with Image.open(BytesIO(content)) as image:
        return [frame.convert("RGB") for frame in ImageSequence.Iterator(image)]


def durations(content: bytes) -> list[int]:
    """Return the duration of each frame of a GIF, in milliseconds."""
    with Image.open(BytesIO(content)) as image:
        return [frame.info["duration"] for frame in ImageSequence.Iterator(image)]
