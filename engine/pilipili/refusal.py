"""How the modules of play say no."""

from typing import NoReturn

from engine.errors import IllegalAction


def refuse(code: str, detail: str) -> NoReturn:
    """Raise IllegalAction; what is allowed instead is added by `play.apply`."""
    raise IllegalAction(code, detail)
