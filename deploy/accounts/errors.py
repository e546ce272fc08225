"""Refusals of the accounts. Each says what would be right; a refused command changed nothing."""

from django.utils.translation import gettext_lazy as _

from wallet.errors import Refusal


class UsernameTaken(Refusal):
    """Somebody has that name, or one that looks the same."""

    code = "username-taken"
    title = _("Name taken")
    sentence = _("Somebody has that name, or one that looks the same. Choose another.")


class UsernameInvalid(Refusal):
    """The name has a character, a length or a form that names may not have."""

    code = "username-invalid"
    status = 422
    title = _("Not a name for the table")
    sentence = _("Choose a name of 3 to 20 characters: Latin letters, digits and _ - . only.")


class PasswordWeak(Refusal):
    """The password is too easy to guess. Facts: reasons, every one as a sentence."""

    code = "password-weak"
    status = 422
    title = _("Password too weak")
    sentence = _("Send the password as text of at most 128 characters.")


class SignInFailed(Refusal):
    """Name and password do not belong together (which of the two is wrong stays unsaid)."""

    code = "sign-in-failed"
    status = 401
    title = _("Not signed in")
    sentence = _("That name and password do not belong together.")


class NoToken(Refusal):
    """The request was made with a session, so there is no token to revoke."""

    code = "no-token"
    title = _("No token to revoke")
    sentence = _("Send the token that you want to revoke in the Authorization header.")
