/** The side panel: log, and the whole of this table's rules. */
import { h } from './render.js';
import { chips, t } from './words.js';
import { logView } from './log.js';
import { nameOf } from './state.js';

function row(name, value) {
  return [h('dt', { key: `t${name}` }, t(name)), h('dd', { key: `d${name}` }, value)];
}

function seconds(ms) {
  return t('time.seconds', { n: ms / 1000 });
}

export function rulesView(s) {
  const table = s.snap.table;
  const hand = s.snap.hand;
  const playing = hand && hand.phase !== 'over' ? hand.seats.length : null;
  return h('div', { key: 'rules', class: 'rules', tabindex: '0', role: 'region', 'aria-label': t('side.rules') },
    h('dl', { key: 'list' },
      row('rules.game', t(`game.${table.rules}`)),
      row('rules.ante', chips(table.ante)),
      row('rules.cap', playing ? t('rules.cap-now', { n: table.ante * playing, players: playing }) : t('rules.cap-rule', { ante: table.ante })),
      row('rules.players', t('rules.players-range', { min: table.min_players, max: table.seats })),
      row('rules.buy-in', t('rules.range', { min: table.buy_in_min, max: table.buy_in_max })),
      row('rules.clock', seconds(table.action_ms)),
      row('rules.window', seconds(table.window_ms)),
      row('rules.pause', seconds(table.pause_ms)),
      hand && row('rules.dealer', nameOf(s, hand.dealer))),
    h('h3', { key: 'h1' }, t('rules.how-title')),
    h('ul', { key: 'how' }, ['melds', 'turn', 'out', 'claim', 'bet', 'timeout', 'stock'].map((what) => h('li', { key: what }, t(`rules.how-${what}`)))));
}

export function sideView(s, on) {
  const tab = (name, more) => h('button', {
    key: name, type: 'button', role: 'tab', id: `tab-${name}`, 'aria-selected': s.side === name ? 'true' : 'false', 'aria-controls': 'side-body',
    tabindex: s.side === name ? '0' : '-1', onclick: () => on.side(name), onkeydown: (event) => arrows(event, on),
  }, t(`side.${name}`), more);
  return h('aside', { key: 'side', class: `side ${s.sideOpen ? 'shown' : ''}`, 'aria-label': t('side.title') },
    h('div', { key: 'tabs', class: 'tabs' },
      h('div', { key: 'list', class: 'tab-list', role: 'tablist', 'aria-label': t('side.title') }, tab('log'), tab('rules')),
      h('button', { key: 'close', type: 'button', class: 'close', onclick: on.closeSide, 'aria-label': t('side.close') }, '\u00d7')),
    h('div', { key: 'body', id: 'side-body', class: 'side-body', role: 'tabpanel', 'aria-labelledby': `tab-${s.side}` },
      s.side === 'log' ? logView(s) : rulesView(s)));
}

function arrows(event, on) {
  if (event.key !== 'ArrowLeft' && event.key !== 'ArrowRight') return;
  const other = event.currentTarget.id === 'tab-log' ? 'rules' : 'log';
  on.side(other);
  document.getElementById(`tab-${other}`).focus();
  event.preventDefault();
}
