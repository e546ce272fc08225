"""Forms that do something to a tournament: each names a command, and shows a refusal in place.

A form has `do` (its verb) and a key of its own, so that pressing twice does it once. A refused
one comes back with what was typed, the reason as a sentence, and a new key: what is sent next is
another request.
"""

import uuid
from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any, cast

from django.contrib import messages
from django.http import HttpRequest, QueryDict

from tournaments import commands
from tournaments.pages.reading import Seen
from tournaments.pages.refusals import sentence_of
from wallet.errors import Refusal
from wallet.pages.forms import KeyedForm

if TYPE_CHECKING:
    from django_stubs_ext import StrPromise


class VerbForm(KeyedForm):
    """A form on a page of a tournament; subclasses take their choices from what is seen."""

    def __init__(self, data: QueryDict | None, seen: Seen, do: str) -> None:
        """Make it for one verb; `do` keeps the ids of several forms on one page apart."""
        super().__init__(data)
        self.auto_id = f"{do.replace('%', '%%')}-%s"
        self.do = do
        self.prepare(seen)

    @property
    def place(self) -> str:
        """The id of the form on its page: one of its own, so that no other is sent back to."""
        return self.do

    def prepare(self, seen: Seen) -> None:
        """Fill in the choices."""

    def arguments(self) -> dict[str, Any]:
        """What the command is called with, beside the user, the key and the tournament."""
        return {name: value for name, value in self.cleaned_data.items() if name != "key"}

    def said(self, done: str) -> str:
        """What is said when it is done: the verb's words `done`, unless the form knows better."""
        return done

    def aside(self) -> str:
        """What is to be said beside the verb's words when it is done; mostly nothing."""
        return ""

    def renewed(self) -> None:
        """Give a refused form a new key."""
        data = cast("QueryDict", self.data).copy()
        data["key"] = str(uuid.uuid4())
        self.data = data


@dataclass(frozen=True)
class Verb:
    """What can be done: its form, its command, the button's words, and what is said when done.

    `command`: its name in `tournaments.commands`.
    """

    form: type[VerbForm]
    command: str
    label: "StrPromise"
    done: "StrPromise"
    danger: bool = False


class Forms(Mapping[str, VerbForm]):
    """The forms of a page by verb: fresh ones, and the one that was refused as it was sent."""

    def __init__(
        self, verbs: Mapping[str, Verb], seen: Seen, failed: VerbForm | None = None
    ) -> None:
        """Hold the verbs; forms are made when a page asks for them."""
        self.verbs = verbs
        self._seen = seen
        self.failed = failed
        self._made: dict[str, VerbForm] = {}

    def __getitem__(self, do: str) -> VerbForm:
        """The form of a verb, made once: the same one wherever the page asks for it."""
        if self.failed is not None and self.failed.do == do:
            return self.failed
        if do not in self._made:
            self._made[do] = self.verbs[do].form(None, self._seen, do)
        return self._made[do]

    def __iter__(self) -> Iterator[str]:
        """All verbs."""
        return iter(self.verbs)

    def __len__(self) -> int:
        """How many verbs there are."""
        return len(self.verbs)


def did(request: HttpRequest, seen: Seen, verbs: Mapping[str, Verb]) -> VerbForm | None:
    """Do what a sent form asks; return the form if it was refused, None if it was done."""
    do = request.POST.get("do", "")
    verb = verbs.get(do) or next(iter(verbs.values()))
    form = verb.form(request.POST, seen, do)
    if not form.is_valid():
        form.renewed()
        return form
    try:
        getattr(commands, verb.command)(
            user=seen.reader,
            key=str(form.cleaned_data["key"]),
            tournament_id=seen.row.pk,
            **form.arguments(),
        )
    except Refusal as refusal:
        form.refuse(None, sentence_of(refusal))
        form.renewed()
        return form
    messages.success(request, form.said(str(verb.done)))
    if aside := form.aside():
        messages.info(request, aside)
    return None
