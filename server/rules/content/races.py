"""The ten races: starting values and an ability that is used once per battle (p19, p24)."""

from protocol.battle import NamedReason
from protocol.ids import NamedCode
from protocol.questions import Option, Question, Some
from server.rules.battle.adventurer import cooldown, inventory, statuses, tenacity
from server.rules.battle.components.active_effects import has_skill
from server.rules.battle.components.catalogue import catalogue_of
from server.rules.battle.components.effects import Ability, Hook, ability, hook, mine
from server.rules.battle.components.printed import Race
from server.rules.battle.damage import gain_bonus, heal, hurt, prevention
from server.rules.battle.kernel.battle import Battle
from server.rules.battle.kernel.forms import WEAPON_FORMS
from server.rules.battle.kernel.me import Me
from server.rules.battle.kernel.moments import Happening, Moment
from server.rules.battle.kernel.state import FATIGUE, OF, Unit
from server.rules.battle.map import choosing
from server.rules.battle.movement import move
from server.rules.battle.turn import adventurer_turn
from server.rules.content import asking, lockpicking
from server.rules.content.given_names import GIVEN_NAMES
from server.rules.content.naming import id_of

SPENDS_STEALTH = "nightblade"
"""The class that gives Stealth up for something in the turns of others (Summon Shade)."""


@hook(
    Moment.DAMAGE_COMING,
    "Argonian Resistance",
    when=hurt,
    once="battle",
    rule="RAC-1",
    prevents=prevention.all_of_it,
)
def argonian_resistance(battle: Battle, me: Me, now: Happening) -> None:
    """Prevent all of an instance of damage, though not true damage."""
    prevention.all_of_it(battle, me, now)


def _overtaxed(battle: Battle, me: Me, now: Happening) -> bool:
    return now.unit == me.unit and not now.stopped


@hook(Moment.OVERTAXED, "Opportunist", when=_overtaxed, once="battle", rule="RAC-1")
def opportunist(battle: Battle, me: Me, now: Happening) -> None:
    """The overtaxed item goes to the pack; then another one may be made ready."""
    now.stopped = True
    inventory.stow(battle, me.unit, now.card)
    others = {
        card.id: catalogue_of(battle).items[card.item].name
        for card in battle.mat(me.unit).pack
        if card.id != now.card
    }
    if others:
        chosen = asking.one_of(
            battle, me.unit, {"": "None", **others}, NamedCode("opportunist"), "Ready another item?"
        )
        if chosen:
            inventory.make_ready(battle, me.unit, chosen)


def _dice_in_track(battle: Battle, me: Me) -> bool:
    return bool(cooldown.dice_in(battle, me.unit, "track"))


@ability(
    "dynamic",
    "Dynamic",
    "Four skill dice of your track come home; light fatigue takes their places.",
    can=_dice_in_track,
    once="battle",
    early=True,
)
def dynamic(battle: Battle, me: Me) -> None:
    """Recover four dice, or as many as there are; each light fatigue that takes a place counts as
    gained.
    """
    dice = cooldown.dice_in(battle, me.unit, "track")
    for die in asking.some_dice(battle, me.unit, dice, 4, 4, NamedCode("dynamic")):
        cooldown.recover_for_fatigue(battle, die)


@ability(
    "syrabanes-boon",
    "Syrabane's Boon",
    "Place any adventurer on the entrance tile and heal it 3.",
    once="battle",
)
def syrabanes_boon(battle: Battle, me: Me) -> None:
    """Place and heal any undefeated adventurer; if no hex of the entrance is free it is only
    healed.
    """
    unit = asking.one_adventurer(
        battle, me.unit, NamedCode("syrabane"), "Who is placed and healed?"
    )
    encounter = catalogue_of(battle).encounters[battle.state.settings.encounter]
    tile = battle.state.tiles.get(encounter.entrance)
    free = battle.free_hexes(tile.hexes) if tile else []
    if free:
        to = battle.deciders(me.unit)
        move.place(
            battle, unit, choosing.choose_hex(battle, to, free, NamedCode("syrabane.hex"), "Where?")
        )
    heal(battle, unit, 3, me.unit)


def _hurt_a_little(battle: Battle, me: Me, now: Happening) -> bool:
    return hurt(battle, me, now) and now.instance is not None and now.instance.dealt <= 3


@hook(
    Moment.DAMAGE_COMING,
    "Imperial Mettle",
    when=_hurt_a_little,
    once="battle",
    rule="RAC-1",
    prevents=prevention.all_of_it,
)
def imperial_mettle(battle: Battle, me: Me, now: Happening) -> None:
    """Prevent an instance of at most 3 damage and gain as much tenacity."""
    assert now.instance is not None
    prevented = now.instance.prevent(now.instance.physical)
    tenacity.gain(battle, me.unit, prevented, NamedReason("imperial-mettle"))


@hook(Moment.LOCKPICK, "Cutpurse", when=lockpicking.begins, once="battle", rule="RAC-1")
def cutpurse(battle: Battle, me: Me, now: Happening) -> None:
    """The check succeeds without a roll; afterwards move up to 5 hexes."""
    now.stopped = True

    def run() -> None:
        move.free_move(battle, me.unit, 5, NamedCode("cutpurse"), "Move up to 5 hexes.")

    now.after.append(run)


def _armed(battle: Battle, me: Me, now: Happening) -> bool:
    return mine(battle, me, now) and now.engage is not None and now.engage.form in WEAPON_FORMS


@hook(Moment.BEFORE_ROLL, "Reveler", when=_armed, once="battle", rule="RAC-1")
def reveler(battle: Battle, me: Me, now: Happening) -> None:
    """Your roll has one Combat die of the enemies' kind more, and one for every weapon in your
    inventory, ready or not.
    """
    assert now.engage is not None
    cards = inventory.carried(battle, me.unit)
    weapons = sum(catalogue_of(battle).items[card.item].subtype == "weapon" for card in cards)
    now.engage.add_combat_dice(1 + weapons)


def _tireless(battle: Battle, me: Me, now: Happening) -> bool:
    """Return whether the price can be paid in full: an overfatigue die is left."""
    return now.unit == me.unit and battle.state.supply[OF] > 0


@hook(Moment.TURN_OVER, "Swift Warrior", when=_tireless, once="battle", rule="RAC-1")
def swift_warrior(battle: Battle, me: Me, now: Happening) -> None:
    """Gain 1 overfatigue and take another turn at once."""
    cooldown.gain_fatigue(battle, me.unit, over=1)
    if not battle.unit(me.unit).fate:
        adventurer_turn.another(battle, me.unit)


def _burdened(battle: Battle, me: Me) -> bool:
    return bool(_burdens(battle, me))


def _burdens(battle: Battle, me: Me) -> list[int]:
    """Return the places of fatigue and status dice in the track, skill dice that serve as status
    dice among them.
    """
    served = statuses.dice_on(battle, me.unit)
    track = battle.mat(me.unit).track
    return [at for at, token in enumerate(track) if token in FATIGUE or token in served]


def _named(battle: Battle, token: str) -> str:
    return statuses.die_name(battle, token) if token in battle.state.dice else token


@ability(
    "adrenaline-rush",
    "Adrenaline Rush",
    "Up to 3 fatigue or status dice leave your track; heal 1 for each, above Health as bonus HP.",
    can=_burdened,
    once="battle",
    early=True,
)
def adrenaline_rush(battle: Battle, me: Me) -> None:
    """Remove the dice for good, overfatigue too, heal 1 for each, and gain the rest as bonus HP."""
    track, places = battle.mat(me.unit).track, _burdens(battle, me)
    options = tuple(Option(str(at), _named(battle, track[at]), f"place {at + 1}") for at in places)
    most = min(3, len(places))
    picks = battle.picks(
        Question(
            battle.deciders(me.unit),
            NamedCode("adrenaline-rush"),
            "Which dice leave your track?",
            Some(options, 0, most),
            default=tuple(option.key for option in options[:most]),
        )
    )
    for at in sorted((int(pick) for pick in picks), reverse=True):
        if track[at] in FATIGUE:
            cooldown.remove_token(battle, me.unit, at)
        else:
            statuses.remove_die(battle, me.unit, track[at])
    healed = heal(battle, me.unit, len(picks), me.unit)
    gain_bonus(battle, me.unit, len(picks) - healed, me.unit)


def _worth_hiding(battle: Battle, me: Me, now: Happening) -> bool:
    """Return whether Stealth could be of use: before a party member's turn always; before an
    enemy's if it would keep that enemy from targeting someone, or if the party has a class that
    spends it.
    """
    seen = [unit for unit in battle.in_play("party") if not battle.has(unit.id, "stealth")]
    if battle.unit(now.unit).side == "party":
        return bool(seen)
    if any(mat.cls == SPENDS_STEALTH for mat in battle.state.adventurers.values()):
        return bool(seen)
    hides = not has_skill(battle, now.unit, "detection")
    return hides and any(not battle.adjacent(unit.id, now.unit) for unit in seen)


@hook(Moment.BEFORE_TURN, "Hunter's Eye", when=_worth_hiding, once="battle", rule="RAC-1")
def hunters_eye(battle: Battle, me: Me, now: Happening) -> None:
    """One or two party members in play gain Stealth."""
    members = list[Unit](battle.in_play("party"))
    text = "Who hides? One or two."
    for unit in asking.some_units(battle, me.unit, members, 1, 2, NamedCode("hunters-eye"), text):
        statuses.gain(battle, unit, "stealth")


def _race(
    name: str, figures: tuple[int, int, int, int, int], text: str, act: Hook | Ability
) -> Race:
    health, stamina, magicka, combat, pace = figures
    key = id_of(name)
    hooks = (act,) if isinstance(act, Hook) else ()
    abilities = (act,) if isinstance(act, Ability) else ()
    names = GIVEN_NAMES[key]
    return Race(key, name, health, stamina, magicka, combat, pace, text, hooks, abilities, names)


RACES = (
    _race("Argonian", (5, 3, 2, 1, 2), "Prevent one instance of damage.", argonian_resistance),
    _race("Breton", (5, 2, 3, 1, 2), "Keep an overtaxed item and ready another.", opportunist),
    _race("Dark Elf", (4, 2, 3, 2, 2), "Four dice come home for light fatigue.", dynamic),
    _race("High Elf", (4, 2, 4, 1, 2), "Bring somebody back and heal 3.", syrabanes_boon),
    _race("Imperial", (5, 2, 2, 2, 2), "Prevent up to 3, gain tenacity.", imperial_mettle),
    _race("Khajiit", (4, 3, 2, 2, 2), "Pick a lock without rolling, then move 5.", cutpurse),
    _race("Nord", (4, 2, 2, 3, 2), "Roll more Combat dice in a weapon engage.", reveler),
    _race("Orc", (5, 2, 2, 1, 3), "Another turn for 1 overfatigue.", swift_warrior),
    _race("Redguard", (4, 3, 2, 3, 1), "Turn fatigue and statuses into HP.", adrenaline_rush),
    _race("Wood Elf", (5, 3, 1, 2, 2), "Hide one or two party members.", hunters_eye),
)
