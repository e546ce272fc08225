"""The modules of a page's script, so that a browser fetches all of them at once.

By itself it learns of each from the module that imports it: a page of fifty modules is a dozen
journeys to the house and back, one after the other, before anything is shown.
"""

import posixpath
import re
from functools import cache
from pathlib import Path

from django.contrib.staticfiles import finders
from django.templatetags.static import static
from django.utils.html import format_html, format_html_join
from django.utils.safestring import SafeString

# `import … from './other.js'`, `import './other.js'`, `export … from './other.js'`.
_IMPORTED = re.compile(r"""(?:\bfrom|^import)\s*['"](\.{1,2}/[^'"]+)['"]""", re.MULTILINE)


def script(entry: str) -> SafeString:
    """Return the tags of a static file that is a module, and of all that it needs."""
    needed = ((static(name),) for name in modules_of(entry))
    preloads = format_html_join("", '<link rel="modulepreload" href="{}">', needed)
    return preloads + format_html('<script type="module" src="{}"></script>', static(entry))


@cache
def modules_of(entry: str) -> tuple[str, ...]:
    """Return the names of all modules that one needs, without itself, the nearest first."""
    found = [entry]
    for name in found:
        folder = posixpath.dirname(name)
        imported = (posixpath.normpath(posixpath.join(folder, one)) for one in _imports(name))
        found += [one for one in dict.fromkeys(imported) if one not in found]
    return tuple(found[1:])


def _imports(name: str) -> list[str]:
    path = finders.find(name)
    if not isinstance(path, str):
        message = f"there is no static file {name}"
        raise FileNotFoundError(message)
    return _IMPORTED.findall(Path(path).read_text())
