"""Every movement of chips. One function is one transfer, and all go through `ledger_post`.

Each takes the caller's `key` (text of the caller's making): the same key and content is the same
transfer, done once; the same key with other content is KeyReused. Each may run inside the
caller's transaction, and a refusal changes nothing. Amounts are whole chips from 1 to 2^53 - 1;
anything else is BadAmount. Errors of the database (a deadlock, a lock that did not come) are left
to the outermost transaction: see `wallet.idempotency.outermost`, which tries again or says Busy.

Who holds several locks takes them in one order: tournament, table, hand, players, accounts (by
`lock_rank` and id, inside `ledger_post`).

The commands that people ask for at a door (`staff_grant`, `staff_burn`, `approve`, `decline`,
`freeze`, `unfreeze`, `close_account`, `close_my_account`, `pay`, `correct`) open their own
transaction through `once`, and remember refusals too. The others belong inside a caller's command.
"""

from wallet.commands.closures import close_account, close_my_account
from wallet.commands.freezes import freeze, unfreeze
from wallet.commands.issue import (
    burn,
    fund_house,
    fund_promo,
    grant,
    promo_gift,
    stake_bot,
    unstake_bot,
)
from wallet.commands.people import pay
from wallet.commands.posting import Leg, Receipt
from wallet.commands.staff import Asked, approve, correct, decline, staff_burn, staff_grant
from wallet.commands.states import note_restore, seal, set_player_state
from wallet.commands.tables import (
    buy_in,
    collect_match,
    hold_stacks,
    leave,
    settle_hand,
    settle_match,
    sweep_rake,
    top_up,
)
from wallet.commands.tournaments import (
    close_tournament,
    deal,
    enter,
    issue_stack,
    overlay,
    pay_bounty,
    pay_prizes,
    refund,
    retire_stack,
    sweep_fees,
    tournament_unit,
)
from wallet.commands.undoing import reverse

__all__ = [
    "Asked",
    "Leg",
    "Receipt",
    "approve",
    "burn",
    "buy_in",
    "close_account",
    "close_my_account",
    "close_tournament",
    "collect_match",
    "correct",
    "deal",
    "decline",
    "enter",
    "freeze",
    "fund_house",
    "fund_promo",
    "grant",
    "hold_stacks",
    "issue_stack",
    "leave",
    "note_restore",
    "overlay",
    "pay",
    "pay_bounty",
    "pay_prizes",
    "promo_gift",
    "refund",
    "retire_stack",
    "reverse",
    "seal",
    "set_player_state",
    "settle_hand",
    "settle_match",
    "staff_burn",
    "staff_grant",
    "stake_bot",
    "sweep_fees",
    "sweep_rake",
    "top_up",
    "tournament_unit",
    "unfreeze",
    "unstake_bot",
]
