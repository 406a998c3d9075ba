"""Bots: policies that answer questions from what everybody at the table can see.

A `Policy` gives an `Answer` to one of the open `Questions`. `RandomBot` picks any legal answer;
`SensibleBot` plays to win, and is made of one module for each kind of question.
"""

from clients.bots.policy import Answer, Policy, Questions
from clients.bots.random_bot import RandomBot
from clients.bots.sensible_bot import SensibleBot

__all__ = ["Answer", "Policy", "Questions", "RandomBot", "SensibleBot"]
