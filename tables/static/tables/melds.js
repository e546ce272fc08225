/**
 * A hint for the own hand: which cards already stand in melds. Only sorting and tinting use it;
 * what may be laid comes from the server. It knows natural melds, and melds of three with one wild
 * card; whatever it does not see is not marked.
 */
const RANKS = 'A23456789TJQK';
const WILD_MELD = 3;
const KEPT = 8;
const found = new Map();

function rankOf(card) {
  return RANKS.indexOf(card[0]);
}

function fits(axes, length) {
  return length === 3 || (length > 3 && axes.meld_size !== 'exactly-three');
}

/** Groups: cards of a rank over the suits that the rule set asks for. */
function groups(cards, axes) {
  const all = [];
  for (const rank of RANKS) {
    const places = cards.flatMap((card, place) => (card[0] === rank && card !== 'JK' ? [place] : []));
    for (let pick = 1; pick < 1 << places.length; pick += 1) {
      const chosen = places.filter((_, bit) => pick & (1 << bit));
      const suits = new Set(chosen.map((place) => cards[place][1])).size;
      const kind = axes.set_suits || 'exact3';
      const suited = kind === 'any' || (kind === 'min3' ? suits >= 3 : suits === 3);
      if (fits(axes, chosen.length) && suited) all.push(chosen);
    }
  }
  return all;
}

/** Runs of one suit; the ace is low, high too, or round the corner where the rules say so. */
function runs(cards, axes) {
  const all = [];
  const ace = axes.ace || 'low';
  const top = ace === 'corner' ? 14 : ace.includes('high') ? 13 : 12;
  for (const suit of 'CDHS') {
    const at = Array.from({ length: 15 }, () => []);
    cards.forEach((card, place) => {
      if (card === 'JK' || card[1] !== suit) return;
      at[rankOf(card)].push(place);
      if (rankOf(card) < 2) at[rankOf(card) + 13].push(place);
    });
    for (let from = 0; from <= top - 2; from += 1) extend(at, { from, top, axes }, [], all);
  }
  return all;
}

function extend(at, bounds, sofar, all) {
  const rank = bounds.from + sofar.length;
  if (rank > bounds.top) return;
  for (const place of at[rank]) {
    if (sofar.includes(place)) continue;
    const run = [...sofar, place];
    if (fits(bounds.axes, run.length)) all.push(run);
    if (run.length < 3 || bounds.axes.meld_size !== 'exactly-three') extend(at, bounds, run, all);
  }
}

/** Melds of three with one wild card in place of another. */
function withWild(cards, axes, wilds) {
  const all = [];
  const held = cards.flatMap((card, place) => (wilds.has(card) ? [place] : []));
  const plain = cards.flatMap((card, place) => (wilds.has(card) || card === 'JK' ? [] : [place]));
  plain.forEach((one, at) => plain.slice(at + 1).forEach((other) => {
    if (pairs(cards[one], cards[other], axes)) held.forEach((wild) => all.push([one, other, wild]));
  }));
  return all;
}

function pairs(one, other, axes) {
  if (one[0] === other[0]) {
    return axes.wild_scope !== 'runs' && (axes.set_suits === 'any' || one[1] !== other[1]);
  }
  if (one[1] !== other[1]) return false;
  const low = Math.min(rankOf(one), rankOf(other));
  const high = Math.max(rankOf(one), rankOf(other));
  if (high - low < WILD_MELD) return true;
  return low === 0 && (axes.ace || 'low') !== 'low' && high >= 11;
}

function deadJokers(cards, axes) {
  const places = cards.flatMap((card, place) => (card === 'JK' ? [place] : []));
  return axes.jokers === 'dead' && places.length >= 3 ? [places] : [];
}

/** The set of disjoint melds that covers most cards: a list of lists of places in `cards`. */
export function bestMelds(cards, axes, wildFaces) {
  const rules = axes || {};
  const sign = JSON.stringify([cards, rules, wildFaces]);
  if (!found.has(sign)) {
    if (found.size > KEPT) found.clear();
    found.set(sign, search(cards, rules, new Set(wildFaces || [])));
  }
  return found.get(sign);
}

function search(cards, rules, wilds) {
  const natural = [...groups(cards, rules), ...runs(cards, rules), ...deadJokers(cards, rules)]
    .filter((places) => places.some((place) => !wilds.has(cards[place]) || cards[place] === 'JK'));
  const all = [...natural, ...withWild(cards, rules, wilds)]
    .map((places) => ({ places, mask: places.reduce((mask, place) => mask | (1 << place), 0) }))
    .sort((a, b) => b.places.length - a.places.length);
  let best = { count: 0, melds: [] };
  const dig = (from, used, count, melds) => {
    if (count > best.count) best = { count, melds };
    for (let next = from; next < all.length && best.count < cards.length; next += 1) {
      if (all[next].mask & used) continue;
      dig(next + 1, used | all[next].mask, count + all[next].places.length, [...melds, all[next].places]);
    }
  };
  dig(0, 0, 0, []);
  return best.melds;
}

/** Jokers stand behind everything. */
function suitSign(card) {
  return card === 'JK' ? 'Z' : card.slice(-1);
}

function rankSign(card) {
  return card === 'JK' ? RANKS.length : rankOf(card);
}

function bySuit(a, b) {
  return suitSign(a.card).localeCompare(suitSign(b.card)) || rankSign(a.card) - rankSign(b.card);
}

function byRank(a, b) {
  return rankSign(a.card) - rankSign(b.card) || suitSign(a.card).localeCompare(suitSign(b.card));
}

/** Held cards ({key, card}) in the order a person asked for: "suit", "rank" or "melds". */
export function sorted(held, how, axes, wildFaces) {
  if (how === 'rank') return [...held].sort(byRank);
  if (how === 'suit') return [...held].sort(bySuit);
  const melds = bestMelds(held.map((one) => one.card), axes, wildFaces).map((places) => places.map((place) => held[place]));
  const inside = new Set(melds.flat());
  return [...melds.flat(), ...held.filter((one) => !inside.has(one)).sort(bySuit)];
}
