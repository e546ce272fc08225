/** The own cards at Pili Pili: in sight, shown for a look, or face down. */
import { h } from '../render.js';
import { t } from '../words.js';
import { cardOf } from '../order.js';
import { startDrag } from '../drag.js';
import { handKeys } from '../hand.js';
import { free, handSeat, legalAct, mySeat } from '../state.js';
import { cardProps, cardView, cardWords, face, JOKER } from './cards.js';
import { chosenCards, playing } from './moves.js';

/** Put the hand in rising or falling order, the Joker above all. */
export function sortHand(s, how) {
  const value = (key) => (cardOf(key) === JOKER ? Infinity : Number(cardOf(key)));
  const way = how === 'up' ? 1 : -1;
  s.sortNext = how === 'up' ? 1 : 0;
  s.order.arrange([...s.order.keys].sort((a, b) => way * (value(a) < value(b) ? -1 : 1)));
}

function label(s, card, barred, chosen) {
  const parts = [cardWords(card)];
  if (chosen) parts.push(t('pili.chosen'));
  if (barred) parts.push(t('pili.card-barred'));
  return parts.join(', ');
}

function held(s, key, place, on) {
  const card = cardOf(key);
  const dragging = s.drag && s.drag.key === key;
  const plays = playing(s);
  const barred = plays.length > 0 && !plays.includes(card);
  const chosen = chosenCards(s).includes(card);
  const names = ['own'];
  if (s.picks.includes(key)) names.push('picked');
  if (s.order.fresh.has(key)) names.push('fresh');
  if (dragging) names.push('dragging');
  if (barred) names.push('barred');
  if (chosen) names.push('chosen');
  return h('div', {
    ...cardProps(card, names.join(' ')), key, role: 'option', 'data-key': key, tabindex: s.cursor === key ? '0' : '-1',
    'aria-selected': s.picks.includes(key) ? 'true' : 'false', 'aria-disabled': barred ? 'true' : null, 'aria-label': label(s, card, barred, chosen),
    style: s.drag ? { order: String(place), '--dx': dragging ? `${s.drag.dx}px` : '0px', '--dy': dragging ? `${s.drag.dy}px` : '0px' } : {},
    onclick: () => on.tap(key),
    onfocus: () => on.cursor(key),
    onpointerdown: (event) => startDrag(event, key, s, on),
  }, face(card));
}

function sortTool(s, on) {
  const how = s.sortNext % 2 ? 'down' : 'up';
  return h('div', { key: 'tools', class: 'tools' },
    h('button', { key: 'sort', type: 'button', class: 'tool tool-one', 'aria-keyshortcuts': 'o', onclick: () => on.sort(how), 'aria-label': t(`pili.sort-${how}`) },
      h('span', { 'aria-hidden': 'true' }, t('hand.sort')), h('span', { class: 'tool-way', 'aria-hidden': 'true' }, how === 'up' ? '1\u21929' : '9\u21921')));
}

function frame(n, note, ...kids) {
  return h('section', { key: 'hand', class: 'hand pili-hand', 'aria-label': t('hand.title', { n }) }, kids, note && h('p', { key: 'note', class: 'hand-note' }, note));
}

function listProps(n) {
  return { class: `own-cards n${n} ${n < 8 ? 'few' : ''}`, style: { '--n': String(n), '--half': String(Math.ceil(n / 2)) } };
}

/** For a look the cards lie in the order in which they are turned later. */
function look(cards) {
  return frame(cards.length, '', h('ol', { key: 'look', ...listProps(cards.length) }, cards.map((card, place) => h('li', { key: card, class: 'look-at' },
    cardView(card, { class: 'own' }), h('span', { class: 'place-no', 'aria-hidden': 'true' }, String(place + 1))))));
}

/** Face-down cards; each can be turned by its place where the Mission has it so. */
function faceDown(s, count, on) {
  const turn = legalAct(s, 'turn');
  const places = Array.from({ length: count }, (_, place) => place + 1);
  const back = (place) => {
    const words = t('pili.face-down', { n: place });
    if (!turn) return h('span', { key: `down${place}`, class: 'pcard back own', role: 'img', 'aria-label': words });
    return h('button', { key: `down${place}`, type: 'button', class: `pcard back own ${s.turning === place ? 'picked' : ''}`, 'aria-pressed': s.turning === place ? 'true' : 'false', 'aria-label': words, onclick: () => free(s) && on.pickPlace(place) },
      h('span', { class: 'place-no', 'aria-hidden': 'true' }, String(place)));
  };
  const kind = s.snap.hand.mission.kind;
  const note = kind === 'FOREHEAD' ? t('pili.note-forehead') : kind === 'BLINDPLAY' ? '' : t('pili.note-hidden');
  return frame(count, note, h('div', { key: 'down', ...listProps(count), role: 'group', 'aria-label': t('hand.title', { n: count }) }, places.map(back)));
}

export function handView(s, on) {
  const hand = s.snap.hand;
  const seat = hand && handSeat(s, mySeat(s));
  if (!seat || !seat.cards) return null;
  if (!hand.cards) return faceDown(s, seat.cards, on);
  if (hand.phase === 'peek') return look(hand.cards);
  const keys = s.drag ? s.drag.base.filter((key) => s.order.keys.includes(key)) : s.order.keys;
  const list = h('div', {
    key: 'list', ...listProps(keys.length), role: 'listbox', tabindex: '-1', 'aria-orientation': 'horizontal', 'aria-multiselectable': legalAct(s, 'give') ? 'true' : null,
    'aria-label': t('hand.title', { n: keys.length }), 'aria-describedby': 'hand-help', onkeydown: (event) => handKeys(event, s, on),
  }, keys.map((key) => held(s, key, s.order.keys.indexOf(key), on)));
  return frame(keys.length, '', list, h('p', { key: 'help', id: 'hand-help', class: 'seen-by-readers-only' }, t('pili.hand-help')), keys.length > 1 && sortTool(s, on));
}
