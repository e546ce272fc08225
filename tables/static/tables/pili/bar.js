/** The bar at Pili Pili: what is asked of me, and the buttons that answer. */
import { h } from '../render.js';
import { act } from '../button.js';
import { t } from '../words.js';
import { barFrame } from '../bar.js';
import { cardOf } from '../order.js';
import { free, legalAct, myTurn, nameOf } from '../state.js';
import { aheadView } from './ahead.js';
import { bidButtons } from './bids.js';
import { cardWords, JOKER } from './cards.js';
import { clockTotal, waitWords } from './centre.js';
import { playing, receiver, room } from './moves.js';

function myPrompt(s) {
  const hand = s.snap.hand;
  if (hand.phase === 'bid') return t('pili.ask-bid');
  if (hand.phase === 'name') return t('pili.ask-name');
  if (hand.phase === 'give') return t('pili.ask-give', { n: room(s), name: nameOf(s, receiver(s)) });
  if (hand.phase === 'pick') return t(hand.mission.kind === 'SHARED' ? 'pili.ask-share' : 'pili.ask-swap');
  if (legalAct(s, 'turn')) return t('pili.ask-turn');
  if (hand.choosing.length) return t('pili.ask-together');
  return t(hand.trick.length ? 'pili.ask-play' : 'pili.ask-lead');
}

/** The order of the day in one line: whose turn it is and what for. */
function prompt(s) {
  const hand = s.snap.hand;
  if (s.busy) return ['busy', t('prompt.sending')];
  if (hand.phase === 'peek') return ['mine', t('pili.look')];
  if (myTurn(s)) return ['mine', myPrompt(s)];
  const waits = waitWords(s);
  return ['', hand.chosen ? `${chosenWords(s)} ${waits}` : waits];
}

/** What I have chosen, while others still do. */
function chosenWords(s) {
  const { kind, card, number, cards, whom } = s.snap.hand.chosen;
  if (kind === 'pick') return t('pili.you-chose', { what: nameOf(s, whom) });
  return t('pili.you-chose', { what: cards ? cards.map((one) => cardWords(one)).join(', ') : cardWords(card, number) });
}

function playButton(s, on) {
  const plays = playing(s);
  const card = s.picks.length ? cardOf(s.picks[0]) : null;
  const may = card !== null && plays.includes(card);
  const words = card === null ? t('act.discard-none') : may ? t(card === JOKER ? 'pili.play-joker' : 'pili.play', { card }) : t('pili.card-barred');
  return act('play', words, may && free(s), on.playPicked, { class: 'main', hot: 'p' });
}

function giveButton(s, on) {
  const count = room(s);
  const ready = s.picks.length === count;
  const words = ready ? t('pili.give', { cards: s.picks.map((key) => cardWords(cardOf(key))).join(', '), name: nameOf(s, receiver(s)) }) : t('pili.give-more', { n: count - s.picks.length });
  return act('give', words, ready && free(s), on.give, { class: 'main', hot: 'p' });
}

function seatButtons(s, on) {
  return legalAct(s, 'pick').seats.map((seat, place) => act(`seat${seat}`, nameOf(s, seat), free(s), () => on.whom(seat), { class: 'calm', hot: String(place + 1) }));
}

function turnButtons(s, on) {
  return legalAct(s, 'turn').numbers.map((number) => act(`turn${number}`, String(number), free(s), () => on.turn(number), { class: s.turning === number ? 'main' : 'calm', hot: String(number), 'aria-label': t('pili.turn', { n: number }) }));
}

function buttons(s, on) {
  if (legalAct(s, 'bid')) return bidButtons(s, on);
  const row = (...kids) => h('div', { key: 'row', class: 'acts of-pili' }, kids);
  if (legalAct(s, 'give')) return row(giveButton(s, on));
  if (legalAct(s, 'pick')) return row(seatButtons(s, on));
  if (legalAct(s, 'turn')) return h('div', { key: 'row', class: 'acts of-bids' }, turnButtons(s, on));
  if (legalAct(s, 'name')) return row(act('joker', t('pili.ask-name'), free(s), on.askJoker, { class: 'main', hot: 'p' }));
  if (legalAct(s, 'play')) return row(playButton(s, on));
  return myTurn(s) ? null : aheadView(s, on);
}

export function bar(s, on) {
  const clock = s.snap.clock;
  const [mood, words] = prompt(s);
  return barFrame(s, on, { mood, words, facts: null, total: clock && clockTotal(s, clock) }, buttons(s, on));
}
