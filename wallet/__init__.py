"""The chip wallet: a double-entry ledger in which no chip is ever made, lost or unmade.

Double entry for developers, in twenty lines:

- A *unit* is a kind of chip. `chips` is the house chip.
- An *account* holds chips of one unit and has a kind: a player's wallet, a seat's escrow at one
  table, a prize pool, the house … Its `balance` never goes below its `floor` (zero).
- The one exception is the *issuer*, where chips come from: its balance is minus the number of
  chips in existence. So all balances of a unit always sum to zero, and that proves every chip.
- A *transfer* is one event (a buy-in, a settled hand) and has two or more *entries*, one for each
  account it touches: `amount` is positive where chips arrive and negative where they leave, and
  the amounts sum to zero. Only a void hand has a settlement without entries: nothing moved, and
  nothing else can be settled for it.
- Entries of an account are numbered 1, 2, 3 … (`version`), and each holds the balance after it.
- Nothing in a transfer or an entry ever changes or goes away; a mistake is corrected by another
  transfer that goes the other way.

- While a hand is open its players' seats are held: nothing but the hand's settlement moves them.
- The entries of an account form a hash chain, and a *seal* prints all chains at one moment. A seal
  that was published shows whether anything before it was ever altered.

PostgreSQL holds these laws itself (wallet/sql/), so the shell, the admin and raw SQL obey them
too. One SQL function, `ledger_post`, writes; `wallet.commands` is the only way to it.
`wallet.idempotency.once` is the door that makes a repeated request harmless; `wallet.queries`
reads, and its `audit` proves the books from the first chip to the last; `wallet.sealed` compares
them with published seals; `wallet.books` is what doors show of them; `wallet.roles` is about who
may do what to the tables. `wallet.limits.gate` is asked before a player risks chips.
"""
