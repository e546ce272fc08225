/** The Mission of the round: its sign, its name, what it changes, and the numbers of the round. */
import { h } from '../render.js';
import { chips, t } from '../words.js';
import { matchOn } from '../rules.js';
import { chilli } from './cards.js';

// One stroke picture for each kind, on a ground of 24 by 24.
const SIGNS = {
  PASS: 'M4 7h10l-3-3m3 3-3 3M20 17H10l3-3m-3 3 3 3',
  HAND: 'M4 12a8 8 0 0 1 14-5l1 1m0-4v4h-4M20 12a8 8 0 0 1-14 5l-1-1m0 4v-4h4',
  FORBID: 'M12 3a9 9 0 1 0 .01 0M5.6 5.6l12.8 12.8',
  DRAW: 'M5 3h9v13H5zM17 14v8m-4-4h8',
  OPEN: 'M2 12c4-7 16-7 20 0-4 7-16 7-20 0m7 0a3 3 0 1 0 6 0 3 3 0 1 0-6 0',
  FOREHEAD: 'M8 2h8v8H8zM5 22c0-6 3-9 7-9s7 3 7 9',
  BLINDBID: 'M2 10c4 6 16 6 20 0M5 13l-2 3m7-1-1 4m6-4 1 4m3-6 2 3',
  SIMUL: 'M4 5h5v8H4zm6 6h5v8h-5zm5-6h5v8h-5zM2 22h20',
  REWARD: 'M12 3l2.6 5.6 6 .7-4.4 4.2 1.2 6L12 16.5l-5.4 3 1.2-6L3.4 9.3l6-.7z',
  REVERSE: 'M7 4v15m-4-4 4 4 4-4M14 6h7m-7 5h5m-5 5h3',
  PEEK3: 'M12 6a8 8 0 1 0 .01 0M12 9v5l3 2M9 2h6',
  FIRSTLAST: 'M5 4v17M5 5h8l-2 3 2 3H5M16 21v-8m-2 2 2-2 2 2',
  NOECHO: 'M4 9h16M4 15h16M17 4 7 20',
  BLINDPLAY: 'M4 4h9v14H4zM8 8l1 0m0 5-1 0M11 6l9 2-3 13-6-1.5',
  SWAP: 'M7 20V5L3 9m4-4 4 4M17 4v15l4-4m-4 4-4-4',
  HILO: 'M12 3v18M7 8l5-5 5 5M7 16l5 5 5-5',
  CURSED: 'M12 3a8 8 0 0 0-4 15v3h8v-3a8 8 0 0 0-4-15M9 11v1m6-1v1m-3 3v1',
  SHARED: 'M9 12a4 4 0 1 0-.01 0M15 12a4 4 0 1 0 .01 0M3 20c0-5 3-6 6-6m12 6c0-5-3-6-6-6',
};

/** "PASS(1,L) 5" in its parts; a round without a Mission has none. */
function partsOf(text) {
  const found = /^([A-Z]+3?)(?:\(([^)]*)\))?/.exec(text);
  return found ? { kind: found[1], printed: found[2] ? found[2].split(',') : [] } : { kind: '', printed: [] };
}

export function printedOn(mission) {
  return partsOf(mission.text).printed;
}

/** Its name and its sentence. */
export function missionWords(mission) {
  const { kind, printed } = partsOf(mission.text);
  if (!kind) return { name: t('mission.none'), line: t('mission-line.none') };
  const way = printed[printed.length - 1];
  const variant = way === 'L' || way === 'R' ? `${kind}-${way}` : kind;
  const values = { n: Number(printed[0]) || 0, numbers: printed.join(', ') };
  return { name: t(`mission.${kind}`, values), line: t(`mission-line.${variant}`, values) };
}

export function missionSign(mission) {
  const { kind, printed } = partsOf(mission.text);
  const number = kind === 'FORBID' || kind === 'PASS' ? printed[0] : '';
  return h('span', { key: 'sign', class: `sign ${mission.expert ? 'expert' : ''}`, 'aria-hidden': 'true' },
    SIGNS[kind] ? h('svg', { viewBox: '0 0 24 24', focusable: 'false' }, h('path', { d: SIGNS[kind] })) : chilli(),
    number && h('span', { class: 'sign-number' }, number));
}

/** One line under the bar on top: what is different in this round. */
export function missionStrip(s) {
  const hand = s.snap.hand;
  if (!hand || !hand.mission) return null;
  const { name, line } = missionWords(hand.mission);
  const match = matchOn(s);
  const fact = (word, n) => h('div', { key: word }, h('dt', null, t(word)), h('dd', null, chips(n)));
  return h('section', { key: 'mission', class: `mission ${hand.mission.expert ? 'expert' : ''}`, 'aria-label': t('pili.mission-title') },
    missionSign(hand.mission),
    h('div', { key: 'words', class: 'mission-words' },
      h('h2', null, name, hand.mission.expert && h('span', { class: 'expert-word' }, t('pili.expert'))),
      h('p', null, line)),
    h('dl', { key: 'facts', class: 'mission-facts' }, fact('pili.fact-cards', hand.dealt), match && match.pot > 0 && fact('pili.fact-pot', match.pot)));
}
