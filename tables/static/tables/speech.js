/** The three live regions. Each fact goes to one of them, so that it is spoken once. */
const TOAST_MS = 9000;
const TURN_MS = 5000;
let fading = 0;
let stale = 0;

function say(id, words) {
  const region = document.getElementById(id);
  if (!region || !words) return;
  // The same words twice are two facts: empty it first, so that readers see a change.
  region.textContent = '';
  requestAnimationFrame(() => {
    region.textContent = words;
  });
}

export function sayLog(words) {
  say('say-log', words);
}

/** Whose turn it is, and the time at that moment: taken back soon, since the time goes on. */
export function sayTurn(words) {
  if (!words) return;
  say('say-turn', words);
  clearTimeout(stale);
  stale = setTimeout(() => {
    const region = document.getElementById('say-turn');
    if (region) region.textContent = '';
  }, TURN_MS);
}

/** A refusal, also shown to the eye until it fades or the next act works. */
export function sayError(words) {
  const region = document.getElementById('say-error');
  if (region) region.classList.remove('unseen');
  say('say-error', words);
  clearTimeout(fading);
  fading = setTimeout(clearError, TOAST_MS);
}

/** What the banner already shows to the eye. */
export function sayLine(words) {
  document.getElementById('say-error')?.classList.add('unseen');
  say('say-error', words);
}

export function clearError() {
  const region = document.getElementById('say-error');
  if (region) region.textContent = '';
}
