/** The deck: large-index cards drawn from four suit paths and text. */
import { h } from './render.js';
import { cardName, rankLetter, suitLetter, t } from './words.js';

const PATHS = {
  C: 'M12 1.8a4.7 4.7 0 0 1 4 7.2 4.8 4.8 0 1 1-2.9 8.3c.3 2 1 3.6 2.4 4.9h-7c1.4-1.3 2.1-2.9 2.4-4.9A4.8 4.8 0 1 1 8 9a4.7 4.7 0 0 1 4-7.2z',
  D: 'M12 1.2c2.3 4.3 5 7.7 8.6 10.8-3.6 3.1-6.3 6.5-8.6 10.8C9.7 18.5 7 15.1 3.4 12 7 8.9 9.7 5.5 12 1.2z',
  H: 'M12 21.6C5.6 16.2 2 12.7 2 8.5 2 5.3 4.4 3 7.2 3c1.9 0 3.7 1 4.8 2.8C13.1 4 14.9 3 16.8 3 19.6 3 22 5.3 22 8.5c0 4.2-3.6 7.7-10 13.1z',
  S: 'M12 1.5c2.8 4.7 9.6 7.8 9.6 13 0 2.7-2 4.6-4.4 4.6-1.6 0-3-.8-3.9-2 .3 2 1 3.6 2.3 4.9H8.4c1.3-1.3 2-2.9 2.3-4.9-.9 1.2-2.3 2-3.9 2-2.4 0-4.4-1.9-4.4-4.6 0-5.2 6.8-8.3 9.6-13z',
};
const STAR = 'M12 1.5l3 7 7.5.6-5.7 4.9 1.8 7.4L12 17.4l-6.6 4 1.8-7.4L1.5 9.1 9 8.5z';

let wilds = new Set();

/** Tell which faces are wild in this hand: they carry a star wherever they are shown. */
export function setWilds(faces) {
  wilds = new Set(faces);
}

export function isWild(card) {
  return card !== 'JK' && wilds.has(card);
}

/** What a person calls the card, and that it is wild. */
export function fullName(card) {
  return isWild(card) ? t('card.wild', { card: cardName(card) }) : cardName(card);
}

export function suitOf(card) {
  if (card === 'JK') return 'J';
  return /^\d+$/.test(card) ? 'N' : card.slice(-1);
}

/** One suit sign as a picture; colour comes from the card around it. */
export function pip(suit, name) {
  return h('svg', { class: name, viewBox: '0 0 24 24', 'aria-hidden': 'true', focusable: 'false' },
    h('path', { d: PATHS[suit] || STAR }));
}

/** What is printed on a card; the element around it carries the name for readers. */
export function face(card) {
  const suit = suitOf(card);
  const rank = rankLetter(card);
  return [
    h('span', { class: rank.length > 1 ? 'rank wide' : 'rank', 'aria-hidden': 'true' }, rank),
    pip(suit, 'pip'),
    suit === 'J' ? null : h('span', { class: 'suit-letter', 'aria-hidden': 'true' }, suitLetter(card)),
    pip(suit, 'pip big'),
    isWild(card) && h('svg', { key: 'wild', class: 'wild-star', viewBox: '0 0 24 24', 'aria-hidden': 'true', focusable: 'false' }, h('path', { d: STAR })),
  ];
}

/** A card that only shows itself. */
export function cardView(card, extra) {
  const more = extra || {};
  return h('span', {
    ...more,
    class: `pcard ${more.class || ''}`,
    'data-suit': suitOf(card),
    role: 'img',
    'aria-label': fullName(card),
  }, face(card));
}

/** A face-down card. */
export function backView(extra) {
  const more = extra || {};
  return h('span', { ...more, class: `pcard back ${more.class || ''}`, 'aria-hidden': 'true' });
}
