"""Miscellaneous items: they do what they say (p29; ITM-14)."""

from server.rules.battle import cooldown, inventory
from server.rules.battle.battle import Battle
from server.rules.battle.components import Item, Lock
from server.rules.battle.effects import Me, ability, hook
from server.rules.battle.moments import Happening, Moment
from server.rules.battle.state import LF


def _light_coming(battle: Battle, me: Me, now: Happening) -> bool:
    """What replaces must be possible: there is light fatigue to remove."""
    light = now.unit == me.unit and now.kind == LF and not now.stopped
    return light and LF in battle.mat(me.unit).track


@hook(Moment.FATIGUE_COMING, "Shoulder-Mounted Parasol", when=_light_coming)
def shade(battle: Battle, me: Me, now: Happening) -> None:
    """In place of any light fatigue that is coming, 1 leaves the track."""
    now.stopped, now.amount = True, 0
    cooldown.remove_token(battle, me.unit, battle.mat(me.unit).track.index(LF))


def _picking(battle: Battle, me: Me, now: Happening) -> bool:
    return now.unit == me.unit and not now.stopped


@hook(Moment.LOCKPICK, "Bent Lockpicks: 2 more attempts", when=_picking)
def bent_lockpicks(battle: Battle, me: Me, now: Happening) -> None:
    """Discarded as a check begins: that check has 2 more attempts."""
    inventory.discard(battle, me.unit, me.card)
    now.amount += 2


def _has_track(battle: Battle, me: Me) -> bool:
    return bool(battle.mat(me.unit).track)


@ability("smell", "Smelling Salts", "Discard it: recover your 2 leftmost dice.", can=_has_track)
def smelling_salts(battle: Battle, me: Me) -> None:
    """As in a Recovery step: overfatigue only goes to the end."""
    inventory.discard(battle, me.unit, me.card)
    for _ in range(min(2, len(battle.mat(me.unit).track))):
        cooldown.recover_at(battle, me.unit, 0)


ITEMS = (
    Item(
        "shoulder-mounted-parasol",
        "Shoulder-Mounted Parasol",
        "miscellaneous",
        "common",
        Lock(4, (6, 6, 1)),
        "When you would gain light fatigue, 1 leaves your track instead.",
        "effect printed; subtype, deck and lock original",
        hooks=(shade,),
    ),
    Item(
        "bent-lockpicks",
        "Bent Lockpicks",
        "miscellaneous",
        "common",
        Lock(4, (6, 6, 1)),
        "Discard it as you begin a lockpick check: 2 more attempts.",
        "original",
        hooks=(bent_lockpicks,),
    ),
    Item(
        "smelling-salts",
        "Smelling Salts",
        "miscellaneous",
        "common",
        Lock(3, (5, 2, 2)),
        smelling_salts.text,
        "original",
        ability=smelling_salts,
    ),
)
