"""The REST shell: problems, parsing, authentication, schema, and the accounts' endpoints."""
