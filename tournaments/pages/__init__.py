"""The pages of tournaments: list and calendar, lobby, live, console, projector, result."""
