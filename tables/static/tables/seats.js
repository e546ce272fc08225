/** The seats round the table: who sits there, with what, and whose turn it is. */
import { h } from './render.js';
import { chips, t } from './words.js';
import { placeOf, placeStyle, sideOf } from './places.js';
import { awaitedSeats, clockIsMine, handSeat, maySit, mySeat, shownName } from './state.js';
import { game } from './game.js';
import { hasBets, hasChips, matchOn, standingOf } from './rules.js';
import { pointsView } from './match.js';
import { laidView, marksView } from './laid.js';

/** A number from a name, so that a player keeps the same avatar colour everywhere. */
function hueOf(name) {
  let sum = 0;
  for (const sign of name) sum = (sum * 31 + sign.codePointAt(0)) % 360;
  return sum;
}

/** Round sign with the first letter, or with a robot; round it the time left of this seat, if its clock runs. */
export function avatar(s, who) {
  const clock = s.snap.clock;
  const runs = clock && clock.what === 'act' && (clock.seat === who.seat || (who.seat === mySeat(s) && clockIsMine(s)));
  return h('span', { key: 'avatar', class: 'avatar', style: { '--hue': String(hueOf(who.name)) }, 'aria-hidden': 'true', title: who.bot ? t('seat.bot-long') : null },
    runs && h('span', {
      key: 'ring', class: 'ring', opaque: true, 'data-mute': '1',
      'data-due': clock.due, 'data-total': (clock.reserve && s.snap.table.reserve_ms) || (clock.grace && s.snap.table.grace_ms) || s.snap.table.action_ms,
    }),
    who.bot ? robot() : h('span', { key: 'letter', class: 'letter' }, who.name.slice(0, 1).toUpperCase()));
}

const ROBOT = 'M11 2h2v3h4a3 3 0 0 1 3 3v9a3 3 0 0 1-3 3H7a3 3 0 0 1-3-3V8a3 3 0 0 1 3-3h4zM8 9v3.4h3V9zm5 0v3.4h3V9zm-5 6v2h8v-2z';

function robot() {
  return h('svg', { key: 'robot', class: 'robot', viewBox: '0 0 24 24', focusable: 'false' }, h('path', { d: ROBOT, 'fill-rule': 'evenodd' }));
}

/** What this seat is at, as one word or two; never told by colour alone. */
export function seatStatus(s, who) {
  const hand = s.snap.hand;
  const seat = handSeat(s, who.seat);
  if (hand && hand.phase === 'over') {
    if (hand.result && hand.result.winner === who.seat) return ['won', t('seat.won')];
    if (seat && seat.folded) return ['folded', t('seat.folded')];
  } else if (hand && seat) {
    if (seat.folded) return ['folded', t('seat.folded')];
    if (awaitedSeats(hand).includes(who.seat) && !(hand.chosen && who.seat === mySeat(s))) return ['turn', t(s.snap.clock && s.snap.clock.grace ? 'seat.grace' : game().turnWord(hand, who.seat))];
    if (seat.all_in && hasBets(s)) return ['all-in', t('seat.all-in')];
    if (who.sitting_out || who.away) return ['away', t('seat.away')];
  }
  const standing = matchOn(s) && standingOf(s, who.seat);
  if (standing && standing.out_after !== null) return ['out', t('seat.out-of-match')];
  if (matchOn(s) && !standing) return ['next', t('seat.next-match')];
  if (who.sitting_out) return ['out', t('seat.sitting-out')];
  if (who.present === false && !who.bot) return ['away', t('seat.away')];
  if (hand && hand.phase !== 'over' && !seat) return ['next', t('seat.next-hand')];
  return ['', ''];
}

export function turnWord(hand) {
  if (hand.phase === 'bet') return 'seat.to-bet';
  if (hand.phase === 'stay') return 'seat.to-stay';
  if (hand.phase === 'window') return 'seat.up-next';
  return hand.phase === 'discard' || hand.drew ? 'seat.to-discard' : 'seat.to-draw';
}

/** The chips of who sits there: in a hand what is left of them, and once it is paid out all. */
export function stackOf(s, who) {
  const seat = handSeat(s, who.seat);
  return seat && (s.snap.hand.phase !== 'over' || who.stack === undefined) ? seat.stack : who.stack;
}

export function dealerButton() {
  return h('span', { key: 'dealer', class: 'dealer', role: 'img', 'aria-label': t('seat.dealer'), title: t('seat.dealer') }, 'D');
}

export function chip(amount, name) {
  return h('span', { class: `chips-of ${name || ''}` }, h('span', { class: 'chip-dot', 'aria-hidden': 'true' }), chips(amount));
}

/** What a seat has that counts here: points in a match, else chips, or nothing. */
export function worthView(s, who) {
  if (game().worth) return game().worth(s, who);
  return pointsView(s, who.seat) || (hasChips(s) ? chip(stackOf(s, who), 'stack') : null);
}

function backs(seat, folded) {
  if (!seat || folded || !seat.cards) return null;
  return h('span', { key: 'backs', class: 'backs', 'aria-hidden': 'true' },
    Array.from({ length: seat.cards }, (_, place) => h('span', { style: { '--i': String(place - (seat.cards - 1) / 2) } })));
}

/** A taken seat with its plate, what lies open at it, and what it is at. */
export function occupied(s, who, style) {
  const hand = s.snap.hand;
  const seat = handSeat(s, who.seat);
  const [state, words] = seatStatus(s, who);
  const bet = seat && hand.phase === 'bet' ? seat.bet : 0;
  return h('li', { key: `seat${who.seat}`, class: `seat ${state} ${parseFloat(style['--wx']) > 55 ? 'east' : ''} ${parseFloat(style['--wy']) > 20 ? 'flank' : ''}`, style, 'data-seat': who.seat },
    backs(seat, state === 'folded'),
    h('div', { key: 'plate', class: 'plate' },
      avatar(s, who),
      h('span', { key: 'name', class: shownName(who).length > 14 ? 'name lengthy' : 'name', title: who.name }, shownName(who)),
      who.bot && h('span', { key: 'bot', class: 'bot seen-by-readers-only' }, t('seat.bot')),
      worthView(s, who),
      seat && !seat.folded && seat.cards > 0 && h('span', { key: 'held', class: 'held', title: t(seat.cards === 1 ? 'seat.cards-one' : 'seat.cards', { n: seat.cards }) },
        h('span', { 'aria-hidden': 'true' }, String(seat.cards)),
        h('span', { class: 'seen-by-readers-only' }, t(seat.cards === 1 ? 'seat.cards-one' : 'seat.cards', { n: seat.cards }))),
      hand && hand.dealer === who.seat && dealerButton()),
    laidView(seat, t('laid.title', { name: shownName(who) })),
    game().shown && game().shown(s, who),
    h('div', { key: 'tags', class: 'tags' },
      marksView(seat),
      game().tags && game().tags(s, who.seat),
      words && h('span', { key: 'status', class: 'status' }, state === 'turn' && h('span', { class: 'arrow', 'aria-hidden': 'true' }), words),
      bet > 0 && h('span', { key: 'bet', class: 'bet' },
        h('span', { class: 'seen-by-readers-only' }, t('seat.bet')), chip(bet))));
}

function empty(s, number, style, on) {
  const open = maySit(s);
  return h('li', { key: `free${number}`, class: `seat free ${open ? 'open' : ''}`, style },
    open
      ? h('button', { type: 'button', class: 'sit-here', onclick: () => on.askSit(number), 'aria-label': t('sit.here-n', { n: number + 1 }) },
        h('span', { 'aria-hidden': 'true' }, '+'), h('span', { class: 'sit-word' }, t('sit.here')))
      : h('span', { class: 'seen-by-readers-only' }, t('seat.free')));
}

export function seatsView(s, on) {
  const mine = mySeat(s);
  const total = s.snap.table.seats;
  const taken = new Map(s.snap.seats.map((one) => [one.seat, one]));
  const sides = { left: [], top: [], right: [], bottom: [] };
  for (let step = mine === null ? 0 : 1; step < total; step += 1) {
    const number = ((mine ?? 0) + step) % total;
    const style = placeStyle(placeOf(number, total, mine));
    const who = taken.get(number);
    sides[sideOf(number, total, mine)].push(who ? occupied(s, who, style) : empty(s, number, style, on));
  }
  return h('div', { key: 'seats', class: 'seats', role: 'list', 'aria-label': t('table.seats') },
    Object.keys(sides).map((side) => sides[side].length > 0 && h('div', { key: side, class: `side-${side}`, role: 'none' }, sides[side])));
}
