"""What a choice is where its card says nothing."""

import msgspec
import pytest

from server.rules.campaign.components.choices import SocialCheck


@pytest.mark.rule("SOC-7")
def test_a_social_check_closes_its_choice_only_where_the_card_says_so() -> None:
    defaults = {each.name: each.default for each in msgspec.structs.fields(SocialCheck)}
    assert defaults["gate"] is False
