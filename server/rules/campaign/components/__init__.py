"""What is printed for a campaign: provinces with their maps, towns, cards, guild quests and
endgames; general cards, side quests and guilds; and what a named block of them can be (`blocks`).

They are figures, texts and blocks. What happens with them is the business of the packages that
stand on this one: the running session is known here only by what blocks ask of it and do to it
(`session`). Other packages import its modules.
"""

__all__ = [
    "blocks",
    "choices",
    "places",
    "province",
    "quests",
    "session",
    "towns",
    "words",
]
