/**
 * A page of a tournament stays live: it asks whether there is news, and when there is, fetches itself and
 * puts the new page in place of the old one, keeping focus, scrolling and what was unfolded. What
 * somebody is typing stays: the page waits until it is sent, or empty again.
 */
import { openAll, paths } from './paths.js';

const EVERY_MS = 3000;
const live = document.getElementById('live');
let tag = '';
let stale = false;

async function news() {
  if (document.hidden) return;
  const headers = tag ? { 'If-None-Match': tag } : {};
  const answer = await fetch(live.dataset.pulse, { headers, cache: 'no-store' });
  if (answer.status === 200) {
    tag = answer.headers.get('ETag') || '';
    stale = (await answer.json()).news !== live.dataset.news;
  }
  if (stale && !typing()) await refresh();
}

/** Whether a form is in use: it has the focus, was refused, or holds something else than it came with. */
function typing() {
  if (document.activeElement?.closest('form')) return true;
  if (live.querySelector('form :is(.errors, .form-errors)')) return true;
  return [...live.querySelectorAll('form :is(input, textarea, option)')].some((one) =>
    one.type === 'checkbox' || one.type === 'radio' ? one.checked !== one.defaultChecked
      : 'defaultSelected' in one ? one.defaultSelected !== one.selected && one.index > 0
        : one.type !== 'hidden' && one.value !== one.defaultValue);
}

function key(element) {
  return element.id || element.getAttribute('data-who') || element.getAttribute('href') || '';
}

/** What a part that unfolds is about: its summary, and the match it belongs to. */
function about(details) {
  if (details.dataset.about) return details.dataset.about;
  const of = details.closest('li')?.querySelector('h3')?.textContent ?? '';
  return `${of} ${details.querySelector('summary').textContent}`;
}

/** Fetch the page as it is now, and swap its content in. */
async function refresh() {
  const answer = await fetch(location.href, { cache: 'no-store' });
  if (!answer.ok) return;
  const page = new DOMParser().parseFromString(await answer.text(), 'text/html');
  const fresh = page.getElementById('live');
  if (!fresh) return;
  if (typing()) return;
  const open = new Map([...live.querySelectorAll('details')].map((one) => [about(one), one.open]));
  const scrolled = [...live.querySelectorAll('[data-bracket]')].map((one) => [one.scrollLeft, one.scrollTop]);
  const fitted = [...live.querySelectorAll('.b-fit')].filter((one) => one.checked).map((one) => one.id);
  const focused = live.contains(document.activeElement) ? key(document.activeElement) : '';
  live.replaceChildren(...fresh.childNodes);
  Object.assign(live.dataset, fresh.dataset);
  stale = false;
  live.querySelectorAll('details').forEach((one) => { one.open = open.get(about(one)) ?? one.open; });
  fitted.forEach((id) => { const fit = document.getElementById(id); if (fit) fit.checked = true; });
  live.querySelectorAll('[data-bracket]').forEach((one, index) => { one.scrollTo(...(scrolled[index] ?? [0, 0])); });
  if (focused) [...live.querySelectorAll('a, button, summary')].find((one) => key(one) === focused)?.focus();
  paths(live);
  live.dispatchEvent(new Event('renewed'));
}

setInterval(() => news().catch(() => {}), EVERY_MS);
paths(live);
if (!location.hash.startsWith('#b-')) openAll(live); // a jump without this script has its own place
