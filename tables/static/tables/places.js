/**
 * Where the seats stand round the table, in percent of its width and height. Index 0 is the place
 * after mine, clockwise; mine is always at the bottom. One set for tall screens, one for wide ones.
 */
const TALL = {
  1: [[50, 11]],
  2: [[24, 11], [76, 11]],
  3: [[17, 40], [50, 11], [83, 40]],
  4: [[17, 50], [25, 11], [75, 11], [83, 50]],
  5: [[17, 62], [17, 33], [50, 10], [83, 33], [83, 62]],
  6: [[17, 66], [17, 38], [25, 10], [75, 10], [83, 38], [83, 66]],
  7: [[17, 68], [17, 39], [17, 10], [50, 10], [83, 10], [83, 39], [83, 68]],
};
const WIDE = {
  1: [[50, 10]],
  2: [[24, 15], [76, 15]],
  3: [[11, 50], [50, 10], [89, 50]],
  4: [[10, 58], [29, 11], [71, 11], [90, 58]],
  5: [[10, 66], [15, 25], [50, 9], [85, 25], [90, 66]],
  6: [[11, 74], [9, 38], [32, 10], [68, 10], [91, 38], [89, 74]],
  7: [[13, 79], [8, 46], [20, 15], [50, 9], [80, 15], [92, 46], [87, 79]],
};
const BOTTOM = [50, 90];

/** The place of `seat` at a table of `seats`, seen from `mine` (null: a spectator, from seat 0). */
export function placeOf(seat, seats, mine) {
  const steps = (seat - (mine ?? 0) + seats) % seats;
  if (steps === 0) return { tall: BOTTOM, wide: BOTTOM };
  return { tall: TALL[seats - 1][steps - 1], wide: WIDE[seats - 1][steps - 1] };
}

/** Custom properties that put an element there, and its bet some way towards the middle. */
export function placeStyle(place) {
  const [x, y] = place.tall;
  const [wx, wy] = place.wide;
  return {
    '--x': `${x}%`, '--y': `${y}%`, '--wx': `${wx}%`, '--wy': `${wy}%`,
    // Straight above or below the middle the bet goes beside the plate: the pot stands in between.
    '--in-x': Math.abs(50 - wx) < 3 ? '1.06' : String(Math.sign(50 - wx) * Math.min(1, Math.abs(50 - wx) / 22)),
    '--in-y': Math.abs(50 - wx) < 3 ? '0.2' : String(Math.sign(50 - wy) * Math.min(1, Math.abs(50 - wy) / 38)),
  };
}

/** How many of the others stand on my left, opposite me and on my right, by how many they are. */
const SIDES = { 1: [0, 1, 0], 2: [0, 2, 0], 3: [1, 1, 1], 4: [1, 2, 1], 5: [2, 1, 2], 6: [2, 2, 2], 7: [2, 3, 2] };

/** The side of the table on which `seat` has its place: "left", "top", "right", or "bottom", which is mine. */
export function sideOf(seat, seats, mine) {
  const steps = (seat - (mine ?? 0) + seats) % seats;
  if (steps === 0) return 'bottom';
  const [left, top] = SIDES[seats - 1];
  if (steps <= left) return 'left';
  return steps <= left + top ? 'top' : 'right';
}
