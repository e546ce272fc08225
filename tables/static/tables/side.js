/** The side panel: log, standing of the match, and the whole of this table's rules. */
import { h } from './render.js';
import { t } from './words.js';
import { logView } from './log.js';
import { standingView } from './match.js';
import { anteNow, hasBets, hasChips, rules } from './rules.js';
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
    h('p', { key: 'about', class: 'rules-about' }, h('strong', null, rules().name), ' ', rules().about),
    h('dl', { key: 'list' },
      hasBets(s) && row('rules.cap', playing ? t('rules.cap-now', { n: anteNow(s) * playing, players: playing }) : t('rules.cap-rule', { ante: table.ante })),
      row('rules.players', t('rules.players-range', { min: table.min_players, max: table.seats })),
      hasChips(s) && !s.config.tournamentUrl && row('rules.buy-in', t('rules.range', { min: table.buy_in_min, max: table.buy_in_max })),
      row('rules.pause', seconds(table.pause_ms)),
      hand && row('rules.dealer', nameOf(s, hand.dealer))),
    rules().sections.map((section, place) => [
      h('h3', { key: `h${place}` }, section.title),
      h('ul', { key: `u${place}` }, section.lines.map((line, number) => h('li', { key: String(number) }, line))),
    ]));
}

const BODIES = { log: logView, standing: standingView, rules: rulesView };

/** The tabs of this table: a standing only where hands make matches. */
function tabNames(s) {
  return rules().match || s.snap.match ? ['log', 'standing', 'rules'] : ['log', 'rules'];
}

export function sideView(s, on) {
  const tab = (name, more) => h('button', {
    key: name, type: 'button', role: 'tab', id: `tab-${name}`, 'aria-selected': s.side === name ? 'true' : 'false', 'aria-controls': 'side-body',
    tabindex: s.side === name ? '0' : '-1', onclick: () => on.side(name), onkeydown: (event) => arrows(event, s, on),
  }, t(`side.${name}`), more);
  return h('aside', { key: 'side', class: `side ${s.sideOpen ? 'shown' : ''}`, 'aria-label': t('side.title') },
    h('div', { key: 'tabs', class: 'tabs' },
      h('div', { key: 'list', class: 'tab-list', role: 'tablist', 'aria-label': t('side.title') }, tabNames(s).map((name) => tab(name))),
      h('button', { key: 'close', type: 'button', class: 'close', onclick: on.closeSide, 'aria-label': t('side.close') }, '\u00d7')),
    h('div', { key: 'body', id: 'side-body', class: 'side-body', role: 'tabpanel', 'aria-labelledby': `tab-${s.side}` },
      BODIES[s.side](s)));
}

function arrows(event, s, on) {
  const step = { ArrowLeft: -1, ArrowRight: 1 }[event.key];
  if (!step) return;
  const names = tabNames(s);
  const other = names[(names.indexOf(s.side) + step + names.length) % names.length];
  on.side(other);
  document.getElementById(`tab-${other}`).focus();
  event.preventDefault();
}
