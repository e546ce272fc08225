"""What a name at the table may be: readable, and not a twin of somebody else's.

Names are seen by the people one plays with, so a name that looks like another one is a way to
cheat. Only Latin letters are taken (the four languages of the house need no others; this rules
out mixing alphabets), and the database holds names unique by how they look: without accents,
in small letters, with I, l and 1 alike and O and 0 alike (`NameKey`).
"""

import re
import unicodedata

from django.db.models import CharField, Transform
from django.utils.translation import gettext as _

from deploy.accounts.errors import UsernameInvalid

LENGTH_MIN, LENGTH_MAX = 3, 20
PUNCTUATION = "_-."
WHOLE_LETTERS = "ßæœøÆŒØ"  # Latin letters that are not a plain letter with marks
RESERVED = frozenset({"admin", "batida", "house", "staff", "support", "system"})
ASCII_LETTER = re.compile("[A-Za-z]")


class NameKey(Transform):
    """The look of a name, in SQL: names with equal keys are the same name to a reader.

    As a lookup, `username__looks`, both sides are compared by it.
    """

    lookup_name = "looks"
    bilateral = True
    template = (
        "translate(lower(regexp_replace(normalize(%(expressions)s, NFKD), "
        "'[\\u0300-\\u036f]', '', 'g')), '01i', 'oll')"
    )
    output_field = CharField()


def clean_username(raw: object) -> str:
    """Return the name in its normal form (NFKC); UsernameInvalid says what is wrong with it."""
    if not isinstance(raw, str):
        raise UsernameInvalid
    name = unicodedata.normalize("NFKC", raw).strip()
    if not LENGTH_MIN <= len(name) <= LENGTH_MAX:
        raise UsernameInvalid
    if any(not _allowed(character) for character in name):
        raise UsernameInvalid
    if not any(character.isalpha() for character in name):
        raise UsernameInvalid(_("Use at least one letter."))
    if name.casefold() in RESERVED:
        raise UsernameInvalid(_("That name belongs to the house. Choose another."))
    return name


def _allowed(character: str) -> bool:
    if character in PUNCTUATION or character in WHOLE_LETTERS or character in "0123456789":
        return True
    base, *marks = list(unicodedata.normalize("NFKD", character))
    return ASCII_LETTER.fullmatch(base) is not None and all(map(unicodedata.combining, marks))
