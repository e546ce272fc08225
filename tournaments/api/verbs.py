"""The verbs of tournaments that only POST: a table of addresses and the commands behind them."""

from typing import Final

from django.urls import URLPattern, path

from tournaments import commands
from tournaments.api import answers, shapes
from tournaments.api.doors import Method, done_by, only

TOURNAMENT: Final = "tournaments/<int:tournament_id>"
ENTRY: Final = "entries/<str:entrant>"
STAGE: Final = "stages/<stage:stage>"
MATCH: Final = f"{STAGE}/matches/<str:match>"


def _phase(operation: str, verb: str, says: str) -> Method:
    return done_by(operation, getattr(commands, verb), says, answers.PhaseSerializer)


def _entry(operation: str, verb: str, says: str) -> Method:
    command, asks = getattr(commands, verb), shapes.NoteSerializer
    return done_by(operation, command, says, answers.EntrySerializer, asks)


_ORGANISING: dict[str, Method] = {
    "announce": done_by(
        "announce_tournament",
        commands.announce,
        "Announce my draft: from now on it is public, and nothing of its settings changes.",
        answers.AnnouncedSerializer,
    ),
    "open": _phase("open_registration", "open_registration", "Open the registration."),
    "close": _phase("close_registration", "close_registration", "Close the registration."),
    "start": done_by(
        "start_tournament",
        commands.start,
        "Start it with those who are in.",
        answers.PhaseSerializer,
        shapes.StartSerializer,
    ),
    "pause": done_by(
        "pause_tournament",
        commands.pause,
        "Stop clocks and new hands, with a public reason.",
        answers.PhaseSerializer,
        shapes.NoteSerializer,
    ),
    "resume": _phase("resume_tournament", "resume", "Let it go on."),
    "cancel": done_by(
        "cancel_tournament",
        commands.cancel,
        "Cancel it, with a public reason: everybody gets back what was paid in.",
        answers.CancelledSerializer,
        shapes.NoteSerializer,
    ),
    "note": done_by(
        "say_in_tournament",
        commands.say,
        "Put a note at the head of the tournament's page; an empty one takes it away.",
        answers.NotedSerializer,
        shapes.PinnedNoteSerializer,
    ),
    "stacks": done_by(
        "report_stacks",
        commands.report_stacks,
        "Keep the chip counts of a live room.",
        answers.KeptSerializer,
        shapes.StacksSerializer,
    ),
    "bots": done_by(
        "enter_bots",
        commands.enter_bots,
        "Fill free places with bots of the house, who play at live tables; free of cost only.",
        answers.EnteredSerializer,
        shapes.BotsSerializer,
    ),
    "undo": done_by(
        "undo_correction",
        commands.undo,
        "Take back the newest correction, with a public reason.",
        answers.EventNumberSerializer,
        shapes.NoteSerializer,
    ),
    "redo": done_by(
        "redo_correction",
        commands.redo,
        "Put a correction that was taken back in force again.",
        answers.EventNumberSerializer,
        shapes.NoteSerializer,
    ),
}
_ENTRIES: dict[str, Method] = {
    "entries/me/check-in": done_by(
        "check_in", commands.check_in, "Say that I am there.", answers.EntrySerializer
    ),
    "entries/me/re-enter": done_by(
        "re_enter", commands.re_enter, "Buy in again after I am out.", answers.ChipsSerializer
    ),
    "entries/me/rebuy": done_by(
        "rebuy", commands.rebuy, "Buy chips while I have few.", answers.ChipsSerializer
    ),
    "entries/me/add-on": done_by(
        "add_on", commands.add_on, "Buy the chips of the add-on.", answers.ChipsSerializer
    ),
    f"{ENTRY}/check-in": done_by(
        "check_in_entrant",
        commands.check_in,
        "Say as the organiser that somebody is there.",
        answers.EntrySerializer,
    ),
    f"{ENTRY}/re-enter": done_by(
        "re_enter_entrant",
        commands.re_enter,
        "Let somebody in again as the organiser of a room, where it costs no chips of the house.",
        answers.ChipsSerializer,
    ),
    f"{ENTRY}/rebuy": done_by(
        "rebuy_entrant",
        commands.rebuy,
        "Write down a rebuy as the organiser of a room, where it costs no chips of the house.",
        answers.ChipsSerializer,
        shapes.RebuySerializer,
    ),
    f"{ENTRY}/add-on": done_by(
        "add_on_entrant",
        commands.add_on,
        "Write down an add-on as the organiser of a room, where it costs no chips of the house.",
        answers.ChipsSerializer,
    ),
    f"{ENTRY}/remove": _entry("remove_entrant", "remove", "Take somebody out, as if withdrawn."),
    f"{ENTRY}/disqualify": _entry(
        "disqualify_entrant", "disqualify", "Put somebody out; what was played stands."
    ),
    f"{ENTRY}/reinstate": _entry(
        "reinstate_entrant", "reinstate", "Take somebody back in, from now on."
    ),
}
_PLAY: dict[str, Method] = {
    f"{MATCH}/report": done_by(
        "report_result",
        commands.report,
        "Report how a match ended: the organiser decides; in a room all its players who say the"
        " same do, too. At a live table the table decides (table-decides).",
        answers.ReportedSerializer,
        shapes.ReportSerializer,
    ),
    f"{MATCH}/take-back": done_by(
        "take_back_report",
        commands.take_back,
        "Take back what I said of my match, while it has no result: nothing of mine stands then.",
        answers.TakenBackSerializer,
    ),
    f"{MATCH}/forfeit": done_by(
        "forfeit_match",
        commands.forfeit,
        "Decide a match for those who came, with a public reason.",
        answers.RecordedSerializer,
        shapes.ForfeitSerializer,
    ),
    f"{MATCH}/correct": done_by(
        "correct_result",
        commands.correct,
        "Change a result that stands, with a ruling for each match further on, and a reason.",
        answers.EventNumberSerializer,
        shapes.CorrectSerializer,
    ),
    f"{STAGE}/ties": done_by(
        "break_tie",
        commands.break_tie,
        "Put equals in order: as decided, or drawn from the seed.",
        answers.OrderSerializer,
        shapes.TieSerializer,
    ),
    f"{STAGE}/busts": done_by(
        "report_busts",
        commands.report_busts,
        "Report who is out in a live room, and be told who moves where.",
        answers.MovedSerializer,
        shapes.BustsSerializer,
    ),
    f"{STAGE}/busts/correct": done_by(
        "correct_busts",
        commands.correct_busts,
        "Correct who was out when, with a public reason.",
        answers.EventNumberSerializer,
        shapes.CorrectBustsSerializer,
    ),
    "deals/<int:deal>/votes": done_by(
        "vote_on_deal",
        commands.vote_deal,
        "Answer a proposal: one no takes it off, the last yes makes it.",
        answers.VotedSerializer,
        shapes.VoteSerializer,
    ),
}


def _name(address: str) -> str:
    steps = [step for step in address.split("/") if not step.startswith("<")]
    return "-".join(["api-tournament", *steps])


def _named(verbs: dict[str, Method]) -> list[URLPattern]:
    return [
        path(f"{TOURNAMENT}/{address}", only(post=method), name=_name(address))
        for address, method in verbs.items()
    ]


urlpatterns: list[URLPattern] = [
    *_named(_ORGANISING),
    *_named(_ENTRIES),
    *_named(_PLAY),
]
