"""Logging: one JSON line an event, with the request's id in it. Never a card of a live hand."""

import logging
import re
import secrets
from collections.abc import Awaitable, Callable

import structlog
from asgiref.sync import iscoroutinefunction, markcoroutinefunction
from django.http import HttpRequest, HttpResponse

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


class RequestId:
    """Middleware: each request has an id, in its log lines and in its answer's X-Request-ID."""

    async_capable = True
    sync_capable = False

    def __init__(self, get_response: Callable[[HttpRequest], Awaitable[HttpResponse]]) -> None:
        """Wrap the next one."""
        self.get_response = get_response
        if iscoroutinefunction(get_response):
            markcoroutinefunction(self)

    async def __call__(self, request: HttpRequest) -> HttpResponse:
        """Take a proxy's id if it looks like one, else make one."""
        given = request.headers.get("X-Request-ID", "")
        request_id = given if _KNOWN_ID.fullmatch(given) else secrets.token_hex(8)
        with structlog.contextvars.bound_contextvars(request_id=request_id):
            response = await self.get_response(request)
        response["X-Request-ID"] = request_id
        return response
