"""The forms of the accounts. They carry words; the rules stand in deploy.accounts.commands."""

import uuid

from django import forms
from django.http import QueryDict
from django.utils.translation import gettext_lazy as _


class PageForm(forms.Form):
    """A form whose fields say by themselves that they are wrong, also to a screen reader."""

    def __init__(self, data: QueryDict | None = None) -> None:
        super().__init__(data, label_suffix="")

    def refuse(self, field: str | None, *sentences: str) -> None:
        """Show the sentences of a refusal at `field` (None: above the form)."""
        for sentence in sentences:
            self.add_error(field, sentence)


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
