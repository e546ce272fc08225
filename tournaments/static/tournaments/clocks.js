/** Clocks that tick here and are set by the house: countdowns, and the clock of the levels. */

function two(number) {
  return String(number).padStart(2, '0');
}

/** Seconds as a clock reads: "1:02:03", "2:03"; days in front where there are any. */
export function read(seconds) {
  const whole = Math.max(0, Math.ceil(seconds));
  const days = Math.floor(whole / 86400);
  const hours = Math.floor((whole % 86400) / 3600);
  const minutes = Math.floor((whole % 3600) / 60);
  const rest = two(whole % 60);
  if (days) return `${days} d ${two(hours)}:${two(minutes)}:${rest}`;
  return hours ? `${hours}:${two(minutes)}:${rest}` : `${minutes}:${rest}`;
}

/** Our clock may be wrong; the house's moment came with the page. */
function offset(element) {
  element.offset ??= Date.parse(element.dataset.now) - Date.now();
  return element.offset;
}

function tick() {
  for (const element of document.querySelectorAll('[data-until]')) {
    const left = (Date.parse(element.dataset.until) - Date.now() - offset(element)) / 1000;
    element.textContent = read(left);
    element.classList.toggle('soon', left < 60);
  }
}

tick();
setInterval(tick, 1000);
