"""Write the transcripts and the figures of all components anew."""

from tests.golden.printed import FOLDER, KINDS, printed
from tests.golden.transcripts import BATTLES, transcript

for battle in BATTLES:
    battle.path.write_text(transcript(battle), "utf-8")
    print(battle.path.name)
FOLDER.mkdir(exist_ok=True)
for kind in KINDS:
    (FOLDER / f"{kind}.txt").write_text(printed(kind), "utf-8")
