/** What lies open at a seat, and what the table knows of it: laid melds and marks. */
import { h } from './render.js';
import { t } from './words.js';
import { cardView } from './cards.js';

/** The melds that a seat has laid on the table; null when there are none. */
export function laidView(seat, label) {
  if (!seat || !seat.laid || !seat.laid.length) return null;
  return h('div', { key: 'laid', class: 'laid', role: 'group', 'aria-label': label },
    seat.laid.map((meld, number) => h('span', { key: `l${number}`, class: 'meld' }, meld.map((card, place) => cardView(card, { key: `${card}${place}` })))));
}

/** Short words, the weightiest one and what was bought, for what a seat has said or suffered in this hand. */
export function marksOf(seat) {
  if (!seat) return [];
  const marks = [];
  if (seat.stock_only) marks.push(['stock-only', t('mark.stock-only'), t('mark.stock-only-long')]);
  else if (seat.burned) marks.push(['burned', t('mark.burned'), t('mark.burned-long')]);
  else if (seat.announced) marks.push(['announced', t('mark.announced'), t('mark.announced-long')]);
  if (seat.bought) marks.push(['bought', t('mark.bought', { n: seat.bought }), t('mark.bought-long', { n: seat.bought })]);
  return marks;
}

export function marksView(seat) {
  return marksOf(seat).map(([name, short, long]) => h('span', { key: `mark-${name}`, class: `mark of-${name}`, title: long },
    h('span', { 'aria-hidden': 'true' }, short), h('span', { class: 'seen-by-readers-only' }, long)));
}
