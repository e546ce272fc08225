"""What runs in a web process besides answering requests: the hub of the tournaments' sockets."""

from tournaments.hub import hub


async def start() -> None:
    """Start it with the server."""
    await hub.start()


async def stop() -> None:
    """Tell every socket to come back soon (1012), then stop."""
    await hub.stop()
