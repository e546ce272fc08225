/** What the page knows, and what follows from it. Nothing here touches the document. */
import { HandOrder, cardOf } from './order.js';
import { game } from './game.js';
import { readSettings } from './settings.js';
import { t } from './words.js';

const ARM_MS = 400;
const TOO_LATE_MS = 1500;
const LAST_MS = 12_000;
const READ_MS = 60_000; // in which a result is read that nothing follows
// What a promise hangs on: a price, or the card that lies on top.
const AT_A_PRICE = new Set(['check', 'call']);
const MONEY = new Set(['check', 'call', 'bet', 'raise', 'fold']);

export function freshState(config) {
  return {
    config,
    snap: null,
    called: null, // what a tournament calls the match of its table
    after: null, // what a tournament says to whoever has no seat at its table: see after.js
    head: null, // number of the event after which the state was taken
    told: null, // number of the newest event told in the log; a state says nothing of it
    claimGone: 0,
    line: 'connecting', // connecting, live, away, refused
    refusal: null,
    awaySince: 0,
    lag: null,
    order: new HandOrder(),
    selected: null,
    picks: [], // cards picked where several may be
    turning: null, // a face-down card picked by its place
    joker: '', // the value typed for a Joker
    cursor: null,
    drag: null,
    stake: '',
    stakeFor: '',
    priceSign: '',
    armedAt: 0,
    aheadAt: 0, // until then nothing is said ahead: the press may have been meant for the turn that is over
    dropped: null, // what I had said ahead and that was dropped: since when, and why
    cut: null, // the window in which a risky cut was pressed once
    sortNext: 0,
    option: 0,
    panel: null,
    side: 'log',
    sideOpen: false,
    log: [],
    played: new Map(), // who played in which seat, by the hand's id: others may sit there now
    unread: 0,
    hiddenResult: null,
    overAt: 0, // since when the newest hand is over, as far as this page has seen
    aged: null, // the hand whose result was put aside because it is old
    last: null, // the newest result: its hand, what it says, and until when it stays after the next deal
    calling: false,
    problem: null,
    replayed: '', // in a replay: what has just happened, told in place of what is awaited
    held: [], // in a replay: the cards of every seat
    settings: readSettings(),
    busy: false,
  };
}

/** The seat I sit in; where `s.then` is given, the one I had in the hand it is about. */
export function mySeat(s) {
  const you = s.snap && s.snap.you;
  if (!you || !s.then) return you ? you.seat : null;
  const mine = [...s.then].find(([, name]) => name === you.name);
  if (mine) return mine[0];
  return s.then.has(you.seat) ? null : you.seat;
}

/** The page's state for what is told of the newest hand: with the names of those who played it. */
export function asPlayed(s) {
  const then = s.snap.hand && s.played.get(s.snap.hand.id);
  return then ? { ...s, then } : s;
}

/**
 * The page's state for the seats themselves: without what the newest hand, which is over, left at
 * seats where somebody else sits by now. Of them the result tells, by name.
 */
export function asSeated(s) {
  const { hand, match } = s.snap;
  if (!hand || !hand.left || !hand.left.length) return s;
  const stays = (seat) => !hand.left.includes(seat);
  const kept = { ...hand, seats: hand.seats.filter((one) => stays(one.seat)), dealer: stays(hand.dealer) ? hand.dealer : null };
  if (hand.result && !stays(hand.result.winner)) kept.result = { ...hand.result, winner: null };
  if (hand.named) kept.named = hand.named.filter((pair) => pair.every(stays));
  if (hand.hands) kept.hands = hand.hands.filter(([seat]) => stays(seat));
  const standings = match && { ...match, standings: match.standings.filter((one) => stays(one.seat)) };
  return { ...s, snap: { ...s.snap, hand: kept, match: standings } };
}

/** A player's name as it is shown: the house's bots carry "(bot)" in theirs, and a mark says that. */
export function shownName(who) {
  return who.bot ? who.name.replace(/ \(bot\)$/, '') : who.name;
}

/** The name of who sits there; where `s.then` is given, of who played there in the hand it is about. */
export function nameOf(s, seat) {
  if (s.then?.has(seat)) return s.then.get(seat);
  const found = s.snap && s.snap.seats.find((one) => one.seat === seat);
  return (found && shownName(found)) || s.names?.get(seat) || t('seat.number', { n: seat + 1 });
}

/** Keep who plays in a hand: when it is told again, a seat may be another's. */
export function keepPlayers(s, hand, players) {
  s.played.set(hand, new Map([...(s.played.get(hand) || []), ...players.map((one) => [one.seat, shownName(one)])]));
}

export function handSeat(s, seat) {
  const hand = s.snap && s.snap.hand;
  return (hand && hand.seats.find((one) => one.seat === seat)) || null;
}

/** The legal act of this kind as the server listed it, or null. */
export function legalAct(s, kind, from) {
  const acts = (s.snap && s.snap.legal) || [];
  return acts.find((act) => act.kind === kind && (from === undefined || act.from === from)) || null;
}

/** A claim that goes out for certain; where cutting in is a risk the list has one without ways, too. */
export function sureClaim(s) {
  return sureIn((s.snap && s.snap.legal) || []);
}

function sureIn(legal) {
  return legal.find((act) => act.kind === 'claim' && act.options.length) || null;
}

/** The seats that the hand waits for: the one in turn, or those that choose together. */
export function awaitedSeats(hand) {
  if (hand.choosing && hand.choosing.length) return hand.choosing;
  return hand.turn === null || hand.turn === undefined ? [] : [hand.turn];
}

/** Whether the hand waits for me; of several who choose together, only until I have. */
export function myTurn(s) {
  const hand = s.snap && s.snap.hand;
  if (!hand || hand.phase === 'over' || !awaitedSeats(hand).includes(mySeat(s))) return false;
  return hand.turn === mySeat(s) || s.snap.legal.length > 0;
}

/** Whether the running clock is that of my turn. */
export function clockIsMine(s) {
  const clock = s.snap && s.snap.clock;
  if (!clock || clock.what !== 'act') return false;
  return clock.seat === null ? myTurn(s) : clock.seat === mySeat(s);
}

/** Whether a card of mine may be laid on the trick. */
export function mayPlay(s) {
  return Boolean(legalAct(s, 'play'));
}

/**
 * What a table between hands waits for: "players", "person" (bots alone do not play), or nothing.
 * A pause that began when there were enough ends with no hand if they are not there by then.
 */
export function lacks(s) {
  if (s.config.tournamentUrl || (s.snap.match && !s.snap.match.over)) return '';
  const ready = s.snap.seats.filter((one) => !one.sitting_out);
  if (ready.length < s.snap.table.min_players) return 'players';
  return s.config.botsAlone || ready.some((one) => !one.bot) ? '' : 'person';
}

/** The clock of the pause before a deal, where a hand will come of it; else null. */
export function dealClock(s) {
  const { clock } = s.snap;
  return clock && clock.what === 'deal' && !lacks(s) ? clock : null;
}

/** Whether I may take a seat: signed in, watching, and one is free. */
export function maySit(s) {
  const { you, table, seats } = s.snap;
  return Boolean(s.config.user) && !s.config.tournamentUrl && !you && table.state === 'open' && seats.length < table.seats;
}

/** Whether I may seat bots and send them away: the owner may, and staff, but not at a tournament's table. */
export function mayBringBots(s) {
  const { user, staff, tournamentUrl } = s.config;
  return Boolean(user) && !tournamentUrl && s.snap.table.state === 'open' && (staff || s.snap.table.owner === user);
}

/** Whether a press may do something now: nothing under way, and the table has not sent us off. */
export function free(s) {
  return !s.busy && s.line !== 'refused';
}

export function armed(s) {
  return performance.now() >= s.armedAt;
}

export function mayDiscard(s, key) {
  const act = legalAct(s, 'discard');
  return Boolean(act && key && act.cards.includes(cardOf(key)));
}

/** While others may still claim, the player in turn may note the wish to take the discard. */
export function mayQueueTake(s) {
  const hand = s.snap && s.snap.hand;
  return Boolean(hand) && hand.phase === 'window' && myTurn(s) && !hand.drew;
}

function windowSign(hand) {
  return hand.window ? `${hand.id}:${hand.window.card}:${hand.window.from}:${hand.discards}` : null;
}

/** Whether I have said ahead that I take the discard. */
export function takeIsQueued(s) {
  return Boolean(s.snap && s.snap.you && s.snap.you.preaction === 'take-discard');
}

/** A risky cut takes two presses in one window. */
export function cutIsArmed(s) {
  const hand = s.snap && s.snap.hand;
  return Boolean(hand) && s.cut !== null && s.cut === windowSign(hand);
}

export function armCut(s) {
  s.cut = windowSign(s.snap.hand);
}

/**
 * Take over a newer state. Returns what is worth telling: "turn", "claim", "auto", "won", and
 * "dropped" when what was said ahead counts no more.
 */
export function follow(s, snap) {
  const before = s.snap;
  s.snap = snap;
  s.head = snap.head;
  s.names = s.names || new Map();
  snap.seats.forEach((one) => s.names.set(one.seat, shownName(one)));
  // Until it is over nobody else takes a seat that plays in it.
  if (snap.hand && snap.hand.phase !== 'over') keepPlayers(s, snap.hand.id, snap.seats.filter((who) => handSeat(s, who.seat)));
  followHand(s, snap.hand);
  followPrice(s, snap);
  followLast(s, snap.hand);
  followEnd(s, before, snap);
  const notices = [];
  if (turnBegan(before, snap)) notices.push('turn');
  if (sureClaim(s) && !claimOpen(before, snap)) notices.push('claim');
  if (claimWent(before, snap)) s.claimGone = performance.now();
  if (followAhead(s, before, snap)) notices.push('dropped');
  if (before && turnMark(before) && !turnMark(snap)) s.aheadAt = performance.now() + ARM_MS;
  if (snap.hand && snap.hand.phase === 'over' && before && !(before.hand && before.hand.phase === 'over')) {
    notices.push((game().won ? game().won(asPlayed(s)) : wonBy(asPlayed(s))) ? 'won' : 'over');
  }
  return notices;
}

/** Note since when a hand is over; one that was so when I came, or left my seat, is long over. */
function followEnd(s, before, snap) {
  if (!snap.hand || snap.hand.phase !== 'over') return;
  const fresh = before && before.hand && before.hand.id === snap.hand.id && before.hand.phase !== 'over';
  if (fresh) s.overAt = performance.now();
  else if (!before || (before.you && !snap.you)) s.overAt = -Infinity;
}

/** Put a result aside that nothing follows and that whoever watches has had the time to read; whether it was. */
export function ageResult(s) {
  const hand = s.snap && s.snap.hand;
  if (!hand || hand.phase !== 'over' || s.snap.you || dealClock(s) || s.aged === hand.id) return false;
  if (performance.now() - s.overAt < READ_MS) return false;
  s.aged = hand.id;
  s.hiddenResult = hand.id;
  return true;
}

/** Keep what the newest result says; from the next deal on it stays for a while. */
function followLast(s, hand) {
  if (!hand) return;
  if (hand.phase === 'over' && hand.result) s.last = { id: hand.id, match: s.snap.match?.match_no, words: game().outcome(asPlayed(s), hand.result), until: null };
  else if (s.last && s.last.until === null) s.last.until = performance.now() + LAST_MS;
}

/** Whether the result of the hand before is still to be read. */
export function lastStays(s) {
  const hand = s.snap.hand;
  const ofNow = s.last && s.last.match === s.snap.match?.match_no; // of a match before this one nobody asks
  return Boolean(ofNow && hand && hand.id !== s.last.id && s.last.until > performance.now());
}

function wonBy(s) {
  const { you, hand } = s.snap;
  return you && hand.result && hand.result.winner === mySeat(s);
}

function claimOpen(before, snap) {
  if (!before || !before.hand || before.hand.id !== snap.hand.id) return false;
  return sureIn(before.legal) !== null && windowSign(before.hand) === windowSign(snap.hand);
}

/** Whether a claim of mine was possible and is so no more, though I made none. */
function claimWent(before, snap) {
  const could = before && sureIn(before.legal);
  return Boolean(could) && !sureIn(snap.legal) && !(snap.hand && snap.hand.claimed);
}

/** Whether the chance to claim went by so shortly ago that a press was meant for it. */
export function claimJustWent(s) {
  return s.claimGone > 0 && performance.now() - s.claimGone < TOO_LATE_MS;
}

/** Whether I am in the hand in play while counted as sitting out. */
export function outInHand(s) {
  const hand = s.snap && s.snap.hand;
  return Boolean(hand && hand.phase !== 'over' && s.snap.you?.sitting_out && handSeat(s, mySeat(s)));
}

/** Whether the clock plays for me at once in the hand in play. */
export function awayNow(s) {
  return Boolean(s.snap?.you?.away && handSeat(s, mySeat(s)));
}

function turnBegan(before, snap) {
  const now = turnMark(snap);
  return now !== null && (!before || turnMark(before) !== now);
}

/** A mark that stays the same through one turn of mine: betting, or one draw and discard. */
function turnMark(snap) {
  const hand = snap.hand;
  if (!hand || !snap.you || hand.phase === 'over' || !awaitedSeats(hand).includes(snap.you.seat)) return null;
  if (hand.choosing) return snap.legal.length ? `${hand.id}:${hand.phase}:${hand.seq}` : null;
  if (hand.phase === 'bet' || hand.phase === 'stay') return `${hand.id}:${hand.phase}:${hand.seq}`;
  return `${hand.id}:play`;
}

/** A mark that stays the same while nothing that a promise hangs on changes. */
export function priceMark(hand) {
  return `${hand.id}:${hand.phase}:${hand.level}:${hand.discards}`;
}

/** Note that a promise of mine was dropped, by another price or because its card is gone. */
function followAhead(s, before, snap) {
  const said = before && before.you && before.you.preaction;
  if (!said || !snap.you || snap.you.preaction || !snap.hand || snap.hand.id !== before.hand.id) return false;
  const price = AT_A_PRICE.has(said) && snap.hand.phase === 'bet' && snap.hand.level !== before.hand.level;
  const card = said === 'take-discard' && snap.hand.phase !== 'over' && snap.hand.discards !== before.hand.discards && !snap.hand.drew;
  if (!price && !card) return false;
  s.dropped = { since: priceMark(snap.hand), why: price ? 'price' : 'card' };
  return true;
}

function followHand(s, hand) {
  if (!hand || !hand.cards) {
    s.selected = null;
    s.picks = [];
    s.order.follow(hand ? hand.id : null, [], null);
    return;
  }
  const place = s.order.keys.indexOf(s.cursor);
  const news = s.order.follow(hand.id, hand.cards, hand.drawn);
  if (news && game().firstSight) game().firstSight(s);
  const keys = s.order.keys;
  if (!keys.includes(s.selected)) s.selected = null;
  s.picks = s.picks.filter((key) => keys.includes(key));
  if (!keys.includes(s.cursor)) s.cursor = keys[Math.max(0, Math.min(place, keys.length - 1))] || null;
}

/** Money buttons rest for a moment when what they would do has changed under the finger. */
function followPrice(s, snap) {
  const money = snap.hand && snap.hand.phase === 'bet' ? snap.legal.filter((act) => MONEY.has(act.kind)) : [];
  const sign = money.length ? `${snap.hand.id}:${JSON.stringify(money)}` : '';
  if (sign && sign !== s.priceSign) s.armedAt = performance.now() + ARM_MS;
  s.priceSign = sign;
  const stake = money.find((act) => act.kind === 'bet' || act.kind === 'raise');
  if (!stake) return;
  const mark = `${snap.hand.id}:${stake.kind}`;
  const wanted = s.stakeFor === mark ? Number(s.stake) || stake.min : stake.min;
  s.stake = String(Math.max(stake.min, Math.min(stake.max, wanted)));
  s.stakeFor = mark;
}

/** The stake typed, as a whole number inside the bounds, or null. */
export function stakeOf(s, act) {
  const text = s.stake.trim();
  if (!/^\d{1,9}$/.test(text)) return null;
  const amount = Number(text);
  return amount >= act.min && amount <= act.max ? amount : null;
}

export function setStake(s, act, amount) {
  s.stake = String(Math.max(act.min, Math.min(act.max, amount)));
}
