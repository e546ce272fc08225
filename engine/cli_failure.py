"""What every command of `python3 -m engine` shares: how it fails, and how it reads a file."""

from pathlib import Path

USAGE = 2


class CliFailure(Exception):
    """The command can't do what was asked: one sentence for stderr, and the exit code."""

    def __init__(self, sentence: str, exit_code: int = USAGE) -> None:
        super().__init__(sentence)
        self.exit_code = exit_code


def read_file(path: Path) -> bytes:
    """The bytes of a file. Raises CliFailure when there is no such file, or it can't be read."""
    if path.exists() and not path.is_file():
        raise CliFailure(f"{path} is not a file.")
    try:
        return path.read_bytes()
    except OSError as error:
        raise CliFailure(f"Can't read {path}: {error.strerror or error}.") from error
