"""The one shape in which the engine hands facts to the outside: a JSON object as a plain dict."""

from typing import Any, TypeAlias

# What a key holds is said where the object is made; a type for every shape would be said twice.
Json: TypeAlias = dict[str, Any]
