/** What one device remembers about how its owner likes the page. */
const NAME = 'batida-settings';
const DEFAULTS = { sound: true, vibrate: true, letters: false, big: false, keys: true, tint: true };

export function readSettings() {
  try {
    return { ...DEFAULTS, ...JSON.parse(localStorage.getItem(NAME)) };
  } catch {
    return { ...DEFAULTS };
  }
}

export function saveSettings(settings) {
  try {
    localStorage.setItem(NAME, JSON.stringify(settings));
  } catch {
    // Without storage the choice holds for this page only.
  }
}
