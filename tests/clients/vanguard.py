"""Battles in which one seat always advances, and how far behind it the bots of the other seats are.

`python -m tests.clients.vanguard COUNT ENCOUNTER ...` prints the figures of so many battles.
"""

import sys
from typing import Any, NamedTuple

from clients.bots import Answer, Questions, board
from clients.bots.sensible_bot import SensibleBot
from protocol.hexes import distance, parse
from protocol.ids import SeatId
from protocol.questions import Picks, Question, Route
from server.commands.bots import sensible
from server.commands.headless import Simulation
from server.rules.engine.patch import plain

LATE = 6  # rounds from here on are summed up


class Vanguard:
    """Goes as near to the enemies as it can get, first of all, and then does what a bot would."""

    def __init__(self, bot: SensibleBot) -> None:
        self._bot = bot

    def choose(self, view: dict[str, Any], seat: str, questions: Questions) -> Answer:
        """A step ahead if there is one, else the bot's answer; it never goes back."""
        menu = {question.why: question for question in questions}
        move, act = menu.get("turn.move"), menu.get("turn.act")
        if move and view["turn"]["moves"] == 0 and (ahead := _ahead(view, move)):
            return Answer(move.id, ahead)
        answer = self._bot.choose(view, SeatId(seat), questions)
        return Answer(act.id, ("end",)) if act and move and answer.question == move.id else answer


def _ahead(view: dict[str, Any], question: Question) -> Picks:
    """The way to the hex nearest to an enemy; () if it stands there."""
    route = question.shape
    assert isinstance(route, Route)
    spots, cost, edge = route.spots, {0: 0}, [0]
    found: dict[int, Picks] = {0: ()}
    for here in edge:
        for there in spots[here].next:
            spent = cost[here] + spots[there].cost
            if there not in found and spent <= route.budget:
                found[there], cost[there] = (*found[here], spots[there].key), spent
                edge.append(there)
    stops = [i for i in found if spots[i].stop or not i]
    return found[min(stops, key=lambda i: (board.nearest(view, parse(spots[i].key)), i))]


class Following(NamedTuple):
    """What one battle showed: distances to the vanguard at the ends of rounds, and its outcome."""

    distances: list[tuple[int, int]]
    outcome: str


def follow(encounter: str, players: int, seed: int, difficulty: str = "adept") -> Following:
    """Play a battle with a vanguard in seat 1; distances as (round, hexes)."""
    battle = Simulation(encounter, players, difficulty, "sensible", seed)
    battle.bots["1"] = Vanguard(sensible())
    battle.begin()
    seen: list[tuple[int, int]] = []
    rounds = 0
    while not battle.record.shown.over:
        before = battle.record.shown.state
        battle.step()
        state: Any = battle.record.shown.state
        if state.rounds > rounds:
            if rounds:
                seen += [(rounds, far) for far in _distances(plain(before))]
            rounds = state.rounds
    final: Any = battle.record.shown.state
    return Following(seen, final.outcome)


def _distances(view: dict[str, Any]) -> list[int]:
    standing = {
        mat["seat"]: place
        for name, mat in view["adventurers"].items()
        if not view["units"][name]["fate"] and (place := board.at(view["units"][name]))
    }
    if "1" not in standing:
        return []
    return [distance(standing["1"], at) for seat, at in standing.items() if seat != "1"]


def main(argv: list[str]) -> None:
    """Print distances by round (6: later ones, too), the mean over all, and the battles won."""
    count, encounters = int(argv[0]), argv[1:]
    for encounter in encounters:
        for players in (2, 4):
            found = [follow(encounter, players, seed) for seed in range(1, count + 1)]
            print(f"{encounter:16} {players}  {_summed(found)}", flush=True)


def _summed(found: list[Following]) -> str:
    by_round: dict[int, list[int]] = {}
    for number, far in (each for one in found for each in one.distances):
        by_round.setdefault(min(number, LATE), []).append(far)
    every = [far for fars in by_round.values() for far in fars] or [0]
    rounds = " ".join(f"{n}:{sum(f) / len(f):.1f}" for n, f in sorted(by_round.items()))
    won = sum(one.outcome == "victory" for one in found)
    share = sum(far > 3 for far in every) / len(every)
    mean = sum(every) / len(every)
    return f"mean {mean:.2f}, over 3 hexes {share:.0%}, {rounds}, won {won}/{len(found)}"


if __name__ == "__main__":
    main(sys.argv[1:])
