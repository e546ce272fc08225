/** Panels that stand over the table: sit down, seat menu, settings, keys, going out. */
import { h } from './render.js';
import { t } from './words.js';
import { goOutPanel } from './melded.js';
import { stackOf } from './seats.js';
import { handSeat, mySeat } from './state.js';

/** Show it with the focus where the hand goes next, else the browser's choice: the closing cross. */
function open(node) {
  node.showModal();
  const first = node.querySelector('[autofocus]');
  if (first && first.select) first.select();
}

/** A native modal dialog; the browser keeps the focus inside and gives it back. */
function dialog(name, title, on, body) {
  return h('dialog', {
    key: `dialog-${name}`, class: `dialog of-${name}`, 'aria-labelledby': `title-${name}`,
    ref: open, onclose: () => on.closePanel(name),
    onclick: (event) => event.target === event.currentTarget && event.currentTarget.close(),
  },
  h('div', { class: 'dialog-box' },
    h('header', { key: 'head' },
      h('h2', { id: `title-${name}` }, title),
      h('button', { type: 'button', class: 'close', 'aria-label': t('panel.close'), onclick: (event) => event.currentTarget.closest('dialog').close() }, '\u00d7')),
    body));
}

function sitForm(s, on) {
  const table = s.snap.table;
  const least = table.buy_in_min;
  const most = Math.min(table.buy_in_max, s.config.balance ?? table.buy_in_max);
  const poor = most < least;
  return [
    h('p', { key: 'lead', class: 'lead' }, t('sit.lead', { ante: table.ante, clock: table.action_ms / 1000 })),
    h('form', { key: 'form', class: 'form', novalidate: true, onsubmit: (event) => {
      event.preventDefault();
      on.sit(event.target.elements.buy_in.value, s.panel.seat);
    } },
    h('div', { class: 'field' },
      h('label', { for: 'buy-in' }, t('sit.buy-in')),
      h('input', { id: 'buy-in', name: 'buy_in', type: 'text', inputmode: 'numeric', autocomplete: 'off', maxlength: '12', autofocus: true, 'aria-describedby': 'buy-in-hint',
        ref: (node) => { node.value = String(Math.min(most, Math.max(least, table.ante * 50))); } }),
      h('p', { id: 'buy-in-hint', class: 'hint' }, t('sit.range', { min: least, max: table.buy_in_max }),
        s.config.balance !== null && ` ${t('sit.balance', { n: s.config.balance })}`)),
    h('div', { class: 'row' },
      h('button', { type: 'button', class: 'second', onclick: () => on.fill('buy-in', least) }, t('sit.least', { n: least })),
      h('button', { type: 'button', class: 'second', onclick: () => on.fill('buy-in', most) }, t('sit.most', { n: most }))),
    poor && h('p', { class: 'error-line' }, t('sit.poor')),
    s.panel.error && h('p', { key: 'error', class: 'error-line', role: 'alert' }, s.panel.error),
    h('button', { type: 'submit', class: 'main', disabled: s.calling }, t(s.calling ? 'sit.sending' : 'sit.go'))),
  ];
}

function seatMenu(s, on) {
  const you = s.snap.you;
  const hand = s.snap.hand;
  const inHand = Boolean(hand && hand.phase !== 'over' && handSeat(s, mySeat(s)));
  const item = (key, words, press, extra) => h('button', { key, type: 'button', class: `menu-item ${extra || ''}`, disabled: s.calling, onclick: press },
    h('strong', null, t(words)), h('span', null, t(`${words}-hint`)));
  return [
    h('p', { key: 'lead', class: 'lead' }, t('seat-menu.stack', { n: stackOf(s, you) })),
    h('div', { key: 'items', class: 'menu' },
      you.sitting_out ? item('in', 'seat-menu.in', on.sitIn) : item('out', 'seat-menu.out', on.sitOut),
      you.leaving ? h('p', { key: 'leaving' }, t('seat-menu.leaving'))
        : inHand ? item('after', 'seat-menu.leave-after', () => on.leave(true)) : item('leave', 'seat-menu.leave', () => on.leave(false))),
    s.panel.error && h('p', { key: 'error', class: 'error-line', role: 'alert' }, s.panel.error),
  ];
}

function settingsForm(s, on) {
  const box = (name) => h('label', { key: name, class: 'switch' },
    h('input', { type: 'checkbox', checked: s.settings[name], onchange: (event) => on.setting(name, event.target.checked) }),
    h('span', null, h('strong', null, t(`settings.${name}`)), h('span', null, t(`settings.${name}-hint`))));
  return [h('div', { key: 'all', class: 'switches' }, ['sound', 'vibrate', 'big', 'letters', 'tint', 'keys'].map(box))];
}

const KEYS = [
  ['c', 'check'], ['r', 'raise'], ['f', 'fold'], ['d', 'draw'], ['t', 'take'], ['\u2190 \u2192', 'move'], ['\u2423', 'pick'],
  ['Enter', 'discard'], ['Shift + \u2190 \u2192', 'shift'], ['1 2 3', 'sort'], ['b', 'out'], ['k', 'claim'], ['i', 'back'], ['s', 'sit'], ['y', 'seat'], ['l', 'log'], ['m', 'mute'], ['?', 'help'],
];

function keysList() {
  return [
    h('dl', { key: 'keys', class: 'keys' }, KEYS.flatMap(([key, what]) => [
      h('dt', { key: `t${what}` }, key.split(' ').map((one) => (one === '+' ? ' + ' : h('kbd', null, one)))),
      h('dd', { key: `d${what}` }, t(`keys.${what}`))])),
    h('p', { key: 'note', class: 'soft' }, t('keys.note')),
  ];
}

export function panelView(s, on) {
  if (!s.panel) return null;
  const name = s.panel.name;
  if (name === 'sit') return dialog(name, t('sit.title', { n: s.panel.seat === null ? '' : s.panel.seat + 1, name: s.snap.table.name }), on, sitForm(s, on));
  if (name === 'seat') return s.snap.you ? dialog(name, t('seat-menu.title'), on, seatMenu(s, on)) : null;
  if (name === 'settings') return dialog(name, t('settings.title'), on, settingsForm(s, on));
  if (name === 'keys') return dialog(name, t('keys.title'), on, keysList());
  if (name === 'out') return dialog(name, t('out.title'), on, goOutPanel(s, on));
  return null;
}
