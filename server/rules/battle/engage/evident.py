"""Results that everybody would resolve: nobody is asked about them (ENG-16, ENG-17).

Each does its roller good and costs nothing more than leaving it: its die is exhausted either way.
And in whatever order they are resolved, the same comes of them. A lone result that waits in a slot
or works in the track is what its die was rolled for.
"""

from protocol.ids import DieId
from protocol.questions import Option
from server.rules.battle.adventurer import track
from server.rules.battle.components import active_effects
from server.rules.battle.components.catalogue import catalogue_of
from server.rules.battle.components.effects import Face
from server.rules.battle.components.printed import TENACITY
from server.rules.battle.kernel.battle import Battle
from server.rules.battle.kernel.engagement import Engage
from server.rules.battle.kernel.words import Trait

PLAIN: Trait = "plain"
"""A result that only does good, by itself and at once: damage to the target, healing."""
FREE = "free"
# A result that may go into anybody's active slots (ACT-8).
ANY_SLOT: Trait = "any-slot"
"""The key of the enemy Combat dice among the results of an engage."""


def to_resolve(battle: Battle, engage: Engage, options: list[Option]) -> tuple[Option, ...]:
    """Return the results to resolve now without a question; none where the player has a choice.

    Tenacity comes first: with more of it something may be offered between two dice.
    """
    if battle.asks_all or not options:
        return ()
    # Against a friend damage is no good thing, and it lands die by die, so its order counts.
    rests = engage.given or engage.target in battle.state.adventurers
    if len(options) == 1 and not rests and _is_kept(battle, engage, options[0].key):
        return tuple(options)
    if rests or not all(_is_plain(battle, engage, option.key) for option in options):
        return ()
    # Enemy Combat dice are discarded (ENG-21): in the track, where order counts, they never lie.
    dice = [option.key for option in options if option.key != FREE]
    if not engage.recovers and track.order_matters(battle, engage.by, dice):
        return ()
    gains = tuple(option for option in options if _is_tenacity(battle, option.key))
    return gains or tuple(options)


def _is_kept(battle: Battle, engage: Engage, key: str) -> bool:
    """Return whether a lone result goes into a slot, or works in the track: what it was rolled
    for.
    """
    face = _face(battle, engage, key)
    return face is not None and face.code in ("A", "C") and ANY_SLOT not in face.traits


def preselected(battle: Battle, engage: Engage, options: list[Option]) -> tuple[str, ...]:
    """Return what a client may have ticked beforehand: all but what drains a die or may do harm."""
    kinds = ("A", "C", "S")
    found = []
    for option in options:
        face = _face(battle, engage, option.key)
        if face is None or face.code in kinds or face.must or PLAIN in face.traits:
            found.append(option.key)
    return tuple(found)


def _is_tenacity(battle: Battle, key: str) -> bool:
    shown = battle.state.dice.get(DieId(key))
    return shown is not None and (
        catalogue_of(battle).dice[shown.kind].icon(shown.face) == TENACITY
    )


def _face(battle: Battle, engage: Engage, key: str) -> Face | None:
    if key == FREE or _is_tenacity(battle, key):
        return None
    return active_effects.face_of(catalogue_of(battle), battle.state, DieId(key), engage.form)


def _is_plain(battle: Battle, engage: Engage, key: str) -> bool:
    face = _face(battle, engage, key)
    return face is None or PLAIN in face.traits
