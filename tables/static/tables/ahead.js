/** What I say now about a turn of mine that comes, what I have said, and how to take it back. */
import { h } from './render.js';
import { act } from './button.js';
import { cardShort, t } from './words.js';
import { axesOf } from './rules.js';
import { free, handSeat, mySeat, myTurn, priceMark } from './state.js';

/** Whether my place in the betting has passed without a bet: seats are asked from the dealer on. */
function hasChecked(hand, mine) {
  const order = hand.seats.map((one) => one.seat);
  if (hand.direction === 'anticlockwise') order.reverse();
  const first = order.indexOf(hand.dealer) + 1;
  const place = (seat) => (order.indexOf(seat) - first + order.length) % order.length;
  return place(mine.seat) < place(hand.turn);
}

/** What the betting can ask of me, as [kind, label, key]. */
function bets(hand, mine) {
  const owed = hand.level - mine.bet;
  if (mine.all_in || hand.turn === null) return [];
  if (owed > 0) return [['fold', t('act.fold'), 'f'], ['call', t('act.call', { n: Math.min(owed, mine.stack) }), 'c']];
  if (hand.level > 0 || hasChecked(hand, mine)) return [];
  return [['check-fold', t('ahead.check-fold'), 'f'], ['check', t('act.check'), 'c']];
}

function offers(s) {
  const hand = s.snap.hand;
  if (hand.phase === 'bet') return bets(hand, handSeat(s, mySeat(s)));
  if (hand.phase === 'stay') return [['fold', t('act.leave-hand', { n: axesOf(s).fold_cost }), 'f']];
  return [['draw-stock', t('act.draw-stock'), 'd']];
}

/** What I have said, in words, with what it hangs on. */
function saidWords(s, kind) {
  const hand = s.snap.hand;
  if (kind === 'fold' && hand.phase === 'stay') return t('ahead.said-leave');
  const owed = hand.level - handSeat(s, mySeat(s)).bet;
  return t(`ahead.said-${kind}`, { n: owed, card: hand.top ? cardShort(hand.top) : '' });
}

function backButton(s, on) {
  return act('back-ahead', t('ahead.back'), free(s) && !s.calling, on.aheadBack, { class: 'second', hot: 'u' });
}

/** What I said and what stands beside it; or that it is dropped, and why. */
export function aheadWords(s) {
  const { preaction } = s.snap.you || {};
  if (preaction) return h('p', { key: 'said', class: 'ahead-said kept' }, saidWords(s, preaction));
  const gone = s.dropped && s.dropped.since === priceMark(s.snap.hand);
  return gone ? h('p', { key: 'said', class: 'ahead-said gone' }, t(`ahead.dropped-${s.dropped.why}`)) : null;
}

/** The buttons while others are in turn; null where there is nothing to say ahead. */
export function aheadView(s, on) {
  const mine = handSeat(s, mySeat(s));
  if (!mine || mine.folded || myTurn(s) || s.snap.legal.length || s.snap.hand.claimed) return null;
  const { preaction } = s.snap.you;
  const given = offers(s);
  const words = aheadWords(s);
  if (!given.length && !words) return null;
  const ready = free(s) && !s.calling && performance.now() >= s.aheadAt;
  const button = ([kind, label, hot]) => act(`ahead-${kind}`, label, ready, () => (preaction === kind ? on.aheadBack() : on.ahead({ kind })), {
    class: `second ahead ${preaction === kind ? 'on' : ''}`, hot, 'aria-pressed': preaction === kind ? 'true' : 'false',
  });
  return h('div', { key: 'ahead', class: 'ahead-row', role: 'group', 'aria-label': t('ahead.title') },
    words || h('p', { key: 'said', class: 'ahead-said' }, t('ahead.title')),
    h('div', { key: 'row', class: 'acts' }, given.map(button), preaction && backButton(s, on)));
}
