/** What happens at Pili Pili, in sentences for the log and for readers. */
import { listed, t, voidWords } from '../words.js';
import { nameOf } from '../state.js';
import { missionWords } from './mission.js';

function shownCard(card, value) {
  return card === 'JK' && value !== undefined && value !== null ? t('pili.log-joker', { card: '[[JK]]', n: value }) : `[[${card}]]`;
}

/** What a seat did. */
function did(s, event, name) {
  const { kind, number, card, cards, whom } = event.action || {};
  if (kind === 'bid') return t('log.bid', { name, n: number });
  if (kind === 'name') return t('log.name', { name, n: number });
  if (kind === 'turn') return t('log.turn', { name, card: shownCard(event.card) });
  if (kind === 'give') return cards ? t('log.give-cards', { name, cards: cards.map((one) => shownCard(one)).join(' ') }) : t('log.give', { name });
  if (kind === 'pick') return whom === undefined ? t('log.pick', { name }) : t('log.pick-whom', { name, whom: nameOf(s, whom) });
  if (kind === 'play') return card ? t('log.play', { name, card: shownCard(card, number) }) : t('log.choose', { name });
  return '';
}

/** What came of it: names told, cards handed on, cards shown together, a trick won. */
function follows(s, event) {
  const words = [];
  if (event.named) words.push(event.named.map(([seat, whom]) => t('log.named', { name: nameOf(s, seat), whom: nameOf(s, whom) })).join(' '));
  if (event.gave) words.push(t('log.gave', { names: listed(event.gave.map((seat) => nameOf(s, seat))) }));
  if (event.shown) words.push(t('log.shown', { cards: event.shown.map((one) => `${nameOf(s, one.seat)} ${shownCard(one.card, one.value)}`).join(', ') }));
  if (event.trick) {
    const name = nameOf(s, event.trick.winner);
    words.push(t('log.trick', { name }), event.trick.pilis ? t('pili.trick-costs', { n: event.trick.pilis }) : '');
  }
  return words;
}

/** One act; of several who choose together only the last one's tells anything. */
export function acted(s, event, name) {
  const together = event.shown || event.gave || event.named;
  const words = together ? '' : did(s, event, name);
  const told = event.by === 'clock' && words ? t('log.by-clock', { what: words.replace(/\.$/, '') }) : words;
  return [told, ...follows(s, event)].filter(Boolean).join(' ');
}

/** The Pilis of a round. */
export function outcome(s, result) {
  if (!result.points) return t('log.void', { why: voidWords(result) });
  return t('log.round', { pilis: result.points.map(([seat, n]) => `${nameOf(s, seat)} ${n > 0 ? '+' : n < 0 ? '\u2212' : ''}${Math.abs(n)}`).join(', ') });
}

/** The deal of the round in play, with its Mission. */
export function dealt(s, event) {
  const hand = s.snap.hand;
  if (!hand || !hand.mission || hand.hand_no !== event.hand_no) return '';
  if (!hand.mission.kind) return '';
  const { name, line } = missionWords(hand.mission);
  return t('log.mission', { name, line });
}

/** What is said when my turn begins. */
export function turnSpeech(s) {
  const hand = s.snap.hand;
  if (hand.phase === 'bid') return 'say.turn-bids';
  if (hand.phase === 'give' || hand.phase === 'pick' || hand.choosing.length) return 'say.turn-choose';
  return 'say.turn-play';
}
