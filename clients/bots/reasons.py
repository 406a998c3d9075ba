"""Why a sensible bot does what it does: one short plain sentence for each kind of act."""

from clients.bots import board, companions, figures
from clients.bots.board import View
from clients.bots.figures import Dice
from protocol.hexes import distance, parse
from protocol.ids import DieId, UnitId
from protocol.questions import Picks

NO_MORE = "Nothing can be gained here any more. I propose to retreat; everybody decides."
GOAL = "I go to where this battle is won."
ON = "I go on to the next skyshard or door."
DOOR = "No enemy is near, so on through the next door."
LOCKS = "The locks win this battle, so I go for one."
NEARER = "I reach nobody from here, so I go closer."
SHOT = "From there my dice reach an enemy."
GUARD = "Enemies are near enough to strike, so I raise my guard."
READY = "This makes my next blow better."
HELPS = "This helps us now."
LEAVES = "I am badly hurt, so I leave the map while I can."
LEAVES_TO_WIN = "The way out is what we came for."
LEAVES_SOON = "I stand at a way out: at {low} HP or less I leave as my next turn begins."
WINS = "Leaving now wins, so I agree."
NOTHING_LEFT = "Nothing can be gained here any more, so I agree."
AGREES = "Somebody wants to go, so I go along."
STAYS = "I fight on. Who wants to leave can propose it in a turn."


def keeps_up(view: View, unit: UnitId, picks: Picks) -> str:
    """Return the sentence that names whose fight it moves up to."""
    end = parse(picks[-1])
    near = [
        (distance(at, end), comrade["name"])
        for comrade in companions.fighting(view, unit)
        if (at := board.at(comrade))
    ]
    return f"I keep with {min(near)[1]}, who is in a fight." if near else NEARER


def advances(view: View) -> str:
    """Return the sentence for what it goes nearer to."""
    if board.goals(view):
        return GOAL
    return ON if view.get("delve") else NEARER


def engages(view: View, picks: Picks, expected: Dice) -> str:
    """Return the sentence for whom it engages and what it expects, or that it raises its guard."""
    said = {pick.partition(":")[0]: pick.partition(":")[2] for pick in picks}
    target = view["units"].get(said.get("target", ""))
    if target is None:
        return GUARD
    dice = [DieId(pick.partition(":")[2]) for pick in picks if pick.startswith("die:")]
    kinds = [figures.kind_of(view, die) for die in dice]
    damage = sum(expected.power(kind) for kind in kinds if expected.damages(kind))
    name, hp = target["name"], int(target["hp"])
    promise = f"I expect about {round(damage)} damage on {name}"
    return f"{promise}, which has {hp} HP." if damage >= hp else f"{promise}, the most I can do."


def steps_back(view: View, unit: UnitId) -> str:
    """Return the sentence for what it steps back from."""
    here = board.at(view["units"][unit])
    count = board.threat(view, here) if here else 0
    return f"I am done, and step back from {'an enemy' if count == 1 else f'{count} enemies'}."


def ends(view: View, unit: UnitId, low: int) -> str:
    """Return the warning of a turn that ends at a way out, where it would leave by it; else ""."""
    place = view["units"][unit]["at"]
    at_exit = place and view.get("marks", {}).get(f"{place[0]},{place[1]}") == "exit"
    return LEAVES_SOON.format(low=low) if at_exit else ""
