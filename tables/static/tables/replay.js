/** The replay of a finished hand: steps through it on the board, beside the hand as it is told. */
import { h, renderer } from './render.js';
import { loadWords, t } from './words.js';
import { FAMILY } from './family.js';
import { PILI } from './pili/game.js';
import { playGame } from './game.js';
import { loadRules } from './rules.js';
import { freshState } from './state.js';
import { SPEEDS, boardView, controlsView, lostView, openHand } from './replay_view.js';

const root = document.getElementById('replay');
const list = document.querySelector('.replay-told');
const told = JSON.parse(document.getElementById('replay-told').textContent);
loadWords(root.dataset.language);
loadRules();
const pili = told.rules.game === 'pili-pili';
// In a match that counts no points there is nothing to show at a seat: its chips do not move.
const bare = told.rules.match && told.rules.axes.scoring === 'win';
playGame(pili ? PILI : { ...FAMILY, ...(bare ? { worth: () => null } : {}), shown: openHand });

const s = freshState({ mine: told.mine, handUrl: '#hand-record', tournamentUrl: '', user: '' });
const paint = renderer(root);
const links = [...list.querySelectorAll('.told-step')];
const r = {
  steps: null,
  stops: links.map((link) => ({ link, line: Number(link.dataset.line), said: link.textContent.trim() })),
  at: 0,
  playing: 0,
  speed: 'usual',
};

/** The newest step up to a line of the record. */
function stepAt(line) {
  return r.steps.findLast((one) => one.line <= line) || r.steps[0];
}

/** What a seat has in the match: before the hand, and at its end with what the hand counted. */
function pointsAt(seat, result) {
  const points = result && s.ended ? (result.points || []).find(([number]) => number === seat.seat) : null;
  if (!points) return seat.score;
  return told.rules.axes.scoring === 'lives' ? Math.max(0, seat.score - points[1]) : seat.score + points[1];
}

/** The match as the board shows it, from the scores with which the hand was dealt. */
function matchOf(hand) {
  if (!told.rules.match || bare) return null;
  const standings = hand.seats.map((seat) => ({ seat: seat.seat, points: pointsAt(seat, hand.result) ?? 0, wins: 0, out_after: null, rank: 1, chips: 0 }));
  return { match_no: 0, over: false, how: null, pot: 0, hands: told.hand_no, standings };
}

function show() {
  const stop = r.stops[r.at];
  const step = stepAt(stop.line);
  const hand = { ...step.hand, id: told.id, hand_no: told.hand_no };
  if (pili) hand.hands = step.held.filter((one) => one.cards).map((one) => [one.seat, one.cards]);
  s.ended = r.at === r.stops.length - 1;
  s.snap = { table: told.table, seats: told.seats, you: null, match: matchOf(hand), hand, clock: null, legal: [] };
  s.held = step.held;
  s.replayed = stop.said;
  root.classList.toggle('suit-letters', s.settings.letters);
  root.classList.toggle('big-cards', s.settings.big);
  root.dataset.step = String(r.at);
  paint(boardView(s, on), controlsView(r, on));
  mark(stop.link);
}

/** Mark the step in the list, its one tab stop, and keep it in sight without moving the page. */
function mark(link) {
  for (const one of links) {
    one.tabIndex = one === link ? 0 : -1;
    if (one === link) one.setAttribute('aria-current', 'step');
    else one.removeAttribute('aria-current');
  }
  if (list.contains(document.activeElement)) link.focus({ preventScroll: true });
  const box = list.getBoundingClientRect();
  const line = link.closest('li').getBoundingClientRect();
  if (line.top < box.top + 40) list.scrollTop -= box.top + 40 - line.top;
  else if (line.bottom > box.bottom - 40) list.scrollTop += line.bottom - box.bottom + 40;
}

/** Tell where we are; a slider in focus tells it by itself. */
function say() {
  if (document.activeElement?.type === 'range') return;
  const end = r.stops.length - 1;
  const what = r.stops[r.at].said;
  document.getElementById('replay-said').textContent = r.playing ? what : t('replay.said', { n: r.at, of: end, what });
}

function stop() {
  clearTimeout(r.playing);
  r.playing = 0;
}

function goOn() {
  if (r.at >= r.stops.length - 1) stop();
  else move(r.at + 1, true);
}

function move(at, byItself) {
  if (!r.steps) return;
  stop();
  r.at = Math.max(0, Math.min(r.stops.length - 1, at));
  if (byItself && r.at < r.stops.length - 1) r.playing = setTimeout(goOn, SPEEDS[r.speed]);
  s.hiddenResult = null;
  history.replaceState(null, '', `#${r.at}`);
  show();
  say();
}

const on = {
  load,
  go: (at) => move(at),
  first: () => move(0),
  back: () => move(r.at - 1),
  next: () => move(r.at + 1),
  last: () => move(r.stops.length - 1),
  play: () => move(r.at < r.stops.length - 1 ? r.at + 1 : 0, true),
  pause: () => move(r.at),
  speed(name) {
    r.speed = name;
    if (r.playing) move(r.at, true);
    else show();
  },
  hideResult() {
    s.hiddenResult = told.id;
    show();
  },
  showResult() {
    s.hiddenResult = null;
    show();
  },
};

// Up and down lead through the list as well, while it has the focus.
const IN_LIST = { ArrowUp: on.back, ArrowDown: on.next };
const KEYS = { ArrowLeft: on.back, ArrowRight: on.next, Home: on.first, End: on.last, ' ': () => (r.playing ? on.pause() : on.play()) };

/** Whether the keys are meant for the board: it has the focus, or nothing has and it is in sight. */
function isOurs(target) {
  if (target !== document.body) return Boolean(target.closest('.replay'));
  const box = root.getBoundingClientRect();
  return box.bottom > innerHeight / 4 && box.top < innerHeight * 0.75;
}

document.addEventListener('keydown', (event) => {
  const press = KEYS[event.key] || (list.contains(event.target) && IN_LIST[event.key]);
  if (!press || event.ctrlKey || event.metaKey || event.altKey || event.shiftKey || !isOurs(event.target)) return;
  const own = event.key === ' ' ? 'button, a, summary' : 'input';
  if (event.target.closest(own)) return;
  event.preventDefault();
  press();
});

list.addEventListener('click', (event) => {
  const link = event.target.closest('.told-step');
  if (!link || event.ctrlKey || event.metaKey || event.shiftKey) return;
  event.preventDefault();
  on.go(Number(link.dataset.step));
});

/** The step that the address names; the deal where it names none. */
function named() {
  const found = /^#(\d{1,5})$/.exec(location.hash);
  return found ? Math.min(Number(found[1]), r.stops.length - 1) : null;
}

addEventListener('hashchange', () => {
  const at = named();
  if (at !== null && at !== r.at) move(at);
});

async function load() {
  paint(h('p', { key: 'opening', class: 'opening' }, h('span', { class: 'spin', 'aria-hidden': 'true' })));
  try {
    const answer = await fetch(told.steps, { headers: { Accept: 'application/json' } });
    if (!answer.ok) throw new Error(String(answer.status));
    r.steps = (await answer.json()).steps;
  } catch {
    paint(lostView(on));
    return;
  }
  r.at = named() ?? 0;
  show();
}

load();
