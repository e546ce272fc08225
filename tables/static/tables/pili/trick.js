/** Who is ahead in a trick, and why its winner won: as the Mission of the round has it. */
import { t } from '../words.js';
import { mySeat, nameOf } from '../state.js';
import { JOKER } from './cards.js';

export function lowWins(hand) {
  return hand.mission.kind === 'REVERSE';
}

/** Whether a value would take the lead from the best one: an equal one is too late. */
export function beats(hand, value, best) {
  return lowWins(hand) ? value < best : value > best;
}

/** The card that is ahead, or null before the first. */
export function bestOf(hand, played) {
  return played.reduce((best, one) => (best === null || beats(hand, one.value, best.value) ? one : best), null);
}

export function who(s, seat) {
  return seat === mySeat(s) ? t('seat.you') : nameOf(s, seat);
}

/** A finished trick in a sentence: who takes it and why. */
export function whyWon(s, trick) {
  const hand = s.snap.hand;
  const best = trick.played.find((one) => one.seat === trick.winner);
  const equal = trick.played.filter((one) => one.value === best.value).length > 1;
  const card = best.card === JOKER ? t('pili.joker-as', { n: best.value }) : best.card;
  const reason = equal ? 'pili.why-first' : lowWins(hand) ? 'pili.why-lowest' : 'pili.why-highest';
  const mine = trick.winner === mySeat(s);
  const words = [t(mine ? 'pili.you-take' : 'pili.takes', { name: nameOf(s, trick.winner), why: t(reason, { card }) })];
  if (trick.pilis) words.push(t('pili.trick-costs', { n: trick.pilis }));
  return words.join(' ');
}

export function lastTrick(s) {
  const tricks = s.snap.hand.tricks;
  return tricks.length ? tricks[tricks.length - 1] : null;
}
