/** Time as the server sees it, and everything on the page that counts down. */
import { tenths } from './words.js';

let offset = 0;
let best = Infinity;

/** Learn the server's clock (milliseconds) from an answer that took `trip` ms to come. */
export function learn(serverNow, trip) {
  const uncertain = trip === undefined ? 400 : trip / 2;
  // A quick answer says more than a slow one; the bound grows again, so a drifting clock is followed.
  best += 5;
  if (uncertain > best) return;
  best = uncertain;
  offset = serverNow + (trip === undefined ? 0 : trip / 2) - Date.now();
}

export function serverNow() {
  return Date.now() + offset;
}

export function secondsLeft(due) {
  return Math.max(0, (due - serverNow()) / 1000);
}

/** Fill in the seconds and the share left (`--left`, 1 to 0) of each `data-due` element. */
export function tick(root) {
  for (const node of root.querySelectorAll('[data-due]')) {
    const left = secondsLeft(Number(node.dataset.due));
    const total = Number(node.dataset.total) / 1000 || 1;
    node.style.setProperty('--left', Math.min(1, left / total).toFixed(3));
    node.classList.toggle('late', left <= 5 && total > 6);
    const words = node.dataset.fine ? tenths(left) : String(Math.ceil(left));
    if (!node.dataset.mute && node.textContent !== words) node.textContent = words;
  }
  for (const node of root.querySelectorAll('[data-since]')) {
    const words = String(Math.max(0, Math.floor((Date.now() - Number(node.dataset.since)) / 1000)));
    if (node.textContent !== words) node.textContent = words;
  }
}
