"""What a bot does in a town: a bed, the quest's errand, lines that keep it alive, good items."""

from typing import Any

from clients.bots import outfitting
from clients.bots.days import checking
from protocol.ids import UnitId
from protocol.option_keys import read_key
from protocol.questions import One, Option, Picks, Question

INN, ERRAND, TRAINER, SHOP, ALCHEMY = "inn", "step", "trainer", "shop", "alchemy"
"""The kinds of town actions that it knows, by their keys."""
LINES = ("heavy-armor", "restoring-light")
"""Skill lines beside its first one that it trains of its own accord."""
ENOUGH = 7
"""Cards that an adventurer carries, from which on none is bought: one place stays for what is
found.
"""
WORTHWHILE = 1.0
"""What a card must promise to be worth an action, about in HP over a battle."""
KEPT = "kept for what you have joined in"
"""What the menu says of a last action that a group action needs, to which a bot keeps."""
TIRED = 3
"""Tokens in a cooldown track that one night does not take away."""


class Shopping:
    """What a bot knows of a town's wares: the items of a server's catalogue."""

    def __init__(self, words: dict[str, Any]) -> None:
        self._items = words["items"]

    def choose(self, view: dict[str, Any], question: Question, bed: float) -> Picks | None:
        """Return a town action; None where the default is as good. Who has less than `bed` of its
        HP sleeps first.
        """
        shape, unit = question.shape, UnitId(question.about)
        assert isinstance(shape, One)
        if KEPT in question.text:
            return question.default
        by_kind: dict[str, list[Option]] = {}
        for one in shape.options:
            by_kind.setdefault(read_key(one.key).kind, []).append(one)
        chip, inn = view["units"][unit], by_kind.get(INN, [])
        is_tired = len(view["adventurers"][unit]["track"]) >= TIRED
        needs_bed = chip["hp"] < bed * chip["health"] or is_tired
        wishes = [
            *(inn if needs_bed else ()),
            *(one for one in by_kind.get(ERRAND, []) if checking.can_pass(view, one.note)),
            *self._lessons(by_kind.get(TRAINER, [])),
            *self._wares(view, unit, by_kind.get(SHOP, [])),
            *by_kind.get(ALCHEMY, []),
            *(inn if chip["hp"] < chip["health"] else ()),
        ]
        if wishes:
            return (wishes[0].key,)
        return None

    def needs(self, view: dict[str, Any], unit: UnitId) -> bool:
        """Return whether an adventurer has much to look for in a town."""
        mat = view["adventurers"][unit]
        return len(mat["ready"]) + len(mat["pack"]) < ENOUGH // 2 + 1

    def _lessons(self, lessons: list[Option]) -> list[Option]:
        """Return the lessons in wanted skill lines, most wanted first."""
        # A lesson's key is "trainer:LINE:SLOT".
        lines = [(read_key(read_key(one.key).name).kind, one) for one in lessons]
        return [one for wanted in LINES for line, one in lines if line == wanted]

    def _wares(self, view: dict[str, Any], unit: UnitId, wares: list[Option]) -> list[Option]:
        """Return cards that are worth an action, the best first, ready before in the pack."""
        mat = view["adventurers"][unit]
        cards = [card["item"] for card in (*mat["ready"], *mat["pack"])]
        if len(cards) >= ENOUGH:
            return []
        armed = any(self._items[item]["subtype"] == "weapon" for item in cards)
        valued = [(self._worth(view, unit, one, armed=armed), one) for one in wares]
        good = [pair for pair in valued if pair[0] >= WORTHWHILE]
        return [one for _, one in sorted(good, key=lambda pair: -pair[0])]

    def _worth(self, view: dict[str, Any], unit: UnitId, ware: Option, *, armed: bool) -> float:
        item = self._items[_named(ware)]
        what = " ".join(filter(None, (item["trait"], "/".join(item["forms"]), item["subtype"])))
        card = Option(ware.key, ware.text, f"{what}: {item['text']}")
        return outfitting.worth(view, unit, card, armed=armed)


def _named(ware: Option) -> str:
    """Return the item that a ware is: its key is "shop:DECK:ITEM:WHERE"."""
    deck = read_key(read_key(ware.key).name)
    return read_key(deck.name).kind
