"""Tournaments: registration, seating, brackets and payouts. Empty until its own issue."""
