"""Private tables: reached by a link, entered by the owner's leave, unseen by everybody else."""

from collections.abc import Iterator
from functools import partial

import pytest

from deploy.accounts.models import User
from tables import commands, invites, queries
from tables.boards import load_board
from tables.errors import (
    NoSuchGuest,
    NoSuchInvite,
    NoSuchTable,
    NotAnsweredYet,
    NotLetIn,
    NotOwner,
    NotPrivate,
    NotSeated,
    TableClosed,
    TooManyAsking,
)
from tables.models import Guest, Seat, Table
from tests.house import House, a_player, open_house, sit
from tests.tables.felt import deal, digest, fold_out, quick_table
from tests.tables.rest import Person, assert_problem, browser
from tests.together import together
from wallet import queries as chips

pytestmark = pytest.mark.django_db(transaction=True)


@pytest.fixture
def club(players: list[User], quick_clock: None) -> int:
    """Ana's private table; she sits there."""
    table_id = quick_table(players[0], private=True)
    sit(players[0], table_id)
    return table_id


def link(table_id: int) -> str:
    """Return the secret of the table's link."""
    return Table.objects.get(pk=table_id).invite


def ask(user: User, table_id: int, key: str = "ask") -> str:
    """Ask by the link of now; return where the user stands."""
    return str(commands.ask_to_play(user=user, key=key, invite=link(table_id))["state"])


def answer(owner: User, table_id: int, name: str, *, approve: bool) -> dict[str, object]:
    """Let a guest in, or not, as often as this is called."""
    key = f"{name}{approve}{Table.objects.get(pk=table_id).seq}"
    return commands.answer_guest(
        user=owner, key=key, table_id=table_id, name=name, approve=approve
    )


def test_nobody_guesses_the_link_and_an_open_table_has_none(
    players: list[User], club: int
) -> None:
    assert len(link(club)) >= 22, "128 bits and more"
    other = quick_table(players[0], private=True)
    assert link(other) != link(club)
    open_table = quick_table(players[0])
    assert link(open_table) == ""
    with pytest.raises(NoSuchInvite):
        commands.ask_to_play(user=players[1], key="k", invite="")
    with pytest.raises(NotPrivate):
        commands.renew_link(user=players[0], key="k", table_id=open_table)


def test_to_whoever_was_not_let_in_there_is_no_such_table(
    players: list[User], club: int, stranger: User
) -> None:
    person, page = Person(stranger), browser(stranger)
    before = digest()
    with pytest.raises(NoSuchTable):
        sit(stranger, club)
    for path in ("", "/state", "/events", "/legal-actions"):
        assert_problem(person.get(f"tables/{club}{path}"), 404, "no-such-table")
    for path, body in (("/talk", {"phrase": "hello"}), ("/bots", {}), ("/invite", {})):
        answered = person.post(f"tables/{club}{path}", body)
        assert answered.status in {400, 404}, path
        assert answered.status == 400 or answered.json["code"] == "no-such-table", path
    assert page.get(f"/tables/{club}/").status_code == 404
    assert page.get(f"/hands/?table={club}").status_code == 404
    assert [row["id"] for row in queries.lobby(stranger)] == []
    assert [row["id"] for row in queries.lobby(players[0])] == [club]
    assert digest() == before


def test_a_guest_asks_waits_is_let_in_and_plays(players: list[User], club: int) -> None:
    ana, bia, _caio = players
    assert ask(bia, club) == "asked"
    assert load_board(club).snapshot(ana.pk)["host"]["asking"] == ["bia"]
    with pytest.raises(NotAnsweredYet):
        sit(bia, club)
    with pytest.raises(NoSuchTable):
        queries.seen_table(club, bia)
    assert answer(ana, club, "BIA", approve=True) == {
        "name": "bia",
        "state": "approved",
        "left": True,
    }
    assert queries.seen_table(club, bia).pk == club
    assert [row["private"] for row in queries.lobby(bia)] == [True]
    sit(bia, club)
    host = load_board(club).snapshot(ana.pk)["host"]
    assert (host["asking"], host["guests"], host["invite"]) == ([], ["bia"], link(club))
    assert load_board(club).snapshot(bia.pk)["host"] is None


def test_asking_again_is_one_request_and_one_event(players: list[User], club: int) -> None:
    bia = players[1]
    together([partial(ask, bia, club, str(n)) for n in range(6)])
    assert Guest.objects.filter(table_id=club).count() == 1
    assert Table.objects.get(pk=club).events.filter(type="asked").count() == 1
    assert ask(players[0], club) == "approved", "the owner need not ask"
    assert Guest.objects.count() == 1


def test_who_was_refused_asks_again_by_a_new_link_only(players: list[User], club: int) -> None:
    ana, bia, caio = players
    ask(bia, club)
    answer(ana, club, "bia", approve=False)
    with pytest.raises(NotLetIn):
        ask(bia, club, "again")
    with pytest.raises(NotLetIn):
        sit(bia, club)
    old = link(club)
    renewed = commands.renew_link(user=ana, key="new", table_id=club)["invite"]
    assert renewed == link(club) != old
    assert commands.renew_link(user=ana, key="new", table_id=club)["invite"] == renewed
    with pytest.raises(NoSuchInvite):
        commands.ask_to_play(user=caio, key="late", invite=old)
    assert invites.invitation(link(club), bia).standing == "new"
    assert ask(bia, club, "by the new one") == "asked"


def test_a_link_that_was_ended_leads_nowhere_and_guests_stay(
    players: list[User], club: int
) -> None:
    ana, bia, caio = players
    ask(bia, club)
    answer(ana, club, "bia", approve=True)
    old = link(club)
    assert commands.revoke_link(user=ana, key="end", table_id=club) == {"invite": None}
    for invite in (old, ""):
        with pytest.raises(NoSuchInvite):
            commands.ask_to_play(user=caio, key=f"ask{invite}", invite=invite)
    sit(bia, club)
    assert load_board(club).snapshot(ana.pk)["host"]["invite"] is None


def test_only_the_owner_answers_removes_and_sees_the_guests(
    players: list[User], club: int, stranger: User
) -> None:
    ana, bia, _caio = players
    ask(bia, club)
    boss = User.objects.create(username="boss", is_staff=True)
    before = digest()
    # To strangers it is as if there were no such table, whatever they ask of it.
    for nosy, refused in ((bia, NotOwner), (stranger, NoSuchTable), (boss, NoSuchTable)):
        with pytest.raises(refused):
            answer(nosy, club, "bia", approve=True)
        with pytest.raises(refused):
            commands.remove_player(user=nosy, key="r", table_id=club, seat=0)
        with pytest.raises(refused):
            commands.revoke_link(user=nosy, key="x", table_id=club)
        with pytest.raises(refused):
            invites.guests(club, nosy)
    with pytest.raises(NoSuchGuest):
        answer(ana, club, "zeca", approve=True)
    changed = {name for name, was in before.items() if digest()[name] != was}
    assert changed == set(), "refusals are kept apart, and nothing else was written"
    assert [row.user.username for row in invites.guests(club, ana)] == ["bia"]


def test_a_player_is_removed_between_hands_with_every_chip(players: list[User], club: int) -> None:
    ana, bia, caio = players
    for guest in (bia, caio):
        ask(guest, club)
        answer(ana, club, guest.username, approve=True)
        sit(guest, club)
    seat = Seat.objects.get(table_id=club, user=bia).number
    deal(club)
    done = commands.remove_player(user=ana, key="out", table_id=club, seat=seat)
    assert done == {"left": False}, "in mid-hand nobody is removed"
    with pytest.raises(NotLetIn):
        commands.sit_in(user=bia, key="no", table_id=club)  # not taken back by its own player
    fold_out(club, players)
    assert not Seat.objects.filter(table_id=club, user=bia).exists()
    assert chips.stack(bia.pk, club) == 0
    assert sum(chips.balance(p.pk) + chips.stack(p.pk, club) for p in players) == 3000
    with pytest.raises(NotLetIn):
        sit(bia, club)
    with pytest.raises(NotSeated):
        commands.remove_player(user=ana, key="gone", table_id=club, seat=seat)
    answer(ana, club, "bia", approve=True)
    sit(bia, club)
    seat = Seat.objects.get(table_id=club, user=bia).number
    assert commands.remove_player(user=ana, key="now", table_id=club, seat=seat) == {"left": True}


def test_the_owner_is_nobodys_guest_and_bots_are_not_removed_here(
    players: list[User], club: int
) -> None:
    bot = commands.add_bot(user=players[0], key="bot", table_id=club)
    for seat in (0, int(str(bot["seat"]))):
        with pytest.raises(NotSeated):
            commands.remove_player(user=players[0], key=f"r{seat}", table_id=club, seat=seat)


def test_many_may_ask_but_not_without_end(
    players: list[User], club: int, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("tables.commands.guests.ASKING_MAX", 1)
    ask(players[1], club)
    with pytest.raises(TooManyAsking):
        ask(players[2], club)


def test_a_closed_table_takes_no_requests(players: list[User], quick_clock: None) -> None:
    table_id = quick_table(players[0], private=True)
    commands.close_table(user=players[0], key="c", table_id=table_id)
    with pytest.raises(TableClosed):
        ask(players[1], table_id)


def test_hands_at_a_private_table_are_listed_to_its_people_only(
    players: list[User], club: int, stranger: User
) -> None:
    ana, bia, caio = players
    for guest in (bia, caio):
        ask(guest, club)
        answer(ana, club, guest.username, approve=True)
        sit(guest, club)
    deal(club)
    hand = fold_out(club, players)
    assert list(queries.hands(club, None, bia)) == [hand]
    assert list(queries.hands(None, None, stranger)) == []
    assert Person(stranger).get("hands").json["results"] == []
    assert Person(stranger).get(f"hands/{hand.pk}/record").status == 200, "anybody may check it"


def test_over_rest_from_link_to_seat(players: list[User], club: int) -> None:
    ana, bia = Person(players[0]), Person(players[1])
    guests = ana.get(f"tables/{club}/guests").json
    assert guests == {"invite": link(club), "results": []}
    landing = bia.get(f"invites/{link(club)}").json
    assert (landing["standing"], landing["taken"], landing["table"]["id"]) == ("new", 1, club)
    assert_problem(bia.get(f"tables/{club}/request"), 404, "no-such-guest")
    assert bia.post(f"invites/{link(club)}").json["standing"] == "asked"
    assert bia.get(f"tables/{club}/request").json == {"table": club, "state": "asked"}
    assert_problem(bia.post(f"tables/{club}/seats", {"buy_in": 500}), 403, "not-answered-yet")
    approved = ana.client.put(
        f"/api/v1/tables/{club}/guests/bia", {"approve": True}, headers={"Idempotency-Key": "a"}
    )
    assert approved.json() == {"name": "bia", "state": "approved", "left": True}
    assert bia.get(f"tables/{club}/request", wait=20).json["state"] == "approved"
    assert bia.post(f"tables/{club}/seats", {"buy_in": 500}).status == 201
    assert ana.delete(f"tables/{club}/seats/1").json == {"left": True}
    assert ana.post(f"tables/{club}/invite").status == 201
    assert ana.delete(f"tables/{club}/invite").json == {"invite": None}
    assert_problem(bia.get("invites/nowhere"), 404, "no-such-invite")
    assert_problem(bia.post(f"tables/{club}/invite"), 403, "not-owner")


def test_the_page_behind_the_link_says_where_i_am(players: list[User], club: int) -> None:
    page = browser(players[1]).get(f"/invites/{link(club)}/")
    assert 'data-standing="new"' in page.content.decode()
    ask(players[1], club)
    page = browser(players[1]).get(f"/invites/{link(club)}/")
    assert 'data-standing="asked"' in page.content.decode()
    assert browser(players[1]).get("/invites/nowhere/").status_code == 404


@pytest.fixture
def house() -> Iterator[House]:
    """The house, open."""
    with open_house() as opened:
        yield opened


def test_sockets_the_owner_alone_hears_of_guests_and_a_removed_one_is_shown_out(
    house: House, players: list[User], club: int
) -> None:
    ana, bia, caio = players
    ask(caio, club)
    answer(ana, club, "caio", approve=True)
    host, guest = house.socket(ana, club), house.socket(caio, club)
    guest.next("snapshot")
    assert house.socket(bia, club).closed() == 4404, "to her there is no such table"
    ask(bia, club)
    told = host.wait_for(lambda state: state["host"]["asking"])
    assert told["host"]["asking"] == ["bia"]
    asked = [e for m in host.messages if m["type"] == "events" for e in m["events"]][-1]
    assert (asked["type"], asked["name"]) == ("asked", "bia")
    assert "only_to" not in asked
    guest.wait_for(lambda state: state["head"] >= told["head"])
    heard = [e for m in guest.messages if m["type"] == "events" for e in m["events"]]
    assert [event["type"] for event in heard] == []
    answer(ana, club, "caio", approve=False)
    assert guest.closed() == 4403


def test_many_ask_while_the_link_is_renewed_and_none_is_lost(
    players: list[User], club: int
) -> None:
    crowd = [a_player(f"guest{n}") for n in range(4)]
    old = link(club)

    def try_to_ask(user: User) -> None:
        try:
            commands.ask_to_play(user=user, key="k", invite=old)
        except NoSuchInvite:
            return

    together(
        [
            lambda: commands.renew_link(user=players[0], key="new", table_id=club),
            *[partial(try_to_ask, user) for user in crowd],
        ]
    )
    asked = Guest.objects.filter(table_id=club)
    assert all(guest.invite == old for guest in asked)
    assert Table.objects.get(pk=club).events.filter(type="asked").count() == asked.count()


def test_a_hand_in_play_there_is_none_of_a_strangers_business(
    players: list[User], club: int
) -> None:
    """Not by its number either; when it is over, its record is open to who has its address."""
    for guest in players[1:]:
        ask(guest, club)
        answer(players[0], club, guest.username, approve=True)
        sit(guest, club)
    deal(club)
    hand = Table.objects.get(pk=club).hand_id
    zeca = a_player("zeca")
    stranger = Person(zeca)
    for path in (f"hands/{hand}", f"hands/{hand}/record", f"hands/{hand}/steps"):
        assert_problem(stranger.get(path), 404, "no-such-hand")
    assert browser(zeca).get(f"/hands/{hand}/").status_code == 404
    assert Person(players[1]).get(f"hands/{hand}").status == 200
    fold_out(club, players)
    assert stranger.get(f"hands/{hand}").status == 200
