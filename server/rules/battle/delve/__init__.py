"""Delves: battles whose map is found by exploring it (p74-80)."""
