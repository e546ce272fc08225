/** How a round ended: each bid against its tricks, the Pilis, and the total against the limit. */
import { h } from '../render.js';
import { chips, listed, signed, t } from '../words.js';
import { countdown, nextWords } from '../felt.js';
import { matchEnd } from '../match.js';
import { axesOf, standingOf } from '../rules.js';
import { dealClock, mySeat, nameOf } from '../state.js';
import { chilli } from './cards.js';
import { trickCards } from './centre.js';
import { lastTrick, who, whyWon } from './trick.js';

/** Seats that won as many tricks as they bid. */
function exactSeats(result) {
  const tricks = new Map(result.tricks);
  return result.bids.filter(([seat, bid]) => tricks.get(seat) === bid).map(([seat]) => seat);
}

/** In one line: how I did, or who made the bid. */
export function headline(s, result) {
  if (!result.bids) return t('result.broken-off');
  const mine = result.points.find(([seat]) => seat === mySeat(s));
  if (mine) return t(mine[1] === 0 ? 'pili.you-none' : mine[1] < 0 ? 'pili.you-less' : 'pili.you-get', { n: Math.abs(mine[1]) });
  const exact = exactSeats(result);
  return exact.length ? t('pili.exact', { names: listed(exact.map((seat) => nameOf(s, seat))) }) : t('pili.exact-none');
}

function row(s, result, seat) {
  const of = (pairs) => new Map(pairs).get(seat);
  const bid = of(result.bids);
  const took = of(result.tricks);
  const pilis = of(result.points);
  const standing = standingOf(s, seat);
  const exact = bid === took;
  return h('tr', { key: `s${seat}`, class: `${seat === mySeat(s) ? 'my-row' : ''} ${exact ? 'exact' : ''}` },
    h('th', { scope: 'row' }, who(s, seat)),
    h('td', null, String(bid)),
    h('td', { class: exact ? 'made' : 'missed' }, String(took), h('span', { class: 'verdict', 'aria-hidden': 'true' }, exact ? '\u2713' : '\u2717'), h('span', { class: 'seen-by-readers-only' }, t(exact ? 'pili.made' : 'pili.missed'))),
    h('td', { class: pilis > 0 ? 'down' : pilis < 0 ? 'up' : '' }, pilis === 0 ? '0' : signed(pilis)),
    standing && h('td', { class: 'total' }, chips(standing.points), h('span', { class: 'soft' }, `/${axesOf(s).limit}`)));
}

function roundTable(s, result) {
  const head = (word) => h('th', { key: word, scope: 'col' }, t(word));
  const counted = s.snap.match && s.snap.match.standings.length > 0;
  const seats = result.points.map(([seat]) => seat).sort((a, b) => new Map(result.points).get(a) - new Map(result.points).get(b));
  return h('table', { key: 'round', class: 'standing round' },
    h('thead', null, h('tr', null, head('match.player'), head('pili.head-bid'), head('pili.head-took'), h('th', { scope: 'col' }, chilli('chilli small'), ' ', t('pili.head-pilis')), counted && head('pili.head-total'))),
    h('tbody', null, seats.map((seat) => row(s, result, seat))));
}

/** Where Pilis come from that bid and tricks do not explain. */
function missionNote(s, result) {
  const notes = [];
  const costly = s.snap.hand.tricks.filter((trick) => trick.pilis);
  if (costly.length) notes.push(t('pili.note-tricks', { n: costly.reduce((sum, one) => sum + one.pilis, 0) }));
  if (s.snap.hand.named.length) notes.push(t('pili.note-shared', { names: s.snap.hand.named.map(([seat, whom]) => `${who(s, seat)} \u2192 ${who(s, whom)}`).join(', ') }));
  if (result.points.some(([, pilis]) => pilis < 0)) notes.push(t('pili.note-reward'));
  return notes.length > 0 && h('p', { key: 'note', class: 'how' }, notes.join(' '));
}

export function result(s, on) {
  const hand = s.snap.hand;
  const ended = hand && hand.phase === 'over' && hand.result;
  if (!ended) return null;
  const clock = dealClock(s);
  if (s.hiddenResult === hand.id) {
    return h('button', { key: 'result-tab', type: 'button', class: 'result-tab', onclick: on.showResult }, t('result.show'));
  }
  const last = lastTrick(s);
  return h('section', { key: 'result', class: 'result pili-result', tabindex: '-1', 'aria-label': t('pili.round', { n: roundNo(s) }) },
    h('button', { key: 'close', type: 'button', class: 'close', onclick: on.hideResult, 'aria-label': t('result.hide') }, '\u00d7'),
    matchEnd(s),
    h('header', { key: 'head' }, h('p', { class: 'hand-no' }, t('pili.round', { n: roundNo(s) })), h('h2', null, headline(s, ended))),
    ended.bids && roundTable(s, ended),
    ended.bids && missionNote(s, ended),
    last && lastShown(s, last),
    h('footer', { key: 'foot' },
      h('a', { href: s.config.handUrl.replace('00000000-0000-0000-0000-000000000000', hand.id) }, t(s.replayed ? 'result.record' : 'result.again')),
      clock && h('span', { class: 'next' }, t(nextWords(s)), ' ', countdown(clock, s.snap.table.pause_ms), h('span', null, t('time.s')))));
}

/** The last trick of the round; shut where a match ends, which has more to tell. */
function lastShown(s, last) {
  return h('details', { key: 'last', class: 'last-shown', open: !(s.snap.match && s.snap.match.over) },
    h('summary', null, t('pili.last-trick')), trickCards(s, last.played, last.winner, 'small'), h('p', { class: 'why' }, whyWon(s, last)));
}

function roundNo(s) {
  return s.snap.match ? s.snap.match.hands : s.snap.hand.hand_no;
}
