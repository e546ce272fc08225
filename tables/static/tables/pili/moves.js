/** The moves of a round of Pili Pili, as far as the server listed them. */
import { t } from '../words.js';
import { cardOf } from '../order.js';
import { sayTurn } from '../speech.js';
import { free, legalAct, mySeat } from '../state.js';
import { JOKER } from './cards.js';

const JOKER_MAX = 56;

/** The cards that may be played now. */
export function playing(s) {
  return s.snap.legal.filter((act) => act.kind === 'play').flatMap((act) => act.cards);
}

/** What the Joker may be worth now, as [least, most], or null when it isn't to be named. */
export function jokerRange(s) {
  const act = s.snap.legal.find((one) => one.range);
  return act ? act.range : null;
}

/** The cards that I have chosen while others still choose. */
export function chosenCards(s) {
  const chosen = s.snap.hand.chosen;
  if (!chosen) return [];
  return chosen.cards || (chosen.card ? [chosen.card] : []);
}

/** To whom the cards go that I give: the neighbour of the Mission, or the other of a swap. */
export function receiver(s) {
  const hand = s.snap.hand;
  const mine = mySeat(s);
  if (hand.mission.kind === 'SWAP') return hand.choosing.find((seat) => seat !== mine);
  const seats = hand.seats.map((one) => one.seat);
  const step = /L\)/.test(hand.mission.text) ? 1 : seats.length - 1;
  return seats[(seats.indexOf(mine) + step) % seats.length];
}

/** How many cards may be picked at a time. */
export function room(s) {
  const give = legalAct(s, 'give');
  return give ? give.count : 1;
}

/** The whole number typed for the Joker, or null. */
export function jokerValue(s) {
  const text = String(s.joker).trim();
  const range = jokerRange(s);
  if (!range || !/^\d{1,2}$/.test(text)) return null;
  const value = Number(text);
  return value >= range[0] && value <= range[1] ? value : null;
}

/** `on` is what the page answers to; these join it. */
export function acts(s, on, shutPanel) {
  const play = (card) => {
    if (!free(s) || !playing(s).includes(card)) return;
    if (card === JOKER) on.askJoker();
    else on.act({ kind: 'play', card });
  };
  return {
    bid(number) {
      const bid = legalAct(s, 'bid');
      if (bid && bid.numbers.includes(number)) on.act({ kind: 'bid', number });
    },
    /** Pick a card, or let go of it; one pick too many lets go of the oldest. */
    pick(key) {
      s.cursor = key;
      s.picks = s.picks.includes(key) ? s.picks.filter((one) => one !== key) : [...s.picks, key].slice(-room(s));
      on.changed();
    },
    /** A first tap picks, a second one plays when that is legal. */
    tap(key) {
      if (s.picks.includes(key) && playing(s).includes(cardOf(key))) play(cardOf(key));
      else on.pick(key);
    },
    playPicked() {
      if (s.picks.length) play(cardOf(s.picks[0]));
    },
    drop: (key) => play(cardOf(key)),
    enterKey(key) {
      if (legalAct(s, 'turn') && s.turning) on.turn(s.turning);
      else if (legalAct(s, 'give') && s.picks.length === room(s)) on.give();
      else if (s.picks.length && playing(s).includes(cardOf(s.picks[0]))) on.playPicked();
      else if (key) on.pick(key);
    },
    give() {
      const give = legalAct(s, 'give');
      if (give && s.picks.length === give.count) on.act({ kind: 'give', cards: s.picks.map(cardOf) });
    },
    whom(seat) {
      const pick = legalAct(s, 'pick');
      if (pick && pick.seats.includes(seat)) on.act({ kind: 'pick', whom: seat });
    },
    pickPlace(place) {
      if (s.turning === place) {
        on.turn(place);
        return;
      }
      s.turning = place;
      sayTurn(t('pili.face-down', { n: place }));
      on.changed();
    },
    turn(number) {
      const turn = legalAct(s, 'turn');
      s.turning = null;
      if (turn && turn.numbers.includes(number)) on.act({ kind: 'turn', number });
    },
    askJoker() {
      if (!jokerRange(s)) return;
      s.joker = String(JOKER_MAX);
      on.panel('joker');
    },
    typeJoker(text) {
      s.joker = text;
      on.changed();
    },
    nameJoker() {
      const number = jokerValue(s);
      if (number === null || !free(s)) return;
      on.act(legalAct(s, 'name') ? { kind: 'name', number } : { kind: 'play', card: JOKER, number });
      shutPanel();
    },
  };
}
