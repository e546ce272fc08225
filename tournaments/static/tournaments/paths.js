/** A bracket under pointer and keys: one tab stop, arrows move, and a player's path lights up. */

function light(svg, who) {
  svg.classList.toggle('lit', Boolean(who));
  for (const one of svg.querySelectorAll('[data-who]')) {
    one.classList.toggle('lit', Boolean(who) && one.dataset.who.split(' ').includes(who));
  }
}

/** The nearest seat in the direction of an arrow. */
function nearest(seats, from, arrow) {
  const here = from.getBoundingClientRect();
  const across = arrow === 'ArrowLeft' || arrow === 'ArrowRight';
  const sign = arrow === 'ArrowRight' || arrow === 'ArrowDown' ? 1 : -1;
  let best = null;
  let least = Infinity;
  for (const seat of seats) {
    const there = seat.getBoundingClientRect();
    const along = sign * (across ? there.x - here.x : there.y - here.y);
    const aside = Math.abs(across ? there.y - here.y : there.x - here.x);
    if (along < 4) continue;
    const cost = along + 3 * aside;
    if (cost < least) [best, least] = [seat, cost];
  }
  return best;
}

function stops(seats, current) {
  for (const seat of seats) seat.setAttribute('tabindex', seat === current ? '0' : '-1');
}

/** Make every bracket below `root` answer to pointer and keys. */
export function paths(root) {
  for (const svg of root.querySelectorAll('[data-bracket] svg')) {
    const seats = [...svg.querySelectorAll('a.seat')];
    if (!seats.length) continue;
    stops(seats, seats.find((one) => one.classList.contains('on')) || seats[0]);
    svg.addEventListener('pointerover', (event) => light(svg, event.target.closest('a.seat')?.dataset.who));
    svg.addEventListener('pointerleave', () => light(svg, ''));
    svg.addEventListener('focusin', (event) => light(svg, event.target.closest('a.seat')?.dataset.who));
    svg.addEventListener('focusout', () => light(svg, ''));
    svg.addEventListener('keydown', (event) => {
      const seat = event.target.closest('a.seat');
      if (!seat || !event.key.startsWith('Arrow')) return;
      const to = nearest(seats, seat, event.key);
      if (!to) return;
      event.preventDefault();
      stops(seats, to);
      to.focus();
      to.scrollIntoView({ block: 'nearest', inline: 'nearest' });
    });
  }
}
