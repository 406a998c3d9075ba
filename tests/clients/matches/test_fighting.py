"""Shots, spells and blows of the bot that plays matches to win."""

from typing import Any

from protocol.questions import One, Split
from tests.clients.matches.views import answered, asked, named, options, put, view


def test_it_shoots_where_most_is_won_and_not_out_of_range() -> None:
    seen = view()
    sniper = named(seen, "sniper")
    leader, rat = named(seen, "guildmaster", "2"), named(seen, "giant-rat", "2")
    put(seen, **{sniper: (2, 2), leader: (2, 20), rat: (5, 20)})
    assert answered(seen, asked("match.shoot", One(options(sniper)), may_pass=True)) == (sniper,)
    at = asked("match.shoot.target", One(options(rat, leader)), sniper, may_pass=True)
    assert answered(seen, at) == (leader,)
    put(seen, **{leader: (2, 35), rat: (5, 35)})
    assert answered(seen, asked("match.shoot", One(options(sniper)), may_pass=True)) == ()


def test_it_raises_the_dead_rather_than_hexing() -> None:
    seen = view("undead", "sellswords")
    caster, zombie = named(seen, "necromancer"), named(seen, "zombie")
    foe = named(seen, "infantry", "2")
    put(seen, **{caster: (5, 5), foe: (9, 5)})
    keys = options(f"cast:{caster}:hex:{foe}", f"cast:{caster}:raise-dead:{zombie}")
    assert answered(seen, asked("match.cast", One(keys), may_pass=True)) == (keys[1].key,)


def test_all_blows_fall_on_one_enemy_and_each_weapon_is_used() -> None:
    seen = view()
    fighter = named(seen, "infantry")
    whole, down = (u["id"] for u in seen["units"].values() if u["type"]["id"] == "underrat")
    seen["units"][fighter]["melee"].append({**seen["units"]["a1"]["melee"][0], "id": "great"})
    put(seen, **{fighter: (5, 5), whole: (6, 5), down: (5, 6)})
    seen["units"][down]["injury"] = "stunned"
    keys = [f"strike:{foe}:{arm}" for foe in (whole, down) for arm in ("sword", "great")]
    picks = answered(seen, asked("match.melee.split", Split(options(*keys), 3, 3), fighter))
    assert all(pick.startswith(f"strike:{down}:") for pick in picks)
    assert {pick.rpartition(":")[2] for pick in picks} == {"sword", "great"}


def test_a_cheap_ally_steps_before_a_dear_one() -> None:
    seen = view()
    dear, cheap = named(seen, "captain"), named(seen, "defender")
    put(seen, **{dear: (5, 5), cheap: (6, 5)})
    question: dict[str, Any] = {"may_pass": True}
    shot_at = asked("match.shoot.protect", One(options(cheap)), dear, **question)
    assert answered(seen, shot_at) == (cheap,)
    assert answered(seen, asked("match.shoot.protect", One(options(dear)), cheap, **question)) == ()
