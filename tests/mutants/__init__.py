"""Mistakes planted one by one; of each, whether the tests that cover its line notice it."""
