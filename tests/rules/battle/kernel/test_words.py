"""The closed lists of words hold what the game's content uses and explains, no more, no less."""

from typing import get_args

import pytest

from server.rules.battle.kernel.words import STATUSES, Code, Form, Status, Trait, status_of
from server.rules.content import catalogue, terms


def test_every_status_form_and_code_is_explained_and_no_other() -> None:
    assert set(terms.STATUSES) == set(get_args(Status))
    assert set(terms.FORMS) == set(get_args(Form))
    assert set(terms.CODES) | {"none"} == set(get_args(Code))


def test_every_trait_is_borne_by_something_but_the_one_that_no_printed_face_has() -> None:
    box = catalogue.catalogue()
    faces = [face for kind in box.faces.values() for face in kind]
    sides = [side for sheet in box.classes.values() for side in (sheet.novice, sheet.master)]
    borne = {trait for face in faces for trait in face.traits}
    borne |= {trait for side in sides for trait in side.traits}
    borne |= {trait for side in sides for one in side.enduring for trait in one.traits}

    assert borne | {"any-slot"} == set(get_args(Trait))


def test_what_is_no_status_is_not_taken_for_one() -> None:
    assert [status_of(each) for each in STATUSES] == list(STATUSES)
    with pytest.raises(AssertionError, match="stun"):
        status_of("stun")
