/** The cards of Pili Pili: numbers from 1 to 55, hotter the higher, and the Joker. */
import { h } from '../render.js';
import { t } from '../words.js';

export const JOKER = 'JK';
const STEM = 'M8.6 6.2C8 4.4 6.3 3.1 4 3.3l-.3-1.7c3.3-.5 5.9 1.3 6.6 4z';
const POD = 'M6.3 6.9C8.8 5 12.5 5.6 15 8.4c2.8 3.2 4.6 7.8 6.8 12.7.4 1-.6 1.7-1.4 1.1C16 19.1 9.6 18.2 6.6 13.7 5 11.4 4.6 8.2 6.3 6.9z';
const STAR = 'M12 1.5l3 7 7.5.6-5.7 4.9 1.8 7.4L12 17.4l-6.6 4 1.8-7.4L1.5 9.1 9 8.5z';

/** The sign of the game, and of one Pili. */
export function chilli(name) {
  return h('svg', { class: name || 'chilli', viewBox: '0 0 24 24', 'aria-hidden': 'true', focusable: 'false' },
    h('path', { class: 'stem', d: STEM }), h('path', { d: POD }));
}

/** Six colours from mild to hot, by tens. */
function heat(card) {
  return card === JOKER ? 'joker' : String(Math.min(5, Math.floor(Number(card) / 10)));
}

/** What a person calls a card, with the value that a Joker was given. */
export function cardWords(card, value) {
  if (card !== JOKER) return card;
  return value === undefined || value === null ? t('card.joker') : t('pili.joker-as', { n: value });
}

/** What is printed on a card; the element around it carries the name for readers. */
export function face(card, value) {
  if (card !== JOKER) {
    return [h('span', { class: 'number', 'aria-hidden': 'true' }, card), chilli('pip')];
  }
  const valued = value !== undefined && value !== null;
  return [
    h('svg', { class: valued ? 'star small' : 'star', viewBox: '0 0 24 24', 'aria-hidden': 'true', focusable: 'false' }, h('path', { d: STAR })),
    h('span', { class: valued ? 'number' : 'range', 'aria-hidden': 'true' }, valued ? String(value) : '0\u201356'),
  ];
}

/** What every card's element has. */
export function cardProps(card, names) {
  return { class: `pcard ncard ${names || ''}`, 'data-heat': heat(card) };
}

/** A card that only shows itself. */
export function cardView(card, extra, value) {
  const { class: names, ...more } = extra || {};
  return h('span', { ...cardProps(card, names), ...more, role: 'img', 'aria-label': cardWords(card, value) }, face(card, value));
}
