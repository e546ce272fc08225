/** The rules of this table: told once by the page, in words and as axes with their values. */
let told = { name: '', line: '', axes: {}, match: false, sections: [] };

export function loadRules() {
  const block = document.getElementById('table-rules');
  if (block) told = { ...told, ...JSON.parse(block.textContent) };
}

export function rules() {
  return told;
}

/** Every axis with its value: those of the hand in play, else those of the table. */
export function axesOf(s) {
  const hand = s.snap && s.snap.hand;
  return { ...told.axes, ...(hand && hand.options) };
}

/** Whether chips lie at the seats at all. */
export function hasChips(s) {
  return s.snap.table.stakes !== 'play';
}

/** Whether hands have a betting round. */
export function hasBets(s) {
  return s.snap.table.stakes === 'ante-capped-round';
}

/** The ante of the hand in play, which keeps its own when the table's goes up; else of the next. */
export function anteNow(s) {
  const { hand, table } = s.snap;
  return hand && hand.phase !== 'over' ? hand.ante : table.ante;
}

/** The match in play, or null. */
export function matchOn(s) {
  return s.snap.match && !s.snap.match.over ? s.snap.match : null;
}

/** Where a seat stands in the match shown, in play or just over; null when it has no part in it. */
export function standingOf(s, seat) {
  const match = s.snap.match;
  return (match && match.standings.find((one) => one.seat === seat)) || null;
}

/** Cards that the own hand holds above what it keeps after this turn. */
export function tooMany(s) {
  const hand = s.snap.hand;
  const mine = hand.seats.find((one) => one.seat === hand.you);
  const laid = ((mine && mine.laid) || []).reduce((sum, meld) => sum + meld.length, 0);
  return hand.cards.length - ((hand.hand_size ?? 9) - laid);
}
