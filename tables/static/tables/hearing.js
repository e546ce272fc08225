/** What the house says over the socket: it becomes the state of the page, and lines of its log. */
import { t } from './words.js';
import { learn } from './clock.js';
import { tell } from './alerts.js';
import { Refusal, read } from './api.js';
import { clearError, sayError } from './speech.js';
import { addToLog } from './log.js';
import { claimJustWent, follow, keepPlayers, lastStays } from './state.js';
import { game } from './game.js';

const LOOK_BACK = 60;
const TOO_LATE_SHOWN_MS = 1600;
// What the house says to a claim after its window: that kind of act is not possible, or all is over.
const TOO_LATE = new Set(['not-now', 'stale', 'hand-over', 'no-hand']);

/** Return what hears each message. `page`: its `send`, `acts`, `changed` and `shutPanel`. */
export function listener(s, page) {
  let catching = false;

  function receive(message) {
    const handlers = {
      welcome: () => welcome(message),
      snapshot: () => takeSnapshot(message.state),
      events: () => takeEvents(message),
      pong: () => pong(message),
      ack: () => {
        clearError();
        page.acts.acked(message.id, message.event, Boolean(message.secret), s.head);
      },
      nack: () => refusal(message),
      presence: () => presence(message.seats),
      error: () => sayError(message.problem.detail || message.problem.title),
    };
    if (handlers[message.type]) handlers[message.type]();
  }

  /** Lines that were lost or are back; the next state says the same. */
  function presence(seats) {
    if (!s.snap) return;
    const told = (one) => (String(one.seat) in seats ? { ...one, present: seats[String(one.seat)] } : one);
    s.snap = { ...s.snap, seats: s.snap.seats.map(told) };
    page.changed();
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
    if (s.head !== null && message.head > s.head) page.send({ type: 'resync' });
  }

  function refusal(message) {
    const kind = page.acts.kindOf(message.id);
    if (!page.acts.refused(message.id)) return;
    s.order.leaving = null;
    if (kind === 'claim' && TOO_LATE.has(message.problem.code)) sayError(t('claim.too-late'));
    else sayError(message.problem.detail || message.problem.title);
    page.send({ type: 'resync' });
  }

  function takeSnapshot(state) {
    if (s.head !== null && state.head < s.head) {
      page.acts.settle(s.head);
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
      const answer = await read(`${s.config.api}/events?after=${after}`);
      for (const [hand, players] of Object.entries(answer.players || {})) keepPlayers(s, hand, players);
      return answer;
    } catch (error) {
      if (!(error instanceof Refusal) && !(error instanceof TypeError)) throw error;
      return null;
    }
  }

  /** Fetch what was told before this page listened. */
  async function lookBack() {
    const answer = await eventsAfter(Math.max(0, s.told - LOOK_BACK));
    if (answer) addToLog(s, answer.events);
    page.changed();
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
    page.changed();
  }

  function adopt(state, events) {
    const before = s.snap;
    const notices = follow(s, state);
    page.acts.keepOnly(state.hand ? state.hand.id : null);
    page.acts.settle(s.head);
    if (!before || !state.hand || !before.hand || before.hand.id !== state.hand.id) {
      s.option = 0;
      s.hiddenResult = null;
    }
    narrate(events, notices);
    if (lastStays(s)) setTimeout(page.changed, s.last.until - performance.now() + 5);
    if (claimJustWent(s)) setTimeout(page.changed, TOO_LATE_SHOWN_MS);
    const arms = Math.max(s.armedAt, s.aheadAt) - performance.now();
    if (arms > 0) setTimeout(page.changed, arms + 5);
    const stands = s.panel && game().panelOf[s.panel.name];
    if (stands && !stands(s)) page.shutPanel();
    if (notices.includes('turn') && game().turnBegins) game().turnBegins(s, page);
    page.changed();
  }

  /** Put events in the log and say what is new of them. */
  function narrate(events, notices) {
    const lines = addToLog(s, events);
    if (lines.length && !s.sideOpen) s.unread = Math.min(999, s.unread + lines.length);
    tell(s, events, lines, notices);
    page.changed();
  }

  return receive;
}
