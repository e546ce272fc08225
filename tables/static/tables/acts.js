/**
 * One act at a time on its way to the server. It keeps its id when it is sent again, so the server
 * applies it once; it is dropped when its hand is over, so it can never land in the next one.
 */
const RESEND_MS = 2500;
const SETTLE_MS = 3000;

export function freshId() {
  if (crypto.randomUUID) return crypto.randomUUID();
  // randomUUID exists on safe origins only; a table on a plain LAN address must work too.
  const bytes = crypto.getRandomValues(new Uint8Array(16));
  bytes[6] = (bytes[6] & 15) | 64;
  bytes[8] = (bytes[8] & 63) | 128;
  const hex = Array.from(bytes, (byte) => byte.toString(16).padStart(2, '0')).join('');
  return hex.replace(/^(.{8})(.{4})(.{4})(.{4})(.{12})$/, '$1-$2-$3-$4-$5');
}

export class Acts {
  constructor(send, changed) {
    this.send = send;
    this.changed = changed;
    this.pending = null;
    setInterval(() => this.again(false), 500);
  }

  get busy() {
    return this.pending !== null;
  }

  start(action, hand) {
    if (this.busy) return false;
    this.pending = { id: freshId(), hand: hand.id, seq: hand.seq, action, sent: 0, done: null };
    this.transmit();
    this.changed();
    return true;
  }

  transmit() {
    const { id, hand, seq, action } = this.pending;
    this.pending.sent = performance.now();
    this.send({ type: 'act', id, hand, seq, action });
  }

  /** Send what has no answer yet once more: at once after a reconnect, else when it waits long. */
  again(now) {
    const act = this.pending;
    if (!act) return;
    const waited = performance.now() - act.sent;
    if (act.done !== null) {
      if (waited > SETTLE_MS) this.clear();
    } else if (now || waited > RESEND_MS) {
      this.transmit();
    }
  }

  /** The server took it. The buttons stay busy until a state shows it; after a secret act one more comes. */
  acked(id, event, secret, head) {
    if (!this.pending || this.pending.id !== id) return;
    this.pending.done = event;
    this.pending.sent = performance.now();
    if (!secret) this.settle(head);
  }

  kindOf(id) {
    return this.pending && this.pending.id === id ? this.pending.action.kind : null;
  }

  /** Return whether the refusal was for the act on its way. */
  refused(id) {
    if (!this.pending || this.pending.id !== id) return false;
    this.clear();
    return true;
  }

  settle(head) {
    if (this.pending && this.pending.done !== null && head >= this.pending.done) this.clear();
  }

  keepOnly(handId) {
    if (this.pending && this.pending.hand !== handId) this.clear();
  }

  clear() {
    this.pending = null;
    this.changed();
  }
}
