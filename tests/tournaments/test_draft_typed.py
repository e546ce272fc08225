"""Numbers in a row are understood however people part them, and what fits is said in any case."""

import pytest

from tests.tournaments.organiser import an_organiser
from tests.tournaments.reader import of, sent
from tests.tournaments.test_pages_draft_fit import fields_of
from tournaments.pages.draft_fields import weighed
from tournaments.pages.draft_form import DraftForm
from tournaments.pages.stage_form import StageForm

NEW = "/tournaments/new/?shape=swiss"


@pytest.mark.parametrize(
    ("typed", "parts"),
    [
        ("50, 30, 20", (5000, 3000, 2000)),
        ("50,30,20", (5000, 3000, 2000)),
        ("50,30, 20", (5000, 3000, 2000)),
        ("50;30;20", (5000, 3000, 2000)),
        ("50 30 20", (5000, 3000, 2000)),
        (" 50 % 30 %  20 %", (5000, 3000, 2000)),
        ("33.3, 33.3, 33.4", (3330, 3330, 3340)),
        ("33,3; 33,3; 33,4", (3330, 3330, 3340)),
        ("33,3 33,3 33,4", (3330, 3330, 3340)),
        ("", ()),
    ],
)
def test_percentages_are_parted_by_commas_semicolons_or_spaces(
    typed: str, parts: tuple[int, ...]
) -> None:
    assert weighed(str(DraftForm.base_fields["weights"].clean(typed))) == parts


def test_whole_numbers_are_parted_as_freely() -> None:
    for typed in ("4, 3", "4;3", "4 3", "4,3"):
        assert StageForm.base_fields["sizes"].clean(typed) == "4, 3"


@pytest.mark.django_db
def test_fitted_stages_are_told_of_also_beside_a_mistake() -> None:
    browser = of(an_organiser())
    sending = fields_of(browser.get(NEW).content.decode())
    sending |= {"name": "Copa", "expected": "6", "weights": "a half"}
    sending = {name: value for name, value in sending.items() if name not in ("do", "key")}
    status, page = sent(browser, NEW, "preview", **sending)
    assert (status, "have been fitted to 6 entrants" in page) == (422, True)
    assert (fields_of(page)["s1-rounds"], fields_of(page)["s2-t0-last"]) == ("3", "2")
