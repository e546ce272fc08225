"""One example for each body that the API takes, by operation.

A test holds each against its schema.
"""

from typing import Any, Final

_REASON: Final = {"reason": "Asked for by the player on 30 November."}
_NOTE: Final = {"note": "The score sheet was read the wrong way round."}
_RESULT: Final = {"places": [["p1"], ["p2"]], "scores": [["p1", 3], ["p2", 1]]}
_CUP: Final = {
    "stages": [{"id": "main", "kind": "single-elimination", "third_place": True}],
    "prizes": {"prize_part": 100, "fee_part": 10, "weights": [50, 30, 20]},
}
_SETTINGS: Final = {
    "name": "Copa de Sábado",
    "online": False,
    "structure": _CUP,
    "starts_at": "2026-12-05T20:00:00Z",
    "protest_s": 600,
}
_WEBHOOK: Final = {"url": "https://club.example/batida", "kinds": ["reported", "paid-out"]}
_CREDENTIALS: Final = {"username": "zeca", "password": "quatro cavalos azuis"}
_HAND: Final = "3f8a1f0e-6a55-4a0e-9b07-2a3c0d9e51b4"

EXAMPLES: Final[dict[str, dict[str, Any]]] = {
    "sign_up": _CREDENTIALS,
    "create_token": _CREDENTIALS,
    # At tables
    "open_table": {"name": "Minha mesa", "rules": "pif-paf-aposta", "ante": 5, "seats": 4},
    "sit": {"buy_in": 200, "seat": 2},
    "top_up": {"amount": 100},
    "act": {"expected_seq": 31, "hand_id": _HAND, "action": {"kind": "discard", "card": "7H"}},
    "preact": {"kind": "check-fold", "hand_id": _HAND},
    "arrange_hand": {"cards": ["7H", "8H", "9H"], "hand_id": _HAND},
    "say": {"phrase": "hello"},
    "add_bot": {"plays": "sharp"},
    "answer_guest": {"approve": True},
    "define_house_table": {
        "settings": {"name": "Mesa da Casa", "rules": "pife", "seats": 4},
        "bots": 2,
        "plays": "steady",
    },
    "change_house_table": {"bots": 3, "plays": "calm", "bots_alone": False},
    # My chips and limits
    "pay": {"to": 12, "amount": 50, "note": "for the pizza"},
    "set_limit": {"what": "loss", "period": "week", "most": 500},
    "exclude_myself": {"length": "7d"},
    # The staff's desk
    "grant": {"user": 12, "amount": 500, **_REASON},
    "burn": {"user": 12, "amount": 500, **_REASON},
    "correct_transfer": {"transfer": 4711, **_REASON},
    "freeze": _REASON,
    "unfreeze": _REASON,
    "close_wallet": _REASON,
    # Tournaments
    "draft_tournament": _SETTINGS,
    "edit_tournament": _SETTINGS,
    "plan_tournament": {"structure": _CUP, "entries": 13, "tables": 4},
    "register": {"password": "cavalo"},
    "start_tournament": {"nearest": True},
    "say_in_tournament": {"note": "Supper is at eight; the final begins at nine."},
    "pause_tournament": {"note": "Supper."},
    "cancel_tournament": {"note": "The room has no light tonight."},
    "undo_correction": _NOTE,
    "redo_correction": _NOTE,
    "rebuy_entrant": {"chips": 150},
    "remove_entrant": {"note": "Entered twice by mistake."},
    "disqualify_entrant": {"note": "Told another player his cards."},
    "reinstate_entrant": {"note": "It was somebody else."},
    "report_result": {"result": _RESULT},
    "preview_correction": {"result": _RESULT, "rulings": {"w2.1": "replay"}},
    "correct_result": {"result": _RESULT, "rulings": {"w2.1": "replay"}, **_NOTE},
    "forfeit_match": {"absent": ["p2"], "note": "Not there within ten minutes."},
    "break_tie": {
        "equals": ["p3", "p4"],
        "order": ["p4", "p3"],
        "note": "By a hand played for it.",
    },
    "enter_bots": {"count": 3, "plays": "sharp"},
    "report_stacks": {"stacks": {"p1": 1850, "p2": 900}},
    "report_busts": {"busts": [{"entrant": "p4", "stack": 120, "by": ["p1"], "from_button": 2}]},
    "preview_correction_of_busts": {"out": [["p9"], ["p7", "p8"]]},
    "correct_busts": {"out": [["p9"], ["p7", "p8"]], **_NOTE},
    "propose_deal": {"method": "icm", "for_first": 200},
    "vote_on_deal": {"yes": True},
    "import_entrants": {"rows": [{"name": "Ana Souza", "rating": 1620}, {"name": "Bia Lima"}]},
    "import_results": {"rows": [{"stage": "main", "match": "w1.1", "places": [["p1"], ["p2"]]}]},
    "register_webhook": _WEBHOOK,
    "register_my_webhook": _WEBHOOK,
}
