/** What I say now about a turn of mine that comes: a bid, or a card; and taking it back. */
import { h } from '../render.js';
import { act } from '../button.js';
import { t } from '../words.js';
import { cardOf } from '../order.js';
import { free, handSeat, mySeat } from '../state.js';
import { cardWords, JOKER } from './cards.js';

// What a Joker may be worth when it is said ahead: one choice that wins, one that gives way.
const JOKER_WORTHS = [56, 0];

function row(...kids) {
  return h('div', { key: 'row', class: 'acts of-pili' }, kids);
}

/** What I have said, in words. */
function saidWords(kind, what) {
  if (kind === 'bid') return t('pili.ahead-said-bid', { n: what.number });
  return t('pili.ahead-said-play', { card: cardWords(what.card, what.number) });
}

function bids(s, on) {
  const numbers = Array.from({ length: s.snap.hand.tricks_to_play + 1 }, (_, number) => number);
  const button = (number) => act(`ahead${number}`, String(number), free(s) && !s.calling, () => on.ahead({ kind: 'bid', number }), { class: 'second bid', hot: number < 10 ? String(number) : null, 'aria-label': t('pili.ahead-bid', { n: number }) });
  return [
    h('div', { key: 'row', class: `acts of-bids n${numbers.length}`, role: 'group', 'aria-label': t('pili.ahead-bids') }, numbers.map(button)),
    h('p', { key: 'reason', class: 'bid-reason' }, t('pili.ahead-bids')),
  ];
}

function cards(s, on) {
  if (!s.snap.hand.cards || s.picks.length !== 1) return null;
  const card = cardOf(s.picks[0]);
  const says = (number) => act(`ahead${number ?? ''}`, t('pili.ahead-play', { card: cardWords(card, number) }), free(s) && !s.calling, () => on.ahead(number === null ? { kind: 'play', card } : { kind: 'play', card, number }), { class: 'second', hot: number === JOKER_WORTHS[1] ? null : 'p' });
  return row((card === JOKER ? JOKER_WORTHS : [null]).map(says));
}

/** The buttons while others are in turn; null where there is nothing to say ahead. */
export function aheadView(s, on) {
  const hand = s.snap.hand;
  const mine = handSeat(s, mySeat(s));
  const { preaction, preaction_with: what } = s.snap.you || {};
  if (!mine || !['bid', 'play'].includes(hand.phase) || hand.choosing.length) return null;
  if (preaction) {
    const back = act('back-ahead', t('ahead.back'), free(s) && !s.calling, on.aheadBack, { class: 'second', hot: 'p' });
    return row(h('p', { key: 'said', class: 'ahead-said' }, saidWords(preaction, what)), back);
  }
  if (hand.phase === 'bid') return mine.bid === null ? bids(s, on) : null;
  return cards(s, on);
}
