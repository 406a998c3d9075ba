"""Content that users bring along: TOML files in the manner of the game's own.

`contents` is what a pack holds, and how it joins a catalogue; `items` its cards as they are
written.
"""

from server.rules.content.packs import contents, items

__all__ = ["contents", "items"]
