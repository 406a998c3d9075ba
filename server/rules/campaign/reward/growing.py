"""Steps 2 and 3 of the Reward Phase (p43; RWD-1).

Untraining and advancements are one menu for each adventurer, open to all at once. After its first
purchase an adventurer cannot untrain any more (UNT-1).
"""

from protocol.ids import UnitId
from protocol.option_keys import read_key
from protocol.questions import One, Option, Picks, Question
from server.rules.battle.setup import advancing
from server.rules.campaign.adventurers import anytime, growth, together
from server.rules.campaign.adventurers.together import Follow
from server.rules.campaign.kernel.session import Session

UNTRAINS = ("whole", "square", "die")


def grow(session: Session) -> bool:
    """Let every adventurer untrain and buy until all are done; then saved XP beyond 3 become
    tenacity (ADV-1, ADV-9). Returns True, as the growth is then over.
    """
    bought: set[UnitId] = set()
    follows: list[Follow] = []

    def menu(unit: UnitId) -> Question:
        return _menu(session, unit, may_untrain=unit not in bought)

    def do(unit: UnitId, picks: Picks) -> tuple[UnitId, ...]:
        if read_key(picks[0]).kind == anytime.USE:
            anytime.begin(session, unit, read_key(picks[0]).name, follows)
            return ()
        if read_key(picks[0]).kind in UNTRAINS and unit not in bought:
            growth.untrain(session, unit, picks[0])
            return ()
        bought.add(unit)
        offered = advancing.offers(session.battle, unit, _saved(session, unit))
        growth.buy(session, unit, offered[picks[0]])
        return ()

    together.side_by_side(session, menu, do, follows)
    # Only when all are done: until then more may be saved (RWD-3;
    # test_more_than_3_may_be_saved_until_the_phase_is_over).
    for unit in session.party:
        saved = _saved(session, unit)
        kept = advancing.overflow(session.battle, unit, saved)
        growth.change_xp(session, unit, kept - saved, "overflow")
    return True


def _saved(session: Session, unit: UnitId) -> int:
    return session.xp_of(unit)


def _menu(session: Session, unit: UnitId, *, may_untrain: bool) -> Question:
    battle, saved = session.battle, _saved(session, unit)
    offered = advancing.offers(battle, unit, saved)
    options = [Option(together.DONE, "Done", f"{saved} XP saved")]
    options += anytime.options(session, unit)
    options += advancing.as_options(battle, offered)
    if may_untrain:
        options += growth.untrainable(session, unit)
    best = advancing.likely(battle, unit, offered) if offered else ""
    # Tenacity is not suggested: what is saved beyond three XP turns into it for nothing (ADV-9).
    grows = best and offered[best][0] != "tenacity"
    return Question(
        to=battle.deciders(unit),
        why="together.advance",
        text=f"You have {saved} XP for advancements. You can save {advancing.MOST_SAVED}.",
        shape=One(tuple(options)),
        rule="ADV-1",
        default=(best if grows else together.DONE,),
        about=unit,
    )
