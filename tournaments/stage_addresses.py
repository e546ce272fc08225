"""The id of a stage as a step of an address, whatever an old log has there.

New ids are letters, digits, - and _, and are their own address. Tournaments from before may have
others: what would part or end a step is written as `!` and two hex digits, and so is `!` itself.
"""

import re
from typing import Final

_ESCAPED: Final = re.compile(r"[/!?#%\\]|^\.+$")
_TOLD: Final = re.compile("!([0-9A-F]{2})")


class StageConverter:
    """`<stage:stage>` in an address, for pages and API alike."""

    regex: str = "[^/]+"

    def to_python(self, value: str) -> str:
        """The id."""
        return _TOLD.sub(lambda found: chr(int(found[1], 16)), value)

    def to_url(self, value: str) -> str:
        """The step of the address."""
        return _ESCAPED.sub(lambda found: "".join(f"!{ord(one):02X}" for one in found[0]), value)
