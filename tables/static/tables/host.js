/** What the owner of a private table sees: its link, who asks to play, and who may. */
import { h } from './render.js';
import { t } from './words.js';
import { mySeat, shownName } from './state.js';

export function isHost(s) {
  return Boolean(s.snap && s.snap.host);
}

/** How many wait for my answer. */
export function asking(s) {
  return isHost(s) ? s.snap.host.asking.length : 0;
}

export function linkOf(s) {
  return s.snap.host.invite ? `${location.origin}/invites/${s.snap.host.invite}/` : '';
}

function linkPart(s, on) {
  const link = linkOf(s);
  if (!link) {
    return h('div', { key: 'link', class: 'host-part' },
      h('p', { class: 'lead' }, t('host.no-link')),
      h('button', { type: 'button', disabled: s.calling, onclick: on.renewLink }, t('host.new-link')));
  }
  return h('div', { key: 'link', class: 'host-part' },
    h('p', { class: 'lead' }, t('host.lead')),
    h('div', { class: 'field' },
      h('label', { for: 'host-link' }, t('host.link')),
      h('input', { id: 'host-link', type: 'text', readonly: true, value: link, onfocus: (event) => event.target.select() })),
    h('div', { class: 'host-acts' },
      h('button', { key: 'copy', type: 'button', onclick: () => on.copyLink(link) }, t(s.copied ? 'host.copied' : 'host.copy')),
      h('button', { key: 'renew', type: 'button', class: 'second', disabled: s.calling, onclick: on.renewLink }, t('host.renew')),
      h('button', { key: 'revoke', type: 'button', class: 'second', disabled: s.calling, onclick: on.revokeLink }, t('host.revoke'))));
}

function person(s, name, ...buttons) {
  return h('li', { key: name, class: 'host-person' }, h('strong', null, name), h('span', { class: 'host-acts' }, buttons));
}

function button(s, key, words, name, press, extra) {
  return h('button', { key, type: 'button', class: extra || '', disabled: s.calling, 'aria-label': `${t(words)}: ${name}`, onclick: press }, t(words));
}

function askingPart(s, on) {
  const names = s.snap.host.asking;
  return h('section', { key: 'asking', class: 'host-part' },
    h('h3', null, t('host.asking')),
    names.length === 0 ? h('p', { class: 'soft' }, t('host.nobody-asks'))
      : h('ul', { class: 'host-people' }, names.map((name) => person(s, name,
        button(s, 'yes', 'host.let-in', name, () => on.answer(name, true)),
        button(s, 'no', 'host.refuse', name, () => on.answer(name, false), 'second')))));
}

function guestsPart(s, on) {
  const names = s.snap.host.guests;
  if (!names.length) return null;
  const seated = new Map(s.snap.seats.filter((one) => !one.bot && one.seat !== mySeat(s)).map((one) => [shownName(one), one.seat]));
  return h('section', { key: 'guests', class: 'host-part' },
    h('h3', null, t('host.guests')),
    h('ul', { class: 'host-people' }, names.map((name) => person(s, name,
      seated.has(name) ? button(s, 'out', 'host.remove', name, () => on.removePlayer(seated.get(name)), 'second')
        : button(s, 'no', 'host.take-back', name, () => on.answer(name, false), 'second')))),
    seated.size > 0 && h('p', { class: 'hint' }, t('host.remove-hint')));
}

export function hostPanel(s, on) {
  return [askingPart(s, on), linkPart(s, on), guestsPart(s, on),
    s.panel.error && h('p', { key: 'error', class: 'error-line', role: 'alert' }, s.panel.error)];
}
