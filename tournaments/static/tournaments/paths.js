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

/** Bring a column into sight, and the next Tab to its first player. */
function jump(event, bracket, seats) {
  const way = event.target.closest('a');
  if (!way) return;
  const smooth = !matchMedia('(prefers-reduced-motion: reduce)').matches;
  const fitted = bracket.parentElement.querySelector('.b-fit')?.checked;
  if (fitted) return;
  event.preventDefault();
  bracket.scrollTo({
    left: Number(way.dataset.x) - 14, top: Number(way.dataset.y) - 21, behavior: smooth ? 'smooth' : 'auto',
  });
  const frame = document.getElementById(way.getAttribute('href').slice(1));
  const first = frame?.parentNode.querySelector('a.seat');
  if (first) stops(seats, first);
}

/** A bracket opens at what is played now, when that is out of sight. */
function open(bracket) {
  const now = bracket.querySelector('.seat.on, .seat.me') || bracket.querySelector('.match.ready');
  if (!now) return;
  const there = now.getBoundingClientRect();
  const frame = bracket.getBoundingClientRect();
  if (there.right > frame.right) bracket.scrollLeft = there.left - frame.left - 40;
  if (there.bottom > frame.bottom) bracket.scrollTop = there.top - frame.top - 80;
}

/** Every bracket below `root` shows what is played now. */
export function openAll(root) {
  root.querySelectorAll('[data-bracket]').forEach(open);
}

/** Make every bracket below `root` answer to pointer and keys. */
export function paths(root) {
  for (const svg of root.querySelectorAll('[data-bracket] .b-drawn')) {
    const seats = [...svg.querySelectorAll('a.seat')];
    const bracket = svg.closest('[data-bracket]');
    bracket.parentElement.querySelector('.b-jumps')?.addEventListener('click', (event) => jump(event, bracket, seats));
    if (!seats.length) continue; // focus is heard on the frame: an svg that listens to it is a tab stop
    stops(seats, seats.find((one) => one.classList.contains('on')) || seats[0]);
    svg.addEventListener('pointerover', (event) => light(svg, event.target.closest('a.seat')?.dataset.who));
    svg.addEventListener('pointerleave', () => light(svg, ''));
    bracket.addEventListener('focusin', (event) => light(svg, event.target.closest('a.seat')?.dataset.who));
    bracket.addEventListener('focusout', () => light(svg, ''));
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
