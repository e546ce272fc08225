/** Pif Paf, Pife and Cacheta, as the page plays them. */
import { axesOf, hasBets } from './rules.js';
import { actionBar } from './bar.js';
import { acted, outcome } from './deeds.js';
import { centreView } from './felt.js';
import { handView, sortHand, sorts } from './hand.js';
import { layPanel, goOutPanel } from './melded.js';
import { playActs } from './moves.js';
import { resultView } from './result.js';
import { turnWord } from './seats.js';
import { legalAct } from './state.js';
import { t } from './words.js';

const KEYS = [
  ['c', 'check', 'bets'], ['r', 'raise', 'bets'], ['f', 'fold', 'bets'], ['c', 'stay', 'stay'], ['f', 'leave-hand', 'stay'],
  ['d', 'draw'], ['t', 'take'], ['\u2190 \u2192', 'move'], ['\u2423', 'pick'],
  ['Enter', 'discard'], ['Shift + \u2190 \u2192', 'shift'], ['1 2 3', 'sort'], ['j', 'lay', 'open'], ['b', 'out'],
  ['k', 'claim', 'claim'], ['k', 'buy', 'buy'], ['a', 'announce', 'announce'],
  ['c f d t', 'ahead'], ['u', 'ahead-back'], ['i', 'back'], ['s', 'sit'], ['y', 'seat'], ['l', 'log'], ['m', 'mute'], ['?', 'help'],
];

/** The keys of this table: acts that its rules do not know are left out. */
function keys(s) {
  const axes = axesOf(s);
  const right = axes.out_of_turn ?? 'claim';
  const here = {
    bets: hasBets(s), stay: axes.fold_cost > 0, open: axes.open_melds, buy: right === 'buy',
    claim: right === 'claim' || right === 'announce', announce: right === 'announce',
  };
  return KEYS.filter(([, , where]) => !where || here[where]);
}

function isFalse(s) {
  const out = legalAct(s, 'go-out');
  return Boolean(out) && !out.options.length;
}

function panel(s, on) {
  if (s.panel.name === 'out') return { title: t(isFalse(s) ? 'false.title' : 'out.title'), body: goOutPanel(s, on) };
  return s.panel.name === 'lay' ? { title: t('lay.title'), body: layPanel(s, on) } : null;
}

function turnSpeech(s) {
  return { bet: 'say.turn-bet', stay: 'say.turn-stay' }[s.snap.hand.phase] || 'say.turn-play';
}

export const FAMILY = {
  name: 'family',
  keys, panel, turnSpeech, turnWord, acted, outcome, sorts,
  sort: sortHand,
  centre: centreView,
  hand: handView,
  bar: actionBar,
  result: resultView,
  acts: playActs,
  panelOf: { out: (s) => legalAct(s, 'go-out'), lay: (s) => legalAct(s, 'lay') },
};
