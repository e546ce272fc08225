/** The betting round as buttons with amounts: only what the server listed as legal. */
import { h } from './render.js';
import { act } from './button.js';
import { t } from './words.js';
import { anteNow } from './rules.js';
import { armed, free, handSeat, legalAct, mySeat, stakeOf } from './state.js';

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
  return all ? `${words}\u00a0\u00b7 ${t('seat.all-in')}` : words;
}

function callLabel(s, call) {
  const words = t('act.call', { n: call.pay });
  return call.pay >= handSeat(s, mySeat(s)).stack ? `${words}\u00a0\u00b7 ${t('seat.all-in')}` : words;
}

function stepper(s, stake, on) {
  const amount = stakeOf(s, stake);
  const step = anteNow(s);
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

export function betButtons(s, on) {
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

/** Send the stake as typed; nothing when it is out of bounds. */
export function wagerOf(s) {
  const stake = legalAct(s, 'bet') || legalAct(s, 'raise');
  const amount = stake && stakeOf(s, stake);
  return stake && amount !== null ? { kind: stake.kind, to: amount } : null;
}

