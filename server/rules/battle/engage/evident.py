"""Results that every player would resolve: they are resolved without a question (ENG-16, ENG-17).

Each only benefits its player and costs nothing, as its die is exhausted if it is left, too; and
they come to the same in any order. A single result that goes into a slot or works in the track is
also resolved without a question: its die was rolled for it.
"""

from protocol.ids import DieId
from protocol.questions import Option
from server.rules.battle.adventurer import track
from server.rules.battle.components import dice_effects
from server.rules.battle.components.catalogue import catalogue_of
from server.rules.battle.components.effects import Face
from server.rules.battle.components.printed import TENACITY
from server.rules.battle.kernel.battle import Battle
from server.rules.battle.kernel.engagement import Engage
from server.rules.battle.kernel.words import Trait

PLAIN: Trait = "plain"
"""The trait of a result that only benefits its player, at once: damage to the target, healing."""
FREE = "free"
"""The option key of the enemy Combat dice among the results of an engage."""
ANY_SLOT: Trait = "any-slot"
"""The trait of a result that may go into any adventurer's active slots (ACT-8)."""


def to_resolve(battle: Battle, engage: Engage, options: list[Option]) -> tuple[Option, ...]:
    """Return the results to resolve now without a question; () if the player has a real choice.

    Tenacity comes first: with more of it an ability may be offered between two dice.
    """
    if battle.asks_all or not options:
        return ()
    # Against an adventurer damage is no benefit, and lands die by die, so the order matters. Dice
    # that lie elsewhere (`given`) are a choice, too.
    rests = engage.given or engage.target in battle.state.adventurers
    if len(options) == 1 and not rests and _is_kept(battle, engage, options[0].key):
        return tuple(options)
    if rests or not all(_is_plain(battle, engage, option.key) for option in options):
        return ()
    # Enemy Combat dice are discarded (ENG-21) and never go to the track, where the order matters.
    dice = [option.key for option in options if option.key != FREE]
    if not engage.recovers and track.order_matters(battle, engage.by, dice):
        return ()
    gains = tuple(option for option in options if _is_tenacity(battle, option.key))
    return gains or tuple(options)


def _is_kept(battle: Battle, engage: Engage, key: str) -> bool:
    """Return whether a result goes into its roller's slots or works in the track."""
    face = _face(battle, engage, key)
    return face is not None and face.code in ("A", "C") and ANY_SLOT not in face.traits


def preselected(battle: Battle, engage: Engage, options: list[Option]) -> tuple[str, ...]:
    """Return the keys of the results that are the default: all but those that drain their die or
    may do harm.
    """
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
    return dice_effects.face_of(catalogue_of(battle), battle.state, DieId(key), engage.form)


def _is_plain(battle: Battle, engage: Engage, key: str) -> bool:
    face = _face(battle, engage, key)
    return face is None or PLAIN in face.traits
