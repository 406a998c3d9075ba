"""Cache chips (p68): the lockpick check on entering their hex, and the item behind a picked
lock.
"""

from protocol.battle import Achieved, CacheOpened, CardCycled, ItemDrawn, LockShown
from protocol.hexes import Hex, key
from protocol.ids import ItemId, UnitId
from protocol.questions import One, Option, Question
from server.rules.battle.adventurer import inventory, lockpick, statuses
from server.rules.battle.components.catalogue import catalogue_of
from server.rules.battle.kernel.battle import Battle
from server.rules.battle.kernel.lock import Lock
from server.rules.battle.kernel.moments import Happening, Moment


def offer(battle: Battle, unit: UnitId, at: Hex) -> bool:
    """Offer the cache in an entered hex (CAC-2, CAC-7). Returns whether a check was made."""
    deck = battle.state.caches.get(key(at))
    # A dazed adventurer who has moved may roll no lockpick dice either (STS-15), so it is not
    # asked.
    if deck is None or not statuses.may_roll(battle, unit) or not inventory.has_cards(battle, deck):
        return False
    # Before the question: code and attempts are printed on the back of the top card, which all see
    # (CAC-3).
    lock = show_lock(battle, deck)
    chosen = battle.pick(
        Question(
            to=battle.deciders(unit),
            why="cache.pick",
            text=f"Pick the lock of this {deck} cache? Code {lock.words}.",
            shape=One((Option("pick", "Pick the lock"),)),
            rule="CAC-2",
            may_pass=True,
            about=key(at),
        )
    )
    if not chosen:
        return False
    encounter = catalogue_of(battle).encounters[battle.state.settings.encounter]
    effect = encounter.locks.get(at)
    if effect is None:
        _loot(battle, unit, deck, at)
    else:
        stays = at in encounter.stubborn
        success = serve(battle, unit, deck, at, keep=stays)
        # A lock that keeps its chip keeps it for another try; one that is picked is done with
        # (C-21; test_a_lever_that_was_not_picked_stays_locked).
        if stays and success:
            battle.emit(CacheOpened(at, unit, True))
        effect(battle, unit, success)
    return True


def _loot(battle: Battle, unit: UnitId, deck: str, at: Hex) -> None:
    now = Happening(Moment.LOCKPICK, unit=unit, hex=at)
    success = lockpick.pick(battle, show_lock(battle, deck), now)
    battle.emit(CacheOpened(at, unit, success))
    if success:
        _won(battle, unit, deck)
    else:
        battle.emit(CardCycled(deck))  # C-21: the chip goes all the same
    for follow_up in now.after:
        follow_up()


def serve(battle: Battle, unit: UnitId, deck: str, at: Hex, *, keep: bool = False) -> bool:
    """Make a check against the top card of a deck whose item nobody gains (CAC-6). Returns whether
    the lock was picked: not if there is no card, or the unit may roll no dice. The card then goes
    under its deck, and a cache chip in the hex `at` to the supply, unless `keep`.
    """
    if not statuses.may_roll(battle, unit) or not inventory.has_cards(battle, deck):
        return False
    now = Happening(Moment.LOCKPICK, unit=unit, hex=at)
    success = lockpick.pick(battle, show_lock(battle, deck), now)
    if key(at) in battle.state.caches and not keep:
        battle.emit(CacheOpened(at, unit, success))
    battle.emit(CardCycled(deck))
    for follow_up in now.after:
        follow_up()
    return success


def _won(battle: Battle, unit: UnitId, deck: str) -> None:
    if "cache-lockpick" not in battle.state.achievements:
        battle.emit(Achieved("cache-lockpick", unit))
    if not battle.at(Happening(Moment.CACHE_YIELDS, unit=unit, kind=deck)).stopped:
        gain_top(battle, unit, deck)


def gain_top(battle: Battle, unit: UnitId, deck: str) -> None:
    """Give the top card of a deck to an adventurer, if there is one."""
    if inventory.has_cards(battle, deck):
        show_lock(battle, deck)
        inventory.gain(battle, unit, deck, draw(battle, deck))


def set_aside(battle: Battle, deck: str) -> ItemId:
    """Draw the top card and leave it face up until an effect says whose it is. Returns the item."""
    show_lock(battle, deck)
    item = draw(battle, deck)
    battle.emit(ItemDrawn(deck, item))
    return item


def show_lock(battle: Battle, deck: str) -> Lock:
    """Return the lock on the back of the deck's top card. It is drawn when it is first needed.

    Each unknown card is equally likely on top; cards that were put under the deck, whose locks are
    known, come last. A lock is as likely as there are cards with it, so the later draw of a card
    among those is fair.
    """
    pile = battle.state.decks[deck]
    known = pile.top
    if not known:
        # A draw under a name that is no deck moves no card. It returns None once all locks are
        # known: then the card that went under first is on top.
        known = battle.game.draw(f"lock-{deck}", _weights(battle, deck)) or pile.bottom[0]
        battle.emit(LockShown(deck, known))
    return next(i.lock for i in catalogue_of(battle).items.values() if i.lock.id == known)


def _weights(battle: Battle, deck: str) -> dict[str, int]:
    pile = battle.state.decks[deck]
    weights: dict[str, int] = {}
    items = catalogue_of(battle).items
    for item, count in pile.cards.items():
        lock = items[ItemId(item)].lock.id
        weights[lock] = weights.get(lock, 0) + count
    for lock in pile.bottom:
        # A card that was put under is not among the unknown ones, although the deck counts it.
        weights[lock] -= 1
    return weights


def draw(battle: Battle, deck: str) -> ItemId:
    """Draw the top card: one of those with the lock that is on view. Returns the item."""
    pile = battle.state.decks[deck]
    items = catalogue_of(battle).items
    fitting = {i: n for i, n in pile.cards.items() if n and items[ItemId(i)].lock.id == pile.top}
    card = battle.game.draw(deck, fitting)
    assert card is not None
    return ItemId(card)
