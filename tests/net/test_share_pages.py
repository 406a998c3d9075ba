"""Links that people hand on: the words and the picture that a preview shows, and to whom."""

import io
from pathlib import Path
from typing import Any

import pytest
from PIL import Image

from protocol.ids import BattleId, TableId
from server.net.http import share_pages, share_painting, share_picture, share_table
from server.net.http.share_grounds import Board, Grounds, KindOfGround, Scene, read_grounds
from server.net.http.share_pages import SharePages
from server.players import Pay, free
from server.service import SharedView, shown_battle, shown_table
from tests.net.conftest import Serve, url_of
from tests.net.party import hang_up, meet, move, play_out
from tests.net.test_bounds import UNHURRIED
from tests.net.test_delay import fetch

PAGE = "<html><head><title>x</title></head><body></body></html>"
UNIT = {"hp": 3, "side": "enemy", "at": [0, 0]}
STATE: dict[str, Any] = {
    "tiles": {"m": {"hexes": [[0, 0], [1, 0], [0, 1]]}},
    "units": {"e1": UNIT, "a1": {"hp": 5, "side": "party", "at": [1, 0]}},
    "rounds": 2,
    "outcome": "",
}


def board(**changes: Any) -> SharedView:
    return SharedView("Den", "Black Ford", "adept", ("Ann",), {**STATE, **changes}, 7)


def colours(picture: bytes) -> set[tuple[int, ...]]:
    image = Image.open(io.BytesIO(picture)).convert("RGB")
    assert image.size == (1200, 630)
    found = image.getcolors(1 << 20)
    assert found is not None
    return {tuple(one) for count, one in found if count > 500}  # type: ignore[arg-type]


def is_near(wanted: tuple[int, int, int], found: set[tuple[int, ...]]) -> bool:
    return any(all(abs(a - b) < 24 for a, b in zip(wanted, one, strict=True)) for one in found)


@pytest.fixture
def web(tmp_path: Path) -> Path:
    (tmp_path / "index.html").write_text(PAGE)
    return tmp_path


def test_the_picture_shows_hexes_and_who_stands_on_them() -> None:
    """Given an enemy on the board, then its colour is there; once it is defeated it is not."""
    enemy, party = (share_picture._SIDES[side] for side in ("enemy", "party"))
    shown = colours(share_picture.draw(board()))
    assert is_near(enemy, shown)
    assert is_near(party, shown)
    fallen = {**STATE["units"], "e1": {**UNIT, "hp": 0}}
    assert not is_near(enemy, colours(share_picture.draw(board(units=fallen))))


def tones(*part: int) -> KindOfGround:
    """A kind of ground in shades of one colour, without a texture."""
    return KindOfGround("plain", (part, part, part))  # type: ignore[arg-type]


MOOR, BROOK = (40, 110, 60), (30, 70, 150)
GROUNDS = Grounds(
    kinds={"moor": tones(*MOOR), "water": tones(*BROOK)},
    scenes={"": Scene("path"), "high-moor": Scene("moor", obstacle="walls")},
    boards={"yard": Board("moor")},
)


def lit(part: tuple[int, int, int]) -> tuple[int, int, int]:
    """A colour in the middle of the picture, by lamplight."""
    red, green, blue = (
        one * light // 255 for one, light in zip(part, (255, 238, 212), strict=True)
    )
    return red, green, blue


def test_the_picture_shows_the_ground_of_its_encounter() -> None:
    """Given an encounter with a ground of its own and one without, then each shows its own."""
    at_moor = SharedView("Den", "High Moor", "", (), {**STATE, "units": {}}, 7, "high-moor")
    shown = colours(share_picture.draw(at_moor, GROUNDS))
    assert is_near(lit(MOOR), shown)
    elsewhere = colours(share_picture.draw(at_moor._replace(ground="mill"), GROUNDS))
    assert not is_near(lit(MOOR), elsewhere)
    assert shown != colours(share_picture.draw(at_moor))


def test_the_picture_shows_what_nobody_can_cross_water_and_what_the_battle_is_about() -> None:
    """Given a blocked hex, one of water, and a way out, then each has a look of its own."""
    special: dict[str, Any] = {
        "blocked": [[0, 1]],
        "marks": {"1,0": "water", "0,0": "exit 2"},
        "units": {},
    }
    shown, plain = (
        colours(share_picture.draw(board(**state)._replace(ground="high-moor"), GROUNDS))
        for state in (special, {**special, "marks": {}, "blocked": []})
    )
    for colour in (share_painting.BLOCK, lit(BROOK), share_picture._GOLD):
        assert is_near(colour, shown)
        assert not is_near(colour, plain)


def test_the_picture_of_a_match_shows_its_board_and_both_sides() -> None:
    """Given a match on a board, then its ground, a house, and a base of each side are there."""
    corners = [
        {"x": x, "y": y} for x, y in ((2000, 2000), (9000, 2000), (9000, 8000), (2000, 8000))
    ]
    house = {"name": "House", "high": 3000, "footing": "firm", "corners": corners}
    place = {"id": "yard", "width": 12000, "depth": 12000, "pieces": [house]}
    base = {"type": {"skills": ["large"]}}
    units = {"u": {**base, "side": "1", "at": [1000, 11000, 0]}}
    units["v"] = {**base, "side": "2", "at": [11000, 1000, 0]}
    state = {"board": place, "sides": {"1": {}, "2": {}}, "units": units}
    shown = colours(
        share_picture.draw(SharedView("Den", "Yard", "", (), state, 7, "yard"), GROUNDS)
    )
    for colour in (lit(MOOR), share_table._STONE, *share_table._SIDES):
        assert is_near(colour, shown)
    away = {name: {**unit, "at": None} for name, unit in units.items()}
    empty = SharedView("Den", "Yard", "", (), {**state, "units": away}, 7, "yard")
    assert not is_near(share_table._SIDES[1], colours(share_picture.draw(empty, GROUNDS)))


def test_a_client_that_is_not_built_leaves_grounds_bare(tmp_path: Path) -> None:
    assert read_grounds(tmp_path) == Grounds()
    (tmp_path / "assets").mkdir()
    (tmp_path / "assets" / "grounds-01234567.json").write_text("{")
    assert read_grounds(tmp_path) == Grounds()


@pytest.mark.parametrize("state", [None, {}, {"tiles": {}}, {"phase": "morning", "units": {}}])
def test_where_there_is_no_board_the_words_stand_alone(state: Any) -> None:
    shown = colours(share_picture.draw(SharedView("Den", "alley", "", (), state)))
    assert not is_near(share_painting.PLAIN.tones[1], shown)


def test_the_words_say_what_is_played_by_whom_and_how_far_it_is() -> None:
    assert share_picture.words_of(board()) == ("Black Ford", "Adept", "Ann", "Round 2")
    assert share_picture.words_of(board(outcome="victory"))[-1] == "Victory"


def test_long_names_and_other_scripts_are_drawn_as_far_as_they_can_be() -> None:
    many = tuple("W" * 40 for _ in range(4))
    for names in (many, ("漢字", "Ann"), ("<script>",)):
        assert colours(share_picture.draw(SharedView("Den", "e" * 64, "", names)))


async def test_a_picture_is_kept_for_a_while_and_only_so_many_are(web: Path) -> None:
    now, asked = [0.0], list[str]()

    async def find(kind: share_pages.Kind, name: str, _pay: Pay) -> SharedView | None:
        asked.append(f"{kind}/{name}")
        return SharedView("Den", name, "", ()) if name.startswith("b") else None

    site = SharePages(web, find, lambda: now[0])
    first = await site.picture("b", "b1", free)
    assert (await site.picture("b", "b1", free)).body == first.body
    assert asked == ["b/b1"]
    now[0] += share_pages.FRESH
    await site.picture("b", "b1", free)
    assert asked == ["b/b1", "b/b1"]
    for number in range(share_pages.MOST_PICTURES + 3):
        await site.picture("b", f"b{number}", free)
        await site.picture("t", f"none{number}", free)
    assert len(site._kept) == share_pages.MOST_PICTURES


async def test_a_public_battles_link_says_what_it_shows(serve: Serve, web: Path) -> None:
    server = await serve(web=str(web), public_url="https://play.example")
    party = await meet(url_of(server), goal=20, public=True)
    await play_out(party)
    for link in (f"b/{party.battle}", f"t/{party.table}"):
        page = (await fetch(server, f"/{link}")).decode()
        assert page.startswith("HTTP/1.1 200 OK")
        assert '<meta property="og:title" content="Micro">' in page
        assert "Player 1, Player 2, Player 3, Player 4" in page
        assert f'content="https://play.example/picture/{link}"' in page
        picture = (await fetch(server, f"/picture/{link}")).partition(b"\r\n\r\n")[2]
        assert colours(picture)
    await hang_up(party.players.values())


async def test_of_a_private_table_a_link_says_what_it_says_of_none(serve: Serve, web: Path) -> None:
    """Given a private table's battle, then page and picture are those of an id that is nobody's."""
    server = await serve(web=str(web))
    party = await meet(url_of(server), goal=20)
    await play_out(party)
    for kind, name in (("b", party.battle), ("t", party.table)):
        for path in (f"/{kind}", f"/picture/{kind}"):
            found = [await fetch(server, f"{path}/{each}") for each in (name, "x" * len(name))]
            there, nowhere = found[0].replace(name.encode(), b"x" * len(name)), found[1]
            assert there.partition(b"\r\n\r\n")[2] == nowhere.partition(b"\r\n\r\n")[2]
    await hang_up(party.players.values())


async def test_a_delay_of_rounds_holds_back_what_a_link_shows(serve: Serve, web: Path) -> None:
    """Given a game without rounds and a delay of one, then a link shows nothing of how the battle
    stands until it is over."""
    server = await serve(web=str(web), **UNHURRIED)
    party = await meet(url_of(server), goal=40, delay_rounds=1, public=True)
    context = server.service.context
    await move(party.players["1"], "1")
    for found in (
        await shown_table(context, TableId(party.table)),
        await shown_battle(context, BattleId(party.battle)),
    ):
        assert found is not None
        assert (found.state, found.version) == (None, 0)
    await play_out(party)
    over = await shown_battle(context, BattleId(party.battle))
    assert over is not None
    assert over.state is not None
    await hang_up(party.players.values())


async def test_a_delay_of_seconds_holds_back_that_a_battle_is_on(serve: Serve, web: Path) -> None:
    server = await serve(web=str(web), **UNHURRIED)
    party = await meet(url_of(server), goal=40, delay=3600, public=True)
    await move(party.players["1"], "1")
    assert await shown_battle(server.service.context, BattleId(party.battle)) is None
    there, nowhere = (
        await fetch(server, f"/picture/b/{party.battle}"),
        await fetch(server, "/picture/b/nobodys"),
    )
    assert there.partition(b"\r\n\r\n")[2] == nowhere.partition(b"\r\n\r\n")[2]
    await hang_up(party.players.values())


@pytest.mark.parametrize("path", ["/t", "/b/", "/b/a.b", "/picture/x/b1", "/picture/b", "/t/a/b"])
async def test_no_other_spelling_is_answered(serve: Serve, web: Path, path: str) -> None:
    server = await serve(web=str(web))
    assert (await fetch(server, path)).startswith(b"HTTP/1.1 404")
