/** The middle of the table at Pili Pili: the bids against the tricks, and the trick. */
import { h } from '../render.js';
import { listed, t } from '../words.js';
import { awaitedSeats, dealClock, handSeat, mayPlay, myTurn, mySeat, nameOf } from '../state.js';
import { stillWords } from '../held.js';
import { countdown, idleView, nextWords, totalOf } from '../felt.js';
import { cardView } from './cards.js';
import { turnWord } from './seats.js';
import { bestOf, lastTrick, who, whyWon } from './trick.js';

const BACK = 'M4 4v5h5M4.5 9a8 8 0 1 1-.4 5M12 8v4.5l3 2';
const LOOKS_MS = { PEEK3: 3000, BLINDPLAY: 5000 };

/** How long the running clock runs in all. */
export function clockTotal(s, clock) {
  return clock.what === 'window' ? LOOKS_MS[s.snap.hand.mission.kind] || 1000 : totalOf(s, clock);
}

function bidSum(hand) {
  return hand.seats.reduce((sum, one) => sum + (one.bid ?? 0), 0);
}

/** The sum of the bids so far beside the tricks there are: it never comes out even. */
function sumView(s) {
  const hand = s.snap.hand;
  const all = hand.seats.every((one) => one.bid !== null);
  const sum = bidSum(hand);
  const off = sum - hand.tricks_to_play;
  const words = all && t(off > 0 ? 'pili.sum-over' : 'pili.sum-under', { n: Math.abs(off) });
  return h('div', { key: 'sum', class: `bid-sum ${all ? 'settled' : ''}` },
    h('dl', null,
      h('div', null, h('dt', null, t(all ? 'pili.bids' : 'pili.bids-so-far')), h('dd', null, String(sum))),
      h('div', null, h('dt', null, t('pili.fact-tricks')), h('dd', null, String(hand.tricks_to_play)))),
    all && h('p', { key: 'off', class: 'off' }, words));
}

/** Cards in the order they were played, the one ahead marked; `turned`, a Joker without its value yet. */
export function trickCards(s, played, first, names, turned) {
  const waits = turned && h('li', { key: 'turned', class: 'turned' }, cardView(turned, { key: 'JK', class: 'landing' }), h('span', { class: 'by' }, who(s, s.snap.hand.turn)));
  return h('ol', { key: 'cards', class: `trick n${played.length + (turned ? 1 : 0)} ${names || ''}` }, played.map((one) => {
    const leads = first !== null && one.seat === first;
    return h('li', { key: String(one.seat), class: leads ? 'ahead' : '' },
      cardView(one.card, { key: one.card, class: 'landing' }, one.value),
      h('span', { class: 'by' }, who(s, one.seat)),
      leads && h('span', { class: 'seen-by-readers-only' }, t('pili.ahead')));
  }), waits);
}

/** The running trick, or the one before it until the next card comes. */
function trickView(s) {
  const hand = s.snap.hand;
  const last = lastTrick(s);
  const running = hand.trick.length > 0 || hand.turned;
  if (running) {
    const best = bestOf(hand, hand.trick);
    return trickCards(s, hand.trick, best && best.seat, '', hand.turned);
  }
  if (!last) return null;
  return [trickCards(s, last.played, last.winner, 'done'), h('p', { key: 'why', class: 'why' }, whyWon(s, last))];
}

function peekButton(on) {
  return h('button', { key: 'last', type: 'button', class: 'last-trick', 'aria-keyshortcuts': 'v', 'aria-label': t('pili.last-trick'), title: t('pili.last-trick'), onclick: () => on.panel('trick') },
    h('svg', { viewBox: '0 0 24 24', 'aria-hidden': 'true', focusable: 'false' }, h('path', { d: BACK })));
}

function trickNo(s, on) {
  const hand = s.snap.hand;
  const done = hand.tricks.length;
  const now = hand.trick.length || hand.turned || !done ? Math.min(done + 1, hand.tricks_to_play) : done;
  const peek = on.panel && now > done && done > 0;
  return h('div', { key: 'no', class: 'trick-no' }, h('p', { key: 'words' }, t('pili.trick-no', { n: now, of: hand.tricks_to_play })), peek && peekButton(on));
}

/** Whom the round waits for, in words: those of several who choose are named all. */
export function waitWords(s) {
  const hand = s.snap.hand;
  const seats = awaitedSeats(hand).filter((seat) => seat !== mySeat(s));
  if (!seats.length) return '';
  const names = listed(seats.map((seat) => nameOf(s, seat)));
  if (hand.choosing.length) return t('pili.waiting-for', { names });
  return t('prompt.wait', { name: names, what: t(turnWord(hand, seats[0])) });
}

function nowWords(s) {
  if (s.replayed) return s.replayed;
  const hand = s.snap.hand;
  if (hand.phase === 'over') return stillWords(s) || (dealClock(s) ? t(nextWords(s)) : '');
  if (hand.phase === 'peek') return t(handSeat(s, mySeat(s)) ? 'pili.look' : 'pili.all-look');
  return myTurn(s) ? t('now.your-turn') : waitWords(s);
}

function nowView(s) {
  const clock = s.snap.clock;
  return h('p', { key: 'now', class: myTurn(s) ? 'now is-mine' : 'now' }, h('span', { key: 'words' }, nowWords(s)),
    clock && ' ', clock && countdown(clock, clockTotal(s, clock), clock.what === 'window'), clock && h('span', { key: 'unit', class: 'unit' }, t('time.s')));
}

export function centre(s, on) {
  const hand = s.snap.hand;
  if (!hand) return idleView(s);
  const bidding = hand.phase === 'peek' || hand.phase === 'bid';
  const early = bidding || (!hand.trick.length && !hand.tricks.length && !hand.turned);
  return h('div', { key: 'centre', class: `centre pili-centre of-${hand.seats.length}`, 'data-drop': mayPlay(s) ? 'discard' : null },
    early ? sumView(s) : [trickNo(s, on), trickView(s)], nowView(s));
}
