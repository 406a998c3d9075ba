"""Random battles: whatever the players do, the invariants hold and the log tells everything."""

import msgspec
import pytest
from msgspec.structs import replace

from protocol.events import Answered, Drawn, Event, Rolled
from protocol.ids import SeatId
from server.commands.headless import Simulation
from server.rules.engine.advance import Illegal
from server.rules.engine.patch import fold, plain
from server.rules.engine.replay import Mismatch, rebuild, rerun, undo
from tests.rules.recording import ENCOUNTERS, Recording, play_out
from tests.seeds import seeds

BATTLES = seeds(6, 24)


@pytest.mark.rule("LIM-4", "LIM-6", "ACT-1", "CD-6", "MAP-6", "CLS-12", "INV-1", "INV-2", "STA-2")
@pytest.mark.parametrize("seed", BATTLES)
def test_after_every_commit_the_invariants_hold_and_the_fold_is_the_state(seed: int) -> None:
    play_out(Recording(seed))


@pytest.mark.parametrize("encounter", [name for name in ENCOUNTERS if name != "jailbreak"])
@pytest.mark.slow
def test_every_encounter_is_played_to_its_end(encounter: str) -> None:
    """Clash, delve and dungeon, by bots foolish and sensible: nothing breaks, and running the rules
    again tells the same commits."""
    for seed in (len(encounter), len(encounter) + 6):
        play_out(Recording(seed, encounter), again=True)


@pytest.mark.parametrize("seed", BATTLES[:10])
def test_running_the_rules_again_tells_the_same_commits(seed: int) -> None:
    battle = Recording(seed)
    while not battle.play.over:
        battle.step()
    again = rerun(battle.built.ruleset, battle.built.start, battle.chance, battle.commits)
    assert msgspec.msgpack.encode(again.state) == battle.states[-1]


@pytest.mark.parametrize("seed", BATTLES[:6])
def test_a_battle_rebuilt_from_its_journal_stands_where_it_stood(seed: int) -> None:
    """At random versions: same state, same open questions, and it plays on alike."""
    battle = Recording(seed)
    while not battle.play.over and len(battle.commits) < 80:
        if battle.random.random() < 0.2:
            rules, start = battle.built.ruleset, battle.built.start
            play, _ = rebuild(rules, start, battle.chance, battle.commits)
            assert msgspec.msgpack.encode(play.state) == battle.states[-1]
            assert play.questions == battle.play.questions
            assert play.at == battle.play.at
            battle.play = play
        battle.step()


@pytest.mark.parametrize("seed", BATTLES[:6])
def test_undo_brings_back_the_state_and_draws_anew(seed: int) -> None:
    """Undo to a random version: the state stands as it did, but for the count of draws, which goes
    on; answered as before, whatever falls then has an ordinal that nothing had."""
    battle = Recording(seed)
    marks = {1: battle.play.mark()}
    answers = {}
    for _ in range(40):
        if battle.play.over:
            break
        question = battle.random.choice(battle.play.questions)
        seat, picks = question.to[0], battle.bot.picks(question)
        answers[len(battle.commits)] = (battle.play.questions.index(question), seat, picks)
        battle.take(battle.play.answer(question.id, seat, picks))
        marks[len(battle.commits)] = battle.play.mark()
    version = battle.random.choice(list(answers))
    later = battle.commits[version]
    before, drawn = plain(battle.play.state), battle.play.state.rolls
    told = undo(battle.play, marks[version], version, (SeatId("1"),))
    due = {**msgspec.msgpack.decode(battle.states[version - 1]), "rolls": drawn}
    assert msgspec.msgpack.decode(msgspec.msgpack.encode(battle.play.state)) == due
    fold(before, told.diff.gone, msgspec.msgpack.decode(msgspec.msgpack.encode(told.diff.put)))
    assert msgspec.msgpack.decode(msgspec.msgpack.encode(before)) == due
    at, seat, picks = answers[version]
    events = battle.play.answer(battle.play.questions[at].id, seat, picks).events
    fallen = [event.ordinal for event in events if isinstance(event, (Rolled, Drawn))]
    assert fallen == list(range(drawn, drawn + len(fallen)))
    if not any(isinstance(event, (Rolled, Drawn)) for event in (*later.events, *events)):
        assert list(map(_unnumbered, events)) == list(map(_unnumbered, later.events))


def _unnumbered(event: Event) -> Event:
    return replace(event, question=0) if isinstance(event, Answered) else event


@pytest.mark.parametrize("seed", [1, 2])
def test_a_changed_record_is_found(seed: int) -> None:
    battle = Recording(seed)
    while not battle.play.over:
        battle.step()
    at = battle.random.randrange(1, len(battle.commits))
    commit = battle.commits[at]
    damaged = commit._replace(put={**commit.put, "round": 99})
    commits = [*battle.commits[:at], damaged, *battle.commits[at + 1 :]]
    with pytest.raises(Mismatch) as found:
        rerun(battle.built.ruleset, battle.built.start, battle.chance, commits)
    assert found.value.version == commit.version


def test_no_answer_to_a_closed_question_is_taken() -> None:
    battle = Recording(3)
    old = battle.play.questions[0]
    battle.step()
    battle.step()
    with pytest.raises(Illegal):
        battle.play.answer(old.id, old.to[0], battle.bot.picks(old))


@pytest.mark.parametrize("players", [1, 2, 3, 4])
def test_the_sensible_bot_brings_a_battle_to_its_end(players: int) -> None:
    final = Simulation("jailbreak", players, "adept", "sensible", players).play()
    assert final["outcome"] in ("victory", "defeat")
    assert final["phase"] == "over"
