"""Sign-up, sign-in, sign-out and the choice of a language, as pages."""

from http import HTTPStatus

from django.conf import settings
from django.contrib import messages
from django.contrib.auth import login, logout
from django.http import HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.urls import NoReverseMatch, reverse
from django.utils.http import url_has_allowed_host_and_scheme
from django.utils.translation import get_language
from django.utils.translation import gettext as _
from django.views.decorators.cache import never_cache
from django.views.decorators.debug import sensitive_post_parameters
from django.views.decorators.http import require_http_methods, require_POST
from django.views.i18n import set_language as django_set_language

from deploy.accounts import commands
from deploy.accounts.errors import PasswordWeak, UsernameInvalid, UsernameTaken
from deploy.accounts.models import User
from deploy.pages.forms import SignInForm, SignUpForm
from wallet import rate_limits
from wallet.errors import Refusal

BACKEND = "django.contrib.auth.backends.ModelBackend"


def address_of(request: HttpRequest) -> str:
    """Return the client's address, as the server in front of us has made it out."""
    return str(request.META.get("REMOTE_ADDR") or "unknown")


def next_address(request: HttpRequest) -> str:
    """Return where to go after signing in: `next` if it is ours, else the lobby, else home."""
    wanted = request.POST.get("next") or request.GET.get("next") or ""
    hosts = {request.get_host()}
    if url_has_allowed_host_and_scheme(wanted, hosts, require_https=request.is_secure()):
        return wanted
    try:
        return reverse(settings.LOGIN_REDIRECT_URL)
    except NoReverseMatch:
        return reverse("home")


def welcome(request: HttpRequest, user: User) -> HttpResponse:
    """Start the user's session, in the user's language."""
    login(request, user, backend=BACKEND)
    response = redirect(next_address(request))
    if user.language:
        response.set_cookie(
            settings.LANGUAGE_COOKIE_NAME,
            user.language,
            max_age=365 * 86_400,
            secure=settings.HTTPS,
            samesite="Lax",
        )
    return response


@never_cache
@sensitive_post_parameters("password")
@require_http_methods(["GET", "POST"])
def sign_up(request: HttpRequest) -> HttpResponse:
    """Open an account and sit its owner down in the lobby."""
    form = SignUpForm(request.POST if request.method == "POST" else None)
    status = HTTPStatus.OK
    if request.method == "POST" and form.is_valid():
        data = form.cleaned_data
        try:
            rate_limits.take("sign-up", address_of(request))
            user = commands.sign_up(
                username=data["username"],
                password=data["password"],
                language=get_language() or "",
                key=str(data["key"]),
            )
        except (UsernameTaken, UsernameInvalid) as refusal:
            form.refuse("username", refusal.detail)
        except PasswordWeak as refusal:
            form.refuse("password", *refusal.facts.get("reasons", [refusal.detail]))
        except Refusal as refusal:
            form.refuse(None, refusal.detail)
            status = HTTPStatus(refusal.status)
        else:
            messages.success(request, _("Welcome, %(name)s.") % {"name": user.username})
            return welcome(request, user)
    form.begin()
    context = {"form": form, "next": request.POST.get("next") or request.GET.get("next", "")}
    return render(request, "pages/sign_up.html", context, status=_status(form.errors, status))


@never_cache
@sensitive_post_parameters("password")
@require_http_methods(["GET", "POST"])
def sign_in(request: HttpRequest) -> HttpResponse:
    """Start a session."""
    form = SignInForm(request.POST if request.method == "POST" else None)
    status = HTTPStatus.OK
    if request.method == "POST" and form.is_valid():
        try:
            user = commands.check_credentials(**form.cleaned_data, address=address_of(request))
        except Refusal as refusal:
            form.refuse(None, refusal.detail)
            status = HTTPStatus(refusal.status) if refusal.transient else status
        else:
            return welcome(request, user)
    form.begin()
    context = {"form": form, "next": request.POST.get("next") or request.GET.get("next", "")}
    return render(request, "pages/sign_in.html", context, status=_status(form.errors, status))


def _status(errors: object, status: HTTPStatus) -> HTTPStatus:
    return HTTPStatus.UNPROCESSABLE_ENTITY if errors and status == HTTPStatus.OK else status


@require_POST
def sign_out(request: HttpRequest) -> HttpResponse:
    """End the session."""
    logout(request)
    messages.info(request, _("You are signed out."))
    return redirect("home")


@require_POST
def set_language(request: HttpRequest) -> HttpResponse:
    """Remember the language in a cookie, and with the account of a signed-in reader."""
    if isinstance(request.user, User):
        commands.choose_language(request.user, request.POST.get("language", ""))
    response: HttpResponse = django_set_language(request)
    return response
