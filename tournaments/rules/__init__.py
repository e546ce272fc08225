"""The rules of tournaments: no clock, no chance, no database; facts in, facts out.

* `structure` says what a tournament is (`structure_checks` whether it can be), `plan` what it
  will be with so many entries.
* `events` are the facts of its log; `log.apply` and `log.replay` turn them into a `state`.
* `due` says what the house has to add next, and re-draws every draw of a revealed seed.
* `outcome` has the ranking and the payments; `correction` shows what a correction would change.

The other modules are the rules themselves, each alone: `seeding`, `bracket`, `advance`,
`qualify`, `round_robin`, `swiss_pairs`, `swiss_split`, `swiss_tables`, `tiebreaks`, `balance`,
`seats`, `eliminations`, `levels`, `payouts`, `satellites`, `bounties`, `buying`, `icm`, `draw`,
`colour_up`.
`python -m tournaments.rules` shows a plan and checks a draw without a server.
"""
