/** The middle of the table: pot, stock, discard pile, claim window, and what happens now in words. */
import { h } from './render.js';
import { cardName, cardShort, chips, t } from './words.js';
import { backView, cardView } from './cards.js';
import { dealClock, lacks, legalAct, mayDiscard, mayQueueTake, mySeat, myTurn, nameOf, takeIsQueued } from './state.js';
import { stillWords } from './held.js';
import { turnWord } from './seats.js';
import { hasChips, matchOn } from './rules.js';
import { keyHere } from './game.js';

/** The buy-ins of a match, which no hand moves. */
function matchPot(s) {
  const match = matchOn(s);
  if (!match || !match.pot) return null;
  const words = [h('span', { key: 'l', class: 'long' }, t('pot.match')), h('span', { key: 's', class: 'short' }, t('pot.word'))];
  return h('div', { key: 'pot', class: 'pot of-match' }, total(words, match.pot));
}

function total(words, amount) {
  return h('span', { class: 'pot-total' },
    h('span', { class: 'stacked', 'aria-hidden': 'true' }, h('i'), h('i'), h('i')),
    h('span', { class: 'pot-word' }, words), ' ', h('strong', null, chips(amount)));
}

export function potView(s) {
  const hand = s.snap.hand;
  if (!hasChips(s)) return null;
  // Once it is won the pot stands in the result.
  const pots = hand.result ? hand.result.pots : hand.pots;
  const sum = hand.result ? pots.reduce((before, pot) => before + pot.amount, 0) : hand.pot;
  if (!pots.length) return matchPot(s);
  const many = pots.length > 1;
  return h('div', { key: 'pot', class: 'pot' },
    total(t('pot.word'), sum),
    many && h('ul', { key: 'levels', class: 'pot-levels' }, pots.map((pot, place) => h('li', { key: String(place) },
      `${place === 0 ? t('pot.main') : t('pot.side', { n: place })} `,
      h('strong', null, chips(pot.amount)),
      h('span', { class: 'pot-who' }, ` ${pot.seats.map((seat) => (seat === mySeat(s) ? t('seat.you') : nameOf(s, seat))).join(', ')}`)))));
}

/** The arrow above a pile that may be drawn from: it has a place of its own. */
function pointer() {
  return h('span', { key: 'pointer', class: 'pointer', 'aria-hidden': 'true' });
}

function stockView(s, on) {
  const hand = s.snap.hand;
  const may = Boolean(legalAct(s, 'draw', 'stock'));
  const label = `${t(hand.stock === 1 ? 'pile.stock-one' : 'pile.stock', { n: hand.stock })}${may ? `. ${t('act.draw-stock')}` : ''}`;
  return h('button', {
    key: 'stock', type: 'button', class: `pile ${may ? 'may' : ''}`, 'aria-disabled': may ? null : 'true',
    tabindex: may ? '0' : '-1', 'aria-label': label, onclick: () => may && on.draw('stock'),
  },
  may && pointer(),
  h('span', { key: 'face', class: `pile-face deck ${hand.stock > 1 ? 'thick' : ''}` }, hand.stock > 0 ? backView() : h('span', { class: 'hole' })),
  h('span', { class: 'pile-count', 'aria-hidden': 'true' }, chips(hand.stock)));
}

function discardView(s, on) {
  const hand = s.snap.hand;
  const may = Boolean(legalAct(s, 'draw', 'discard'));
  const queue = mayQueueTake(s);
  const drop = mayDiscard(s, s.drag && s.drag.key);
  const words = [hand.top ? t(hand.discards === 1 ? 'pile.discard-one' : 'pile.discard', { card: cardName(hand.top), n: hand.discards }) : t('pile.discard-empty')];
  if (may || queue) words.push(t('act.take', { card: cardName(hand.top) }));
  const clock = hand.phase === 'window' && s.snap.clock && s.snap.clock.what === 'window' ? s.snap.clock : null;
  return h('button', {
    key: 'discard', type: 'button', 'data-drop': 'discard',
    class: `pile discard ${may || queue ? 'may' : ''} ${takeIsQueued(s) ? 'queued' : ''} ${drop ? 'drop' : ''} ${clock ? 'open-window' : ''}`,
    'aria-disabled': may || queue ? null : 'true', tabindex: may || queue ? '0' : '-1', 'aria-label': words.join('. '),
    onclick: () => (may ? on.draw('discard') : queue && on.queueTake()),
  },
  (may || queue) && pointer(),
  h('span', { key: 'face', class: 'pile-face' },
    clock && h('span', { key: 'ring', class: 'window-ring', opaque: true, 'data-mute': '1', 'data-due': clock.due, 'data-total': s.snap.table.window_ms }),
    hand.top ? cardView(hand.top, { key: `${hand.discards}${hand.top}`, class: 'landing' })
      : h('span', { key: 'hole', class: 'hole' })),
  h('span', { key: 'n', class: 'pile-count', 'aria-hidden': 'true' }, hand.discards ? chips(hand.discards) : t('pile.empty')));
}

/** Seconds that count down by themselves. */
export function countdown(clock, total, fine) {
  return h('span', { key: 'seconds', class: 'seconds', opaque: true, 'data-due': clock.due, 'data-total': total, 'data-fine': fine ? '1' : null });
}

export function totalOf(s, clock) {
  const table = s.snap.table;
  if (clock.reserve) return table.reserve_ms || 1000;
  if (clock.grace) return table.grace_ms || 1000;
  return { act: table.action_ms, window: table.window_ms, deal: table.pause_ms }[clock.what] || 1000;
}

/** What the pause ends with: the next hand, the next match, or the first hand of all. */
export function nextWords(s) {
  if (s.snap.match && s.snap.match.over) return 'now.next-match';
  return keyHere(s.snap.hand ? 'now.next-hand' : 'now.first-hand');
}

function nowWords(s) {
  if (s.replayed) return s.replayed;
  const hand = s.snap.hand;
  if (!hand || hand.phase === 'over') {
    if (stillWords(s)) return stillWords(s);
    if (dealClock(s)) return t(nextWords(s));
    const ready = s.snap.seats.filter((one) => !one.sitting_out).length;
    if (s.snap.table.state === 'closed') return t('now.closed');
    if (lacks(s) === 'person') return t('now.waiting-person');
    return t('now.waiting-players', { n: ready, min: s.snap.table.min_players });
  }
  if (hand.phase === 'window') return t(hand.out_of_turn === 'buy' ? 'now.window-buy' : 'now.window', { card: cardShort(hand.window ? hand.window.card : hand.top) });
  if (hand.turn === null) return '';
  if (myTurn(s)) return t('now.your-turn');
  return t('now.turn', { name: nameOf(s, hand.turn), what: t(turnWord(hand)) });
}

export function nowView(s) {
  const clock = s.snap.clock && s.snap.clock.what === 'deal' ? dealClock(s) : s.snap.clock;
  return h('p', { key: 'now', class: myTurn(s) ? 'now is-mine' : 'now' },
    h('span', { key: 'words' }, nowWords(s)),
    clock && ' ', clock && countdown(clock, totalOf(s, clock), clock.what === 'window'),
    clock && h('span', { key: 'unit', class: 'unit' }, t('time.s')));
}

/** The card turned up, and the faces that it makes wild. */
function viraView(s) {
  const hand = s.snap.hand;
  if (!hand.vira) return null;
  const wilds = (hand.wilds || []).filter((card) => card !== 'JK');
  return h('div', { key: 'vira', class: 'vira', role: 'group', 'aria-label': t('vira.title', { card: cardName(hand.vira), wilds: wilds.map(cardName).join(', ') }) },
    h('span', { class: 'vira-word', 'aria-hidden': 'true' }, t('vira.word')), cardView(hand.vira, { key: 'v' }),
    h('span', { class: 'vira-word long', 'aria-hidden': 'true' }, t('vira.wild')), h('span', { class: 'vira-word short', 'aria-hidden': 'true' }, '\u2605'), wilds.map((card) => cardView(card, { key: card })));
}

/** A table where no hand was dealt yet. */
export function idleView(s) {
  return h('div', { key: 'centre', class: 'centre idle' }, h('p', { class: 'brandmark', 'aria-hidden': 'true' }, 'Batida'), nowView(s));
}

export function centreView(s, on) {
  const hand = s.snap.hand;
  if (!hand) return idleView(s);
  return h('div', { key: 'centre', class: 'centre' },
    potView(s),
    h('div', { key: 'piles', class: 'piles' }, stockView(s, on), discardView(s, on)),
    viraView(s),
    nowView(s),
    hand.direction === 'anticlockwise' && h('p', { key: 'way', class: 'recycled' }, `\u21ba ${t('now.anticlockwise')}`),
    hand.recycled > 0 && h('p', { key: 'again', class: 'recycled' }, t('pile.recycled', { n: hand.recycled })));
}
