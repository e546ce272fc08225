"""The forms of the accounts. They carry words; the rules stand in deploy.accounts.commands."""

import uuid

from django import forms
from django.utils.translation import gettext_lazy as _

from wallet.pages.forms import PageForm


class DoorForm(PageForm):
    """A page that is this form and nothing else: who comes there writes at once."""

    def begin(self) -> None:
        """Put the cursor into the first field that is wrong, else into the first."""
        shown = [field.name for field in self.visible_fields()]
        place = next((name for name in shown if name in self.errors), shown[0])
        self.fields[place].widget.attrs["autofocus"] = True


class SignUpForm(DoorForm):
    """A new account. `key` names the form, so that pressing twice opens one account."""

    key = forms.UUIDField(widget=forms.HiddenInput, initial=uuid.uuid4)
    username = forms.CharField(
        label=_("Name"),
        max_length=150,
        help_text=_("What others see at the table. 3 to 20 letters, digits, _ - or a full stop."),
        widget=forms.TextInput(
            attrs={"autocomplete": "username", "autocapitalize": "none", "spellcheck": "false"}
        ),
    )
    password = forms.CharField(
        label=_("Password"),
        strip=False,
        help_text=_("At least 8 characters. A few unrelated words do well."),
        widget=forms.PasswordInput(attrs={"autocomplete": "new-password"}),
    )


class SignInForm(DoorForm):
    """Name and password of an account."""

    username = forms.CharField(
        label=_("Name"),
        max_length=150,
        widget=forms.TextInput(
            attrs={"autocomplete": "username", "autocapitalize": "none", "spellcheck": "false"}
        ),
    )
    password = forms.CharField(
        label=_("Password"),
        strip=False,
        widget=forms.PasswordInput(attrs={"autocomplete": "current-password"}),
    )
