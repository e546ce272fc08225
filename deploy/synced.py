"""On the disk, and not only in the machine's memory: what is told to be done outlives a power cut.

A file is there when its bytes and its name are: the bytes by fsync of the file, the name by fsync
of the folder that holds it.
"""

import os
from pathlib import Path


def sync_tree(folder: Path) -> None:
    """Have all files and folders in it, and itself, on the disk; for its name see `sync_names`."""
    for here, _folders, files in os.walk(folder, topdown=False):
        for name in (*files, "."):
            _sync(Path(here) / name)


def sync_names(path: Path) -> None:
    """Have the name of a file or folder on the disk, and those of the folders that lead to it.

    A folder that we may not read was made by somebody else, and is left to them.
    """
    for folder in path.absolute().parents:
        if os.access(folder, os.R_OK):
            _sync(folder)


def _sync(path: Path) -> None:
    opened = os.open(path, os.O_RDONLY | os.O_NOFOLLOW)
    try:
        os.fsync(opened)
    finally:
        os.close(opened)
