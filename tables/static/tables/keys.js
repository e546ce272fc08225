/** One key for every act. They rest while somebody types, and can be switched off in the settings. */
import { game } from './game.js';

const CONTROLS = 'button, a, input, select, textarea, [role="tab"]';

/** Press the button that carries this key, as a finger would: it knows whether it is ready. */
function press(root, hot) {
  const button = root.querySelector(`:is(.mine, .centre) [aria-keyshortcuts="${hot}"]`);
  if (!button) return false;
  button.click();
  return true;
}

function wager(root, on) {
  const field = root.querySelector('#stake');
  if (!field) return false;
  if (document.activeElement !== field) field.focus();
  else on.wager();
  return true;
}

export function listenForKeys(root, s, on) {
  document.addEventListener('keydown', (event) => {
    if (event.defaultPrevented || event.ctrlKey || event.metaKey || event.altKey || event.repeat && event.key.length === 1) return;
    const at = event.target;
    if (at.closest && at.closest('input, textarea, select, dialog')) return;
    if (root.querySelector('dialog[open]')) return;
    const free = !at.closest || !at.closest(CONTROLS);
    if (handle(event, free, root, s, on)) event.preventDefault();
  });
}

function handle(event, free, root, s, on) {
  const key = event.key.length === 1 ? event.key.toLowerCase() : event.key;
  if (key === 'Escape') return on.escape();
  if (free && (key === 'ArrowLeft' || key === 'ArrowRight') && s.order.keys.length) {
    on.focusCard(s.cursor || s.order.keys[0]);
    return true;
  }
  if (free && key === 'Enter' && (s.selected || s.picks.length || s.turning)) {
    on.enterKey();
    return true;
  }
  if (!s.settings.keys) return false;
  if (key === '?') on.panel('keys');
  else if (key === 'l') on.side('log');
  else if (key === 'm') on.setting('sound', !s.settings.sound);
  else if (key in game().sorts) on.sort(game().sorts[key]);
  else if (key === 'r') return wager(root, on);
  else if (key === 'k') press(root, key) || (on.claim && on.claim()); // with no button left it says that it was too late
  else if (/^[a-z0-9]$/.test(key)) return press(root, key);
  else return false;
  return true;
}
