/**
 * A hint for the own hand: which cards already stand in melds. Only sorting and tinting use it;
 * what may be laid comes from the server.
 */
const RANKS = 'A23456789TJQK';

function rankOf(card) {
  return RANKS.indexOf(card[0]);
}

/** Groups: three or more of a rank over the suits the rule set asks for. */
function groups(cards, kind) {
  const found = [];
  for (const rank of RANKS) {
    const places = cards.flatMap((card, place) => (card[0] === rank && card !== 'JK' ? [place] : []));
    for (let pick = 1; pick < 1 << places.length; pick += 1) {
      const chosen = places.filter((_, bit) => pick & (1 << bit));
      const suits = new Set(chosen.map((place) => cards[place][1])).size;
      const fits = kind === 'any' || (kind === 'min3' ? suits >= 3 : suits === 3);
      if (chosen.length >= 3 && fits) found.push(chosen);
    }
  }
  return found;
}

/** Runs: three or more in sequence of one suit; the ace is low, and high where the rules say so. */
function runs(cards, aceHigh) {
  const found = [];
  const top = aceHigh ? 13 : 12;
  for (const suit of 'CDHS') {
    const at = Array.from({ length: 14 }, () => []);
    cards.forEach((card, place) => {
      if (card === 'JK' || card[1] !== suit) return;
      at[rankOf(card)].push(place);
      if (card[0] === 'A') at[13].push(place);
    });
    for (let from = 0; from <= top - 2; from += 1) extend(at, from, top, [], found);
  }
  return found;
}

function extend(at, rank, top, sofar, found) {
  if (rank > top) return;
  for (const place of at[rank]) {
    if (sofar.includes(place)) continue;
    const run = [...sofar, place];
    if (run.length >= 3) found.push(run);
    extend(at, rank + 1, top, run, found);
  }
}

/** The set of disjoint melds that covers most cards: a list of lists of places in `cards`. */
export function bestMelds(cards, options) {
  const rules = options || {};
  const all = [...groups(cards, rules.set_suits || 'exact3'), ...runs(cards, (rules.ace || 'low').includes('high'))]
    .map((places) => ({ places, mask: places.reduce((mask, place) => mask | (1 << place), 0) }))
    .sort((a, b) => b.places.length - a.places.length);
  let best = { count: 0, melds: [] };
  const search = (from, used, count, melds) => {
    if (count > best.count) best = { count, melds };
    for (let next = from; next < all.length; next += 1) {
      if (all[next].mask & used) continue;
      search(next + 1, used | all[next].mask, count + all[next].places.length, [...melds, all[next].places]);
    }
  };
  search(0, 0, 0, []);
  return best.melds;
}

function bySuit(a, b) {
  return a.card.slice(-1).localeCompare(b.card.slice(-1)) || rankOf(a.card) - rankOf(b.card);
}

function byRank(a, b) {
  return rankOf(a.card) - rankOf(b.card) || a.card.slice(-1).localeCompare(b.card.slice(-1));
}

/** Held cards ({key, card}) in the order a person asked for: "suit", "rank" or "melds". */
export function sorted(held, how, options) {
  if (how === 'rank') return [...held].sort(byRank);
  if (how === 'suit') return [...held].sort(bySuit);
  const melds = bestMelds(held.map((one) => one.card), options).map((places) => places.map((place) => held[place]));
  const inside = new Set(melds.flat());
  return [...melds.flat(), ...held.filter((one) => !inside.has(one)).sort(bySuit)];
}
