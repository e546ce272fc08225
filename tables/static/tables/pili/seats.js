/** What Pili Pili shows at a seat: Pilis, bid against tricks, a hand that lies open. */
import { h } from '../render.js';
import { chips, t } from '../words.js';
import { handSeat, mySeat, nameOf } from '../state.js';
import { axesOf, standingOf } from '../rules.js';
import { cardView, chilli } from './cards.js';

/** Pilis of the match, against those that end it. */
export function pilisView(s, who) {
  const standing = standingOf(s, who.seat);
  if (!standing) return null;
  const limit = axesOf(s).limit;
  const near = standing.points >= limit - 1 ? ' hot' : '';
  return h('span', { key: 'points', class: `points pilis${near}`, title: t('pili.pilis-of', { n: standing.points, limit }) },
    chilli(), h('strong', { 'aria-hidden': 'true' }, chips(standing.points)), h('span', { class: 'points-word', 'aria-hidden': 'true' }, `/${limit}`),
    h('span', { class: 'seen-by-readers-only' }, t('pili.pilis-of', { n: standing.points, limit })));
}

/** Tricks taken against the bid: one box a trick bid, filled as they come; too many stand out. */
export function tallyView(s, seat) {
  if (!seat || seat.bid === null) return null;
  const { bid, taken } = seat;
  const over = s.snap.hand.phase === 'over';
  const state = taken > bid ? 'over' : taken === bid ? 'even' : over ? 'under' : 'open';
  const boxes = Array.from({ length: Math.max(bid, taken) }, (_, place) => {
    const won = place < taken;
    return h('i', { class: place >= bid ? 'extra' : won ? 'won' : '' });
  });
  const words = t('pili.tally', { taken, bid });
  return h('span', { key: 'tally', class: `tally ${state}`, title: words },
    h('span', { key: 'boxes', class: 'boxes', 'aria-hidden': 'true' }, boxes),
    h('span', { key: 'n', class: 'tally-n', 'aria-hidden': 'true' }, `${taken}/${bid}`),
    h('span', { key: 'words', class: 'seen-by-readers-only' }, words));
}

/** Whose Pilis this seat shares. */
function sharedView(s, number) {
  const named = s.snap.hand.named.find(([seat]) => seat === number);
  if (!named) return null;
  const whom = named[1] === mySeat(s) ? t('seat.you') : nameOf(s, named[1]);
  return h('span', { key: 'shares', class: 'mark', title: t('pili.shares', { name: whom }) },
    h('span', { 'aria-hidden': 'true' }, `\u26ad ${whom}`), h('span', { class: 'seen-by-readers-only' }, t('pili.shares', { name: whom })));
}

export function tagsView(s, number) {
  const hand = s.snap.hand;
  if (!hand) return null;
  return [tallyView(s, handSeat(s, number)), sharedView(s, number)];
}

/** A hand of another that I may see. */
export function shownHand(s, who) {
  const hand = s.snap.hand;
  const found = hand && hand.hands.find(([seat]) => seat === who.seat);
  if (!found || !found[1].length) return null;
  const sorted = [...found[1]].sort((a, b) => (Number(a) || 99) - (Number(b) || 99));
  return h('div', { key: 'shown', class: `shown-hand ${sorted.length > 4 ? 'many' : ''}`, role: 'group', 'aria-label': t('pili.hand-of', { name: nameOf(s, who.seat) }) },
    sorted.map((card) => cardView(card, { key: card })));
}

export function turnWord(hand, seat) {
  const kind = hand.phase;
  if (kind === 'bid') return 'pili.to-bid';
  if (kind === 'name') return 'pili.to-name';
  if (kind === 'give' || kind === 'pick' || (hand.choosing || []).includes(seat)) return 'pili.to-choose';
  return 'pili.to-play';
}
