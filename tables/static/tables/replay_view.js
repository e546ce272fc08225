/** The board of a replay: the table as it stood after a step, and the buttons that lead through. */
import { h } from './render.js';
import { t } from './words.js';
import { cardView, setWilds } from './cards.js';
import { game } from './game.js';
import { sorted } from './melds.js';
import { placeOf, placeStyle } from './places.js';
import { axesOf, hasBets } from './rules.js';
import { occupied } from './seats.js';
import { shownName } from './state.js';

export const SPEEDS = { slow: 2600, usual: 1300, fast: 550 };
const ICONS = {
  first: 'M5 5h2.6v14H5zM19 5v14L9 12z',
  back: 'M16.5 5v14L7 12z',
  next: 'M7.5 5v14L17 12z',
  last: 'M16.4 5H19v14h-2.6zM5 5v14l10-7z',
  play: 'M7 4v16l13-8z',
  pause: 'M6 4h4.4v16H6zm7.6 0H18v16h-4.4z',
};

/** The hand of a seat, open and in order; the card just drawn stands out. */
export function openHand(s, who) {
  const held = s.held.find((one) => one.seat === who.seat);
  if (!held || !held.cards || !held.cards.length) return null;
  const count = new Map();
  const all = held.cards.map((card) => {
    count.set(card, (count.get(card) || 0) + 1);
    return { key: `${card}#${count.get(card)}`, card };
  });
  const fresh = held.drawn && `${held.drawn}#${count.get(held.drawn)}`;
  return h('div', { key: 'open', class: 'open-hand', role: 'group', 'aria-label': t('replay.hand-of', { name: shownName(who) }) },
    sorted(all, 'suit', axesOf(s), s.snap.hand.wilds).map(({ key, card }) => cardView(card, { key, class: key === fresh ? 'just-drawn' : '' })));
}

/** Everybody who plays, seen from the reader's own seat, or from the first one. */
function seatsAround(s) {
  const { seats } = s.snap;
  const below = Math.max(0, seats.findIndex((one) => one.seat === s.config.mine));
  const rows = seats.map((who, place) => {
    const view = occupied(s, who, placeStyle(placeOf(place, seats.length, below)));
    view.props.class += place === below ? ' below' : '';
    return view;
  });
  return h('ol', { key: 'seats', class: 'seats', 'aria-label': t('table.seats') }, rows);
}

export function boardView(s, on) {
  const { hand } = s.snap;
  setWilds(hand.wilds || []);
  const strip = game().strip && game().strip(s);
  const names = ['stage', `of-${game().name}`, strip ? 'with-strip' : '', hasBets(s) ? '' : 'no-bets', 'watching', `phase-${hand.phase}`, `seats-${s.snap.seats.length}`];
  return h('div', { key: 'stage', class: names.join(' ') },
    strip,
    h('section', { key: 'felt', class: 'table-felt', 'aria-label': t('table.title') },
      h('div', { key: 'rail', class: 'rail', 'aria-hidden': 'true' }), seatsAround(s), game().centre(s, on), s.ended && game().result(s, on)));
}

function button(name, words, press, off, more) {
  return h('button', { key: name, type: 'button', class: `replay-button of-${name}`, 'aria-label': words, title: words, 'aria-disabled': off ? 'true' : null, onclick: () => off || press(), ...more },
    h('svg', { viewBox: '0 0 24 24', 'aria-hidden': 'true', focusable: 'false' }, h('path', { d: ICONS[name] })));
}

/** Buttons, slider and speeds; `r` is where the reader is. */
export function controlsView(r, on) {
  const end = r.stops.length - 1;
  const atFirst = r.at === 0;
  const atLast = r.at === end;
  return h('div', { key: 'controls', class: 'replay-controls', role: 'group', 'aria-label': t('replay.controls') },
    h('input', {
      key: 'slider', type: 'range', class: 'replay-slider', min: '0', max: String(end), step: '1', value: String(r.at), 'aria-label': t('replay.slider'),
      'aria-valuetext': t('replay.said', { n: r.at, of: end, what: r.stops[r.at].said }), oninput: (event) => on.go(Number(event.target.value)),
    }),
    h('div', { key: 'row', class: 'replay-row' },
      h('span', { key: 'place', class: 'replay-place', 'aria-hidden': 'true' }, t('replay.place', { n: r.at, of: end })),
      h('div', { key: 'steps', class: 'replay-steps' },
        button('first', t('replay.first'), on.first, atFirst),
        button('back', t('replay.back'), on.back, atFirst),
        h('span', { key: 'go' }, r.playing ? button('pause', t('replay.pause'), on.pause) : button('play', t('replay.play'), on.play)),
        button('next', t('replay.next'), on.next, atLast),
        button('last', t('replay.last'), on.last, atLast)),
      h('div', { key: 'speeds', class: 'replay-speeds', role: 'group', 'aria-label': t('replay.speed') },
        Object.keys(SPEEDS).map((name) => h('button', { key: name, type: 'button', class: 'replay-speed', 'aria-pressed': r.speed === name ? 'true' : 'false', onclick: () => on.speed(name) }, t(`replay.speed-${name}`))))),
    h('p', { key: 'keys', class: 'replay-keys' }, t('replay.keys')));
}

/** What stands in the board's place when its steps did not come. */
export function lostView(on) {
  return h('p', { key: 'lost', class: 'opening' }, t('replay.lost'), ' ', h('button', { type: 'button', class: 'second', onclick: on.load }, t('replay.again')));
}
