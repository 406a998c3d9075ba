"""Bounds of the engine. Each one stands far above anything a sound rule reaches.

Passing one is a defect of a rule (`Defect`), never a state of the game: the answer that led there
is refused, nothing is appended, and the table goes on.
"""

EVENTS_PER_BEAT = 3_000
QUESTIONS_PER_BEAT = 500
BEATS_PER_ANSWER = 300
OPTIONS_PER_QUESTION = 400
DEPTH = 12
UNDO_VERSIONS = 64
