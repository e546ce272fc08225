/**
 * The live page stays live: it asks whether there is news, and when there is, fetches itself and
 * puts the new page in place of the old one, keeping focus, scrolling and what was unfolded.
 */
import { paths } from './paths.js';

const EVERY_MS = 3000;
const live = document.getElementById('live');
let tag = '';

async function news() {
  if (document.hidden) return;
  const headers = tag ? { 'If-None-Match': tag } : {};
  const answer = await fetch(live.dataset.pulse, { headers, cache: 'no-store' });
  if (answer.status !== 200) return;
  tag = answer.headers.get('ETag') || '';
  const { seq } = await answer.json();
  if (String(seq) !== live.dataset.seq) await refresh();
}

function key(element) {
  return element.id || element.getAttribute('data-who') || element.getAttribute('href') || '';
}

/** Fetch the page as it is now, and swap its content in. */
async function refresh() {
  const answer = await fetch(location.href, { cache: 'no-store' });
  if (!answer.ok) return;
  const page = new DOMParser().parseFromString(await answer.text(), 'text/html');
  const fresh = page.getElementById('live');
  if (!fresh) return;
  if (document.activeElement?.closest('form')) return;
  const open = [...live.querySelectorAll('details')].map((one) => one.open);
  const scrolled = [...live.querySelectorAll('[data-bracket]')].map((one) => one.scrollLeft);
  const focused = live.contains(document.activeElement) ? key(document.activeElement) : '';
  live.replaceChildren(...fresh.childNodes);
  live.dataset.seq = fresh.dataset.seq;
  live.querySelectorAll('details').forEach((one, index) => { if (index in open) one.open = open[index]; });
  live.querySelectorAll('[data-bracket]').forEach((one, index) => { one.scrollLeft = scrolled[index] ?? 0; });
  if (focused) [...live.querySelectorAll('a, button, summary')].find((one) => key(one) === focused)?.focus();
  paths(live);
}

setInterval(() => news().catch(() => {}), EVERY_MS);
paths(live);
