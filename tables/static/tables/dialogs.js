/** Panels that stand over the table: the seat's own, settings, keys, going out, laying. */
import { h } from './render.js';
import { t } from './words.js';
import { hostPanel, isHost } from './host.js';
import { goOutPanel, layPanel } from './melded.js';
import { botMenu, seatMenu, sitForm, topUpForm } from './seating.js';
import { legalAct } from './state.js';
import { axesOf, hasBets } from './rules.js';

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

function settingsForm(s, on) {
  const box = (name) => h('label', { key: name, class: 'switch' },
    h('input', { type: 'checkbox', checked: s.settings[name], onchange: (event) => on.setting(name, event.target.checked) }),
    h('span', null, h('strong', null, t(`settings.${name}`)), h('span', null, t(`settings.${name}-hint`))));
  return [h('div', { key: 'all', class: 'switches' }, ['sound', 'vibrate', 'big', 'letters', 'tint', 'keys'].map(box))];
}

const KEYS = [
  ['c', 'check', 'bets'], ['r', 'raise', 'bets'], ['f', 'fold', 'bets'], ['c', 'stay', 'stay'], ['f', 'leave-hand', 'stay'],
  ['d', 'draw'], ['t', 'take'], ['\u2190 \u2192', 'move'], ['\u2423', 'pick'],
  ['Enter', 'discard'], ['Shift + \u2190 \u2192', 'shift'], ['1 2 3', 'sort'], ['j', 'lay', 'open'], ['b', 'out'],
  ['k', 'claim', 'claim'], ['k', 'buy', 'buy'], ['a', 'announce', 'announce'],
  ['i', 'back'], ['s', 'sit'], ['y', 'seat'], ['l', 'log'], ['m', 'mute'], ['?', 'help'],
];

/** The keys of this table: acts that its rules do not know are left out. */
function keysList(s) {
  const axes = axesOf(s);
  const right = axes.out_of_turn ?? 'claim';
  const here = {
    bets: hasBets(s), stay: axes.fold_cost > 0, open: axes.open_melds, buy: right === 'buy',
    claim: right === 'claim' || right === 'announce', announce: right === 'announce',
  };
  return [
    h('dl', { key: 'keys', class: 'keys' }, KEYS.filter(([, , where]) => !where || here[where]).flatMap(([key, what]) => [
      h('dt', { key: `t${what}` }, key.split(' ').map((one) => (one === '+' ? ' + ' : h('kbd', null, one)))),
      h('dd', { key: `d${what}` }, t(`keys.${what}`))])),
    h('p', { key: 'note', class: 'soft' }, t('keys.note')),
  ];
}

function isFalse(s) {
  const out = legalAct(s, 'go-out');
  return Boolean(out) && !out.options.length;
}

export function panelView(s, on) {
  if (!s.panel) return null;
  const name = s.panel.name;
  if (name === 'sit') return dialog(name, t('sit.title', { n: s.panel.seat === null ? '' : s.panel.seat + 1, name: s.snap.table.name }), on, sitForm(s, on));
  if (name === 'seat') return s.snap.you ? dialog(name, t('seat-menu.title'), on, seatMenu(s, on)) : null;
  if (name === 'settings') return dialog(name, t('settings.title'), on, settingsForm(s, on));
  if (name === 'keys') return dialog(name, t('keys.title'), on, keysList(s));
  if (name === 'out') return dialog(name, t(isFalse(s) ? 'false.title' : 'out.title'), on, goOutPanel(s, on));
  if (name === 'lay') return dialog(name, t('lay.title'), on, layPanel(s, on));
  if (name === 'top-up') return s.snap.you ? dialog(name, t('top-up.title'), on, topUpForm(s, on)) : null;
  if (name === 'host') return isHost(s) ? dialog(name, t('host.title'), on, hostPanel(s, on)) : null;
  if (name === 'bot') return dialog(name, t('idle.add-bot'), on, botMenu(s, on));
  return null;
}
