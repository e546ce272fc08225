/** The page of one table: listens to its socket, keeps the state, and answers the player's hands. */
import { renderer } from './render.js';
import { cardName, loadWords, loadZone, t } from './words.js';
import { tick } from './clock.js';
import { TableSocket } from './socket.js';
import { Acts } from './acts.js';
import { warn } from './alerts.js';
import { Refusal, change } from './api.js';
import { unlock } from './sound.js';
import { saveSettings } from './settings.js';
import { clearError, sayError, sayLine, sayTurn } from './speech.js';
import { listener } from './hearing.js';
import { ageResult, freshState, maySit, myTurn } from './state.js';
import { isHost } from './host.js';
import { game, playGame } from './game.js';
import { FAMILY } from './family.js';
import { PILI } from './pili/game.js';
import { loadRules, rules } from './rules.js';
import { cardOf } from './order.js';
import { mostToAdd, sitRange } from './seating.js';
import { openingView, pageView, refusalWords } from './page.js';
import { followAfter } from './after.js';
import { listenForKeys } from './keys.js';

const root = document.getElementById('table');
const data = root.dataset;
loadWords(data.language);
loadZone(data.language, data.zone, data.zoneSaid);
loadRules();
playGame(rules().game === 'pili-pili' ? PILI : FAMILY);

const s = freshState({
  id: data.tableId,
  api: data.api,
  user: data.user || '',
  staff: Boolean(data.staff),
  botsAlone: Boolean(data.botsAlone),
  csrf: data.csrf || '',
  balance: data.balance ? Number(data.balance) : null,
  lobbyUrl: data.lobbyUrl,
  tournamentUrl: data.tournamentUrl || '',
  afterUrl: data.afterUrl || '',
  signInUrl: data.signInUrl,
  handUrl: data.handUrl,
});
const paint = renderer(root);
const title = document.title;
let painting = 0;

function paintNow() {
  cancelAnimationFrame(painting);
  painting = 0;
  paint(s.snap ? pageView(s, on) : openingView(s, on));
  data.head = s.head ?? ''; // what is shown, for whoever drives this page by a program
  root.classList.toggle('big-cards', s.settings.big);
  root.classList.toggle('suit-letters', s.settings.letters);
  root.classList.toggle('no-hot-keys', !s.settings.keys);
  document.title = s.snap && myTurn(s) ? `(!) ${t('prompt.title')}\u00a0\u00b7 ${title}` : title;
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
  message(message) {
    receive(message);
    showLinkOnce();
  },
});

const page = { send: (message) => socket.send(message), changed, shutPanel, ask: () => on.askJoker(), acts: null };
const receive = listener(s, page);
const acts = new Acts((message) => socket.send(message), () => {
  s.busy = acts.busy;
  changed();
});
page.acts = acts;

let opener = null; // what had the focus when a panel was opened

/** Where a panel closes and what opened it is gone or rests, the focus goes to what is next to do. */
function keepFocus() {
  if (document.activeElement && document.activeElement !== document.body) return;
  const back = opener && opener.isConnected && !opener.disabled ? opener : root.querySelector('.mine .bar');
  if (back) back.focus({ preventScroll: true });
}

function shutPanel() {
  const open = root.querySelector('dialog[open]');
  if (open) open.close();
  s.panel = null;
}

/** Who has just opened a private table is shown the link to send first of all. */
function showLinkOnce() {
  if (location.hash !== '#guests' || !isHost(s)) return;
  history.replaceState(null, '', location.pathname);
  on.panel('host');
}

/** Ask the house over REST; its refusal is shown where the player looks. */
async function call(method, path, body, stay) {
  s.calling = true;
  changed();
  try {
    await change(method, `${s.config.api}${path}`, body, s.config.csrf);
    if (!stay) shutPanel();
    clearError();
    socket.send({ type: 'resync' });
  } catch (error) {
    const words = error instanceof Refusal ? error.message.replace(/^buy_in:/, `${t('sit.buy-in')}:`) : t('line.call-lost');
    if (s.panel) s.panel = { ...s.panel, error: words };
    else sayError(words);
  }
  s.calling = false;
  paintNow();
  if (!stay && !s.panel) keepFocus();
}

/** What the owner does with link and guests: the panel stays open, and the socket tells what became of it. */
async function hostCall(method, path, body) {
  s.copied = false;
  s.panel = { name: 'host', error: '' };
  await call(method, path, body, true);
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
    game().sort(s, how);
    changed();
  },
  panel(name) {
    shutPanel();
    opener = document.activeElement;
    s.option = name in game().panelOf ? 0 : s.option;
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
    opener = document.activeElement;
    s.panel = { name: 'sit', seat, error: '' };
    paintNow(); // at once, so that the next key finds the field
  },
  fill(id, amount) {
    document.getElementById(id).value = String(amount);
  },
  sit(text, seat) {
    if (!/^\d{1,12}$/.test(text.trim())) {
      s.panel = { ...s.panel, error: sitRange(s) };
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
  removeBot: (seat) => call('DELETE', `/bots/${seat}`),
  topUp(text) {
    const most = mostToAdd(s);
    const amount = /^\d{1,12}$/.test(text.trim()) ? Number(text.trim()) : -1;
    if (amount < 0 || amount > most) {
      s.panel = { ...s.panel, error: t('sit.range', { min: 1, max: most }) };
      changed();
    } else call('POST', '/seats/me/top-up', { amount });
  },
  ahead: (what) => call('POST', '/preactions', { ...what, hand_id: s.snap.hand.id }, true),
  aheadBack: () => call('DELETE', '/preactions', {}, true),
  renewLink: () => hostCall('POST', '/invite'),
  revokeLink: () => hostCall('DELETE', '/invite'),
  answer: (name, approve) => hostCall('PUT', `/guests/${encodeURIComponent(name)}`, { approve }),
  removePlayer: (seat) => hostCall('DELETE', `/seats/${seat}`),
  async copyLink(link) {
    const field = document.getElementById('host-link');
    field.select();
    try {
      await navigator.clipboard.writeText(link);
    } catch {
      document.execCommand('copy'); // plain HTTP has no clipboard of its own
    }
    s.copied = true;
    changed();
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
  hideLast() {
    s.last = null;
    changed();
  },
  showResult() {
    s.hiddenResult = null;
    changed();
  },
  escape() {
    const did = Boolean(s.sideOpen || s.selected || s.picks.length || s.turning);
    s.sideOpen = false;
    s.selected = null;
    s.picks = [];
    s.turning = null;
    changed();
    return did;
  },
  again() {
    s.line = 'connecting';
    socket.open();
    changed();
  },
};

Object.assign(on, game().acts(s, on, shutPanel));
for (const kind of ['pointerdown', 'keydown']) document.addEventListener(kind, unlock, { passive: true });
listenForKeys(root, s, on);
// Beside the table the log is always in sight; what was pressed there must not cover it later.
matchMedia('(max-width: 899px)').addEventListener('change', () => on.closeSide());
followAfter(s, changed);
setInterval(() => {
  if (ageResult(s)) changed();
  tick(root);
  warn(s);
}, 200);
root.replaceChildren();
paintNow();
socket.open();
