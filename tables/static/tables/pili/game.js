/** Pili Pili, as the page plays it. */
import { h } from '../render.js';
import { t } from '../words.js';
import { mySeat } from '../state.js';
import { bar } from './bar.js';
import { centre, trickCards } from './centre.js';
import { handView, sortHand } from './hand.js';
import { jokerPanel } from './joker.js';
import { missionStrip } from './mission.js';
import { acts, jokerRange } from './moves.js';
import { result } from './result.js';
import { pilisView, shownHand, tagsView, turnWord } from './seats.js';
import { acted, dealt, outcome, turnSpeech } from './told.js';
import { lastTrick, whyWon } from './trick.js';

const KEYS = [
  ['0 \u2026 9', 'bid'], ['\u2190 \u2192', 'move'], ['\u2423', 'pick'], ['Enter', 'play'], ['p', 'press'], ['1 \u2026 9', 'choose'],
  ['Shift + \u2190 \u2192', 'shift'], ['o', 'order'], ['v', 'trick'],
  ['i', 'back'], ['s', 'sit'], ['y', 'seat'], ['l', 'log'], ['m', 'mute'], ['?', 'help'],
];

function trickPanel(s) {
  const last = lastTrick(s);
  if (!last) return h('p', { key: 'none', class: 'lead' }, t('pili.no-trick'));
  return h('div', { key: 'trick', class: 'trick-panel' }, trickCards(s, last.played, last.winner), h('p', { class: 'why' }, whyWon(s, last)));
}

function panel(s, on) {
  if (s.panel.name === 'joker') return { title: t('pili.joker-title'), body: jokerPanel(s, on) };
  return s.panel.name === 'trick' ? { title: t('pili.last-trick'), body: trickPanel(s) } : null;
}

/** Whether the round went without a Pili for me. */
function won(s) {
  const result = s.snap.hand.result;
  const mine = ((result && result.points) || []).find(([seat]) => seat === mySeat(s));
  return Boolean(mine) && mine[1] <= 0;
}

/** Cards come in rising order, but where their places count. */
function firstSight(s) {
  if (s.snap.hand.mission.kind !== 'BLINDPLAY') sortHand(s, 'up');
  s.order.fresh = new Set();
}

/** A turned Joker asks for its value by itself. */
function turnBegins(s, page) {
  if (s.snap.hand.phase === 'name' && !s.panel) page.ask();
}

export const PILI = {
  name: 'pili',
  bar, centre, result, acts, panel, won, turnWord, turnSpeech, acted, outcome, dealt,
  hand: handView,
  strip: missionStrip,
  worth: pilisView,
  tags: tagsView,
  shown: shownHand,
  sort: sortHand,
  firstSight,
  turnBegins,
  sorts: {},
  settings: ['sound', 'vibrate', 'big', 'keys'],
  winsCount: false,
  keys: () => KEYS,
  panelOf: { joker: (s) => jokerRange(s) !== null },
  words: {
    'match.points-head': 'pili.head-pilis', 'match.hands': 'pili.rounds', 'match.tie': 'pili.tie', 'match.how-threshold': 'pili.how-limit',
    'bot.sharp-hint': 'pili.bot-sharp', 'now.next-hand': 'pili.next-round', 'now.first-hand': 'pili.first-round', 'top.hand': 'pili.top-round',
    'log.hand': 'pili.dealt', 'log.hand-before': 'pili.dealt-before',
  },
};
