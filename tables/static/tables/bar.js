/** The bar at the bottom edge: whose turn it is and what for, the time, and what I may do. */
import { h } from './render.js';
import { act } from './button.js';
import { cardShort, t } from './words.js';
import { countdown, totalOf } from './felt.js';
import { awayNow, clockIsMine, handSeat, legalAct, mySeat, myTurn, nameOf, outInHand, sureClaim } from './state.js';
import { tooMany } from './rules.js';
import { turnWord } from './seats.js';
import { claimView } from './melded.js';
import { aheadView, aheadWords } from './ahead.js';
import { betButtons } from './bets.js';
import { playButtons } from './play.js';

function facts(s) {
  const hand = s.snap.hand;
  const seat = handSeat(s, mySeat(s));
  if (!seat || hand.phase !== 'bet') return null;
  const call = legalAct(s, 'call');
  return h('p', { key: 'facts', class: 'facts' },
    call ? t('facts.call', { n: call.pay, paid: seat.paid, cap: hand.cap, ante: hand.ante })
      : t('facts.open', { paid: seat.paid, cap: hand.cap, ante: hand.ante }));
}

/** The order of the day in one line: whose turn it is and what for. */
function prompt(s) {
  const hand = s.snap.hand;
  const seat = handSeat(s, mySeat(s));
  if (s.busy) return ['busy', t('prompt.sending')];
  if (hand.phase === 'window' && sureClaim(s)) return ['mine claiming', t('claim.title', { card: cardShort(hand.window.card) })];
  if (hand.claimed) return ['', t(hand.out_of_turn === 'buy' ? 'prompt.asked' : 'prompt.claimed')];
  if (myTurn(s)) return ['mine', myPrompt(s)];
  if (seat && seat.folded) return ['', t('prompt.folded')];
  if (hand.phase === 'window') return ['', t(hand.out_of_turn === 'buy' ? 'prompt.window-buy' : 'prompt.window', { name: nameOf(s, hand.window.from), card: cardShort(hand.window.card) })];
  if (hand.turn === null) return ['', ''];
  return ['', t('prompt.wait', { name: nameOf(s, hand.turn), what: t(turnWord(hand)) })];
}

function myPrompt(s) {
  const hand = s.snap.hand;
  const more = hand.phase === 'discard' && hand.cards ? tooMany(s) : 1;
  if (more > 1 && !legalAct(s, 'lay')) return t('prompt.discard-more', { n: more });
  return t(`prompt.${promptKind(s)}`, { card: hand.top ? cardShort(hand.top) : '' });
}

function promptKind(s) {
  const hand = s.snap.hand;
  if (hand.phase === 'stay') return legalAct(s, 'fold') ? 'stay' : 'stay-must';
  if (hand.phase === 'bet') return legalAct(s, 'call') ? 'bet-call' : 'bet';
  if (hand.phase === 'window') return hand.drew ? 'drawn-wait' : 'window-mine';
  if (hand.phase === 'draw') return legalAct(s, 'draw', 'discard') ? 'draw-either' : 'draw';
  if (legalAct(s, 'lay')) return 'lay';
  const out = legalAct(s, 'go-out');
  if (!out || !out.options.length) return 'discard';
  return legalAct(s, 'discard') ? 'go-out' : 'go-out-must';
}

export function actionBar(s, on) {
  const hand = s.snap.hand;
  const [mood, words] = prompt(s);
  const clock = s.snap.clock;
  return barFrame(s, on, { mood, words, facts: facts(s), total: clock && totalOf(s, clock) }, hand.phase === 'window' && claimView(s, on), buttons(s, on), myTurn(s) ? aheadWords(s) : aheadView(s, on));
}

/** The bar of any game: the order of the day with the time left, then what the game puts there. */
export function barFrame(s, on, { mood, words, facts: more, total }, ...kids) {
  const hand = s.snap.hand;
  const clock = s.snap.clock;
  const runs = clock && (clockIsMine(s) || clock.what === 'window');
  return h('div', { key: 'bar', class: `bar ${hand.phase} ${mood.replace('mine', 'my-turn')}`, role: 'group', tabindex: '-1', 'aria-label': t('bar.title') },
    h('div', { key: 'prompt', class: 'prompt' },
      h('p', { key: 'words', class: 'order' }, mood.startsWith('mine') && h('span', { class: 'arrow', 'aria-hidden': 'true' }), words),
      runs && h('span', { key: 'time', class: clock.reserve ? 'time reserve' : 'time' }, clock.reserve && h('span', { key: 'r', class: 'reserve-word' }, t('time.reserve')), countdown(clock, total, clock.what === 'window'), h('span', null, t('time.s'))),
      more),
    runs && h('span', { key: 'line', class: 'timeline', opaque: true, 'data-mute': '1', 'data-due': clock.due, 'data-total': total }),
    (outInHand(s) || awayNow(s)) && backView(s, on),
    // While the clock plays at once my own buttons would only flicker: there is one way, back.
    awayNow(s) ? null : kids);
}

function buttons(s, on) {
  return s.snap.hand.phase === 'bet' ? betButtons(s, on) : playButtons(s, on);
}

/** The way back for who sits out or is away, with what it does in words. */
export function backButton(s, on) {
  return act('back', t('act.back'), !s.calling, on.sitIn, { class: 'main back-in', hot: 'i' });
}

function backView(s, on) {
  const words = awayNow(s) ? 'back.away' : 'back.out';
  return h('div', { key: 'away', class: 'away-row' }, h('p', { key: 'words' }, t(words)), backButton(s, on));
}

