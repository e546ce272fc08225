"""Accounts: people and bots, their roles, and the doors by which they come in."""
