"""The engine at a terminal: `python3 -m engine COMMAND`; the commands are in `cli_main`."""

import sys


def main(arguments: list[str] | None = None) -> int:
    """Run one command and return its exit code."""
    try:
        # Who stops the program while it still loads sees no traceback either.
        from engine import cli_main  # noqa: PLC0415 - so that loading it can be stopped
    except KeyboardInterrupt:
        print("Stopped.", file=sys.stderr)
        return 130
    return cli_main.main(arguments)


if __name__ == "__main__":
    sys.exit(main())
