"""The table of axes: every rule set, every option, and the mixes that make no sense."""

import json

import pytest

from engine.__main__ import main
from engine.axis import told
from engine.cards import texts
from engine.errors import BadRules, UnknownRules
from engine.game import game_for, rules_ids
from engine.pifpaf import PIF_PAF_IDS
from engine.pifpaf.axes import AXES
from engine.pifpaf.presets import PRESETS
from engine.pifpaf.rules import PifPafRules, read_option
from tests.engine.table import FAMILY, GAME, PACK, RULES

THIRTEEN = 13
NAMES = [axis.name for axis in AXES]
# Rules 1.2, the sheet of defaults: what each base game plays.
SHEET: dict[str, dict[str, object]] = {
    "pif-paf": {
        "jokers": "wild",
        "wild_cap": 1,
        "set_suits": "any",
        "meld_size": "exactly-three",
        "ace": "low-high",
        "upcard": True,
        "rediscard": "allowed",
        "stock_empty": "shuffle",
        "ten_card_out": False,
        "out_of_turn": "none",
        "scoring": "cards",
        "threshold": 100,
        "next_dealer": "left",
        "min_players": 2,
    },
    "pif-paf-aposta": {
        "jokers": "none",
        "set_suits": "exact3",
        "meld_size": "three-or-more",
        "ace": "low",
        "upcard": False,
        "rediscard": "allowed",
        "stock_empty": "turn-over",
        "ten_card_out": False,
        "out_of_turn": "claim",
        "next_dealer": "winner",
        "min_players": 3,
    },
    "pife": {
        "jokers": "none",
        "set_suits": "min3",
        "meld_size": "three-or-more",
        "ace": "low-high",
        "rediscard": "card",
        "stock_empty": "shuffle",
        "ten_card_out": True,
        "false_go_out": "stock-only",
        "out_of_turn": "none",
        "match": "hand",
    },
    "pife-partida": {"match": "countdown", "lives": 10, "lose_nine": 1, "lose_ten": 2},
    "cacheta": {"vira": "colour", "wild_cap": "none", "out_of_turn": "announce", "lives": 10},
    "pif-paf-compra": {"out_of_turn": "buy", "buy_cost": 5},
    "pif-paf-quatro": {"hand_size": 12},
    "pif-paf-sem-curinga": {"jokers": "none", "wild_cap": "none"},
    "pif-paf-aberto": {"open_melds": True},
    "pif-paf-cassino": {"direto_pot": 4, "match": "chips"},
    "pife-curingas": {"jokers": "wild"},
    "pife-curingas-mortos": {"jokers": "dead"},
    "pife-volta": {"ace": "corner"},
}


class TestTheTable:
    def test_every_rule_set_of_the_family_is_there(self) -> None:
        assert set(SHEET) == set(FAMILY)
        assert len(FAMILY) == THIRTEEN
        assert [game_for(rules_id) for rules_id in PIF_PAF_IDS]

    @pytest.mark.parametrize("rules_id", FAMILY)
    def test_a_rule_set_gives_every_axis_a_value_that_it_may_have(self, rules_id: str) -> None:
        preset = PRESETS[rules_id]
        assert sorted(preset.axes) == sorted(NAMES)
        for axis in AXES:
            value = preset.axes[axis.name]
            assert axis.checked(value) == value
        assert SHEET[rules_id].items() <= dict(GAME.rules(rules_id, {}).options).items()
        kinds = {"ante-capped-round", "fixed", "buy-in", "per-point", "play"}
        assert GAME.rules(rules_id, {}).stakes in kinds

    def test_every_axis_says_what_it_means_and_who_says_so(self) -> None:
        assert len(set(NAMES)) == len(NAMES)
        for axis in AXES:
            assert axis.meaning.endswith(".")
            assert axis.sources
            assert axis.told_values

    @pytest.mark.parametrize("rules_id", FAMILY)
    def test_the_settled_options_settle_to_the_same_rules(self, rules_id: str) -> None:
        rules = GAME.rules(rules_id, {})
        assert [name for name, _ in rules.options] == sorted(NAMES)
        assert GAME.rules(rules_id, dict(rules.options)) == rules
        assert json.loads(json.dumps(dict(rules.options))) == dict(rules.options)

    def test_a_settled_rule_knows_every_axis(self) -> None:
        """Each axis has its attribute, or is one of those that melds and match are made of."""
        grouped = {"set_suits", "meld_size", "ace", "wild_cap", "wild_scope"}
        grouped |= {"match", "threshold", "match_end", "lives", "hands"}
        assert all(hasattr(PifPafRules, name) for name in NAMES if name not in grouped)

    def test_rules_that_nobody_plays_are_named(self) -> None:
        with pytest.raises(UnknownRules, match="there are: pif-paf, pif-paf-compra"):
            game_for("poker")
        with pytest.raises(UnknownRules, match="it has: pif-paf, pif-paf-compra"):
            GAME.rules("poker", {})

    def test_the_packs(self) -> None:
        assert texts(PACK[:14]) == [f"{rank}C" for rank in "A23456789TJQK"] + ["AD"]
        assert PACK == (*range(52), *range(52))
        wild, dead = (GAME.rules(name, {}) for name in ("pif-paf", "pife-curingas-mortos"))
        assert GAME.pack(wild) == GAME.pack(dead) == (*PACK, 52, 52, 52, 52)


class TestOptions:
    def test_an_option_changes_the_rules(self) -> None:
        rules = GAME.rules(RULES, {"min_players": 2, "recycle_limit": 0})
        assert (rules.min_players, rules.recycle_limit) == (2, 0)
        assert GAME.rules("pife", {"ace": "low"}).melds.ace == "low"
        assert GAME.rules("pife-partida", {"lives": 7}).match.start == 7
        assert GAME.rules("cacheta", {"vira": "suit", "wild_cap": 1}).melds.wild_cap == 1

    @pytest.mark.parametrize(
        ("options", "sentence"),
        [
            ({"min_players": 1}, '"min_players" must be a whole number from 2 to 8'),
            ({"min_players": 9}, "from 2 to 8"),
            ({"min_players": "3"}, "must be a whole number"),
            ({"min_players": True}, "must be a whole number"),
            ({"recycle_limit": 2.0}, "must be a whole number"),
            ({"recycle_limit": -1}, "from 0 to 100"),
            ({"recycle_limit": None}, "from 0 to 100"),
            ({"upcard": 1}, '"upcard" must be one of no, yes'),
            ({"wild_cap": True}, '"wild_cap" must be one of none, 1, 2'),
            ({"ace": "high"}, '"ace" must be one of low, low-high, corner'),
            ({"colour": 1}, 'has no option "colour"; it has: min_players, '),
        ],
    )
    def test_a_bad_option_is_refused_with_a_sentence(
        self, options: dict[str, object], sentence: str
    ) -> None:
        with pytest.raises(BadRules, match=sentence):
            GAME.rules(RULES, options)

    @pytest.mark.parametrize("axis", AXES, ids=lambda axis: axis.name)
    def test_every_value_can_be_written_as_text(self, axis: object) -> None:
        found = next(one for one in AXES if one is axis)
        for value in found.values:
            assert read_option(found.name, f" {told(value)} ") == value
        with pytest.raises(BadRules, match=f'"{found.name}" must be'):
            read_option(found.name, "sideways")

    def test_an_axis_that_there_isnt_has_no_text(self) -> None:
        with pytest.raises(BadRules, match='There is no axis "colour"; there are: min_players'):
            read_option("colour", "red")


class TestMixes:
    @pytest.mark.parametrize(
        ("rules_id", "options", "axes"),
        [
            ("pife", {"wild_cap": 1}, ("wild_cap", "jokers")),
            ("pife", {"wild_scope": "runs"}, ("wild_scope", "jokers")),
            ("pife", {"meld_size": "exactly-three"}, ("meld_size", "ten_card_out")),
            ("pif-paf", {"ten_card_out": True}, ("meld_size", "ten_card_out")),
            ("pif-paf", {"hand_size": 12, "max_players": 9}, ("hand_size", "max_players")),
            ("pife", {"min_players": 5, "max_players": 4}, ("min_players", "max_players")),
            ("pif-paf", {"out_of_turn": "buy"}, ("out_of_turn", "buy_cost")),
            ("pif-paf", {"buy_cost": 5}, ("buy_cost", "out_of_turn")),
            ("pife", {"out_of_turn": "buy", "buy_cost": 5}, ("out_of_turn", "scoring")),
            ("pif-paf-compra", {"open_melds": True}, ("out_of_turn", "open_melds")),
            ("pife", {"open_melds": True}, ("open_melds", "meld_size")),
            ("pif-paf-aberto", {"false_go_out": "stock-only"}, ("open_melds", "false_go_out")),
            ("pife", {"count_cards": "unmelded"}, ("count_cards", "scoring")),
            ("pife", {"direto_points": 2}, ("direto_points", "scoring")),
            ("pife", {"lose_nine": 1}, ("lose_nine", "scoring")),
            ("pife", {"lose_ten": 1}, ("lose_ten", "scoring")),
            ("pife", {"fold_cost": 1}, ("fold_cost", "scoring")),
            ("pife-partida", {"lose_ten": 0}, ("ten_card_out", "lose_ten")),
            ("pife-partida", {"ten_card_out": False, "lose_ten": 2}, ("lose_ten", "ten_card_out")),
            ("pife-partida", {"lose_nine": 0}, ("scoring", "lose_nine")),
            ("pif-paf", {"match": "countdown"}, ("match", "lives")),
            ("pif-paf", {"match": "countdown", "lives": 9}, ("match", "scoring")),
            ("pife", {"match": "penalty", "threshold": 9}, ("match", "scoring")),
            ("pife", {"match": "fixed-hands"}, ("match", "hands")),
            ("pife", {"threshold": 100}, ("threshold", "match")),
            ("pif-paf", {"threshold": 0}, ("match", "threshold")),
            ("pife", {"match_end": "eliminate"}, ("match_end", "match")),
        ],
    )
    def test_a_senseless_mix_is_refused_by_the_names_of_both_axes(
        self, rules_id: str, options: dict[str, object], axes: tuple[str, str]
    ) -> None:
        with pytest.raises(BadRules) as no:
            GAME.rules(rules_id, options)
        sentence = str(no.value)
        assert sentence.endswith(".")
        assert sentence.count(". ") == 0
        assert all(axis in sentence for axis in axes), sentence

    @pytest.mark.parametrize(
        ("rules_id", "options", "follows"),
        [
            ("pif-paf", {"jokers": "none"}, {"wild_cap": "none"}),
            ("pif-paf", {"match": "fixed-hands", "hands": 5}, {"threshold": 0}),
            ("pif-paf", {"match": "hand"}, {"threshold": 0}),
            ("pif-paf-compra", {"out_of_turn": "none"}, {"buy_cost": 0}),
            ("pife-partida", {"ten_card_out": False}, {"lose_ten": 0}),
            (
                "pife-partida",
                {"match": "chips", "scoring": "win"},
                {"lives": 0, "lose_nine": 0, "lose_ten": 0},
            ),
        ],
    )
    def test_a_default_that_has_nothing_left_to_say_goes_by_itself(
        self, rules_id: str, options: dict[str, object], follows: dict[str, object]
    ) -> None:
        settled = dict(GAME.rules(rules_id, options).options)
        assert follows.items() <= settled.items()
        assert dict(GAME.rules(rules_id, settled).options) == settled

    @pytest.mark.parametrize("rules_id", FAMILY)
    def test_every_single_change_settles_or_is_refused_in_one_sentence(
        self, rules_id: str
    ) -> None:
        for axis in AXES:
            for value in axis.values:
                try:
                    rules = GAME.rules(rules_id, {axis.name: value})
                except BadRules as no:
                    assert axis.name in str(no)  # noqa: PT017 - either end is right here
                else:
                    assert dict(rules.options)[axis.name] == value


class TestTheCommand:
    def test_all_rule_sets(self, capsys: pytest.CaptureFixture[str]) -> None:
        assert main(["rules"]) == 0
        out = capsys.readouterr().out
        assert out.startswith("pif-paf  [S0]\n")
        assert all(f"{rules_id}  [" in out for rules_id in FAMILY)

    def test_one_with_every_axis(self, capsys: pytest.CaptureFixture[str]) -> None:
        assert main(["rules", "cacheta"]) == 0
        out = capsys.readouterr().out
        assert out.startswith("cacheta  [S3 S4 variant]\n")
        assert "vira: colour   (one of none, colour, suit)" in out
        assert all(f"  {name}: " in out for name in NAMES)

    def test_one_as_json(self, capsys: pytest.CaptureFixture[str]) -> None:
        assert main(["rules", RULES, "--json"]) == 0
        told_as = json.loads(capsys.readouterr().out)
        assert (told_as["id"], told_as["stakes"]) == (RULES, "ante-capped-round")
        assert [axis["name"] for axis in told_as["axes"]] == NAMES
        for axis in told_as["axes"]:
            assert set(axis) == {
                "name",
                "group",
                "value",
                "values",
                "type",
                "meaning",
                "sources",
            }
        limit = next(axis for axis in told_as["axes"] if axis["name"] == "recycle_limit")
        assert (limit["type"], limit["values"], limit["value"]) == ("whole", [0, 100], 10)

    def test_all_as_json(self, capsys: pytest.CaptureFixture[str]) -> None:
        assert main(["rules", "--json"]) == 0
        every = json.loads(capsys.readouterr().out)["rules"]
        assert [rules["id"] for rules in every] == list(rules_ids())
