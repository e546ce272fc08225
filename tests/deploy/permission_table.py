"""Who gets what at which address: the one list that a new URL must be added to.

`TABLE` has a row for each method of each named address. A row says what an empty request gets,
by role. How to add one:

    row("GET", "lobby", everybody()),
    row("GET", "my-chips", page()),                     # visitors are sent to sign in: 302
    row("GET", "api-tables", members()),                # 401 for a visitor, else 200
    row("POST", "api-seats", members(400), table_id=0),
    row("GET", "audit-desk", by_role(auditor=200)),     # 403 for those not named

Extra words are the address's arguments. A 400 or 404 for an empty request is a fine answer: it
says that the role was let in, and what is behind the door has tests of its own.
"""

from typing import Any, NamedTuple
from uuid import UUID

PEOPLE = ("anonymous", "player", "organiser", "auditor", "staff")
NOBODYS = UUID(int=0)


class Row(NamedTuple):
    """One method of one address, and the status that each kind of person gets."""

    method: str
    name: str
    expected: dict[str, int]
    arguments: dict[str, Any] = {}  # never changed

    @property
    def words(self) -> str:
        """What pytest calls the row."""
        return f"{self.method} {self.name}"


def row(method: str, name: str, expected: dict[str, int], **arguments: object) -> Row:
    """Return a row; `arguments` are those of the address."""
    return Row(method, name, expected, arguments)


def everybody(status: int = 200) -> dict[str, int]:
    """The same for all, visitors too."""
    return dict.fromkeys(PEOPLE, status)


def members(status: int = 200, visitor: int = 401) -> dict[str, int]:
    """The same for all who are signed in."""
    return {**everybody(status), "anonymous": visitor}


def by_role(*, visitor: int = 401, others: int = 403, **roles: int) -> dict[str, int]:
    """As said for the roles named, `others` for the rest."""
    return {**everybody(others), "anonymous": visitor, **roles}


def page(status: int = 200) -> dict[str, int]:
    """A page for those who are signed in; visitors are sent to sign in."""
    return members(status, visitor=302)


MATCH: dict[str, object] = {"tournament_id": 0, "stage": "main", "match": "w1.1"}
TOURNAMENT_PARTS = (
    *("stages", "standings", "tables", "clock", "payouts", "deals", "draw", "corrections"),
    *("projector", "log", "events", "export-entrants", "export-results"),
)
TOURNAMENT_VERBS = (
    *("announce", "open", "close", "start", "pause", "resume", "cancel", "note", "stacks"),
    *("undo", "redo", "entries-me-check-in", "entries-me-re-enter", "entries-me-rebuy"),
    *("entries-me-add-on", "bots"),
)
ENTRANT_VERBS = (
    *("check-in", "remove", "disqualify", "reinstate"),
    *("re-enter", "rebuy", "add-on"),
)
TABLE: list[Row] = [
    # The house's pages
    row("GET", "home", everybody()),
    row("GET", "sign-up", everybody()),
    row("POST", "sign-up", everybody(422)),
    row("GET", "sign-in", everybody()),
    row("POST", "sign-in", everybody(422)),
    row("POST", "sign-out", everybody(302)),
    row("POST", "set_language", everybody(302)),
    row("GET", "help-play", everybody()),
    row("GET", "help-rules", everybody(), rules_id="pili-pili"),
    row("GET", "help-chips", everybody()),
    row("GET", "help-tournaments", everybody()),
    row("GET", "help-api", everybody()),
    row("GET", "help-sockets", everybody()),
    row("GET", "audit", everybody()),
    row("GET", "problems", everybody()),
    row("GET", "problem", everybody(), code="stale"),
    row("GET", "admin-sign-in", everybody(302)),
    # The machine
    row("GET", "healthz", everybody()),
    row("GET", "metrics", everybody()),  # the tests come from this machine
    row("GET", "readyz", everybody(503)),  # nothing sweeps in these tests
    # The API
    row("GET", "api-index", everybody()),
    row("GET", "api-schema", everybody()),
    row("GET", "api-docs", everybody()),
    row("GET", "api-server-time", everybody()),
    row("POST", "api-accounts", everybody(400)),
    row("POST", "api-tokens", everybody(400)),
    row("DELETE", "api-token-current", members(409)),  # a session has no token to revoke
    row("GET", "api-me", members()),
    row("POST", "api-ws-tickets", members(201)),
    # Chips
    row("GET", "my-chips", page()),
    row("GET", "my-limits", page()),
    row("POST", "my-limits", page(422)),
    row("GET", "transfer", page(404), transfer_id=0),
    row("GET", "integrity", everybody()),
    row("GET", "staff-ledger", by_role(visitor=302, staff=200, auditor=200)),
    row("GET", "staff-account", by_role(visitor=302, staff=404, auditor=404), account_id=0),
    row("GET", "staff-transfers", by_role(visitor=302, staff=200, auditor=200)),
    row("GET", "staff-requests", by_role(visitor=302, staff=200, auditor=200)),
    row("POST", "staff-requests", by_role(visitor=302)),
    row("GET", "staff-freezes", by_role(visitor=302, staff=200, auditor=200)),
    row("GET", "api-my-wallet", members()),
    row("PUT", "api-my-closure", members(400)),
    row("GET", "api-my-statement", members()),
    row("GET", "api-my-escrows", members()),
    row("GET", "api-my-limits", members()),
    row("POST", "api-my-limits", members(400)),
    row("DELETE", "api-my-limit-change", members(400), change_id=0),
    row("POST", "api-my-exclusions", members(400)),
    row("POST", "api-transfers", members(400)),
    row("GET", "api-transfer", members(404), transfer_id=0),
    row("GET", "api-supply", everybody()),
    row("GET", "api-seals", everybody()),
    row("GET", "api-ledger-accounts", by_role(staff=200, auditor=200)),
    row("GET", "api-ledger-account", by_role(staff=404, auditor=404), account_id=0),
    row("GET", "api-ledger-account-lines", by_role(staff=404, auditor=404), account_id=0),
    row("GET", "api-ledger-transfers", by_role(staff=200, auditor=200)),
    row("POST", "api-grants", by_role(staff=400)),
    row("POST", "api-burns", by_role(staff=400)),
    row("POST", "api-corrections", by_role(staff=400)),
    row("GET", "api-issue-requests", by_role(staff=200, auditor=200)),
    row("POST", "api-issue-request-approve", by_role(staff=400), request_id=0),
    row("POST", "api-issue-request-decline", by_role(staff=400), request_id=0),
    row("GET", "api-freezes", by_role(staff=200, auditor=200)),
    row("PUT", "api-freeze", by_role(staff=400), user_id=0),
    row("POST", "api-unfreeze", by_role(staff=400), user_id=0),
    row("PUT", "api-closure", by_role(staff=400), user_id=0),
    # Tables: everybody sees which are open; who is signed in may watch, open and sit. None is 0.
    row("GET", "lobby", everybody()),
    row("GET", "table", page(404), table_id=0),
    # Tournaments
    row("GET", "tournaments", everybody()),
    row("GET", "tournaments-calendar", everybody()),
    row("GET", "new-tournament", by_role(visitor=302, organiser=200, staff=200)),
    row("POST", "new-tournament", by_role(visitor=302, organiser=422, staff=422)),
    row("GET", "edit-tournament", page(404), tournament_id=0),
    row("POST", "edit-tournament", page(404), tournament_id=0),
    row("GET", "tournament", everybody(404), tournament_id=0),
    row("POST", "tournament", everybody(404), tournament_id=0),
    row("GET", "tournament-calendar", everybody(404), tournament_id=0),
    row("GET", "tournament-log", everybody(404), tournament_id=0),
    row("GET", "tournament-live", everybody(404), tournament_id=0),
    row("POST", "tournament-live", everybody(404), tournament_id=0),
    row("GET", "tournament-pulse", everybody(404), tournament_id=0),
    row("GET", "tournament-projector", everybody(404), tournament_id=0),
    row("GET", "tournament-next", everybody(404), tournament_id=0),
    row("GET", "tournament-after-table", everybody(404), tournament_id=0, table_id=0),
    row("GET", "tournament-result", everybody(404), tournament_id=0),
    row("GET", "tournament-console", page(404), tournament_id=0),
    row("POST", "tournament-console", page(404), tournament_id=0),
    row("GET", "correct-result", page(404), tournament_id=0, stage="main", match="w1.1"),
    row("POST", "correct-result", page(404), tournament_id=0, stage="main", match="w1.1"),
    row("GET", "correct-order", page(404), tournament_id=0, stage="main"),
    row("POST", "correct-order", page(404), tournament_id=0, stage="main"),
    row("GET", "hands", page()),
    row("GET", "hand", page(404), hand_id=NOBODYS),
    row("GET", "api-my-seats", members()),
    row("GET", "api-tables", members()),
    row("POST", "api-tables", members(400)),
    row("GET", "api-table", members(404), table_id=0),
    row("POST", "api-table-close", members(400), table_id=0),
    row("POST", "api-table-seats", members(400), table_id=0),
    row("DELETE", "api-table-my-seat", members(400), table_id=0),
    row("POST", "api-table-sit-out", members(400), table_id=0),
    row("POST", "api-table-sit-in", members(400), table_id=0),
    row("POST", "api-table-top-up", members(400), table_id=0),
    row("DELETE", "api-table-seat", members(400), table_id=0, seat=0),
    row("POST", "api-table-invite", members(400), table_id=0),
    row("DELETE", "api-table-invite", members(400), table_id=0),
    row("GET", "api-table-guests", members(404), table_id=0),
    row("PUT", "api-table-guest", members(400), table_id=0, username="nobody"),
    row("GET", "api-table-request", members(404), table_id=0),
    row("GET", "api-invite", members(404), invite="nowhere"),
    row("POST", "api-invite", members(400), invite="nowhere"),
    row("GET", "invite", page(404), invite="nowhere"),
    row("GET", "api-house-tables", by_role(staff=200)),
    row("POST", "api-house-tables", by_role(staff=400)),
    row("GET", "house-tables", by_role(visitor=302, staff=200)),
    row("POST", "house-tables", by_role(visitor=302, staff=422)),
    row("PUT", "api-house-table", by_role(staff=400), house_id=0),
    row("DELETE", "api-house-table", by_role(staff=400), house_id=0),
    row("POST", "api-table-bots", members(400), table_id=0),
    row("DELETE", "api-table-bot", members(400), table_id=0, seat=0),
    row("GET", "api-table-state", members(404), table_id=0),
    row("GET", "api-table-events", members(404), table_id=0),
    row("GET", "api-table-legal", members(404), table_id=0),
    row("POST", "api-table-actions", members(400), table_id=0),
    row("PUT", "api-table-order", members(400), table_id=0),
    row("POST", "api-table-preactions", members(400), table_id=0),
    row("DELETE", "api-table-preactions", members(404), table_id=0),
    row("POST", "api-table-reserve", members(400), table_id=0),
    row("POST", "api-table-talk", members(400), table_id=0),
    row("GET", "api-phrases", everybody()),
    row("GET", "api-asyncapi", everybody()),
    row("GET", "api-mutes", members()),
    row("PUT", "api-mutes", members()),
    row("DELETE", "api-mutes", members()),
    row("PUT", "api-mute", members(404), username="nobody"),
    row("DELETE", "api-mute", members(404), username="nobody"),
    row("GET", "api-hands", members()),
    row("GET", "api-hand", members(404), hand_id=NOBODYS),
    row("GET", "api-hand-record", members(404), hand_id=NOBODYS),
    row("GET", "api-my-hands", members()),
    row("GET", "api-hand-steps", members(404), hand_id=NOBODYS),
    row("GET", "api-hand-replay", members(404), hand_id=NOBODYS),
    # Tournaments: everybody may look, accounts may enter; there is no tournament 0
    row("GET", "api-tournaments", everybody()),
    row("POST", "api-tournaments", members(400)),
    row("POST", "api-tournaments-plan", members(400)),
    row("GET", "api-tournament", everybody(404), tournament_id=0),
    row("PUT", "api-tournament", members(400), tournament_id=0),
    row("DELETE", "api-tournament", members(400), tournament_id=0),
    row("GET", "api-tournament-entries", everybody(404), tournament_id=0),
    row("POST", "api-tournament-entries", members(400), tournament_id=0),
    row("DELETE", "api-tournament-my-entry", members(400), tournament_id=0),
    row("GET", "api-tournament-bracket", everybody(404), tournament_id=0, stage="main"),
    row("GET", "api-tournament-rounds", everybody(404), tournament_id=0, stage="main"),
    row("POST", "api-tournament-preview", members(404), **MATCH),
    row("POST", "api-tournament-busts-preview", members(400), tournament_id=0, stage="main"),
    row("GET", "api-tournament-export-bracket", everybody(404), tournament_id=0, stage="main"),
    row("GET", "api-tournament-export-trf", everybody(404), tournament_id=0, stage="main"),
    row("POST", "api-tournament-import-entrants", members(404), tournament_id=0),
    row("POST", "api-tournament-import-results", members(404), tournament_id=0),
    row("GET", "api-webhooks", members(404), tournament_id=0),
    row("POST", "api-webhooks", members(400), tournament_id=0),
    row("DELETE", "api-webhook", members(400), tournament_id=0, webhook=0),
    row("GET", "api-webhook-deliveries", members(404), tournament_id=0, webhook=0),
    *(
        row("POST", f"api-webhook-{verb}", members(400), tournament_id=0, webhook=0)
        for verb in ("enable", "secret", "test")
    ),
    row("POST", "api-webhook-redeliver", members(400), tournament_id=0, webhook=0, delivery=0),
    row("GET", "api-my-webhooks", members()),
    row("POST", "api-my-webhooks", members(400)),
    row("DELETE", "api-my-webhook", members(400), webhook=0),
    row("GET", "api-my-webhook-deliveries", members(404), webhook=0),
    *(
        row("POST", f"api-my-webhook-{verb}", members(400), webhook=0)
        for verb in ("enable", "secret", "test")
    ),
    row("POST", "api-my-webhook-redeliver", members(400), webhook=0, delivery=0),
    row("POST", "api-tournament-deals", members(400), tournament_id=0),
    *(
        row("GET", f"api-tournament-{part}", everybody(404), tournament_id=0)
        for part in TOURNAMENT_PARTS
    ),
    *(
        row("POST", f"api-tournament-{verb}", members(400), tournament_id=0)
        for verb in TOURNAMENT_VERBS
    ),
    *(
        row("POST", f"api-tournament-entries-{verb}", members(400), tournament_id=0, entrant="p1")
        for verb in (
            "check-in",
            "remove",
            "disqualify",
            "reinstate",
            "re-enter",
            "rebuy",
            "add-on",
        )
    ),
    *(
        row("POST", f"api-tournament-stages-{verb}", members(400), tournament_id=0, stage="main")
        for verb in ("ties", "busts", "busts-correct")
    ),
    *(
        row("POST", f"api-tournament-stages-matches-{verb}", members(400), **MATCH)
        for verb in ("report", "take-back", "forfeit", "correct")
    ),
    row("POST", "api-tournament-deals-votes", members(400), tournament_id=0, deal=0),
    row("GET", "api-unknown", everybody(404)),
]
