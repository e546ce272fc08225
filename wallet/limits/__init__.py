"""What a player may do with chips: limits of one's own, breaks from play, and freezes by staff.

One gate, `wallet.limits.gate`, is asked by every door that puts chips at risk, in the transaction
in which they would move and under a lock on the player. Limits are tightened at once and loosened
a day later; a break from play can only be made longer. The database holds that too.
"""
