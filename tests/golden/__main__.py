"""Write the transcripts anew."""

from tests.golden.transcripts import BATTLES, transcript

for battle in BATTLES:
    battle.path.write_text(transcript(battle), "utf-8")
    print(battle.path.name)
