"""The one shape in which the engine hands facts to the outside: a JSON object as a plain dict."""

from typing import TypeAlias

Json: TypeAlias = dict[str, object]
