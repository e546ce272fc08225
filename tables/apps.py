"""The tables app."""

from django.apps import AppConfig


class TablesConfig(AppConfig):
    """See the package docstring."""

    name = "tables"
