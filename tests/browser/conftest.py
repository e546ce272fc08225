"""Chromium for every browser test: the machine's own, with nothing that calls home."""

from typing import Any

import pytest

CHROMIUM = "/usr/bin/chromium"
QUIET = (
    "--no-sandbox", "--disable-gpu", "--disable-quic", "--no-first-run",
    "--disable-background-networking", "--disable-component-update", "--disable-sync",
)  # fmt: skip


@pytest.fixture(scope="session")
def browser_type_launch_args(browser_type_launch_args: dict[str, Any]) -> dict[str, Any]:
    """Start Chromium from the machine."""
    return {**browser_type_launch_args, "executable_path": CHROMIUM, "args": list(QUIET)}


@pytest.fixture(scope="session")
def base_url() -> str:
    """Stand in for pytest-base-url's fixture, whose form pytest 9 warns about."""
    return ""
