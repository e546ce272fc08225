"""The form of JSON objects that come from outside: which fields, and what each may be."""

from collections.abc import Callable, Mapping

from engine.canonical import NUMBER_LIMIT

Check = Callable[[object], bool]
Form = Mapping[str, Check]
_HEX_DIGITS = frozenset("0123456789abcdef")


def misfit(value: object, form: Form, what: str, may: Form | None = None) -> str | None:
    """Return a sentence on how a value breaks the form of an object, or None when it fits.

    `may` holds the fields that may be missing.
    """
    if not isinstance(value, dict):
        return f"the {what} is an object"
    if may:
        form = {**form, **{name: check for name, check in may.items() if name in value}}
    if value.keys() != form.keys():
        wrong = ", ".join(sorted(value.keys() ^ form.keys()))
        return f"the fields of the {what} are {', '.join(sorted(form))}; wrong here: {wrong}"
    for name, check in form.items():
        if not check(value[name]):
            return f"{name} in the {what} has a value that cannot stand there"
    return None


def is_count(value: object) -> bool:
    """Whether it is a whole number from 0 on that every JSON reader keeps."""
    return type(value) is int and 0 <= value < NUMBER_LIMIT


def is_text(value: object) -> bool:
    """Whether it is text with something in it."""
    return type(value) is str and value != ""


def is_hex(size: int) -> Check:
    """Return the check for so many hexadecimal digits, small letters."""

    def check(value: object) -> bool:
        return type(value) is str and len(value) == size and not set(value) - _HEX_DIGITS

    return check


def one_of(*allowed: object) -> Check:
    """Return the check for one of these values."""
    # 1 == True and 0 == False: the type decides too.
    types = {type(one) for one in allowed}
    return lambda value: type(value) in types and value in allowed


def fits(form: Form, may: Form | None = None) -> Check:
    """Return the check for an object of a form."""
    return lambda value: misfit(value, form, "", may) is None


def is_object(value: object) -> bool:
    """Whether it is an object, whatever it holds."""
    return isinstance(value, dict)
