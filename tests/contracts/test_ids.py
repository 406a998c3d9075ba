"""Each kind of id has a type of its own: the type checker finds one that is taken for another."""

from pathlib import Path

import pytest

from tests.contracts.type_checker import complaints, complaints_in_browser, violations
from tests.web import node

MIXED = """\
from protocol.ids import BattleId, DieId, PlayerId, QuestionId, SeatId, TableId, UnitId


def unit(id: UnitId) -> None: ...
def die(id: DieId) -> None: ...
def seat(id: SeatId) -> None: ...
def table(id: TableId) -> None: ...
def battle(id: BattleId) -> None: ...
def player(id: PlayerId) -> None: ...
def question(id: QuestionId) -> None: ...


def right(a: UnitId, b: DieId, c: SeatId, d: TableId, e: BattleId, f: PlayerId) -> None:
    unit(a)
    die(b)
    seat(c)
    table(d)
    battle(e)
    player(f)
    question(QuestionId(3))
    print(f"{a} {b}" + c)


def wrong(a: UnitId, b: DieId, c: SeatId, d: TableId, e: BattleId, f: PlayerId) -> None:
    unit(b)  # wrong
    die(a)  # wrong
    seat(f)  # wrong
    table(e)  # wrong
    battle(d)  # wrong
    player(c)  # wrong
    question(3)  # wrong
    unit("a1")  # wrong
"""


IN_THE_RULES = """\
from protocol.battle import DieExhausted, UnitMoved
from protocol.ids import DieId, UnitId
from server.rules.battle.adventurer import cooldown, statuses
from server.rules.battle.kernel.battle import Battle
from server.rules.battle.kernel.engagement import Engage
from server.rules.battle.kernel.me import Me


def right(battle: Battle, unit: UnitId, die: DieId) -> None:
    statuses.gain(battle, unit, "fear")
    cooldown.recover(battle, die)
    battle.emit(UnitMoved(unit, (0, 0)))
    Me(battle.state.dice[die].owner, "bow", die=die)


def wrong(battle: Battle, unit: UnitId, die: DieId, pick: str) -> None:
    statuses.gain(battle, die, "fear")  # wrong
    statuses.gain(battle, pick, "fear")  # wrong
    cooldown.recover(battle, unit)  # wrong
    battle.unit(die)  # wrong
    battle.state.dice[unit]  # wrong
    battle.deciders(battle.seat(unit))  # wrong
    battle.emit(DieExhausted(unit))  # wrong
    battle.emit(UnitMoved(die, (0, 0)))  # wrong
    Me(die, "bow")  # wrong
    Engage(unit, dice=[unit])  # wrong
"""


COMPONENTS = """\
from protocol.battle import Advanced, ItemGained, ItemMoved, ItemSpent, LineTrained
from protocol.ids import CardId, DieId, DieKind, ItemId, LineId, UnitId
from server.rules.battle.adventurer import enchantments, inventory
from server.rules.battle.components.catalogue import Catalogue
from server.rules.battle.components.printed import SkillDie
from server.rules.battle.kernel.battle import Battle
from server.rules.battle.kernel.me import Me
from server.rules.battle.kernel.moments import Happening, Moment
from server.rules.battle.kernel.state import Card, Die, Enchantment


def right(
    box: Catalogue, battle: Battle, unit: UnitId, die: DieId, kind: DieKind, item: ItemId,
    card: CardId, line: LineId,
) -> None:
    box.dice[battle.state.dice[die].kind]
    box.lines[battle.mat(unit).lines[0]]
    box.items[battle.mat(unit).ready[0].item]
    inventory.discard(battle, unit, battle.mat(unit).ready[0].id)
    inventory.gain(battle, unit, "common", item)
    battle.emit(Advanced(unit, line, kind))
    Happening(Moment.ITEM_GAINED, unit=unit, item=item)


def wrong(
    box: Catalogue, battle: Battle, unit: UnitId, die: DieId, kind: DieKind, item: ItemId,
    card: CardId, line: LineId, text: str,
) -> None:
    box.dice[die]  # wrong
    box.dice[line]  # wrong
    box.dice[text]  # wrong
    box.line_of[line]  # wrong
    box.lines[kind]  # wrong
    box.lines[text]  # wrong
    box.items[card]  # wrong
    box.items[text]  # wrong
    Die(line, unit)  # wrong
    Die(die, unit)  # wrong
    Card(item, item)  # wrong
    Card(card, card)  # wrong
    Enchantment(card, unit)  # wrong
    SkillDie(line, "Snipe", 1, 2, ())  # wrong
    inventory.discard(battle, unit, item)  # wrong
    inventory.discard(battle, unit, text)  # wrong
    inventory.gain(battle, unit, "common", card)  # wrong
    enchantments.end(battle, item)  # wrong
    battle.emit(ItemGained(unit, "common", card, "pack"))  # wrong
    battle.emit(ItemMoved(unit, item, "pack"))  # wrong
    battle.emit(ItemSpent(unit, item, "expend"))  # wrong
    battle.emit(Advanced(unit, line, line))  # wrong
    battle.emit(LineTrained(unit, kind, "3R"))  # wrong
    Me(unit, item, card=item)  # wrong
    Happening(Moment.ITEM_GAINED, unit=unit, item=card)  # wrong
    Happening(Moment.OVERTAXED, unit=unit, card=item)  # wrong
"""


@pytest.mark.parametrize(
    "text", [MIXED, IN_THE_RULES, COMPONENTS], ids=["mixed", "in the rules", "components"]
)
def test_an_id_of_one_kind_is_not_taken_for_another(tmp_path: Path, text: str) -> None:
    assert complaints(tmp_path, text) == violations(text)


PASSED = """\
from protocol.ids import NO_SEAT, BattleId, PlayerId, SeatId, TableId
from protocol.replies import Pinged
from protocol.requests import Claim, HandOver, Watch
from server.battles import Room
from server.players import Players, Visitor
from server.store import Store
from server.tables import Table, TableDoc, TableRegistry, is_on, seats


async def right(
    found: TableRegistry, table: Table, visitor: Visitor, players: Players, room: Room,
    store: Store, doc: TableDoc,
) -> None:
    await found.table(table.id)
    await players.remember_table(visitor.player, table.id)
    seats.seats_held(doc, visitor.player)
    is_on(doc.state, room.battle)
    await store.read(room.battle)
    HandOver(1, NO_SEAT, visitor.player)
    Pinged(table.id, visitor.player, "h1")
    for seat in seats.seats_held(doc, visitor.player):
        seats.release(doc, visitor.player, seat)


async def wrong(
    found: TableRegistry, table: Table, visitor: Visitor, players: Players, room: Room,
    store: Store, doc: TableDoc,
) -> None:
    await found.table(visitor.player)  # wrong
    await found.table(room.battle)  # wrong
    await players.remember_table(table.id, visitor.player)  # wrong
    seats.seats_held(doc, table.id)  # wrong
    is_on(doc.state, table.id)  # wrong
    await store.read(table.id)  # wrong
    Claim(1, visitor.player)  # wrong
    HandOver(1, visitor.player, NO_SEAT)  # wrong
    Watch(1, table.id)  # wrong
    Pinged(visitor.player, table.id, "h1")  # wrong
    seats.release(doc, NO_SEAT, NO_SEAT)  # wrong
    room.watch(visitor.player)  # wrong
"""


def test_an_id_of_one_kind_is_not_taken_for_another_by_messages_or_by_the_service(
    tmp_path: Path,
) -> None:
    assert complaints(tmp_path, PASSED) == violations(PASSED)


IN_CLIENTS = """\
from typing import Any

from clients.bots import moving
from clients.bots.board import me
from clients.bots.figures import Dice, kind_of
from clients.bots.policy import Answer
from clients.core import Names, Session
from clients.core.hit_points import HitPoints
from clients.sdk import Client, Look
from clients.terminal.mats import mat
from protocol.ids import BattleId, DieId, PlayerId, QuestionId, SeatId, TableId, UnitId
from protocol.previews import Course, DieOdds, Values
from protocol.questions import Question
from protocol.tables import Settings
from server.rules.battle.rules import BattleRules
from server.rules.battle.kernel.state import BattleState


async def right(
    client: Client, look: Look, names: Names, session: Session, dice: Dice, view: dict[str, Any],
    unit: UnitId, die: DieId, seat: SeatId, player: PlayerId, table: TableId, battle: BattleId,
    asked: Question, hp: HitPoints,
) -> None:
    await client.claim("1")  # as a program writes it
    await client.claim(seat)
    await client.join(table=await client.create(Settings("jailbreak")))
    await client.replay(await client.start())
    await client.preview("values", unit)
    await client.remove(player)
    names.unit(me(view, seat))
    names.die("LF")
    dice.power(kind_of(view, die))
    Answer(asked.id, ())


async def wrong(
    client: Client, look: Look, names: Names, session: Session, dice: Dice, view: dict[str, Any],
    unit: UnitId, die: DieId, seat: SeatId, player: PlayerId, table: TableId, battle: BattleId,
    asked: Question, hp: HitPoints, rules: BattleRules, state: BattleState,
) -> None:
    await client.claim(player)  # wrong
    await client.claim("5")  # wrong
    await client.put_bot("random", "1")  # wrong
    await client.hand_over(seat, seat)  # wrong
    await client.remove(seat)  # wrong
    await client.join(table=battle)  # wrong
    await client.watch(table)  # wrong
    await client.replay(table)  # wrong
    await client.share("b1")  # wrong
    await client.preview("values", seat)  # wrong
    await client.answer(asked, (), unit)  # wrong
    look.unit_of(unit)  # wrong
    look.units[die]  # wrong
    session.chair(player)  # wrong
    session.name_of(seat)  # wrong
    names.unit(die)  # wrong
    names.seat(unit)  # wrong
    names.owner(unit)  # wrong
    names.card(unit, die)  # wrong
    hp.of(die)  # wrong
    me(view, unit)  # wrong
    kind_of(view, unit)  # wrong
    dice.power(die)  # wrong
    moving.advance(view, seat, asked)  # wrong
    mat(view, names, seat)  # wrong
    Answer(3, ())  # wrong
    Values(seat, {})  # wrong
    Course((), (die,))  # wrong
    DieOdds(unit, "Snipe", ())  # wrong
    rules.preview(state, "values", seat, ())  # wrong
"""


def test_an_id_of_one_kind_is_not_taken_for_another_by_clients(tmp_path: Path) -> None:
    assert complaints(tmp_path, IN_CLIENTS) == violations(IN_CLIENTS)


IN_THE_BROWSER = """\
import type { App } from "src/app.ts";
import { addressFor } from "src/core/address.ts";
import { entryOf } from "src/core/certain.ts";
import { entriesOf, idsOf } from "src/core/ids.ts";
import type { MatchState } from "src/core/match.ts";
import type { Question } from "src/core/messages.ts";
import type { Names } from "src/core/names.ts";
import type { Session } from "src/core/session.ts";
import type { State } from "src/core/state.ts";
import type {
  BattleEvent, BattleId, Claim, DieId, PlayerId, QuestionId, SeatId, TableId, UnitId, Watch,
} from "src/protocol.ts";
import { NO_SEAT, NOBODY } from "src/protocol.ts";

type Ids = {
  unit: UnitId; die: DieId; seat: SeatId; player: PlayerId; table: TableId; battle: BattleId;
  question: QuestionId; text: string;
};
type Known = { app: App; session: Session; names: Names; state: State; match: MatchState };

export function right(
  { app, session, names, state, match }: Known,
  { unit, die, seat, player, table, battle, question }: Ids,
) {
  void session.ask("claim", seat);
  void session.join("", table);
  void session.watch(battle);
  void app.openReplay(battle);
  session.chair(NO_SEAT);
  session.nameOf(player);
  app.set({ follow: seat, mat: NOBODY });
  app.drafts.forget(question);
  names.unit(unit);
  names.unit(seat);
  names.owner(die);
  entryOf(state.adventurers, unit).row.map((one) => state.dice[one]);
  for (const one of idsOf(state.units)) names.unit(one);
  for (const [one, { controller }] of entriesOf(state.units))
    if (controller === seat) names.unit(one);
  match.units[unit]?.side === match.active;
  app.foresight.engage(unit, []);
  const moved: BattleEvent = ["move", unit, [0, 0]];
  return [moved, `${unit} ${die}`, addressFor({ kind: "battle", table })];
}

export function wrong(
  { app, session, names, state, match }: Known,
  { unit, die, seat, player, table, battle, text }: Ids,
  asked: Question,
) {
  void session.ask("claim", player); // wrong
  void session.ask("claim", "1"); // wrong
  void session.ask("hand_over", seat, seat); // wrong
  void session.join("", battle); // wrong
  void session.watch(table); // wrong
  void app.openReplay(text); // wrong
  session.chair(unit); // wrong
  session.nameOf(seat); // wrong
  session.seats.includes(player); // wrong
  session.driven[unit]; // wrong
  app.set({ follow: unit }); // wrong
  app.set({ mat: seat }); // wrong
  app.drafts.forget(3); // wrong
  names.unit(die); // wrong
  names.seat(unit); // wrong
  names.owner(unit); // wrong
  names.units([seat]); // wrong
  state.units[seat]; // wrong
  state.units[text]; // wrong
  state.dice[unit]; // wrong
  state.settings.names?.[unit]; // wrong
  entryOf(state.units, seat); // wrong
  for (const one of idsOf(state.units)) session.chair(one); // wrong
  for (const [one] of entriesOf(state.dice)) names.unit(one); // wrong
  match.units[match.active]; // wrong
  if (unit === seat) return; // wrong
  app.foresight.engage(seat, []); // wrong
  app.foresight.engage(asked.about, []); // wrong
  const moved: BattleEvent = ["move", die, [0, 0]]; // wrong
  const claimed: Claim = ["claim", 1, player]; // wrong
  const watched: Watch = ["watch", 1, table]; // wrong
  return [moved, claimed, watched, addressFor({ kind: "battle", table: battle })]; // wrong
}
"""


@pytest.mark.skipif(bool(node.why_not()), reason=node.why_not())
def test_an_id_of_one_kind_is_not_taken_for_another_by_the_browser(tmp_path: Path) -> None:
    assert complaints_in_browser(tmp_path, IN_THE_BROWSER) == violations(IN_THE_BROWSER)
