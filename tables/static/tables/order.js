/**
 * The order of the own hand. It belongs to the player: new cards go to the end, nothing else moves
 * unless the player moves it. Two copies of a face are told apart by a count ("7H#0", "7H#1").
 */
const PREFIX = 'batida-order:';
const KEPT_HANDS = 12;

export function cardOf(key) {
  return key.slice(0, key.indexOf('#'));
}

function store(hand, keys) {
  try {
    localStorage.setItem(`${PREFIX}${hand}`, JSON.stringify({ at: Date.now(), keys }));
    const all = Object.keys(localStorage).filter((name) => name.startsWith(PREFIX));
    if (all.length <= KEPT_HANDS) return;
    const age = (name) => JSON.parse(localStorage.getItem(name)).at || 0;
    all.sort((a, b) => age(a) - age(b)).slice(0, all.length - KEPT_HANDS)
      .forEach((name) => localStorage.removeItem(name));
  } catch {
    // Private windows may refuse storage; the order then lives as long as the page.
  }
}

function read(hand) {
  try {
    const kept = JSON.parse(localStorage.getItem(`${PREFIX}${hand}`));
    return kept && Array.isArray(kept.keys) ? kept.keys.filter((key) => /^\w{1,2}#\d$/.test(key)) : [];
  } catch {
    return [];
  }
}

export class HandOrder {
  constructor() {
    this.hand = null;
    this.keys = [];
    this.fresh = new Set();
    this.leaving = null;
  }

  /** Take over the cards the server says are held; `drawn` is the card just drawn, if any. Return whether none was known. */
  follow(hand, cards, drawn) {
    const first = this.hand !== hand;
    if (first) {
      this.hand = hand;
      this.keys = read(hand);
      this.fresh = new Set();
    }
    const need = new Map();
    for (const card of cards) need.set(card, (need.get(card) || 0) + 1);
    const kept = this.keep(need);
    const before = new Set(kept);
    for (const card of cards) {
      if (!need.get(card)) continue;
      need.set(card, need.get(card) - 1);
      kept.push(freeKey(card, kept));
    }
    this.keys = kept;
    const added = kept.filter((key) => !before.has(key));
    if (!first && added.length) this.fresh = new Set(added);
    else if (!drawn) this.fresh = new Set();
    else if (first) this.fresh = new Set([kept.filter((key) => cardOf(key) === drawn).pop()]);
    this.leaving = null;
    store(hand, this.keys);
    return before.size === 0;
  }

  /** The known keys that are still held, in their order; of twins the one thrown goes first. */
  keep(need) {
    const count = new Map();
    for (const key of this.keys) count.set(cardOf(key), (count.get(cardOf(key)) || 0) + 1);
    const gone = new Set();
    for (const [card, held] of count) {
      const extra = held - (need.get(card) || 0);
      const twins = this.keys.filter((key) => cardOf(key) === card);
      twins.sort((a, b) => (a === this.leaving ? -1 : 0) - (b === this.leaving ? -1 : 0) || (a < b ? 1 : -1));
      twins.slice(0, Math.max(0, extra)).forEach((key) => gone.add(key));
    }
    const kept = this.keys.filter((key) => !gone.has(key));
    for (const key of kept) need.set(cardOf(key), need.get(cardOf(key)) - 1);
    return kept;
  }

  move(key, place) {
    const from = this.keys.indexOf(key);
    const to = Math.max(0, Math.min(this.keys.length - 1, place));
    if (from < 0 || from === to) return false;
    this.keys.splice(from, 1);
    this.keys.splice(to, 0, key);
    store(this.hand, this.keys);
    return true;
  }

  arrange(keys) {
    this.keys = keys;
    store(this.hand, this.keys);
  }
}

function freeKey(card, taken) {
  let copy = 0;
  while (taken.includes(`${card}#${copy}`)) copy += 1;
  return `${card}#${copy}`;
}
