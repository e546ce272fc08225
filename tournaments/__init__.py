"""Tournaments: registration, seating, brackets, levels, eliminations, prizes.

A tournament is its log. `rules` says what an event does and what is due next, without a clock,
chance or a database; everything here stores what the rules decide, and moves chips with it.

- `book` appends events to a locked tournament's log, and keeps the columns and rows that lists
  read; `states` gives the state that the log makes, without replaying it each time;
- `commands` are what people and the clock do, `queries` what pages and programs read;
- `jobs` call `commands.advance` for every tournament at which something is due.

Lock order: the caller's key, tournament, table, hand, players, ledger accounts.
"""
