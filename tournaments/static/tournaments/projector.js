/**
 * The views of a big screen take turns, those marked as seldom one a round. Arrows go to another one, Space holds it: who runs the screen
 * may have to. Without this script all views stand one under the other.
 */
const TURN_MS = 12_000;
const live = document.getElementById('live');
const turn = document.getElementById('turn');
let at = 0;
let key = ''; // of the view that is shown: news may put others before it
let held = false;
let rare = 0; // how many of the seldom views have had a turn
let timer = 0;

function show() {
  const views = [...live.querySelectorAll('[data-view]')];
  if (!views.length) return;
  at = (at + views.length) % views.length;
  views.forEach((view, index) => { view.hidden = index !== at; });
  turn.hidden = views.length < 2;
  key = views[at].dataset.key;
  turn.querySelector('[data-turn]').textContent = `${at + 1}/${views.length}${held ? ' ▮▮' : ''}`;
}

/** The next view by itself: all that matter, then one of those that are seldom, the next one each time. */
function next() {
  const views = [...live.querySelectorAll('[data-view]')];
  const often = views.filter((view) => !('seldom' in view.dataset));
  const seldom = views.filter((view) => 'seldom' in view.dataset);
  const place = often.indexOf(views[at]);
  let then = often[place + 1];
  if (!then && place >= 0 && seldom.length) then = seldom[rare++ % seldom.length];
  at = Math.max(0, views.indexOf(then ?? often[0] ?? views[(at + 1) % views.length]));
  show();
}

function go(by) {
  at += by;
  show();
  clearInterval(timer);
  timer = held ? 0 : setInterval(next, TURN_MS);
}

document.addEventListener('keydown', (event) => {
  if (event.key === ' ') held = !held;
  const by = { ArrowRight: 1, ArrowLeft: -1, ' ': 0 }[event.key];
  if (by === undefined) return;
  event.preventDefault();
  go(by);
});
/** News came: another page, and the same view of it. */
function stay() {
  const now = [...live.querySelectorAll('[data-view]')].findIndex((view) => view.dataset.key === key);
  if (now >= 0) at = now;
  show();
}

new MutationObserver(stay).observe(live, { childList: true });
document.body.classList.add('turning');
go(0);
