"""What happened in a battle, told in sentences: one module for each kind of event.

`sentences` tells a commit's events; `SAY` holds the function that tells each kind of event.
"""

from clients.core.story.story import SAY, sentence, sentences, typed
from clients.core.story.telling import Telling

__all__ = ["SAY", "Telling", "sentence", "sentences", "typed"]
