/** Panels that stand over the table: the seat's own, settings, keys, going out, laying. */
import { h } from './render.js';
import { t } from './words.js';
import { hostPanel, isHost } from './host.js';
import { botMenu, seatMenu, sitForm, topUpForm } from './seating.js';
import { game } from './game.js';

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
  return [h('div', { key: 'all', class: 'switches' }, (game().settings || ['sound', 'vibrate', 'big', 'letters', 'tint', 'keys']).map(box))];
}

function keysList(s) {
  return [
    h('dl', { key: 'keys', class: 'keys' }, game().keys(s).flatMap(([key, what]) => [
      h('dt', { key: `t${what}` }, key.split(' ').map((one) => (one === '+' || one === '\u2026' ? ` ${one} ` : h('kbd', null, one)))),
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
  if (name === 'keys') return dialog(name, t('keys.title'), on, keysList(s));
  if (name === 'top-up') return s.snap.you ? dialog(name, t('top-up.title'), on, topUpForm(s, on)) : null;
  if (name === 'host') return isHost(s) ? dialog(name, t('host.title'), on, hostPanel(s, on)) : null;
  if (name === 'bot') return dialog(name, t('bots.title'), on, botMenu(s, on));
  const own = game().panel(s, on);
  return own && dialog(name, own.title, on, own.body);
}
