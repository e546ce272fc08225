"""The forms of the accounts. They carry words; the rules stand in deploy.accounts.commands."""

import uuid

from django import forms
from django.utils.translation import gettext_lazy as _

from wallet.pages.forms import PageForm


class SignUpForm(PageForm):
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


class SignInForm(PageForm):
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
