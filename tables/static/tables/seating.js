/** Panels about one's own seat: sitting down, chips to add, breaks and leaving; and bots. */
import { h } from './render.js';
import { t } from './words.js';
import { worded } from './game.js';
import { stackOf } from './seats.js';
import { boundToMatch } from './match.js';
import { hasBets, hasChips, rules } from './rules.js';
import { handSeat, mayBringBots, mySeat, shownName } from './state.js';

/** Chips that may still come to my stack. */
export function mostToAdd(s) {
  const { you, table } = s.snap;
  const room = Math.max(0, table.buy_in_max - stackOf(s, you));
  return Math.min(room, s.config.balance ?? room);
}

function amountField(s, name, label, value, hint) {
  return h('div', { key: 'field', class: 'field' },
    h('label', { for: name }, label),
    h('input', { id: name, name: name.replace('-', '_'), type: 'text', inputmode: 'numeric', autocomplete: 'off', maxlength: '12', autofocus: true, 'aria-describedby': `${name}-hint`,
      ref: (node) => { node.value = String(value); } }),
    h('p', { id: `${name}-hint`, class: 'hint' }, hint));
}

function errorLine(s) {
  return s.panel.error && h('p', { key: 'error', class: 'error-line', role: 'alert' }, s.panel.error);
}

function lead(s) {
  const table = s.snap.table;
  const clock = table.action_ms / 1000;
  if (hasBets(s)) return t('sit.lead', { ante: table.ante, clock });
  return `${rules().name}\u00a0\u00b7 ${rules().line}. ${t('sit.clock', { clock })}`;
}

/** What may be brought: who left lately brings that stack again, even where it is above the largest buy-in. */
export function buyInBounds(s) {
  const { table, bring } = s.snap;
  const least = Math.max(table.buy_in_min, bring || 0);
  const most = Math.max(table.buy_in_max, bring || 0);
  return { least, most: Math.min(most, s.config.balance ?? most) };
}

/** The bounds in words. */
export function sitRange(s) {
  const least = Math.max(s.snap.table.buy_in_min, s.snap.bring || 0);
  return t('sit.range', { min: least, max: Math.max(s.snap.table.buy_in_max, least) });
}

export function sitForm(s, on) {
  const table = s.snap.table;
  if (!hasChips(s)) return freeSit(s, on);
  const { least, most } = buyInBounds(s);
  const poor = most < least;
  const usual = Math.min(most, Math.max(least, table.ante * (table.stakes === 'buy-in' ? 5 : 50)));
  const balance = s.config.balance === null ? '' : ` ${t('sit.balance', { n: s.config.balance })}`;
  return [
    h('p', { key: 'lead', class: 'lead' }, lead(s)),
    h('form', { key: 'form', class: 'form', novalidate: true, onsubmit: (event) => {
      event.preventDefault();
      on.sit(event.target.elements.buy_in.value, s.panel.seat);
    } },
    amountField(s, 'buy-in', t('sit.buy-in'), usual, `${sitRange(s)}${balance}`),
    h('div', { class: 'row' },
      h('button', { type: 'button', class: 'second', onclick: () => on.fill('buy-in', least) }, t('sit.least', { n: least })),
      h('button', { type: 'button', class: 'second', onclick: () => on.fill('buy-in', most) }, t('sit.most', { n: most }))),
    s.snap.bring > table.buy_in_min && h('p', { key: 'bring', class: 'hint' }, t('sit.bring', { n: s.snap.bring })),
    poor && h('p', { key: 'poor', class: 'error-line' }, t(s.snap.bring > table.buy_in_min ? 'sit.poor-bring' : 'sit.poor')),
    errorLine(s),
    h('button', { type: 'submit', class: 'main', disabled: s.calling }, t(s.calling ? 'sit.sending' : 'sit.go'))),
  ];
}

/** Where nothing is played for, a seat takes one press. */
function freeSit(s, on) {
  return [
    h('p', { key: 'lead', class: 'lead' }, lead(s)),
    errorLine(s),
    h('button', { key: 'go', type: 'button', class: 'act main', disabled: s.calling, autofocus: true, onclick: () => on.sit('0', s.panel.seat) }, t(s.calling ? 'sit.sending' : 'sit.go')),
  ];
}

function inHand(s) {
  const hand = s.snap.hand;
  return Boolean(hand && hand.phase !== 'over' && handSeat(s, mySeat(s)));
}

export function topUpForm(s, on) {
  const most = mostToAdd(s);
  const waiting = s.snap.you.topping_up;
  const later = inHand(s) || boundToMatch(s);
  const full = most < 1;
  return [
    h('p', { key: 'lead', class: 'lead' }, t('seat-menu.stack', { n: stackOf(s, s.snap.you) }), ' ',
      full ? t('top-up.full', { n: s.snap.table.buy_in_max }) : t(boundToMatch(s) ? 'top-up.after-match' : later ? 'top-up.after-hand' : 'top-up.now')),
    waiting > 0 && h('p', { key: 'waiting', class: 'waits' }, t('top-up.waiting', { n: waiting }), ' ', !full && t('top-up.replaces')),
    h('form', { key: 'form', class: 'form', novalidate: true, onsubmit: (event) => {
      event.preventDefault();
      on.topUp(event.target.elements.top_up.value);
    } },
    !full && amountField(s, 'top-up', t('top-up.amount'), waiting || most, t('sit.range', { min: 1, max: most })),
    errorLine(s),
    !full && h('button', { key: 'go', type: 'submit', class: 'main', disabled: s.calling }, t(s.calling ? 'sit.sending' : waiting ? 'top-up.change' : 'top-up.go')),
    waiting > 0 && h('button', { key: 'back', type: 'button', class: 'second', disabled: s.calling, onclick: () => on.topUp('0') }, t('top-up.cancel'))),
  ];
}

function leaveItem(s, on, item) {
  if (s.snap.you.leaving) return h('p', { key: 'leaving', class: 'waits' }, t(boundToMatch(s) ? 'seat-menu.leaving-match' : 'seat-menu.leaving'));
  if (boundToMatch(s)) return item('after', 'seat-menu.leave-match', () => on.leave(true));
  if (inHand(s)) return item('after', 'seat-menu.leave-after', () => on.leave(true));
  return item('leave', hasChips(s) ? 'seat-menu.leave' : 'seat-menu.leave-free', () => on.leave(false));
}

export function seatMenu(s, on) {
  const you = s.snap.you;
  const item = (key, words, press, extra) => h('button', { key, type: 'button', class: `menu-item ${extra || ''}`, disabled: s.calling, onclick: press },
    h('strong', null, t(words)), h('span', null, t(`${words}-hint`)));
  return [
    hasChips(s) && h('p', { key: 'lead', class: 'lead' }, t('seat-menu.stack', { n: stackOf(s, you) })),
    you.topping_up > 0 && h('p', { key: 'waiting', class: 'waits' }, t('top-up.waiting', { n: you.topping_up })),
    h('div', { key: 'items', class: 'menu' },
      hasChips(s) && item('top-up', 'seat-menu.top-up', () => on.panel('top-up')),
      you.sitting_out ? item('in', 'seat-menu.in', on.sitIn) : item('out', boundToMatch(s) ? 'seat-menu.out-match' : 'seat-menu.out', on.sitOut),
      mayBringBots(s) && item('bots', 'seat-menu.bots', () => on.panel('bot')),
      leaveItem(s, on, item)),
    errorLine(s),
  ];
}

/** Bots of three strengths to seat, always shown as bots; and those who sit here, to send away. */
export function botMenu(s, on) {
  const item = (plays) => h('button', { key: plays, type: 'button', class: 'menu-item', disabled: s.calling, onclick: () => on.addBot(plays) },
    h('strong', null, t('bots.add', { what: t(`bot.${plays}`) })), h('span', null, worded(`bot.${plays}-hint`)));
  const away = (bot) => h('button', { key: bot.seat, type: 'button', class: 'second', disabled: s.calling, onclick: () => on.removeBot(bot.seat) }, t('bots.away', { name: shownName(bot) }));
  const full = s.snap.seats.length >= s.snap.table.seats;
  const bots = s.snap.seats.filter((one) => one.bot);
  return [
    full ? h('p', { key: 'full', class: 'lead' }, t('bots.full')) : h('div', { key: 'items', class: 'menu' }, ['calm', 'steady', 'sharp'].map(item)),
    bots.length > 0 && h('div', { key: 'away', class: 'row bots-here' }, bots.map(away)),
    bots.length > 0 && h('p', { key: 'hint', class: 'hint' }, t('bots.away-hint')),
    errorLine(s),
  ];
}
