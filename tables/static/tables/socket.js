/**
 * The line to the table. It reconnects by itself after a loss, never after a refusal, and sends a ping
 * every 2.5 s, so that a dead line is noticed and the lag is known.
 */
const PING_MS = 2500;
const SILENCE_MS = 9000;
const FIRST_WAIT_MS = 400;
const LONGEST_WAIT_MS = 15000;
const FLOOD_WAIT_MS = 4000;
const RETRIED = new Set([1001, 1006, 1011, 1012, 4429]);

export class TableSocket {
  /** `on`: live(), away(), refused(code, reason), message(data), lag(ms), head() → number of the state, told() → last event told. */
  constructor(path, on) {
    const scheme = location.protocol === 'https:' ? 'wss:' : 'ws:';
    this.url = `${scheme}//${location.host}${path}`;
    this.on = on;
    this.tries = 0;
    this.line = null;
    this.ended = false;
    this.rtt = null;
    addEventListener('online', () => this.hurry());
    document.addEventListener('visibilitychange', () => document.hidden || this.hurry());
    setInterval(() => this.beat(), PING_MS);
  }

  open() {
    clearTimeout(this.waiting);
    this.ended = false;
    this.heard = performance.now();
    const line = new WebSocket(this.url);
    this.line = line;
    line.onopen = () => this.send({ type: 'hello', cursor: this.on.told() });
    line.onmessage = (event) => line === this.line && this.receive(event.data);
    line.onclose = (event) => line === this.line && this.lost(event.code, event.reason);
  }

  send(message) {
    if (!this.line || this.line.readyState !== WebSocket.OPEN) return false;
    this.line.send(JSON.stringify(message));
    return true;
  }

  receive(text) {
    this.heard = performance.now();
    const message = JSON.parse(text);
    if (message.type === 'welcome') {
      this.tries = 0;
      this.on.live();
    } else if (message.type === 'pong') {
      this.measure(this.heard - message.t);
    } else if (message.type === 'goodbye') {
      this.farewell = message;
    }
    this.on.message(message);
  }

  measure(trip) {
    this.rtt = this.rtt === null ? trip : this.rtt * 0.7 + trip * 0.3;
    this.on.lag(Math.round(this.rtt));
  }

  beat() {
    if (this.ended || !this.line) return;
    const open = this.line.readyState === WebSocket.OPEN;
    if (performance.now() - this.heard > SILENCE_MS && this.line.readyState <= WebSocket.OPEN) {
      const dead = this.line;
      this.lost(1006, '');
      dead.close();
    } else if (open) {
      this.send({ type: 'ping', t: performance.now(), head: this.on.head() ?? 0 });
    }
  }

  lost(code, reason) {
    this.line = null;
    this.rtt = null;
    const farewell = this.farewell;
    this.farewell = null;
    if (!RETRIED.has(code) || (farewell && farewell.retry === false)) {
      this.ended = true;
      this.on.refused(code, reason || (farewell && farewell.reason) || '');
      return;
    }
    this.on.away();
    const full = Math.min(LONGEST_WAIT_MS, FIRST_WAIT_MS * 2 ** this.tries);
    this.tries += 1;
    // Half of the wait is chance, so that a restarted server is not met by everybody at once.
    const wait = full / 2 + Math.random() * full / 2 + (code === 4429 ? FLOOD_WAIT_MS : 0);
    this.waiting = setTimeout(() => this.open(), wait);
  }

  /** The net is back or the page is looked at again: do not wait for the timer. */
  hurry() {
    if (!this.ended && !this.line) this.open();
    else this.beat();
  }
}
