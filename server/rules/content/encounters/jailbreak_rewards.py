"""What the Jailbreak earns (p93, p94): classes by achievement, then a rest like an inn's."""

from protocol.battle import ClassesOffered, HpChanged, TenacityChanged
from protocol.ids import DieId, UnitId
from protocol.questions import One, Option, Order, Question
from server.rules.battle.adventurer import class_sheet, cooldown, inventory, statuses
from server.rules.battle.components.catalogue import Catalogue, catalogue_of
from server.rules.battle.kernel.battle import Battle
from server.rules.battle.kernel.state import FATIGUE
from server.rules.battle.kernel.words import is_status

EARNED: dict[str, tuple[str, ...]] = {
    "defeat-high-elf-bandit": ("arcanist", "sorcerer"),
    "defeat-argonian-bandit": ("acrobat", "scout"),
    "defeat-skeever-pup": ("nightblade", "warden"),
    "defeat-skeleton": ("necromancer", "spellsword"),
    "defeat-spriggan": ("pilgrim", "templar"),
    "cache-lockpick": ("burglar", "rogue"),
    "escape-first": ("bard", "ranger"),
    "take-first-turn": ("dragonknight",),
    "take-last-turn": ("healer",),
    "first-damage-range-2-plus": ("archer",),
    "first-damage-range-1": ("knight",),
}
REFUSE = "other"


def supply(battle: Battle) -> tuple[str, ...]:
    """Return the ids of the class sheets in the box, sorted; those of an expansion only where it is
    played with.
    """
    catalogue, expanded = catalogue_of(battle), battle.state.settings.valenwood
    return catalogue.known.get(("class sheets", expanded), lambda: _supply(catalogue, expanded))


def _supply(catalogue: Catalogue, expanded: bool) -> tuple[str, ...]:
    sheets = catalogue.classes
    every = [name for names in EARNED.values() for name in names if name in sheets]
    return tuple(sorted(name for name in every if expanded or sheets[name].set == "base"))


def rewards(battle: Battle) -> None:
    """Give class rewards, then the rest that completes the set-up (JB-9 to JB-13)."""
    if battle.state.outcome != "retreat":
        _choose_classes(battle)
    for unit in battle.state.adventurers:
        _rest(battle, unit)


def earned(battle: Battle, unit: UnitId) -> tuple[str, ...]:
    """Return the classes in the box that an adventurer's achievements earn (JB-9)."""
    box = supply(battle)
    won = [what for what, who in battle.state.achievements.items() if who == unit]
    return tuple(name for what in EARNED if what in won for name in EARNED[what] if name in box)


def _left(battle: Battle) -> tuple[str, ...]:
    taken = [mat.cls for mat in battle.state.adventurers.values()]
    return tuple([name for name in supply(battle) if name not in taken])


def _choose_classes(battle: Battle) -> None:
    order = battle.state.order
    all_fell = all(battle.unit(unit).fate == "defeated" for unit in order)
    drawing: list[UnitId] = []
    refusing: list[UnitId] = []
    for unit in order:
        if battle.mat(unit).cls:  # CRE-13
            continue
        options = () if all_fell else earned(battle, unit)
        if len(options) < 2:
            drawing.append(unit)
        elif not _choose(battle, unit, options, refusable=True):
            refusing.append(unit)
    # After a full defeat everybody draws, in turn order (JB-11).
    for unit in drawing if all_fell else _in_order(battle, drawing):
        if battle.mat(unit).cls:
            continue
        options = () if all_fell else earned(battle, unit)
        _choose(battle, unit, _with_drawn(battle, options), refusable=False)
    # After everybody else (JB-12).
    for unit in refusing:
        _choose(battle, unit, _left(battle), refusable=False)
        _forfeit(battle, unit)


def _in_order(battle: Battle, drawing: list[UnitId]) -> tuple[UnitId, ...]:
    """Return who draws, in the order that the party chooses (p93): a sheet that one keeps is not
    there for the next.
    """
    if len(drawing) < 2:
        return tuple(drawing)
    options = tuple(Option(unit, battle.unit(unit).name) for unit in drawing)
    picks = battle.picks(
        Question(
            to=battle.party,
            why="jailbreak.order",
            text="In which order do you draw your classes?",
            shape=Order(options),
            rule="JB-10",
            default=tuple(drawing),
        )
    )
    return tuple(map(UnitId, picks))


def _with_drawn(battle: Battle, own: tuple[str, ...]) -> tuple[str, ...]:
    """Return two sheets to choose from: the earned one, if nobody has taken it, and sheets drawn at
    random (JB-10).
    """
    left = _left(battle)
    options = [name for name in own if name in left]
    while len(options) < 2:
        drawn = battle.game.draw("classes", {name: 1 for name in left if name not in options})
        assert drawn is not None
        options.append(drawn)
    return tuple(options)


def _choose(battle: Battle, unit: UnitId, options: tuple[str, ...], *, refusable: bool) -> bool:
    """Offer class sheets to an adventurer. Returns False if its player refused all of them, which
    only `refusable` allows.
    """
    left = _left(battle)
    options = tuple(name for name in options if name in left)
    battle.emit(ClassesOffered(unit, options))
    shown = [Option(name, name.capitalize()) for name in options]
    if refusable:
        note = "loses tenacity and items of this battle"
        shown.append(Option(REFUSE, "None of these: choose after the others", note))
    chosen = (
        battle.pick(
            Question(
                to=battle.deciders(unit),
                why="jailbreak.class",
                text="Choose your class.",
                shape=One(tuple(shown)),
                rule="JB-9",
                default=(shown[0].key,),
            )
        )
        or shown[0].key
    )
    if chosen == REFUSE:
        return False
    class_sheet.take_class(battle, unit, chosen)
    return True


def _forfeit(battle: Battle, unit: UnitId) -> None:
    """Take the battle's tenacity and items from an adventurer who has chosen a class that it did
    not earn (JB-12).
    """
    if battle.mat(unit).tenacity:
        battle.emit(TenacityChanged(unit, 0, "refused"))
    for card in inventory.carried(battle, unit):
        inventory.discard(battle, unit, card.id)


def _rest(battle: Battle, unit: UnitId) -> None:
    """Heal an adventurer up to Health and clear its whole track (JB-13)."""
    chip = battle.unit(unit)
    if chip.hp < chip.health:
        battle.emit(HpChanged(unit, chip.health, 0, "rest"))
    while track := battle.mat(unit).track:
        token = track[0]
        if token in FATIGUE:
            cooldown.remove_token(battle, unit, 0)
        elif is_status(token):
            statuses.lose(battle, unit, token)
        else:
            cooldown.recover(battle, DieId(token))
