"""The picture that a link shows where people share it: the board on the ground of its encounter,
with tokens and a few words. PNG of the size that link previews ask for. It needs Pillow (the extra
`pictures`).
"""

import io
import math
from collections.abc import Mapping
from typing import Any

from server.net.http.share_grounds import (
    BARE,
    Colour,
    Grounds,
    Hex,
    Spot,
    chance,
    scene_of,
    spots_of,
)
from server.service import SharedView

try:
    from PIL import Image, ImageDraw, ImageFont

    from server.net.http import share_painting, share_table
except ImportError:  # the extra is not there: links have words alone
    CAN_DRAW = False
else:
    CAN_DRAW = True

WIDTH, HEIGHT = 1200, 630  # pixels: what Open Graph's readers scale to
_FINE = 2  # drawn so much larger, then reduced: edges without steps
_COLOURS = 96  # of the palette: a third of the bytes of full colour, and nobody sees it
_SCENE = (470, 0, 1200, 630)  # left, top, right, bottom of what is painted, beside the words
_BOARD = (520, 40, 1160, 590)  # the same of the hexes
_LARGEST = 46  # pixels of a hex's radius: a board of three hexes does not fill the picture
_WORDS = 470  # pixels that a line of words may take
_NIGHT = (24, 17, 13)  # red, green, blue: dark theme
_INK, _FAINT = (242, 228, 200), (178, 160, 132)  # read on the night, also in small
_SIDES = {"party": (63, 122, 196), "enemy": (178, 52, 44)}  # as in the browser client
_OTHERS = (150, 130, 60)  # neither of the two
_GOLD = (214, 168, 74)  # signs of what the battle is about: ways out, goals, doors
_WITHOUT_SIGN = ("water", "fire")  # marks that the ground itself shows
_OUTCOMES = {"victory": "Victory", "defeat": "Defeat", "retreat": "The party retreats"}


def words_of(shown: SharedView | None) -> tuple[str, ...]:
    """Return the picture's lines of text, the most important one first."""
    if shown is None:
        return ("Hexwarden", "Battles of dice and hexes,", "played together.")
    lines = [shown.encounter, shown.difficulty.capitalize(), ", ".join(shown.players)]
    if (state := shown.state) is not None:
        outcome = _OUTCOMES.get(str(state.get("outcome", "")), "")
        rounds = state.get("rounds") or state.get("round")
        lines.append(outcome or (f"Round {rounds}" if rounds else ""))
    return tuple(filter(None, lines))


def draw(shown: SharedView | None, grounds: Grounds = BARE) -> bytes:
    """Return the picture as PNG; without a battle the words alone. Takes some tens of milliseconds,
    and belongs in a thread.
    """
    image = Image.new("RGB", (WIDTH * _FINE, HEIGHT * _FINE), _NIGHT)
    if shown is not None and shown.state is not None:
        left, top, right, bottom = _SCENE
        scene = Image.new("RGB", (right - left, bottom - top), _NIGHT)
        # The ground has no edges to be seen: it is painted as large as it is shown, the rest finer.
        if "board" in shown.state:
            scene = share_table.draw_table(scene, _FINE, grounds, shown.state)
        else:
            scene = _draw_board(scene, grounds, shown.ground, shown.state)
        image.paste(scene, (left * _FINE, top * _FINE))
    _draw_words(ImageDraw.Draw(image), words_of(shown))
    small = image.reduce(_FINE).quantize(_COLOURS, Image.Quantize.FASTOCTREE)
    made = io.BytesIO()
    small.save(made, "PNG", compress_level=6)
    return made.getvalue()


class _Layout:
    """Where hexes lie within the painted part, as large as fits."""

    def __init__(self, hexes: list[Hex], fine: int) -> None:
        middles = [_middle(*at) for at in hexes]
        left, right = (edge(x for x, _ in middles) for edge in (min, max))
        top, bottom = (edge(y for _, y in middles) for edge in (min, max))
        wide, high = _BOARD[2] - _BOARD[0], _BOARD[3] - _BOARD[1]
        radius = min(wide / (right - left + 2), high / (bottom - top + 2), _LARGEST)
        self.radius = fine * radius
        self._x = fine * ((_BOARD[0] + _BOARD[2]) / 2 - _SCENE[0] - radius * (left + right) / 2)
        self._y = fine * ((_BOARD[1] + _BOARD[3]) / 2 - _SCENE[1] - radius * (top + bottom) / 2)

    def at(self, place: Any) -> tuple[float, float]:
        """Return the pixel of a hex's middle."""
        x, y = _middle(*place)
        return self.radius * x + self._x, self.radius * y + self._y

    def at_row(self, place: Any) -> float:
        """Return how far down a hex lies, in pixels."""
        return self.at(place)[1]

    def corners(self, place: Any, share: float = 1.0) -> list[tuple[float, float]]:
        """Return a hex's corners, or those of a smaller or larger one around the same middle."""
        return _corners(self.at(place), self.radius * share)


def _draw_board(
    image: "Image.Image", grounds: Grounds, encounter: str, state: dict[str, Any]
) -> "Image.Image":
    """Return the picture with a battle's map on it, `_FINE` times as large."""
    tiles = state.get("tiles")
    spots = spots_of(grounds, encounter, state) if isinstance(tiles, dict) else {}
    if not spots:
        return image.resize((image.width * _FINE, image.height * _FINE))
    _draw_ground(image, _Layout(list(spots), 1), spots, grounds, scene_of(grounds, encounter).light)
    image = image.resize((image.width * _FINE, image.height * _FINE), Image.Resampling.NEAREST)
    layout, pen = _Layout(list(spots), _FINE), ImageDraw.Draw(image)
    for at in spots:
        share_painting.outline(pen, layout.corners(at), max(1, round(layout.radius / 22)))
    _draw_standing(pen, layout, spots)
    for at, mark in _marks_of(state).items():
        if at in spots and not spots[at].stands and mark not in _WITHOUT_SIGN:
            _draw_sign(pen, layout.at(at), layout.radius)
    for unit in state.get("units", {}).values():
        if unit.get("at") is not None and unit.get("hp", 0) > 0:
            fill = _SIDES.get(unit.get("side", ""), _OTHERS)
            _draw_token(pen, layout.at(unit["at"]), layout.radius * 0.62, fill, str(unit["hp"]))
    return image


def _draw_ground(
    image: "Image.Image",
    layout: _Layout,
    spots: Mapping[Hex, Spot],
    grounds: Grounds,
    light: str,
) -> None:
    covered = share_painting.sheet(image, [layout.corners(at, 1.3) for at in spots], layout.radius)
    for kind in sorted({spot.kind for spot in spots.values()}):
        here = [layout.corners(at, 1.02) for at, spot in spots.items() if spot.kind == kind]
        share_painting.lay(image, grounds.kinds.get(kind) or share_painting.PLAIN, here)
    share_painting.shine(image, covered, light)


def _draw_standing(pen: "ImageDraw.ImageDraw", layout: _Layout, spots: Mapping[Hex, Spot]) -> None:
    """Draw what stands where nobody can go, the farthest first."""
    for at in sorted(spots, key=layout.at_row):
        if spots[at].stands:
            share_painting.stand(pen, spots[at].stands, layout.at(at), layout.radius, chance(at))


def _draw_token(
    pen: "ImageDraw.ImageDraw", at: tuple[float, float], size: float, fill: Colour, words: str
) -> None:
    x, y = at
    pen.ellipse(
        (x - size * 0.86, y - size * 0.8, x + size * 1.14, y + size * 1.2), fill=(14, 10, 8)
    )
    box = (x - size, y - size, x + size, y + size)
    pen.ellipse(box, fill=fill, outline=_INK, width=max(1, round(size / 9)))
    font = ImageFont.load_default(max(8, size))
    pen.text((x, y), words, font=font, fill=_INK, anchor="mm")


def _middle(q: int, r: int) -> tuple[float, float]:
    """Return the centre of a flat-top hex, in units of its radius."""
    return 1.5 * q, math.sqrt(3) * (r + q / 2)


def _marks_of(state: dict[str, Any]) -> dict[tuple[int, int], str]:
    """Return what kind of mark each hex bears that has one: "exit", "water"."""
    found = {}
    for key, mark in (state.get("marks") or {}).items():
        q, _, r = key.partition(",")
        found[int(q), int(r)] = str(mark).partition(" ")[0]
    return found


def _corners(at: tuple[float, float], radius: float) -> list[tuple[float, float]]:
    angles = [math.pi / 3 * corner for corner in range(6)]
    return [(at[0] + radius * math.cos(one), at[1] + radius * math.sin(one)) for one in angles]


def _draw_sign(pen: "ImageDraw.ImageDraw", at: tuple[float, float], radius: float) -> None:
    """Draw a ring and a diamond: here is something that the battle is about."""
    x, y = at
    ring, size = radius * 0.66, radius * 0.3
    box = (x - ring, y - ring, x + ring, y + ring)
    pen.ellipse(box, outline=_GOLD, width=max(2, round(radius / 10)))
    pen.polygon([(x, y - size), (x + size, y), (x, y + size), (x - size, y)], fill=_GOLD)


def _draw_words(pen: "ImageDraw.ImageDraw", words: tuple[str, ...]) -> None:
    y = 150
    for at, line in enumerate(words):
        size = 54 if not at else 32
        font = ImageFont.load_default(size * _FINE)
        for part in _lines(_written(line), font):
            pen.text((40 * _FINE, y * _FINE), part, font=font, fill=_INK if not at else _FAINT)
            y += size + 14
        y += 14
    mark = ImageFont.load_default(28 * _FINE)
    pen.text((40 * _FINE, 48 * _FINE), "HEXWARDEN", font=mark, fill=_FAINT)


def _written(line: str) -> str:
    """Return the characters of a line that the font has: other scripts are left out."""
    return line.encode("latin-1", "ignore").decode("latin-1").strip(" ,")


def _lines(text: str, font: Any) -> list[str]:
    """Return a text broken into at most two lines that fit the picture."""
    found = [""]
    for word in text.split():
        longer = f"{found[-1]} {word}".strip()
        if not found[-1] or font.getlength(longer) <= _WORDS * _FINE:
            found[-1] = longer
        else:
            found.append(word)
    return [_cut(line, font) for line in found[:2] if line]


def _cut(line: str, font: Any) -> str:
    while font.getlength(line) > _WORDS * _FINE:
        line = line[:-1]
    return line
