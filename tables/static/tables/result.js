/** How the hand ended: who won, how, with which melds, from which pots. It stays until the next deal. */
import { h } from './render.js';
import { chips, signed, t, voidWords } from './words.js';
import { meldsView } from './melded.js';
import { cardView } from './cards.js';
import { countdown, nextWords } from './felt.js';
import { matchEnd } from './match.js';
import { axesOf, hasChips } from './rules.js';
import { dealClock, lastStays, mySeat, nameOf } from './state.js';

export function wonWords(s, result) {
  if (result.winner === null || result.winner === undefined) return t(result.reason ? 'result.broken-off' : 'result.void');
  const amount = wonAmount(result);
  if (result.winner === mySeat(s)) return amount ? t('result.you-won', { n: amount }) : t('result.you-won-hand');
  const name = nameOf(s, result.winner);
  return amount ? t('result.won', { name, n: amount }) : t('result.won-hand', { name });
}

export function wonAmount(result) {
  return result.pots.filter((pot) => pot.winner === result.winner).reduce((sum, pot) => sum + pot.amount, 0);
}

const goesBack = (pot) => pot.winner === null || pot.winner === undefined;
const total = (amounts) => amounts.reduce((sum, amount) => sum + amount, 0);

/** What was returned, where the pots do not say the same: then those that go back are told by seats alone. */
function returnedOf(result) {
  const returned = result.returned || [];
  const back = total(result.pots.filter(goesBack).map((pot) => pot.amount));
  const same = result.pots.every(goesBack) && back === total(returned.map(([, amount]) => amount));
  return same ? [] : returned;
}

function potRows(s, result) {
  const bySeats = returnedOf(result).length > 0;
  return result.pots.map((pot, place) => bySeats && goesBack(pot) ? null : h('li', { key: `p${place}` },
    h('span', null, place === 0 && result.pots.length === 1 ? t('pot.word') : place === 0 ? t('pot.main') : t('pot.side', { n: place })),
    h('strong', null, chips(pot.amount)),
    h('span', { class: 'to' }, goesBack(pot) ? t('result.pot-back') : t('result.pot-to', { name: nameOf(s, pot.winner) }))));
}

function returnedRows(s, result) {
  const words = t(result.pots.some(goesBack) ? 'result.goes-back' : 'result.returned');
  return returnedOf(result).map(([seat, amount]) => h('li', { key: `r${seat}` },
    h('span', null, words), h('strong', null, chips(amount)), h('span', { class: 'to' }, t('result.pot-to', { name: nameOf(s, seat) }))));
}

function deltaRows(s, result) {
  const rows = [...result.deltas].sort((a, b) => b[1] - a[1]);
  return rows.map(([seat, delta]) => h('li', { key: `d${seat}`, class: delta > 0 ? 'up' : delta < 0 ? 'down' : '' },
    h('span', { class: 'who' }, seat === mySeat(s) ? t('seat.you') : nameOf(s, seat)), h('strong', null, signed(delta))));
}

/** Points that the hand counted: lost ones with a minus where a match counts down, else added up. */
function pointRows(s, result) {
  const down = axesOf(s).scoring === 'lives';
  const rows = [...(result.points || [])].sort((a, b) => a[1] - b[1]);
  return rows.map(([seat, points]) => h('li', { key: `q${seat}`, class: points > 0 ? 'down' : '' },
    h('span', { class: 'who' }, seat === mySeat(s) ? t('seat.you') : nameOf(s, seat)), h('strong', null, signed(down ? -points : points))));
}

/** What the others were left with, where the rules show it. */
function handsShown(s, result) {
  const hands = result.hands || [];
  if (!hands.length) return null;
  return h('details', { key: 'hands', class: 'hands-shown', open: hands.length < 4 },
    h('summary', null, t('result.hands')),
    h('ul', null, hands.map(([seat, cards]) => h('li', { key: `h${seat}` },
      h('span', { class: 'who' }, seat === mySeat(s) ? t('seat.you') : nameOf(s, seat)),
      h('span', { class: 'row-of-cards' }, cards.map((card, place) => cardView(card, { key: `${card}${place}` })))))));
}

function how(result) {
  const parts = [result.how === 'void' ? voidWords(result) : t(`how.${result.how}`)];
  if (result.out_with && !result.discard) parts.push(t('how.all-melded'));
  if (result.direto) parts.push(t('how.direto'));
  return parts.join('\u00a0\u00b7 ');
}

function sums(s, result) {
  const points = pointRows(s, result);
  const moved = hasChips(s) && result.deltas.some(([, delta]) => delta !== 0);
  return h('div', { key: 'sums', class: 'sums' },
    result.pots.length > 0 && h('ul', { key: 'pots', class: 'pots', 'aria-label': t('result.pots') }, potRows(s, result), returnedRows(s, result)),
    points.length > 0 && h('ul', { key: 'points', class: 'deltas', 'aria-label': t('result.points') }, h('li', { key: 'head', class: 'list-head' }, t('result.points')), points),
    moved && h('ul', { key: 'deltas', class: 'deltas', 'aria-label': t('result.deltas') }, deltaRows(s, result)));
}

/** The result of the hand before, in one line, for whoever did not read it in the pause. */
export function lastView(s, on) {
  if (!lastStays(s)) return null;
  return h('div', { key: 'last-result', class: 'last-result' },
    h('a', { key: 'words', href: recordUrl(s, s.last.id) }, s.last.words),
    h('button', { key: 'close', type: 'button', class: 'close', onclick: on.hideLast, 'aria-label': t('result.hide-last') }, '\u00d7'));
}

function recordUrl(s, hand) {
  return s.config.handUrl.replace('00000000-0000-0000-0000-000000000000', hand);
}

/** The number of the hand just over, as the top of the page counts. */
function numberOf(s) {
  return s.snap.match ? s.snap.match.hands : s.snap.hand.hand_no;
}

export function resultView(s, on) {
  const hand = s.snap.hand;
  const result = hand && hand.phase === 'over' && hand.result;
  if (!result) return null;
  const clock = dealClock(s);
  if (s.hiddenResult === hand.id) {
    return h('button', { key: 'result-tab', type: 'button', class: 'result-tab', onclick: on.showResult }, t('result.show'));
  }
  return h('section', { key: 'result', class: 'result', tabindex: '-1', 'aria-label': t('result.title', { n: numberOf(s) }) },
    h('button', { key: 'close', type: 'button', class: 'close', onclick: on.hideResult, 'aria-label': t('result.hide') }, '\u00d7'),
    matchEnd(s),
    h('header', { key: 'head' },
      h('p', { class: 'hand-no' }, t('result.title', { n: numberOf(s) })),
      h('h2', null, wonWords(s, result)),
      h('p', { class: 'how' }, how(result))),
    result.melds && result.melds.length > 0 && h('div', { key: 'melds' }, meldsView(result.melds, result.discard, null)),
    sums(s, result),
    handsShown(s, result),
    h('footer', { key: 'foot' },
      h('a', { href: recordUrl(s, hand.id) }, t(s.replayed ? 'result.record' : 'result.again')),
      clock && h('span', { class: 'next' }, t(nextWords(s)), ' ', countdown(clock, s.snap.table.pause_ms), h('span', null, t('time.s')))));
}
