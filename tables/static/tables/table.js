/** The page of one table: listens to its socket, keeps the state, and answers the player's hands. */
import { renderer } from './render.js';
import { cardName, loadWords, t } from './words.js';
import { learn, tick } from './clock.js';
import { TableSocket } from './socket.js';
import { Acts } from './acts.js';
import { tell, warn } from './alerts.js';
import { Refusal, change, read } from './api.js';
import { unlock } from './sound.js';
import { saveSettings } from './settings.js';
import { clearError, sayError, sayLine, sayTurn } from './speech.js';
import { addToLog } from './log.js';
import { claimJustWent, follow, freshState, legalAct, maySit, myTurn } from './state.js';
import { playActs } from './moves.js';
import { loadRules } from './rules.js';
import { cardOf } from './order.js';
import { sortHand } from './hand.js';
import { mostToAdd } from './seating.js';
import { openingView, pageView, refusalWords } from './page.js';
import { listenForKeys } from './keys.js';

const LOOK_BACK = 60;
const TOO_LATE_SHOWN_MS = 1600;
// Panels that stand only while an act is legal.
const PANEL_OF = { out: 'go-out', lay: 'lay' };
// What the house says to a claim after its window: that kind of act is not possible, or all is over.
const TOO_LATE = new Set(['not-now', 'stale', 'hand-over', 'no-hand']);
const root = document.getElementById('table');
const data = root.dataset;
loadWords(data.language);
loadRules();

const s = freshState({
  id: data.tableId,
  api: data.api,
  user: data.user || '',
  csrf: data.csrf || '',
  balance: data.balance ? Number(data.balance) : null,
  lobbyUrl: data.lobbyUrl,
  signInUrl: data.signInUrl,
  handUrl: data.handUrl,
});
const paint = renderer(root);
const title = document.title;
let painting = 0;
let catching = false;

function paintNow() {
  cancelAnimationFrame(painting);
  painting = 0;
  paint(s.snap ? pageView(s, on) : openingView(s, on));
  data.head = s.head ?? ''; // what is shown, for whoever drives this page by a program
  root.classList.toggle('big-cards', s.settings.big);
  root.classList.toggle('suit-letters', s.settings.letters);
  root.classList.toggle('no-hot-keys', !s.settings.keys);
  document.title = s.snap && myTurn(s) ? `(!) ${t('prompt.title')} \u00b7 ${title}` : title;
  tick(root);
}

function changed() {
  if (!painting) painting = requestAnimationFrame(paintNow);
}

const socket = new TableSocket(data.socket, {
  head: () => s.head,
  told: () => s.told,
  live() {
    s.line = 'live';
    s.awaySince = 0;
    acts.again(true);
    changed();
  },
  away() {
    if (!s.awaySince) {
      s.awaySince = Date.now();
      sayLine(t('line.lost'));
    }
    s.line = 'away';
    changed();
  },
  refused(code, reason) {
    s.line = 'refused';
    s.refusal = { code, reason };
    sayLine(refusalWords(s.refusal));
    changed();
  },
  lag(ms) {
    s.lag = ms;
    changed();
  },
  message: receive,
});

const acts = new Acts((message) => socket.send(message), () => {
  s.busy = acts.busy;
  changed();
});

function receive(message) {
  const handlers = {
    welcome: () => welcome(message),
    snapshot: () => takeSnapshot(message.state),
    events: () => takeEvents(message),
    pong: () => pong(message),
    ack: () => {
      clearError();
      acts.acked(message.id, message.event, Boolean(message.secret), s.head);
    },
    nack: () => refusal(message),
    error: () => sayError(message.problem.detail || message.problem.title),
  };
  if (handlers[message.type]) handlers[message.type]();
}

function welcome(message) {
  learn(message.now);
  // A house set up anew from a backup counts from an earlier number: so do we then.
  if (s.head === null || message.head >= s.head) return;
  s.head = null;
  s.told = message.head;
}

function pong(message) {
  learn(message.now, performance.now() - message.t);
  // The doorbell can be lost on its way; the pong tells of everything that was.
  if (s.head !== null && message.head > s.head) socket.send({ type: 'resync' });
}

function refusal(message) {
  const kind = acts.kindOf(message.id);
  if (!acts.refused(message.id)) return;
  s.order.leaving = null;
  if (kind === 'claim' && TOO_LATE.has(message.problem.code)) sayError(t('claim.too-late'));
  else sayError(message.problem.detail || message.problem.title);
  socket.send({ type: 'resync' });
}

function takeSnapshot(state) {
  if (s.head !== null && state.head < s.head) {
    acts.settle(s.head);
    return;
  }
  const first = s.told === null;
  if (first) s.told = state.head;
  adopt(state, []);
  if (first || s.log.length === 0) lookBack();
  catchUp();
}

/** Events are told by their own numbers, also when a newer state has come before them. */
function takeEvents(message) {
  if (s.told === null || message.from <= s.told + 1) s.told = Math.max(s.told ?? 0, message.to);
  if (s.head === null || message.to >= s.head) adopt(message.state, message.events);
  else narrate(message.events, []);
  catchUp();
}

/** Ask for events after `after`; a failure costs only the log. */
async function eventsAfter(after) {
  try {
    return await read(`${s.config.api}/events?after=${after}`);
  } catch (error) {
    if (!(error instanceof Refusal) && !(error instanceof TypeError)) throw error;
    return null;
  }
}

/** Fetch what was told before this page listened. */
async function lookBack() {
  const answer = await eventsAfter(Math.max(0, s.told - LOOK_BACK));
  if (answer) addToLog(s, answer.events);
  changed();
}

/** A state can be newer than what was told: fetch the events in between, one request at a time. */
async function catchUp() {
  if (catching || s.told >= s.head) return;
  catching = true;
  while (s.told < s.head) {
    const answer = await eventsAfter(s.told);
    if (!answer) break;
    const before = s.told;
    s.told = Math.max(s.told, answer.next);
    narrate(answer.events, []);
    if (s.told === before) s.told = Math.max(s.told, answer.head ?? 0);
    if (s.told === before) break;
  }
  catching = false;
  changed();
}

function adopt(state, events) {
  const before = s.snap;
  const notices = follow(s, state);
  acts.keepOnly(state.hand ? state.hand.id : null);
  acts.settle(s.head);
  if (!before || !state.hand || !before.hand || before.hand.id !== state.hand.id) {
    s.option = 0;
    s.hiddenResult = null;
  }
  narrate(events, notices);
  if (claimJustWent(s)) setTimeout(changed, TOO_LATE_SHOWN_MS);
  if (s.armedAt > performance.now()) setTimeout(changed, s.armedAt - performance.now() + 5);
  if (s.panel && PANEL_OF[s.panel.name] && !legalAct(s, PANEL_OF[s.panel.name])) shutPanel();
  if (notices.includes('take')) on.draw('discard');
  changed();
}

/** Put events in the log and say what is new of them. */
function narrate(events, notices) {
  const lines = addToLog(s, events);
  if (lines.length && !s.sideOpen) s.unread = Math.min(999, s.unread + lines.length);
  tell(s, events, lines, notices);
  changed();
}

function shutPanel() {
  const open = root.querySelector('dialog[open]');
  if (open) open.close();
  s.panel = null;
}

/** Ask the house over REST; its refusal is shown where the player looks. */
async function call(method, path, body) {
  s.calling = true;
  changed();
  try {
    await change(method, `${s.config.api}${path}`, body, s.config.csrf);
    shutPanel();
    clearError();
    socket.send({ type: 'resync' });
  } catch (error) {
    const words = error instanceof Refusal ? error.message.replace(/^buy_in:/, `${t('sit.buy-in')}:`) : t('line.call-lost');
    if (s.panel) s.panel = { ...s.panel, error: words };
    else sayError(words);
  }
  s.calling = false;
  changed();
}

/** Everything a player can do. Each act goes out only if the server listed it as legal. */
const on = {
  changed,
  changedNow: paintNow,
  act(action) {
    if (!s.snap.hand || s.line === 'refused') return;
    clearError();
    acts.start(action, s.snap.hand);
  },
  pick(key) {
    s.selected = s.selected === key ? null : key;
    s.cursor = key;
    changed();
  },
  cursor(key) {
    if (s.cursor === key) return;
    s.cursor = key;
    changed();
  },
  focusCard(key) {
    s.cursor = key;
    paintNow();
    const node = root.querySelector(`[data-key="${key}"]`);
    if (node) node.focus({ preventScroll: true });
  },
  move(key, place) {
    if (!s.order.move(key, place) || s.drag) return;
    paintNow();
    sayTurn(t('hand.moved', { card: cardName(cardOf(key)), n: s.order.keys.indexOf(key) + 1 }));
  },
  sort(how) {
    if (!s.order.keys.length) return;
    sortHand(s, how);
    changed();
  },
  panel(name) {
    shutPanel();
    s.option = name in PANEL_OF ? 0 : s.option;
    s.panel = { name, error: '' };
    paintNow();
  },
  closePanelNow: shutPanel,
  closePanel(name) {
    if (s.panel && s.panel.name === name) s.panel = null;
    changed();
  },
  askSit(seat) {
    if (!maySit(s)) return;
    s.panel = { name: 'sit', seat, error: '' };
    paintNow(); // at once, so that the next key finds the field
  },
  fill(id, amount) {
    document.getElementById(id).value = String(amount);
  },
  sit(text, seat) {
    if (!/^\d{1,12}$/.test(text.trim())) {
      s.panel = { ...s.panel, error: t('sit.range', { min: s.snap.table.buy_in_min, max: s.snap.table.buy_in_max }) };
      changed();
      return;
    }
    const body = { buy_in: Number(text.trim()) };
    call('POST', '/seats', seat === null ? body : { ...body, seat });
  },
  sitOut: () => call('POST', '/seats/me/sit-out'),
  sitIn: () => call('POST', '/seats/me/sit-in'),
  leave: (after) => call('DELETE', after ? '/seats/me?after_hand=true' : '/seats/me'),
  addBot: (plays) => call('POST', '/bots', { plays }),
  topUp(text) {
    const most = mostToAdd(s);
    const amount = /^\d{1,12}$/.test(text.trim()) ? Number(text.trim()) : -1;
    if (amount < 0 || amount > most) {
      s.panel = { ...s.panel, error: t('sit.range', { min: 1, max: most }) };
      changed();
    } else call('POST', '/seats/me/top-up', { amount });
  },
  setting(name, value) {
    s.settings = { ...s.settings, [name]: value };
    saveSettings(s.settings);
    changed();
  },
  side(name) {
    s.side = name;
    s.sideOpen = true;
    s.unread = 0;
    paintNow();
  },
  toggleSide() {
    s.sideOpen = !s.sideOpen;
    s.unread = 0;
    changed();
  },
  closeSide() {
    s.sideOpen = false;
    changed();
  },
  hideResult() {
    s.hiddenResult = s.snap.hand.id;
    changed();
  },
  showResult() {
    s.hiddenResult = null;
    changed();
  },
  escape() {
    const did = Boolean(s.sideOpen || s.selected);
    s.sideOpen = false;
    s.selected = null;
    changed();
    return did;
  },
  again() {
    s.line = 'connecting';
    socket.open();
    changed();
  },
};

Object.assign(on, playActs(s, on, shutPanel));
for (const kind of ['pointerdown', 'keydown']) document.addEventListener(kind, unlock, { passive: true });
listenForKeys(root, s, on);
setInterval(() => {
  tick(root);
  warn(s);
}, 200);
root.replaceChildren();
paintNow();
socket.open();
