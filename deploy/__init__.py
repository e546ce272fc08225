"""The project package: settings, addresses, and everything that starts the house.

`deploy/run` and `deploy/test` are the two commands. Reading order for them: `prepare` (.venv),
`start` (the whole start in one page), `place` (var/), `postgres` and `identity` (the embedded
database), `supervise` (children), `ready` (migrations, translations, static files, checks).
"""
