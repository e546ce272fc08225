"""The modules that a page's script needs, against what a browser would find by itself."""

from pathlib import Path

import pytest
from django.contrib.staticfiles import finders

from deploy.modules import modules_of, script


def test_every_module_of_the_table_is_named_once_the_nearest_first() -> None:
    found = modules_of("tables/table.js")
    folder = finders.find("tables/table.js")
    assert isinstance(folder, str)
    source = Path(folder).read_text()
    nearest = {name for name in found if f"'./{name.removeprefix('tables/')}'" in source}
    assert set(found[: len(nearest)]) == nearest
    assert len(set(found)) == len(found) > 40
    assert "tables/pili/game.js" in found
    assert "tables/table.js" not in found


def test_modules_that_need_each_other_are_named_once(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    files = {
        "a/one.js": "import { x } from './two.js';\nimport {\n  y,\n} from '../b/three.js';\n",
        "a/two.js": "import './one.js';\n// from nowhere\nconst words = 'import from';\n",
        "b/three.js": "export { z } from '../a/two.js';\n",
    }
    for name, text in files.items():
        (tmp_path / name).parent.mkdir(exist_ok=True)
        (tmp_path / name).write_text(text)
    monkeypatch.setattr(finders, "find", lambda name: str(tmp_path / name))
    modules_of.cache_clear()
    assert modules_of("a/one.js") == ("a/two.js", "b/three.js")
    modules_of.cache_clear()


def test_a_page_names_them_before_its_script() -> None:
    tags = script("tables/new_table.js")
    assert tags.index("modulepreload") < tags.index('<script type="module"')
    assert tags.count("modulepreload") == len(modules_of("tables/new_table.js"))


def test_a_script_that_is_none_is_a_fault_of_the_page() -> None:
    with pytest.raises(FileNotFoundError, match="no static file tables/none"):
        script("tables/none.js")
