"""Encounters: the diagram, the objective, the special rules."""
