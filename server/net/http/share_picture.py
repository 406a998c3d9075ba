"""The picture that a link shows where people share it: the board as hexes and tokens, with a few
words. PNG of the size that link previews ask for. It needs Pillow (the extra `pictures`).
"""

import io
import math
from typing import Any

from server.service import SharedView

try:
    from PIL import Image, ImageDraw, ImageFont
except ImportError:  # the extra is not there: links have words alone
    CAN_DRAW = False
else:
    CAN_DRAW = True

WIDTH, HEIGHT = 1200, 630  # pixels: what Open Graph's readers scale to
_FINE = 2  # drawn so much larger, then reduced: edges without steps
_COLOURS = 96  # of the palette: a third of the bytes of full colour, and nobody sees it
_BOARD = (520, 40, 1160, 590)  # left, top, right, bottom: beside the words
_LARGEST = 46  # pixels of a hex's radius: a board of three hexes does not fill the picture
_WORDS = 470  # pixels that a line of words may take
_NIGHT, _GROUND, _EDGE = (24, 17, 13), (92, 80, 62), (46, 38, 30)  # red, green, blue: dark theme
_INK, _FAINT = (242, 228, 200), (178, 160, 132)  # read on the night, also in small
_SIDES = {"party": (63, 122, 196), "enemy": (178, 52, 44)}  # as in the browser client
_OTHERS = (150, 130, 60)  # neither of the two
_WALL, _FACET = (40, 34, 29), (128, 118, 102)  # where nobody can stand: a block and its lit top
_MARKED = {"water": (58, 92, 108), "fire": (150, 74, 34)}  # hexes of a kind of their own
_GOLD = (214, 168, 74)  # signs of what the battle is about: ways out, goals, doors
_GRAIN = 7  # steps by which neighbours differ, so that ground is no flat colour
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


def draw(shown: SharedView | None) -> bytes:
    """Return the picture as PNG; without a battle the words alone. Takes some tens of milliseconds,
    and belongs in a thread.
    """
    size = (WIDTH * _FINE, HEIGHT * _FINE)
    image = Image.new("RGB", size, _NIGHT)
    pen = ImageDraw.Draw(image)
    if shown is not None and shown.state is not None:
        _draw_board(pen, shown.state)
    _draw_words(pen, words_of(shown))
    small = image.reduce(_FINE).quantize(_COLOURS, Image.Quantize.FASTOCTREE)
    made = io.BytesIO()
    small.save(made, "PNG", compress_level=6)
    return made.getvalue()


def _draw_board(pen: "ImageDraw.ImageDraw", state: dict[str, Any]) -> None:
    tiles = state.get("tiles")
    hexes = (
        [at for tile in tiles.values() for at in tile["hexes"]] if isinstance(tiles, dict) else []
    )
    if not hexes:
        return
    middles = {tuple(at): _middle(*at) for at in hexes}
    left, right = (edge(x for x, _ in middles.values()) for edge in (min, max))
    top, bottom = (edge(y for _, y in middles.values()) for edge in (min, max))
    wide, high = _BOARD[2] - _BOARD[0], _BOARD[3] - _BOARD[1]
    radius = min(wide / (right - left + 2), high / (bottom - top + 2), _LARGEST)
    shift_x = (_BOARD[0] + _BOARD[2]) / 2 - radius * (left + right) / 2
    shift_y = (_BOARD[1] + _BOARD[3]) / 2 - radius * (top + bottom) / 2

    def place(at: Any) -> tuple[float, float]:
        x, y = _middle(*at)
        return _FINE * (radius * x + shift_x), _FINE * (radius * y + shift_y)

    shut = {tuple(at) for at in state.get("blocked") or ()}
    marks = _marks_of(state)
    for at in middles:
        fill = _MARKED.get(marks.get(at, ""), _toned(at))
        _draw_hex(pen, place(at), _FINE * radius, fill)
        if at in shut:
            _draw_block(pen, place(at), _FINE * radius)
        elif at in marks and marks[at] not in _MARKED:
            _draw_sign(pen, place(at), _FINE * radius)
    for unit in state.get("units", {}).values():
        if unit.get("at") is not None and unit.get("hp", 0) > 0:
            x, y = place(unit["at"])
            size = _FINE * radius * 0.62
            fill = _SIDES.get(unit.get("side", ""), _OTHERS)
            box = (x - size, y - size, x + size, y + size)
            pen.ellipse(box, fill=fill, outline=_INK, width=max(1, round(size / 9)))
            font = ImageFont.load_default(max(8, size))
            pen.text((x, y), str(unit["hp"]), font=font, fill=_INK, anchor="mm")


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


def _toned(at: tuple[int, int]) -> tuple[int, int, int]:
    """Return the ground's colour at a hex: some lighter, some darker, always the same."""
    shift = ((at[0] * 7 + at[1] * 13) % 5 - 2) * _GRAIN
    red, green, blue = (part + shift for part in _GROUND)
    return red, green, blue


def _corners(at: tuple[float, float], radius: float) -> list[tuple[float, float]]:
    angles = [math.pi / 3 * corner for corner in range(6)]
    return [(at[0] + radius * math.cos(one), at[1] + radius * math.sin(one)) for one in angles]


def _draw_hex(
    pen: "ImageDraw.ImageDraw", at: tuple[float, float], radius: float, fill: tuple[int, int, int]
) -> None:
    pen.polygon(_corners(at, radius), fill=fill, outline=_EDGE, width=max(1, round(radius / 14)))


def _draw_block(pen: "ImageDraw.ImageDraw", at: tuple[float, float], radius: float) -> None:
    """Draw what nobody can cross: a block that throws no light on its lower side."""
    pen.polygon(_corners(at, radius * 0.82), fill=_WALL)
    pen.polygon(_corners((at[0], at[1] - radius * 0.12), radius * 0.62), fill=_FACET)


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
