"""Settings, all of them from environment variables.

`deploy/run` writes `var/batida.env` on its first start (secrets and the address of the embedded
database); a variable that is set in the environment wins over that file.
"""

import os
from datetime import timedelta
from pathlib import Path

import django_stubs_ext
import environ
from django.core.exceptions import ImproperlyConfigured

from deploy import logs
from deploy.zone import zone_named

BASE_DIR = Path(__file__).resolve().parent.parent
VAR_DIR = Path(os.environ.get("BATIDA_VAR") or BASE_DIR / "var").absolute()

# Generic classes such as ModelAdmin[User] take their parameter at run time too.
django_stubs_ext.monkeypatch()

env = environ.Env()
if os.access(VAR_DIR / "batida.env", os.R_OK):
    environ.Env.read_env(VAR_DIR / "batida.env")


def required(name: str) -> str:
    """Return the variable's value, or stop with one sentence that says how to get one."""
    value: str = env.str(name, default="")
    if not value:
        message = (
            f"{name} is not set: start with deploy/run, which sets it, export it yourself,"
            " or set BATIDA_VAR if the house keeps its data elsewhere"
        )
        raise ImproperlyConfigured(message)
    return value


DEBUG = env.bool("BATIDA_DEBUG", default=False)
SECRET_KEY = required("SECRET_KEY")
SECRET_KEY_FALLBACKS = env.list("SECRET_KEY_FALLBACKS", default=[])
# Seals the seed of a hand in play (32 bytes as hex). Without it no hand can be dealt or resumed.
SEAL_KEY = bytes.fromhex(required("BATIDA_SEAL_KEY"))
ALLOWED_HOSTS = env.list("ALLOWED_HOSTS", default=["localhost", "127.0.0.1", "[::1]"])
CSRF_TRUSTED_ORIGINS = env.list("CSRF_TRUSTED_ORIGINS", default=[])
# True behind a TLS proxy. Plain HTTP on loopback is the embedded default.
HTTPS = env.bool("BATIDA_HTTPS", default=False)

INSTALLED_APPS = [
    "deploy.apps.DeployConfig",
    "deploy.accounts",
    "django.contrib.admin",
    "django.contrib.auth",
    "django.contrib.contenttypes",
    "django.contrib.sessions",
    "django.contrib.messages",
    "django.contrib.staticfiles",
    "rest_framework",
    "knox",
    "drf_spectacular",
    "drf_spectacular_sidecar",
    "channels",
    "csp",
    "wallet",
    "wallet.limits",
    "tables",
    "tournaments",
    "tournaments.webhooks",
]

MIDDLEWARE = [
    "deploy.logs.request_id",
    "django.middleware.security.SecurityMiddleware",
    "whitenoise.middleware.WhiteNoiseMiddleware",
    "csp.middleware.CSPMiddleware",
    "django.contrib.sessions.middleware.SessionMiddleware",
    "django.middleware.locale.LocaleMiddleware",
    "deploy.zone.house_zone",
    "deploy.nul.no_nul",
    "django.middleware.common.CommonMiddleware",
    "django.middleware.csrf.CsrfViewMiddleware",
    "django.contrib.auth.middleware.AuthenticationMiddleware",
    "django.contrib.messages.middleware.MessageMiddleware",
    "django.middleware.clickjacking.XFrameOptionsMiddleware",
]

ROOT_URLCONF = "deploy.urls"
ASGI_APPLICATION = "deploy.asgi.application"
TEMPLATES = [
    {
        "BACKEND": "django.template.backends.django.DjangoTemplates",
        "DIRS": [BASE_DIR / "deploy" / "templates"],
        "APP_DIRS": True,
        "OPTIONS": {
            "context_processors": [
                "django.template.context_processors.request",
                "django.template.context_processors.i18n",
                "wallet.zone.zone",  # in place of django.template.context_processors.tz
                "django.contrib.auth.context_processors.auth",
                "django.contrib.messages.context_processors.messages",
                "csp.context_processors.nonce",
            ]
        },
    }
]

# Limits of one statement, one wait for a lock, and an idle open transaction (milliseconds).
_DB_LIMITS = (
    f"-c statement_timeout={env.int('DB_STATEMENT_TIMEOUT_MS', default=5000)}"
    f" -c lock_timeout={env.int('DB_LOCK_TIMEOUT_MS', default=2000)}"
    " -c idle_in_transaction_session_timeout=15000"
)
# Connections of one process at most; 0: each thread has its own (manage.py).
_DB_POOL = env.int("DB_POOL", default=16)


def database(url: str) -> dict[str, object]:
    """Return Django's settings of the database at an address."""
    found: dict[str, object] = env.db_url_config(url)
    options: dict[str, object] = {**env.db_url_config(url).get("OPTIONS", {})}
    options["options"] = _DB_LIMITS
    options["prepare_threshold"] = None  # wallet.prepared does it, by names of its own
    if _DB_POOL:
        options["pool"] = {"min_size": 1, "max_size": _DB_POOL, "timeout": 10}
    return found | {
        "ATOMIC_REQUESTS": False,  # each command opens its own transaction
        "CONN_MAX_AGE": 0,  # the pool keeps connections
        "TEST": {"NAME": env.str("TEST_DB", default="test_batida")},
        "OPTIONS": options,
    }


# The application's role reads the ledger and calls its functions, no more (wallet.roles). Only
# deploy.ready, which migrates, connects as the owner too: there `default` is the owner and `app`
# is whom the house will serve as.
DATABASES = {"default": database(required("DATABASE_URL"))}
if env.bool("BATIDA_AS_OWNER", default=False):
    DATABASES = {
        "default": database(required("DATABASE_OWNER_URL")),
        "app": DATABASES["default"],
    }

REDIS_URL = env.str("REDIS_URL", default="")
if REDIS_URL:
    CACHES = {
        "default": {
            "BACKEND": "django.core.cache.backends.redis.RedisCache",
            "LOCATION": REDIS_URL,
        }
    }

# Celery: JSON only, nothing stored as a result, one message at a time, and a message counts as
# done when its work is. The filesystem broker (ours, deploy.broker) serves one machine; REDIS_URL
# serves many.
CELERY_BROKER_URL = REDIS_URL or "filesystem://"
CELERY_BROKER_CONNECTION_RETRY_ON_STARTUP = True
if REDIS_URL:
    CELERY_BROKER_TRANSPORT_OPTIONS: dict[str, object] = {"visibility_timeout": 600}
else:
    CELERY_BROKER_TRANSPORT = "deploy.broker:Transport"
    _BROKER = VAR_DIR / "broker"
    CELERY_BROKER_TRANSPORT_OPTIONS = {
        "data_folder_in": str(_BROKER / "queue"),
        "data_folder_out": str(_BROKER / "queue"),
        "control_folder": str(_BROKER / "control"),
        "polling_interval": 0.1,
    }
CELERY_TASK_SERIALIZER = CELERY_EVENT_SERIALIZER = "json"
CELERY_ACCEPT_CONTENT = ["json"]
CELERY_TASK_IGNORE_RESULT = True
CELERY_TASK_ACKS_LATE = CELERY_TASK_REJECT_ON_WORKER_LOST = True
CELERY_WORKER_PREFETCH_MULTIPLIER = 1
CELERY_TASK_SOFT_TIME_LIMIT = 60
CELERY_BEAT_MAX_LOOP_INTERVAL = 1  # beat sleeps through a stop: seconds at most
CELERY_WORKER_HIJACK_ROOT_LOGGER = False
CELERY_TIMEZONE = "UTC"

LOGGING = logs.settings(env.str("BATIDA_LOG_LEVEL", default="INFO"))
logs.configure()

AUTH_USER_MODEL = "accounts.User"
LOGIN_URL = "sign-in"
LOGIN_REDIRECT_URL = "lobby"
LOGOUT_REDIRECT_URL = "home"
PASSWORD_HASHERS = ["django.contrib.auth.hashers.PBKDF2PasswordHasher"]
AUTH_PASSWORD_VALIDATORS = [
    {"NAME": f"django.contrib.auth.password_validation.{name}"}
    for name in (
        "UserAttributeSimilarityValidator",
        "MinimumLengthValidator",
        "CommonPasswordValidator",
    )
]
# Sockets that one account may hold open in one process: tabs and devices at a few tables.
SOCKETS_PER_ACCOUNT = env.int("SOCKETS_PER_ACCOUNT", default=20)
# The same for one address of visitors, who may listen to tournaments: a whole club has one.
SOCKETS_PER_ADDRESS = env.int("SOCKETS_PER_ADDRESS", default=200)
# Connections that one address may have open to one web process, of whatever kind. A proxy that
# uvicorn believes (FORWARDED_ALLOW_IPS, this machine by default) is not bounded by it.
CONNECTIONS_PER_ADDRESS = env.int("CONNECTIONS_PER_ADDRESS", default=1000)
# Chips that a new account is given by the house (issued, and counted by the audit).
WELCOME_CHIPS = env.int("WELCOME_CHIPS", default=1000)
# Chips that one member of staff may grant or burn alone; above it a second one has to agree.
TWO_PEOPLE_ABOVE = env.int("TWO_PEOPLE_ABOVE", default=10_000)
# Whether players may pay each other, outside of any game.
PLAYER_PAYMENTS = env.bool("PLAYER_PAYMENTS", default=False)

# Tries at once, and the seconds until there is one more (exact under concurrency:
# wallet/rate_limits.py).
RATE_LIMITS = {
    "sign-up": (env.int("SIGN_UP_BURST", default=30), 20.0),  # by address
    "sign-in": (10, 30.0),  # by name and address; cleared by a success
    "sign-in-name": (100, 36.0),  # by name, from wherever
    "sign-in-address": (env.int("SIGN_IN_BURST", default=60), 2.0),  # by address, whatever name
    "ws-tickets": (30, 1.0),  # by account
    # New requests of an account; what it asks again by the same key is not counted.
    "tables": (20, 30.0),  # to open a table
    "asking": (10, 30.0),  # to be let in to a private one
    "seats": (40, 3.0),  # to sit down, to leave, and whatever else is done with seats
    "entries": (20, 30.0),  # to enter a tournament, to leave it, and what its players say and buy
    "talk": (10, 2.0),  # to say something, wherever
    "costly": (120, 0.5),  # to have a tournament planned, reckoned or read in
    "refused": (60, 10.0),  # whatever was refused and is kept as the answer to its key
}

# Whether webhooks may go to machines that are none of the open internet, and without TLS.
WEBHOOKS_PRIVATE = env.bool("BATIDA_WEBHOOKS_PRIVATE", default=False)
# So many days the log of what was sent to webhooks is kept.
WEBHOOK_DELIVERIES_DAYS = env.int("BATIDA_WEBHOOK_DELIVERIES_DAYS", default=30)

REST_FRAMEWORK = {
    "DEFAULT_AUTHENTICATION_CLASSES": [
        "deploy.api.authentication.TokenAuthentication",
        "deploy.api.authentication.PageSessionAuthentication",
    ],
    "DEFAULT_PERMISSION_CLASSES": ["rest_framework.permissions.IsAuthenticated"],
    "DEFAULT_PARSER_CLASSES": ["deploy.api.parsers.BoundedJSONParser"],
    "DEFAULT_RENDERER_CLASSES": ["rest_framework.renderers.JSONRenderer"],
    "DEFAULT_SCHEMA_CLASS": "deploy.api.described.Described",
    "EXCEPTION_HANDLER": "deploy.api.problems.exception_handler",
    "TEST_REQUEST_DEFAULT_FORMAT": "json",
}
REST_KNOX = {"TOKEN_TTL": timedelta(days=30)}
SPECTACULAR_SETTINGS = {
    "TITLE": "Batida",
    "DESCRIPTION": "Live chip tables and tournaments of the Brazilian rummy family (Pif Paf, "
    "Cacheta, Pife) and of Pili Pili, by program. /help/api/ tells how to begin, "
    "/help/sockets/ what the WebSockets of tables and tournaments say. "
    "Errors are RFC 9457 problem objects; their codes are explained under /problems/.",
    "TAGS": [
        {"name": "start", "description": "What there is, and the server's clock."},
        {"name": "accounts", "description": "Signing up, and tokens."},
        {"name": "me", "description": "The account that asks: its chips, limits and seats."},
        {
            "name": "ledger",
            "description": "The books: supply and seals for all, the rest for staff.",
        },
        {"name": "tables", "description": "Tables, seats, and playing at one."},
        {"name": "hands", "description": "Finished hands and their records."},
        {"name": "tournaments", "description": "Tournaments, from the draft to the payout."},
        {"name": "sockets", "description": "Tickets to the sockets; see /help/sockets/."},
    ],
    "VERSION": "1",
    "OAS_VERSION": "3.1.0",
    "SERVE_INCLUDE_SCHEMA": False,
    "SCHEMA_PATH_PREFIX": "/api/v1",
    "SWAGGER_UI_DIST": "SIDECAR",
    "SWAGGER_UI_FAVICON_HREF": "SIDECAR",
    # Folded: a hundred and fifty operations drawn at once hold a browser up for seconds.
    "SWAGGER_UI_SETTINGS": {
        "persistAuthorization": False,
        "validatorUrl": None,
        "docExpansion": "none",
        "defaultModelsExpandDepth": -1,
        "deepLinking": True,
    },
    "ENUM_NAME_OVERRIDES": {
        "AccountKind": "wallet.models.AccountKind.choices",
        "AccountState": "wallet.models.AccountState.choices",
        "TransferKind": "wallet.models.TransferKind.choices",
        "WalletKind": "wallet.books.WALLET_CHOICES",
        "IssueKind": "wallet.models.requests.ISSUE_CHOICES",
        "TableState": [("open", "Open"), ("closed", "Closed")],
        "GuestState": [("asked", "Asked"), ("approved", "Approved"), ("refused", "Refused")],
    },
    "POSTPROCESSING_HOOKS": [
        "drf_spectacular.hooks.postprocess_schema_enums",
        "deploy.api.schema.add_problems",
    ],
}
CSRF_FAILURE_VIEW = "deploy.pages.errors.csrf_failure"

LANGUAGE_CODE = "en"
LANGUAGES = [("pt-br", "Português"), ("en", "English"), ("fr", "Français"), ("de", "Deutsch")]
LOCALE_PATHS = [BASE_DIR / "deploy" / "locale"]
TIME_ZONE = "UTC"
# An IANA name, such as America/Sao_Paulo: pages show and read times in it. See deploy/zone.py.
HOUSE_TIME_ZONE = zone_named(env.str("BATIDA_TIME_ZONE", default="UTC"))
USE_TZ = True
USE_I18N = True

STATIC_URL = "/static/"
STATIC_ROOT = BASE_DIR / ".static"  # made by deploy/run and deploy/test
STATICFILES_DIRS = [BASE_DIR / "deploy" / "static"]
STORAGES = {
    "default": {"BACKEND": "django.core.files.storage.FileSystemStorage"},
    "staticfiles": {"BACKEND": "deploy.assets.StaticStorage"},
}
DEFAULT_AUTO_FIELD = "django.db.models.BigAutoField"

SESSION_COOKIE_SAMESITE = "Lax"
SESSION_COOKIE_SECURE = CSRF_COOKIE_SECURE = SECURE_SSL_REDIRECT = HTTPS
# A probe comes from inside, over plain HTTP.
SECURE_REDIRECT_EXEMPT = [r"^healthz$", r"^readyz$", r"^metrics$"]
SECURE_HSTS_SECONDS = 31_536_000 if HTTPS else 0
SECURE_HSTS_INCLUDE_SUBDOMAINS = SECURE_HSTS_PRELOAD = HTTPS
SECURE_PROXY_SSL_HEADER = ("HTTP_X_FORWARDED_PROTO", "https") if HTTPS else None
DATA_UPLOAD_MAX_MEMORY_SIZE = 65_536
X_FRAME_OPTIONS = "DENY"
CONTENT_SECURITY_POLICY = {
    "DIRECTIVES": {
        "default-src": ["'self'"],
        "img-src": ["'self'", "data:"],
        "object-src": ["'none'"],
        "frame-ancestors": ["'none'"],
        "base-uri": ["'self'"],
    }
}
