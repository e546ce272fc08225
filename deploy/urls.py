"""Every address of the house."""

from django.contrib import admin
from django.urls import URLPattern, URLResolver, include, path, re_path
from django.views.generic import RedirectView

from deploy import health
from deploy.api.problems import unknown_address

urlpatterns: list[URLPattern | URLResolver] = [
    path("healthz", health.healthz, name="healthz"),
    path("readyz", health.readyz, name="readyz"),
    path("metrics", health.metrics, name="metrics"),
    path("", include("deploy.pages.urls")),
    path("", include("wallet.pages.urls")),
    path("", include("tables.pages.urls")),
    path("", include("tournaments.pages.urls")),
    path("api/v1/", include("deploy.api.urls")),
    path("api/v1/", include("wallet.api.urls")),
    path("api/v1/", include("tables.api.urls")),
    path("api/v1/", include("tournaments.api.urls")),
    # The house's sign-in counts tries; the admin's own would not.
    path(
        "admin/login/",
        RedirectView.as_view(pattern_name="sign-in", query_string=True),
        name="admin-sign-in",
    ),
    path("admin/", admin.site.urls),
    # The last: whatever else is under /api is answered as a problem, also in debug mode.
    re_path(r"^api/", unknown_address, name="api-unknown"),
]
handler400 = "deploy.pages.errors.bad_request"
handler403 = "deploy.pages.errors.forbidden"
handler404 = "deploy.pages.errors.not_found"
handler500 = "deploy.pages.errors.server_error"
