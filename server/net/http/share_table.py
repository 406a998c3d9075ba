"""Paints the table of a match for a link's picture: ground by board, what stands on it by its roof,
and both warbands on their bases.
"""

from typing import Any

from PIL import Image, ImageChops, ImageDraw

from server.net.http import share_painting
from server.net.http.share_grounds import Board, Colour, Grounds
from server.net.http.share_painting import PLAIN, Point

_MILS = 1000  # thousandths of an inch
_STEPS = 10  # a shadow is drawn in so many, from its foot to its end
_EDGE = 0.08  # of the picture's height, around the table
_WATERS = {"deep": "deep", "shallow": "water", "difficult": "path"}
_ROOFS: dict[str, Colour] = {  # in the middle of what the browser paints
    "slabs": (128, 122, 112),
    "flags": (150, 142, 124),
    "tiles": (150, 88, 64),
    "slate": (104, 112, 122),
    "boards": (140, 110, 72),
    "crates": (158, 122, 72),
}
_STONE: Colour = (148, 138, 120)  # walls, and what nobody knows
_SIDES: tuple[Colour, Colour] = ((58, 110, 172), (166, 58, 42))  # as in the browser client
_LINE, _RIM = (20, 14, 9), (74, 50, 30)  # red, green, blue: outlines, and the wooden frame
_GOLD, _PALE = (242, 194, 60), (246, 236, 212)  # treasure, and light on edges


class _View:
    """Where the places of a table lie in the picture."""

    def __init__(self, image: Image.Image, width: int, depth: int) -> None:
        edge = image.height * _EDGE
        self.scale = (image.height - 2 * edge) / max(width, depth)
        self._x = (image.width - width * self.scale) / 2
        self._y = (image.height - depth * self.scale) / 2

    def at(self, x: float, y: float) -> Point:
        """Return the pixel of a place, given in thousandths of an inch."""
        return self._x + x * self.scale, self._y + y * self.scale

    def box(self, x: tuple[float, float], y: tuple[float, float]) -> list[Point]:
        """Return the corners of a rectangle."""
        return [self.at(x[0], y[0]), self.at(x[1], y[0]), self.at(x[1], y[1]), self.at(x[0], y[1])]


def draw_table(
    image: Image.Image, fine: int, grounds: Grounds, state: dict[str, Any]
) -> Image.Image:
    """Return the picture with a match's table on it as its state has it, `fine` times as large."""
    board = state["board"]
    _draw_ground(image, grounds, board)
    image = image.resize((image.width * fine, image.height * fine), Image.Resampling.NEAREST)
    view, pen = _View(image, board["width"], board["depth"]), ImageDraw.Draw(image)
    rim = _rim(view, board)
    pen.line([*rim, rim[0]], fill=_RIM, width=round(400 * view.scale))
    _draw_standing(pen, grounds, view, board["pieces"])
    _draw_units(pen, view, state)
    return image


def _rim(view: "_View", board: dict[str, Any]) -> list[Point]:
    return view.box((-200, board["width"] + 200), (-200, board["depth"] + 200))


def _draw_ground(image: Image.Image, grounds: Grounds, board: dict[str, Any]) -> None:
    """Paint the ground: its patches of planks, its ways, then water and rubble, in the light."""
    width, depth = board["width"], board["depth"]
    view = _View(image, width, depth)
    look = grounds.boards.get(board["id"]) or grounds.boards.get("") or Board("")
    table = Image.new("L", image.size)
    ImageDraw.Draw(table).polygon(view.box((0, width), (0, depth)), fill=255)
    _lay(image, grounds, look.base, [view.box((0, width), (0, depth))])
    for deck in look.decks:
        across, down = ([one * _MILS for one in span] for span in (deck.x, deck.y))
        _lay(image, grounds, deck.kind, [view.box((across[0], across[1]), (down[0], down[1]))])
    for way in look.ways:
        mask = Image.new("L", image.size)
        line = [view.at(x * _MILS, y * _MILS) for x, y in way.along]
        wide = round(way.wide * _MILS * view.scale)
        ImageDraw.Draw(mask).line(line, fill=255, width=wide, joint="curve")
        kind = grounds.kinds.get(way.kind) or PLAIN
        share_painting.lay_mask(image, kind, ImageChops.multiply(mask, table))
    for piece in board["pieces"]:
        if not piece["high"] and (lies := _WATERS.get(piece["footing"])):
            _lay(image, grounds, lies, [_corners(view, piece)])
    covered = Image.new("L", image.size)
    ImageDraw.Draw(covered).polygon(_rim(view, board), fill=255)
    share_painting.shine(image, covered, "lamp")


def _corners(view: "_View", piece: dict[str, Any]) -> list[Point]:
    return [view.at(at["x"], at["y"]) for at in piece["corners"]]


def _lay(image: Image.Image, grounds: Grounds, kind: str, shapes: list[list[Point]]) -> None:
    share_painting.lay(image, grounds.kinds.get(kind) or PLAIN, shapes)


def _draw_standing(
    pen: ImageDraw.ImageDraw, grounds: Grounds, view: _View, pieces: list[dict[str, Any]]
) -> None:
    """Draw the shadows of all that stands, then that, the lowest first."""
    raised = sorted((one for one in pieces if one["high"]), key=lambda one: one["high"])
    for piece in raised:
        far, corners = piece["high"] * view.scale * 0.42, _corners(view, piece)
        for step in range(1, _STEPS + 1):
            by = far * step / _STEPS
            pen.polygon([(x + by, y + by * 1.1) for x, y in corners], fill=(24, 19, 14))
    for piece in raised:
        corners = _corners(view, piece)
        fill = _ROOFS.get(grounds.roofs.get(piece["name"], ""), _STONE)
        pen.polygon(corners, fill=fill, outline=_LINE, width=3)
        pen.line([corners[-1], corners[0], corners[1]], fill=_PALE, width=2)


def _draw_units(pen: ImageDraw.ImageDraw, view: _View, state: dict[str, Any]) -> None:
    sides = list(state["sides"])
    for token in state.get("tokens", {}).values():
        if not token.get("kept"):
            _disc(pen, view.at(*token["at"][:2]), 520 * view.scale, _GOLD)
    for unit in state.get("units", {}).values():
        if unit.get("at") is not None:
            large = "large" in unit["type"]["skills"]
            size = (1000 if large else 500) * view.scale * 1.25
            _disc(pen, view.at(*unit["at"][:2]), size, _SIDES[sides.index(unit["side"])])


def _disc(pen: ImageDraw.ImageDraw, at: Point, size: float, fill: Colour) -> None:
    x, y = at
    pen.ellipse((x - size * 0.8, y - size * 0.7, x + size * 1.3, y + size * 1.4), fill=(18, 13, 9))
    pen.ellipse((x - size, y - size, x + size, y + size), fill=fill, outline=_PALE, width=2)
