/** What I may do now, as buttons with amounts: only what the server listed as legal. */
import { h } from './render.js';
import { act } from './button.js';
import { cardShort, t } from './words.js';
import { cardOf } from './order.js';
import { countdown } from './felt.js';
import {
  armed, claimJustWent, free, handSeat, legalAct, mayDiscard, mayQueueTake, mySeat, myTurn, nameOf, outInHand, stakeOf, takeIsQueued,
} from './state.js';
import { turnWord } from './seats.js';
import { claimView } from './melded.js';

function money(s, key, label, press, extra, possible = true) {
  const ready = armed(s) && free(s);
  const more = { ...extra, class: `${extra.class || ''} ${ready ? '' : 'arming'}` };
  return act(key, label, ready && possible, press, more);
}

/** What a stake puts in on top of what already lies there, and whether that is all one has. */
export function stakeCost(s, to) {
  const seat = handSeat(s, mySeat(s));
  const pay = to - seat.bet;
  return { pay, all: pay >= seat.stack };
}

function stakeLabel(s, stake, to) {
  if (to === null) return t(`act.${stake.kind}-open`);
  const { pay, all } = stakeCost(s, to);
  const words = stake.kind === 'bet' ? t('act.bet', { n: to }) : t('act.raise', { to, pay });
  return all ? `${words} · ${t('seat.all-in')}` : words;
}

function callLabel(s, call) {
  const words = t('act.call', { n: call.pay });
  return call.pay >= handSeat(s, mySeat(s)).stack ? `${words} · ${t('seat.all-in')}` : words;
}

function stepper(s, stake, on) {
  const amount = stakeOf(s, stake);
  const step = s.snap.table.ante;
  const now = amount ?? stake.min;
  const set = (value) => () => on.stake(stake, value);
  return h('div', { key: 'stepper', class: 'stepper', role: 'group', 'aria-label': t(`stake.${stake.kind}`) },
    h('button', { type: 'button', class: 'edge', onclick: set(stake.min), 'aria-label': t('stake.min', { n: stake.min }) }, t('stake.min-short')),
    h('button', { type: 'button', class: 'step', onclick: set(now - step), 'aria-label': t('stake.less', { n: step }) }, '\u2212'),
    h('input', {
      id: 'stake', type: 'text', inputmode: 'numeric', autocomplete: 'off', maxlength: '9', value: s.stake,
      'aria-label': t('stake.amount', { min: stake.min, max: stake.max }), 'aria-invalid': amount === null ? 'true' : null,
      oninput: (event) => on.typeStake(event.target.value), onkeydown: (event) => stakeKeys(event, s, stake, on),
      onfocus: (event) => event.target.select(),
    }),
    h('button', { type: 'button', class: 'step', onclick: set(now + step), 'aria-label': t('stake.more', { n: step }) }, '+'),
    h('button', { type: 'button', class: 'edge', onclick: set(stake.max), 'aria-label': t('stake.max', { n: stake.max }) }, t('stake.max-short')));
}

function stakeKeys(event, s, stake, on) {
  const now = stakeOf(s, stake) ?? stake.min;
  if (event.key === 'Enter') on.wager();
  else if (event.key === 'ArrowUp') on.stake(stake, now + 1);
  else if (event.key === 'ArrowDown') on.stake(stake, now - 1);
  else if (event.key === 'Escape') event.target.blur();
  else return;
  event.preventDefault();
}

function betButtons(s, on) {
  const check = legalAct(s, 'check');
  const call = legalAct(s, 'call');
  const stake = legalAct(s, 'bet') || legalAct(s, 'raise');
  const amount = stake && stakeOf(s, stake);
  return [
    stake && stepper(s, stake, on),
    h('div', { key: 'row', class: 'acts' },
      legalAct(s, 'fold') && money(s, 'fold', t('act.fold'), () => on.act({ kind: 'fold' }), { class: 'fold', hot: 'f' }),
      check && money(s, 'check', t('act.check'), () => on.act({ kind: 'check' }), { class: 'calm', hot: 'c' }),
      call && money(s, 'call', callLabel(s, call), () => on.act({ kind: 'call' }), { class: 'calm', hot: 'c' }),
      stake && money(s, 'wager', stakeLabel(s, stake, amount), on.wager, { class: 'main', hot: 'r' }, amount !== null)),
  ];
}

function playButtons(s, on) {
  const hand = s.snap.hand;
  const stock = legalAct(s, 'draw', 'stock');
  const take = legalAct(s, 'draw', 'discard');
  const out = legalAct(s, 'go-out');
  const discard = legalAct(s, 'discard');
  const picked = s.selected && mayDiscard(s, s.selected);
  const claim = legalAct(s, 'claim');
  // Who can go out with the card has no use for taking it.
  const queue = !claim && mayQueueTake(s);
  // For a moment after its window the button stays in its place and says so: nothing else lies under the finger.
  const late = !claim && hand.phase !== 'over' && claimJustWent(s);
  return h('div', { key: 'row', class: 'acts' },
    claim && act('claim', t('act.claim'), free(s), on.claim, { class: 'main bater', hot: 'k' }),
    late && act('claim', t('claim.too-late-short'), true, on.claim, { class: 'second too-late', hot: 'k' }),
    stock && act('stock', t('act.draw-stock'), free(s), () => on.draw('stock'), { class: claim ? 'second' : 'main', hot: 'd' }),
    take && act('take', t('act.take', { card: cardShort(hand.top) }), free(s), () => on.draw('discard'), { class: 'calm', hot: 't' }),
    queue && h('button', {
      key: 'queue', type: 'button', class: `act second ${takeIsQueued(s) ? 'on' : ''}`, 'aria-pressed': takeIsQueued(s) ? 'true' : 'false',
      'aria-keyshortcuts': 't', onclick: on.queueTake,
    }, t(takeIsQueued(s) ? 'act.take-queued' : 'act.take-later', { card: cardShort(hand.top) }), h('kbd', { 'aria-hidden': 'true' }, 't')),
    discard && act('discard', picked ? t('act.discard', { card: cardShort(cardOf(s.selected)) }) : t('act.discard-none'),
      Boolean(picked) && free(s), () => on.discard(s.selected), { class: out ? 'calm' : 'main' }),
    out && act('out', t('act.go-out'), free(s), on.askGoOut, { class: 'main bater', hot: 'b' }));
}

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
  if (hand.phase === 'window' && legalAct(s, 'claim')) return ['mine claiming', t('claim.title', { card: cardShort(hand.window.card) })];
  if (hand.claimed) return ['', t('prompt.claimed')];
  if (myTurn(s)) return ['mine', t(`prompt.${promptKind(s)}`, { card: hand.top ? cardShort(hand.top) : '' })];
  if (seat && seat.folded) return ['', t('prompt.folded')];
  if (hand.phase === 'window') return ['', t('prompt.window', { name: nameOf(s, hand.window.from), card: cardShort(hand.window.card) })];
  if (hand.turn === null) return ['', ''];
  return ['', t('prompt.wait', { name: nameOf(s, hand.turn), what: t(turnWord(hand)) })];
}

function promptKind(s) {
  const hand = s.snap.hand;
  if (hand.phase === 'bet') return legalAct(s, 'call') ? 'bet-call' : 'bet';
  if (hand.phase === 'window') return hand.drew ? 'drawn-wait' : 'window-mine';
  if (hand.phase === 'draw') return legalAct(s, 'draw', 'discard') ? 'draw-either' : 'draw';
  return legalAct(s, 'go-out') ? 'go-out' : 'discard';
}

export function actionBar(s, on) {
  const hand = s.snap.hand;
  const [mood, words] = prompt(s);
  const clock = s.snap.clock;
  const runs = clock && ((clock.what === 'act' && clock.seat === mySeat(s)) || clock.what === 'window');
  const total = clock && (clock.what === 'act' ? s.snap.table.action_ms : s.snap.table.window_ms);
  return h('div', { key: 'bar', class: `bar ${hand.phase} ${mood.replace('mine', 'my-turn')}`, role: 'group', tabindex: '-1', 'aria-label': t('bar.title') },
    h('div', { key: 'prompt', class: 'prompt' },
      h('p', { key: 'words', class: 'order' }, mood.startsWith('mine') && h('span', { class: 'arrow', 'aria-hidden': 'true' }), words),
      runs && h('span', { key: 'time', class: 'time' }, countdown(clock, total, clock.what === 'window'), h('span', null, t('time.s'))),
      facts(s)),
    runs && h('span', { key: 'line', class: 'timeline', opaque: true, 'data-mute': '1', 'data-due': clock.due, 'data-total': total }),
    outInHand(s) && backView(s, on),
    hand.phase === 'window' && claimView(s, on),
    buttons(s, on));
}

/** While the clock plays at once my own buttons would only flicker: there is one way, back. */
function buttons(s, on) {
  if (outInHand(s) && s.away.has(mySeat(s))) return null;
  return s.snap.hand.phase === 'bet' ? betButtons(s, on) : playButtons(s, on);
}

/** The way back for who sits out or is away, with what it does in words. */
export function backButton(s, on) {
  return act('back', t('act.back'), !s.calling, on.sitIn, { class: 'main back-in', hot: 'i' });
}

function backView(s, on) {
  const words = s.away.has(mySeat(s)) ? 'back.away' : 'back.out';
  return h('div', { key: 'away', class: 'away-row' }, h('p', { key: 'words' }, t(words)), backButton(s, on));
}

/** Send the stake as typed; nothing when it is out of bounds. */
export function wagerOf(s) {
  const stake = legalAct(s, 'bet') || legalAct(s, 'raise');
  const amount = stake && stakeOf(s, stake);
  return stake && amount !== null ? { kind: stake.kind, to: amount } : null;
}

