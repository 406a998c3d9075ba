"""Bounds of the engine. Each one is far above anything that a sound rule reaches.

A rule that passes one is wrong (`Defect`): the answer that led there is refused, nothing is
appended, and the battle goes on.
"""

EVENTS_PER_BEAT = 3_000  # events: the longest beat, a set-up, tells some hundreds
QUESTIONS_PER_BEAT = 500  # questions: a long turn asks some dozens
BEATS_PER_ANSWER = 300  # beats: what follows of itself, such as every enemy's turn of a round
OPTIONS_PER_QUESTION = 400  # options: what an answer may name at most, too (`protocol.fields`)
CALLS_PER_BEAT = 20  # calls: a beat calls for one battle, or for one after the other
CALL_BYTES = 262_144  # bytes of a spec or an outcome: four adventurers with all decks are 30 KB
DEPTH = 12  # one inside the other: an engage that an effect grants within an engage, and so on
UNDO_VERSIONS = 64  # versions back: snapshots lie so far behind, and keep what an undo needs
