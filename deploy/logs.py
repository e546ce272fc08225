"""Logging: one JSON line an event, with the request's id in it. Never a card of a live hand."""

import logging
import re
import secrets
from collections.abc import Callable
from typing import Any

import structlog
from asgiref.sync import iscoroutinefunction
from django.http import HttpRequest
from django.utils.decorators import sync_and_async_middleware

HEADER = "X-Request-ID"
_KNOWN_ID = re.compile(r"[A-Za-z0-9_-]{8,64}")
# What Celery says of every message at INFO: two lines a second of tasks that found nothing to do.
# A task that fails says so at ERROR.
CHATTY = ("celery.beat", "celery.worker.strategy", "celery.app.trace")
FAULT_CHARACTERS = 200
"""So much is said of a caller's fault."""
_SHARED: list[structlog.types.Processor] = [
    structlog.contextvars.merge_contextvars,
    structlog.stdlib.add_log_level,
    structlog.stdlib.add_logger_name,
    structlog.stdlib.ExtraAdder(),
    structlog.processors.TimeStamper(fmt="iso", utc=True),
    # Without local variables: they may hold passwords, tokens and cards.
    structlog.processors.ExceptionRenderer(
        structlog.tracebacks.ExceptionDictTransformer(show_locals=False)
    ),
]


def _without_colours(
    _logger: object, _name: str, event: structlog.types.EventDict
) -> structlog.types.EventDict:
    """Drop uvicorn's second, coloured copy of its message."""
    event.pop("color_message", None)
    return event


class CallersFault(logging.Filter):
    """Make a short WARNING of what Django says of a request that the caller got wrong.

    A foreign Host header, a body that is no form: Django says some of them at ERROR, most with a
    traceback, and as long as the header or the path is. Anybody could fill the log, and wake us.
    """

    def filter(self, record: logging.LogRecord) -> bool:
        """Change a record of a 4xx answer; it passes if warnings do."""
        status = getattr(record, "status_code", 0)
        if record.name.startswith("django.") and 400 <= status < 500:  # noqa: PLR2004 - 4xx
            record.levelno, record.levelname = logging.WARNING, "WARNING"
            record.msg, record.args = record.getMessage()[:FAULT_CHARACTERS], ()
            record.exc_info = record.exc_text = None
            record.__dict__.pop("request", None)  # its path; uvicorn's line has it as well
            return logging.getLogger(record.name).isEnabledFor(logging.WARNING)
        return True


def settings(level: str) -> dict[str, object]:
    """Return Django's LOGGING: everything to standard error, as JSON."""
    return {
        "version": 1,
        "disable_existing_loggers": False,
        "formatters": {
            "json": {
                "()": structlog.stdlib.ProcessorFormatter,
                "foreign_pre_chain": _SHARED,
                "processors": [
                    structlog.stdlib.ProcessorFormatter.remove_processors_meta,
                    _without_colours,
                    structlog.processors.JSONRenderer(),
                ],
            }
        },
        "filters": {"callers": {"()": CallersFault}},
        "handlers": {
            "stderr": {
                "class": "logging.StreamHandler",
                "formatter": "json",
                "filters": ["callers"],
            }
        },
        "root": {"handlers": ["stderr"], "level": level},
        "loggers": {
            "django": {"handlers": [], "level": level, "propagate": True},
            "django.server": {"handlers": [], "propagate": True},
            **{name: {"level": "WARNING" if level == "INFO" else level} for name in CHATTY},
        },
    }


def configure() -> None:
    """Make structlog's own loggers end in the same lines as everybody else's."""
    structlog.configure(
        processors=[*_SHARED, structlog.stdlib.ProcessorFormatter.wrap_for_formatter],
        wrapper_class=structlog.make_filtering_bound_logger(logging.INFO),
        logger_factory=structlog.stdlib.LoggerFactory(),
        cache_logger_on_first_use=True,
    )


@sync_and_async_middleware
def request_id(get_response: Callable[[HttpRequest], Any]) -> Callable[[HttpRequest], Any]:
    """Middleware: each request has an id, in its log lines and in its answer's X-Request-ID.

    A proxy's id is taken if it looks like one.
    """

    def named(request: HttpRequest) -> str:
        given = request.headers.get(HEADER, "")
        return given if _KNOWN_ID.fullmatch(given) else secrets.token_hex(8)

    if iscoroutinefunction(get_response):

        async def later(request: HttpRequest) -> Any:  # noqa: ANN401 - whatever comes back
            name = named(request)
            with structlog.contextvars.bound_contextvars(request_id=name):
                response = await get_response(request)
            response[HEADER] = name
            return response

        return later

    def now(request: HttpRequest) -> Any:  # noqa: ANN401 - whatever comes back
        name = named(request)
        with structlog.contextvars.bound_contextvars(request_id=name):
            response = get_response(request)
        response[HEADER] = name
        return response

    return now
