"""The project package as a Django app: its checks, and Celery's app in every process."""

from django.apps import AppConfig


class DeployConfig(AppConfig):
    """Label `deploy`: its templates, static files and commands are found like any app's."""

    name = "deploy"

    def ready(self) -> None:
        """Register the start-up checks; make `@shared_task` send to this house's broker."""
        from deploy import celery, checks  # noqa: PLC0415 - the apps must be loaded first

        checks.register_all()
        celery.app.set_default()
