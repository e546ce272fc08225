/** The own hand: a list box of cards that are picked, moved and thrown by touch, mouse or keys. */
import { h } from './render.js';
import { t } from './words.js';
import { face, fullName, isWild, suitOf } from './cards.js';
import { cardOf } from './order.js';
import { bestMelds, sorted } from './melds.js';
import { mayDiscard } from './state.js';
import { axesOf } from './rules.js';
import { startDrag } from './drag.js';

/** For each held key the number of its meld (from 1) and its kind, as a hint. */
function meldMarks(s) {
  const marks = new Map();
  if (!s.settings.tint) return marks;
  const cards = s.order.keys.map(cardOf);
  const first = (places) => Math.min(...places);
  const melds = [...bestMelds(cards, axesOf(s), s.snap.hand.wilds)].sort((a, b) => first(a) - first(b));
  melds.forEach((places, number) => {
    const kind = isGroup(places.map((place) => cards[place])) ? 'group' : 'run';
    places.forEach((place) => marks.set(s.order.keys[place], { number: number + 1, kind }));
  });
  return marks;
}

function isGroup(cards) {
  const sure = cards.filter((card) => card !== 'JK' && !isWild(card));
  return sure.length < 2 || sure[0][0] === sure[1][0];
}

function cardLabel(s, key, mark) {
  const parts = [fullName(cardOf(key))];
  if (mark) parts.push(t(`meld.in-${mark.kind}`, { n: mark.number }));
  if (s.order.fresh.has(key)) parts.push(t('hand.new-card'));
  return parts.join(', ');
}

function held(s, key, place, mark, on) {
  const dragging = s.drag && s.drag.key === key;
  const names = ['pcard', 'own'];
  if (s.selected === key) names.push('picked');
  if (s.order.fresh.has(key)) names.push('fresh');
  if (dragging) names.push('dragging');
  return h('div', {
    key, role: 'option', class: names.join(' '), 'data-suit': suitOf(cardOf(key)), 'data-key': key,
    'data-meld': mark ? String(mark.number) : null, tabindex: s.cursor === key ? '0' : '-1',
    'aria-selected': s.selected === key ? 'true' : 'false', 'aria-label': cardLabel(s, key, mark),
    style: s.drag ? { order: String(place), '--dx': dragging ? `${s.drag.dx}px` : '0px', '--dy': dragging ? `${s.drag.dy}px` : '0px' } : {},
    onclick: () => on.tap(key),
    onfocus: () => on.cursor(key),
    onpointerdown: (event) => startDrag(event, key, s, on),
  }, face(cardOf(key)), mark && h('span', { key: 'mark', class: 'meld-mark', 'aria-hidden': 'true' }, String(mark.number)));
}

const SORTS = ['suit', 'rank', 'melds'];

/** A narrow screen has room for one button: it says what it does next. */
function nextSort(s, on) {
  const how = SORTS[s.sortNext % SORTS.length];
  return h('button', { key: 'next', type: 'button', class: 'tool tool-next', onclick: () => on.sort(how), 'aria-label': t(`hand.sort-${how}-long`) },
    h('span', { class: 'tool-verb', 'aria-hidden': 'true' }, t('hand.sort-by')), h('span', { 'aria-hidden': 'true' }, t(`hand.sort-${how}`)));
}

function toolsView(s, on) {
  return h('div', { key: 'tools', class: 'tools', role: 'group', 'aria-label': t('hand.sort') },
    h('span', { key: 'w', class: 'tools-word', 'aria-hidden': 'true' }, t('hand.sort')),
    SORTS.map((how) => h('button', { key: how, type: 'button', class: 'tool tool-each', onclick: () => on.sort(how), 'aria-label': t(`hand.sort-${how}-long`) }, t(`hand.sort-${how}`))),
    nextSort(s, on));
}

export function handView(s, on) {
  const hand = s.snap.hand;
  if (!hand || !hand.cards || !hand.cards.length) return null;
  const marks = meldMarks(s);
  // While a card is dragged the nodes stay put and only `order` changes: a moved node loses its pointer.
  const keys = s.drag ? s.drag.base.filter((key) => s.order.keys.includes(key)) : s.order.keys;
  return h('section', { key: 'hand', class: 'hand', 'aria-label': t('hand.title', { n: hand.cards.length }) },
    h('div', {
      key: 'list', class: `own-cards n${hand.cards.length} ${hand.cards.length > 10 ? 'many' : hand.cards.length < 8 ? 'few' : ''}`, style: { '--n': String(hand.cards.length), '--half': String(Math.ceil(hand.cards.length / 2)) }, role: 'listbox', tabindex: '-1', 'aria-orientation': 'horizontal',
      'aria-label': t('hand.title', { n: hand.cards.length }), 'aria-describedby': 'hand-help', onkeydown: (event) => handKeys(event, s, on),
    }, keys.map((key) => held(s, key, s.order.keys.indexOf(key), marks.get(key), on))),
    h('p', { key: 'help', id: 'hand-help', class: 'seen-by-readers-only' }, t('hand.help')),
    toolsView(s, on));
}

export function sortHand(s, how) {
  const all = s.order.keys.map((key) => ({ key, card: cardOf(key) }));
  s.sortNext = SORTS.indexOf(how) + 1;
  s.order.arrange(sorted(all, how, axesOf(s), s.snap.hand.wilds).map((one) => one.key));
}

/** The card above or below in a hand of two rows, by where they stand on the screen. */
function inNextRow(from, direction) {
  const here = from.getBoundingClientRect();
  let best = null;
  for (const node of from.parentElement.children) {
    const box = node.getBoundingClientRect();
    const down = (box.top - here.top) * direction;
    if (down < here.height / 4) continue;
    const far = Math.abs(box.left - here.left) + down;
    if (!best || far < best.far) best = { node, far };
  }
  return best ? best.node.dataset.key : null;
}

/** Keys on a list of own cards; which act a card serves is the game's to say. */
export function handKeys(event, s, on) {
  if (event.ctrlKey || event.metaKey) return;
  const keys = s.order.keys;
  const place = Math.max(0, keys.indexOf(s.cursor));
  const step = { ArrowLeft: -1, ArrowRight: 1 }[event.key];
  if (step && (event.shiftKey || event.altKey)) on.move(s.cursor, place + step);
  else if (step) on.focusCard(keys[(place + step + keys.length) % keys.length]);
  else if (event.key === 'Home') on.focusCard(keys[0]);
  else if (event.key === 'End') on.focusCard(keys[keys.length - 1]);
  else if (event.key === 'ArrowUp' || event.key === 'ArrowDown') upDown(event, s, on);
  else if (event.key === ' ') on.pick(s.cursor);
  else if (event.key === 'Enter') on.enterKey(s.cursor);
  else return;
  event.preventDefault();
  event.stopPropagation();
}

function upDown(event, s, on) {
  const node = event.currentTarget.querySelector('[tabindex="0"]');
  const key = node && inNextRow(node, event.key === 'ArrowUp' ? -1 : 1);
  if (key) on.focusCard(key);
}

/** Number keys for the ways to sort. */
export const sorts = { 1: 'suit', 2: 'rank', 3: 'melds' };
