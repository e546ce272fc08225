/** How the hand ended: who won, how, with which melds, from which pots. It stays until the next deal. */
import { h } from './render.js';
import { chips, signed, t } from './words.js';
import { meldsView } from './melded.js';
import { countdown } from './felt.js';
import { mySeat, nameOf } from './state.js';

export function wonWords(s, result) {
  if (result.winner === null || result.winner === undefined) return t('result.void');
  if (result.winner === mySeat(s)) return t('result.you-won', { n: wonAmount(result) });
  return t('result.won', { name: nameOf(s, result.winner), n: wonAmount(result) });
}

export function wonAmount(result) {
  return result.pots.filter((pot) => pot.winner === result.winner).reduce((sum, pot) => sum + pot.amount, 0);
}

function potRows(s, result) {
  return result.pots.map((pot, place) => h('li', { key: `p${place}` },
    h('span', null, place === 0 && result.pots.length === 1 ? t('pot.word') : place === 0 ? t('pot.main') : t('pot.side', { n: place })),
    h('strong', null, chips(pot.amount)),
    h('span', { class: 'to' }, pot.winner === null || pot.winner === undefined ? t('result.pot-back') : t('result.pot-to', { name: nameOf(s, pot.winner) }))));
}

function returnedRows(s, result) {
  return (result.returned || []).map(([seat, amount]) => h('li', { key: `r${seat}` },
    h('span', null, t('result.returned')), h('strong', null, chips(amount)), h('span', { class: 'to' }, t('result.pot-to', { name: nameOf(s, seat) }))));
}

function deltaRows(s, result) {
  const rows = [...result.deltas].sort((a, b) => b[1] - a[1]);
  return rows.map(([seat, delta]) => h('li', { key: `d${seat}`, class: delta > 0 ? 'up' : delta < 0 ? 'down' : '' },
    h('span', { class: 'who' }, seat === mySeat(s) ? t('seat.you') : nameOf(s, seat)), h('strong', null, signed(delta))));
}

export function resultView(s, on) {
  const hand = s.snap.hand;
  const result = hand && hand.phase === 'over' && hand.result;
  if (!result) return null;
  const clock = s.snap.clock && s.snap.clock.what === 'deal' ? s.snap.clock : null;
  if (s.hiddenResult === hand.id) {
    return h('button', { key: 'result-tab', type: 'button', class: 'result-tab', onclick: on.showResult }, t('result.show'));
  }
  return h('section', { key: 'result', class: 'result', tabindex: '-1', 'aria-label': t('result.title', { n: hand.hand_no }) },
    h('header', { key: 'head' },
      h('p', { class: 'hand-no' }, t('result.title', { n: hand.hand_no })),
      h('h2', null, wonWords(s, result)),
      h('p', { class: 'how' }, t(`how.${result.how}`)),
      h('button', { type: 'button', class: 'close', onclick: on.hideResult, 'aria-label': t('result.hide') }, '\u00d7')),
    result.melds && result.melds.length > 0 && h('div', { key: 'melds' }, meldsView(result.melds, result.discard, null)),
    h('div', { key: 'sums', class: 'sums' },
      h('ul', { key: 'pots', class: 'pots', 'aria-label': t('result.pots') }, potRows(s, result), returnedRows(s, result)),
      h('ul', { key: 'deltas', class: 'deltas', 'aria-label': t('result.deltas') }, deltaRows(s, result))),
    h('footer', { key: 'foot' },
      h('a', { href: s.config.handUrl.replace('00000000-0000-0000-0000-000000000000', hand.id) }, t('result.record')),
      clock && h('span', { class: 'next' }, t('now.next-hand'), ' ', countdown(clock, s.snap.table.pause_ms), h('span', null, t('time.s')))));
}
