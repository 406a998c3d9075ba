"""Turns rules and answers into a log. Knows no game."""
