"""Live tables: seats, hands, the clock, and the doors to them.

A table's row is its lock and its clock. Every command locks that row, lets the engine decide,
appends to the table's log, and rings the doorbell, in one transaction:

- `commands` changes things, `queries` reads them, `errors` names what is refused;
- `log` writes events, `states` gives the engine's state of a hand (always a replay of its log);
- `runtime` starts what runs in a process: the hub that wakes sockets, and the sweeper that is
  the clock's hand.
"""
