"""Which engine dealt a hand: a digest of its source, written into every record."""

from functools import cache
from hashlib import sha256
from pathlib import Path

import engine

_DIGITS = 16


@cache
def engine_digest() -> str:
    """Return the digest of every source file of `engine/`, as `sha256:` and 16 hex digits.

    `find engine -name '*.py' | LC_ALL=C sort | xargs sha256sum | sha256sum` gives the same.
    """
    folder = Path(engine.__file__).parent
    names = sorted(str(path.relative_to(folder.parent)) for path in folder.rglob("*.py"))
    listed = "".join(
        f"{sha256((folder.parent / name).read_bytes()).hexdigest()}  {name}\n" for name in names
    )
    return f"sha256:{sha256(listed.encode()).hexdigest()[:_DIGITS]}"
