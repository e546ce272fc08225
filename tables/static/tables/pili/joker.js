/** What the Joker is to be worth: a number from 0 to 56, with what it would do to the trick. */
import { h } from '../render.js';
import { t } from '../words.js';
import { clockIsMine, free, legalAct } from '../state.js';
import { countdown } from '../felt.js';
import { cardProps, face, JOKER } from './cards.js';
import { clockTotal, trickCards } from './centre.js';
import { jokerRange, jokerValue } from './moves.js';
import { beats, bestOf, lowWins, who } from './trick.js';

/** In words: whether this number would be ahead. '' where nobody can know yet. */
function verdict(s, value) {
  const hand = s.snap.hand;
  if (value === null || hand.mission.kind === 'SIMUL') return '';
  const best = bestOf(hand, hand.trick);
  if (!best) return t('pili.joker-leads');
  const words = { n: value, best: best.value, name: who(s, best.seat) };
  return beats(hand, value, best.value) ? t('pili.joker-ahead', words) : t(value === best.value ? 'pili.joker-equal' : 'pili.joker-behind', words);
}

/** The numbers that most are after: the strongest, the least that still wins, the weakest. */
function quick(s, [least, most]) {
  const hand = s.snap.hand;
  const best = bestOf(hand, hand.trick);
  const step = lowWins(hand) ? -1 : 1;
  const strong = lowWins(hand) ? least : most;
  const weak = lowWins(hand) ? most : least;
  const out = [[weak, t('pili.joker-weak')]];
  const just = best ? best.value + step : null;
  if (just !== null && just >= least && just <= most && just !== strong && just !== weak) out.push([just, t('pili.joker-just')]);
  out.push([strong, t('pili.joker-strong')]);
  return out;
}

/** What the sheet lies over: the time I have, and the trick. */
function toldBehind(s) {
  const { clock, hand } = s.snap;
  const best = bestOf(hand, hand.trick);
  return h('div', { key: 'behind', class: 'joker-behind' },
    clockIsMine(s) && h('p', { key: 'time', class: 'joker-time' }, clock.reserve && `${t('time.reserve')} `, countdown(clock, clockTotal(s, clock)), h('span', null, t('time.s'))),
    hand.trick.length > 0 && trickCards(s, hand.trick, best && best.seat, 'small'));
}

export function jokerPanel(s, on) {
  const range = jokerRange(s);
  if (!range) return h('p', { key: 'gone', class: 'lead' }, t('pili.joker-gone'));
  const value = jokerValue(s);
  const [least, most] = range;
  const set = (text) => on.typeJoker(text);
  return h('form', { key: 'joker', class: 'form joker', novalidate: true, onsubmit: (event) => {
    event.preventDefault();
    on.nameJoker();
  } },
  toldBehind(s),
  h('div', { key: 'top', class: 'joker-top' },
    h('span', { ...cardProps(JOKER), 'aria-hidden': 'true' }, face(JOKER, value ?? '?')),
    h('div', { class: 'joker-side' },
      h('label', { for: 'joker-value' }, t('pili.joker-label', { min: least, max: most })),
      h('input', { id: 'joker-value', type: 'text', inputmode: 'numeric', autocomplete: 'off', maxlength: '2', autofocus: true, value: s.joker, 'aria-invalid': value === null ? 'true' : null, 'aria-describedby': 'joker-verdict', oninput: (event) => set(event.target.value) }),
      h('input', { class: 'joker-slide', type: 'range', min: String(least), max: String(most), value: String(value ?? most), 'aria-label': t('pili.joker-label', { min: least, max: most }), oninput: (event) => set(event.target.value) }))),
  h('div', { key: 'quick', class: 'joker-quick' }, quick(s, range).map(([number, words]) => h('button', {
    key: String(number), type: 'button', class: 'second', 'aria-pressed': value === number ? 'true' : 'false', onclick: () => set(String(number)),
  }, h('strong', null, String(number)), h('span', null, words)))),
  h('p', { key: 'verdict', id: 'joker-verdict', class: 'joker-verdict', 'aria-live': 'polite' }, value === null ? t('sit.range', { min: least, max: most }) : verdict(s, value)),
  h('button', { key: 'go', type: 'submit', class: 'main', disabled: value === null || !free(s) }, t(legalAct(s, 'name') ? 'pili.joker-name' : 'pili.joker-play', { n: value ?? '\u2026' })));
}
