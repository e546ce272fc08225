"""What deploy/run may be told, and the sentence for what it may not."""

import pytest

from deploy.options import WEBS_MAX, arguments


def test_one_web_process_unless_more_are_asked_for() -> None:
    assert arguments([]).webs == 1
    assert arguments(["--webs", "4"]).webs == 4


@pytest.mark.parametrize("given", ["0", "-1", str(WEBS_MAX + 1), "two", "1.5", ""])
def test_a_senseless_number_of_web_processes_is_refused_with_the_right_one(
    given: str, capsys: pytest.CaptureFixture[str]
) -> None:
    with pytest.raises(SystemExit) as ended:
        arguments([f"--webs={given}"])
    assert ended.value.code == 2
    assert f"a whole number from 1 to {WEBS_MAX}, not {given!r}" in capsys.readouterr().err
