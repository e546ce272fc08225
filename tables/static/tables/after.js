/** What a tournament says at its table to whoever has no seat there: how the match ended, where to go now. */
import { h } from './render.js';
import { t } from './words.js';
import { stillWords } from './held.js';

const EVERY_MS = 3000;
const LOOK_MS = 300; // at whether the table has closed

/** Ask for as long as the tournament says that more is to come; at once when the table closes. */
export function followAfter(s, changed) {
  if (!s.config.afterUrl) return;
  let asking = false;
  let next = 0;
  let askedIn = '';
  setInterval(async () => {
    if (asking || document.hidden || !s.snap) return;
    const state = s.snap.table.state;
    if (s.snap.you) s.after = null;
    const settled = s.after && s.after.state === state && !s.after.wait;
    // Whoever plays here asks once, for what the match is called.
    if (s.called !== null && (s.snap.you || !s.config.user || settled)) return;
    if (askedIn === state && performance.now() < next) return;
    asking = true;
    askedIn = state;
    next = performance.now() + EVERY_MS;
    try {
      const answer = await fetch(s.config.afterUrl, { credentials: 'same-origin', cache: 'no-store', headers: { Accept: 'application/json' } });
      const told = answer.ok ? await answer.json() : { called: '' };
      s.called = told.called;
      if (answer.ok && s.config.user && !s.snap.you) s.after = { ...told, state };
    } catch {
      // The line is down, which the page tells by itself: the next round asks again.
    }
    asking = false;
    changed();
  }, LOOK_MS);
}

/** The bar of a tournament's table for whoever has no seat there. */
export function afterBar(s) {
  const { ended, won, then, go, wait } = s.after;
  // The result may cover what the felt says of it.
  const words = ended || stillWords(s) || t(s.snap.table.state === 'open' ? 'watch.arranged' : 'watch.closed');
  return h('div', { key: 'after', class: `bar after ${won ? 'won' : ''}`, role: 'region', tabindex: '-1', 'aria-label': t('after.title') },
    h('div', { key: 'told', role: 'status' }, h('h2', { key: 'ended' }, words), then && h('p', { key: 'then' }, then)),
    wait && h('span', { key: 'spin', class: 'spin', 'aria-hidden': 'true' }),
    h('a', { key: 'go', class: 'act main', href: go.href }, go.words));
}
