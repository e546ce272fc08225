"""A hand for a person at a terminal, as text: what is seen, what may be typed, what a hint says.

Nothing in here reads or prints; that is for `engine.cli_play` and its neighbours.
"""
