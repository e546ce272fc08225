/** A match that hands add up to: points at the seats, the standing, and how it ended. */
import { h } from './render.js';
import { chips, listed, signed, t } from './words.js';
import { game, worded } from './game.js';
import { axesOf, hasChips, matchOn, standingOf } from './rules.js';
import { asPlayed, mySeat, nameOf } from './state.js';

function countsPoints(s) {
  return axesOf(s).scoring !== 'win';
}

/** What a seat has in the match: points, or hands won where none are counted. */
export function pointsOf(s, seat) {
  const standing = standingOf(s, seat);
  if (!standing) return null;
  return countsPoints(s) ? standing.points : standing.wins;
}

/** The points as they stand on a seat's plate. */
export function pointsView(s, seat) {
  const points = pointsOf(s, seat);
  if (points === null) return null;
  const words = t(countsPoints(s) ? 'match.points' : 'match.wins', { n: points });
  return h('span', { key: 'points', class: 'points', title: words }, h('strong', { 'aria-hidden': 'true' }, chips(points)),
    h('span', { class: 'points-word', 'aria-hidden': 'true' }, t(countsPoints(s) ? 'match.points-short' : 'match.wins-short')),
    h('span', { class: 'seen-by-readers-only' }, words));
}

function who(s, seat) {
  return seat === mySeat(s) ? t('seat.you') : nameOf(s, seat);
}

/** The goal in words: "to 100 points", "0 is out", "10 hands". */
function goal(s) {
  const axes = axesOf(s);
  const n = { pili: axes.limit, penalty: axes.threshold, countdown: axes.lives, 'fixed-hands': axes.hands }[axes.match ?? game().name];
  return n ? t(`match.goal-${axes.match ?? game().name}`, { n }) : '';
}

function standingRow(s, one, over) {
  const out = one.out_after !== null && !over;
  const won = over && one.rank === 1;
  return h('tr', { key: `s${one.seat}`, class: `${one.seat === mySeat(s) ? 'my-row' : ''} ${out ? 'gone' : ''} ${won ? 'first' : ''}` },
    h('td', { class: 'rank' }, String(one.rank)),
    h('th', { scope: 'row' }, who(s, one.seat), out && h('span', { class: 'gone-word' }, ` ${t('match.out-after', { n: one.out_after })}`)),
    countsPoints(s) && h('td', null, chips(one.points)),
    game().winsCount !== false && h('td', null, chips(one.wins)),
    over && hasChips(s) && h('td', { class: one.chips > 0 ? 'up' : one.chips < 0 ? 'down' : '' }, signed(one.chips)));
}

function standingTable(s, match, over) {
  return h('table', { key: 'table', class: 'standing' },
    h('thead', null, h('tr', null,
      h('th', { scope: 'col' }, h('span', { class: 'seen-by-readers-only' }, t('match.rank'))), h('th', { scope: 'col' }, t('match.player')),
      countsPoints(s) && h('th', { scope: 'col' }, worded('match.points-head')), game().winsCount !== false && h('th', { scope: 'col' }, t('match.wins-head')),
      over && hasChips(s) && h('th', { scope: 'col' }, t('match.chips-head')))),
    h('tbody', null, match.standings.map((one) => standingRow(s, one, over))));
}

/** The side panel's standing. */
export function standingView(now) {
  const s = asPlayed(now);
  const match = s.snap.match;
  if (!match) return h('p', { key: 'none', class: 'side-empty' }, t('match.none'));
  return h('div', { key: 'standing', class: 'rules', tabindex: '0', role: 'region', 'aria-label': t('side.standing') },
    h('h3', null, t('match.title', { n: match.match_no })),
    h('p', { class: 'match-goal' }, [goal(s), worded('match.hands', { n: match.hands }), match.pot > 0 && t('match.pot', { n: match.pot })].filter(Boolean).join('\u00a0\u00b7 ')),
    standingTable(s, match, match.over));
}

function endWords(s, match) {
  const first = match.standings.filter((one) => one.rank === 1);
  if (!match.how) return t('match.void', { n: match.match_no });
  if (first.length > 1) return worded('match.tie', { names: listed(first.map((one) => who(s, one.seat))) });
  const mine = first[0].seat === mySeat(s);
  return mine ? t('match.you-won') : t('match.won', { name: nameOf(s, first[0].seat) });
}

/** How the match ended, with the ranking and what each won; null while it goes on. */
export function matchEnd(s) {
  const match = s.snap.match;
  if (!match || !match.over) return null;
  return h('section', { key: 'match', class: 'match-end', 'aria-label': t('match.over') },
    h('p', { class: 'hand-no' }, t('match.title', { n: match.match_no }), match.how && `\u00a0\u00b7 ${worded(`match.how-${match.how}`)}`),
    h('h2', null, endWords(s, match)),
    standingTable(s, match, true));
}

/** What somebody seated waits for while a match goes on without them; '' when nothing. */
export function waitWords(s) {
  const match = matchOn(s);
  if (!match) return '';
  const mine = standingOf(s, mySeat(s));
  if (!mine) return t('match.wait-next', { n: match.hands + 1 });
  return mine.out_after === null ? '' : t('match.wait-out');
}

/** Whether my seat must stay until the match is over. */
export function boundToMatch(s) {
  const mine = matchOn(s) && standingOf(s, mySeat(s));
  if (!mine) return false;
  return mine.out_after === null || s.snap.table.stakes === 'per-point';
}
