/** The button of every action. */
import { h } from './render.js';

/** A button that keeps its focus when it cannot be pressed, and says so. */
export function act(key, label, ready, press, extra) {
  const { hot, class: names, ...more } = extra || {};
  return h('button', {
    ...more, key, type: 'button', class: `act ${names || ''}`, 'aria-disabled': ready ? null : 'true',
    'aria-keyshortcuts': hot || null, onclick: () => ready && press(),
  }, h('span', { key: 'words' }, label), hot && h('kbd', { key: 'k', 'aria-hidden': 'true' }, hot));
}
