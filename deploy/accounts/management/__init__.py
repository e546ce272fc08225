"""Commands for the person at the terminal."""
