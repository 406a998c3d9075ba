"""Paints the ground of a link's picture with Pillow: each kind with its texture and its colours,
under the encounter's light; and what stands on it.
"""

import math
import random
from collections.abc import Callable, Iterable, Sequence
from functools import lru_cache

from PIL import Image, ImageChops, ImageDraw, ImageFilter, ImageOps

from server.net.http.share_grounds import Colour, KindOfGround, smooth

Point = tuple[float, float]
Box = tuple[int, int, int, int]

_TILE = 128  # pixels of a texture, which repeats: few enough for a process's first picture
_SEED = 5  # of stones and leaves: the same picture every time
_TINTS: dict[str, Colour] = {  # how a light tints what it falls on, of 255
    "lamp": (255, 238, 212),
    "moon": (176, 206, 255),
    "fire": (255, 218, 178),
    "cold": (220, 236, 255),
    "deep": (200, 240, 228),
}
_DUSK = 120  # how bright the corners are, of 255
_VELLUM = (150, 122, 82)  # red, green, blue: the sheet below the land, by lamplight
_LINE = (14, 10, 7)  # red, green, blue: between hexes, seen on every ground

BLOCK: Colour = (132, 124, 110)  # red, green, blue
"""The lit top of a wall."""
PLAIN = KindOfGround("earth", ((66, 56, 42), (92, 80, 62), (122, 108, 86)))
"""Ground of which nothing is known."""


# Textures


@lru_cache(maxsize=32)
def _texture(kind: KindOfGround) -> Image.Image:
    """Return a tile of a kind of ground in its colours."""
    grey = Image.new("L", (_TILE, _TILE))
    grey.putdata(_cloud())
    draw = _TEXTURES.get(kind.texture)
    if draw is not None:
        draw(ImageDraw.Draw(grey))
    dark, middle, light = kind.tones
    return ImageOps.colorize(grey, dark, light, middle)


@lru_cache(maxsize=1)
def _cloud() -> list[int]:
    """Return a tile of cloudy grey with fine grain: what every texture begins with."""
    found = []
    for y in range(_TILE):
        for x in range(_TILE):
            wide = smooth(x / 16, y / 16) * 0.6
            fine = smooth(x / 4 + 7, y / 4) * 0.25 + smooth(x, y) * 0.15
            found.append(int(70 + 185 * (wide + fine)))
    return found


def _bricks(pen: ImageDraw.ImageDraw) -> None:
    """Draw slabs in staggered rows: a dark joint, light along their upper edge."""
    for row in range(4):
        y, shift = row * 32, (row % 2) * 24
        pen.line((0, y, _TILE, y), fill=24, width=2)
        pen.line((0, y + 2, _TILE, y + 2), fill=190)
        for x in range(shift, _TILE + 48, 48):
            pen.line((x, y, x, y + 32), fill=24, width=2)


def _flags(pen: ImageDraw.ImageDraw) -> None:
    """Draw irregular stones."""
    chance = random.Random(_SEED)
    for y in range(0, _TILE, 32):
        for x in range(0, _TILE, 32):
            at = (x + chance.uniform(6, 26), y + chance.uniform(6, 26))
            around = [
                (
                    at[0] + chance.uniform(13, 18) * math.cos(a),
                    at[1] + chance.uniform(13, 18) * math.sin(a),
                )
                for a in (0.2, 1.2, 2.3, 3.3, 4.4, 5.4)
            ]
            pen.line([*around, around[0]], fill=30, width=2)


def _ripples(pen: ImageDraw.ImageDraw) -> None:
    """Draw waves: light lines that end."""
    chance = random.Random(_SEED)
    for y in range(4, _TILE, 12):
        for _ in range(3):
            x = chance.uniform(0, _TILE)
            line = [(x + at, y + 3 * math.sin(at / 9)) for at in range(0, 44, 4)]
            pen.line(line, fill=chance.choice((170, 200, 235)), width=2)


def _blades(pen: ImageDraw.ImageDraw) -> None:
    """Draw grass: short strokes, dark and light."""
    chance = random.Random(_SEED)
    for _ in range(230):
        x, y = chance.uniform(0, _TILE), chance.uniform(0, _TILE)
        pen.line((x, y, x + chance.uniform(-3, 3), y - 6), fill=chance.choice((50, 90, 190)))


def _cracks(pen: ImageDraw.ImageDraw) -> None:
    """Draw cracks that wander."""
    chance = random.Random(_SEED)
    for _ in range(5):
        at = (chance.uniform(0, _TILE), chance.uniform(0, _TILE))
        line = [at]
        for _ in range(6):
            at = (at[0] + chance.uniform(-6, 20), at[1] + chance.uniform(-12, 14))
            line.append(at)
        pen.line(line, fill=26, width=2)


def _planks(pen: ImageDraw.ImageDraw) -> None:
    """Draw boards."""
    for row in range(8):
        y = row * 16
        pen.line((0, y, _TILE, y), fill=22, width=2)
        x = (row * 97) % _TILE
        pen.line((x, y, x, y + 16), fill=22, width=2)


_TEXTURES: dict[str, Callable[[ImageDraw.ImageDraw], None]] = {
    "turf": _blades,
    "mire": _blades,
    "slabs": _bricks,
    "flags": _flags,
    "water": _ripples,
    "rock": _cracks,
    "snow": _cracks,
    "embers": _cracks,
    "boards": _planks,
}


def _spread(tile: Image.Image, size: tuple[int, int]) -> Image.Image:
    """Return a texture laid side by side over a size."""
    spread = Image.new("RGB", size)
    for y in range(0, size[1], tile.height):
        for x in range(0, size[0], tile.width):
            spread.paste(tile, (x, y))
    return spread


def lay(image: Image.Image, kind: KindOfGround, shapes: Iterable[Sequence[Point]]) -> None:
    """Cover some polygons with a kind of ground, its border a little soft."""
    mask = Image.new("L", image.size)
    pen = ImageDraw.Draw(mask)
    for shape in shapes:
        pen.polygon(shape, fill=255)
    lay_mask(image, kind, mask)


def lay_mask(image: Image.Image, kind: KindOfGround, mask: Image.Image) -> None:
    """Cover what a mask shows with a kind of ground."""
    if (box := mask.getbbox()) is None:
        return
    box = (max(0, box[0] - 6), max(0, box[1] - 6), box[2] + 6, box[3] + 6)
    part = mask.crop(box).filter(ImageFilter.BoxBlur(2.5))
    image.paste(_spread(_texture(kind), part.size), box[:2], part)


def sheet(image: Image.Image, shapes: Iterable[Sequence[Point]], soft: float) -> Image.Image:
    """Lay the vellum below the ground: its shadow on the table, and an edge that fades. Returns the
    mask of what it covers.
    """
    mask = Image.new("L", (image.width // 4, image.height // 4))
    pen = ImageDraw.Draw(mask)
    for shape in shapes:
        pen.polygon([(x / 4, y / 4) for x, y in shape], fill=255)
    wide = mask.filter(ImageFilter.BoxBlur(soft / 3)).resize(image.size, Image.Resampling.BILINEAR)
    near = mask.filter(ImageFilter.BoxBlur(soft / 9)).resize(image.size, Image.Resampling.BILINEAR)
    image.paste((8, 5, 3), (0, 0), wide)
    image.paste(_VELLUM, (0, 0), near)
    return near


def shine(image: Image.Image, mask: Image.Image, light: str) -> None:
    """Let the encounter's light fall on what a mask shows: bright in the middle, dusk around."""
    small = (image.width // 8, image.height // 8)
    far = Image.radial_gradient("L").resize(small, Image.Resampling.BILINEAR)
    lamp = far.point([255 - at * (255 - _DUSK) // 255 for at in range(256)])
    tint = _TINTS.get(light, _TINTS["lamp"])
    bands = [lamp.point([at * part // 255 for at in range(256)]) for part in tint]
    lit = ImageChops.multiply(
        image, Image.merge("RGB", bands).resize(image.size, Image.Resampling.BILINEAR)
    )
    image.paste(lit, (0, 0), mask)


# What stands on the ground


def stand(pen: ImageDraw.ImageDraw, what: str, at: Point, radius: float, number: float) -> None:
    """Draw what stands in a hex where nobody can go; `number` in [0, 1) is the hex's own."""
    draw = _STANDING.get(what, _stones)
    draw(pen, at, radius, random.Random(number))


def _around(at: Point, chance: random.Random, far: float) -> Point:
    turn, out = chance.uniform(0, math.tau), far * math.sqrt(chance.random())
    return at[0] + out * math.cos(turn), at[1] + out * math.sin(turn) * 0.9


def _disc(pen: ImageDraw.ImageDraw, at: Point, size: float, fill: Colour) -> None:
    pen.ellipse((at[0] - size, at[1] - size, at[0] + size, at[1] + size), fill=fill)


def _trees(pen: ImageDraw.ImageDraw, at: Point, radius: float, chance: random.Random) -> None:
    for x, y in sorted(
        (_around(at, chance, radius * 0.5) for _ in range(5)), key=lambda one: one[1]
    ):
        size = radius * chance.uniform(0.26, 0.38)
        _disc(pen, (x + size * 0.4, y + size * 0.5), size, (12, 16, 9))
        for share, fill in ((1.0, (30, 46, 22)), (0.74, (56, 78, 34)), (0.42, (96, 116, 52))):
            off = size * (1 - share) * 0.6
            _disc(pen, (x - off, y - off), size * share, fill)


def _pines(pen: ImageDraw.ImageDraw, at: Point, radius: float, chance: random.Random) -> None:
    for x, y in sorted(
        (_around(at, chance, radius * 0.5) for _ in range(5)), key=lambda one: one[1]
    ):
        size = radius * chance.uniform(0.28, 0.4)
        for share, fill in ((1.0, (18, 34, 24)), (0.7, (38, 62, 42)), (0.38, (74, 100, 66))):
            star = [
                (
                    x + size * share * (1 if i % 2 else 0.62) * math.cos(i * 0.5236),
                    y + size * share * (1 if i % 2 else 0.62) * math.sin(i * 0.5236),
                )
                for i in range(12)
            ]
            pen.polygon(star, fill=fill)


def _deadwood(pen: ImageDraw.ImageDraw, at: Point, radius: float, chance: random.Random) -> None:
    for _ in range(3):
        x, y = _around(at, chance, radius * 0.4)
        high = radius * chance.uniform(0.5, 0.8)
        pen.line((x, y, x + high * 0.1, y - high), fill=(46, 36, 26), width=max(2, int(radius / 9)))
        for side in (-1, 1):
            fork = (x + high * 0.06, y - high * 0.6, x + side * high * 0.4, y - high * 0.95)
            pen.line(fork, fill=(58, 46, 34), width=max(1, int(radius / 16)))


def _block(pen: ImageDraw.ImageDraw, at: Point, radius: float, _chance: random.Random) -> None:
    """Draw a wall: a dark front below a lit top, with its joints."""
    x, y = at
    around = [(math.cos(a * math.pi / 3), math.sin(a * math.pi / 3)) for a in range(6)]
    rise = radius * 0.24
    for share in (0.0, 0.5, 1.0):
        base = [(x + radius * 0.92 * c, y + radius * 0.92 * s - rise * share) for c, s in around]
        pen.polygon(base, fill=(58, 52, 46) if share < 1 else BLOCK, outline=(28, 24, 20))
    for part in (-0.36, 0.0, 0.36):
        edge = radius * (0.86 - abs(part) * 0.5)
        pen.line(
            (x - edge, y - rise + part * radius, x + edge, y - rise + part * radius),
            fill=(84, 77, 67),
            width=2,
        )


def _stones(pen: ImageDraw.ImageDraw, at: Point, radius: float, chance: random.Random) -> None:
    for x, y in sorted(
        (_around(at, chance, radius * 0.48) for _ in range(5)), key=lambda one: one[1]
    ):
        size = radius * chance.uniform(0.2, 0.34)
        corners = [
            (
                x + size * chance.uniform(0.8, 1.1) * math.cos(a),
                y + size * chance.uniform(0.7, 0.95) * math.sin(a),
            )
            for a in (0.1, 1.0, 2.0, 3.1, 4.2, 5.3)
        ]
        pen.polygon([(cx + size * 0.3, cy + size * 0.36) for cx, cy in corners], fill=(18, 15, 12))
        pen.polygon(corners, fill=(112, 104, 90), outline=(40, 35, 29))
        pen.polygon(
            [
                (x + (cx - x) * 0.6 - size * 0.16, y + (cy - y) * 0.55 - size * 0.2)
                for cx, cy in corners
            ],
            fill=(158, 148, 130),
        )


def _crystals(pen: ImageDraw.ImageDraw, at: Point, radius: float, chance: random.Random) -> None:
    for x, y in sorted(
        (_around(at, chance, radius * 0.5) for _ in range(6)), key=lambda one: one[1]
    ):
        high, wide = radius * chance.uniform(0.35, 0.65), radius * 0.13
        pen.polygon([(x - wide, y), (x, y - high), (x, y + wide)], fill=(150, 190, 226))
        pen.polygon([(x + wide, y), (x, y - high), (x, y + wide)], fill=(76, 104, 160))


def _beams(pen: ImageDraw.ImageDraw, at: Point, radius: float, chance: random.Random) -> None:
    for _ in range(4):
        (x, y), turn = _around(at, chance, radius * 0.3), chance.uniform(0, math.pi)
        dx, dy = radius * 0.5 * math.cos(turn), radius * 0.4 * math.sin(turn)
        pen.line((x - dx, y - dy, x + dx, y + dy), fill=(36, 24, 16), width=max(3, int(radius / 5)))
        pen.line(
            (x - dx, y - dy - 2, x + dx, y + dy - 2),
            fill=(98, 70, 42),
            width=max(2, int(radius / 9)),
        )


def _bridge(pen: ImageDraw.ImageDraw, at: Point, radius: float, _chance: random.Random) -> None:
    x, y = at
    for plank in range(-4, 5):
        left = x + plank * radius * 0.2
        box = (left - radius * 0.09, y - radius * 0.62, left + radius * 0.09, y + radius * 0.62)
        pen.rectangle(box, fill=(128, 94, 56), outline=(40, 26, 14))


_STANDING: dict[str, Callable[[ImageDraw.ImageDraw, Point, float, random.Random], None]] = {
    "trees": _trees,
    "pines": _pines,
    "deadwood": _deadwood,
    "walls": _block,
    "boulders": _stones,
    "rubble": _stones,
    "crystals": _crystals,
    "timber": _beams,
    "bridge": _bridge,
}


def outline(pen: ImageDraw.ImageDraw, corners: Sequence[Point], wide: int) -> None:
    """Draw the thin line between hexes."""
    pen.line([*corners, corners[0]], fill=_LINE, width=wide)
