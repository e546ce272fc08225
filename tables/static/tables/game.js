/**
 * The game that this table plays, as far as the page has to know it: `family.js` and
 * `pili/game.js` are two. Low modules ask here, so that none of them imports a game.
 *
 * Every game gives: `name`; the views `centre`, `hand`, `bar`, `result` of (s, on); `acts(s, on,
 * shutPanel)`, what the page answers to; `turnWord(hand, seat)`, a key; `turnSpeech(s)`, a key with
 * values; `acted(s, event, name)` and `outcome(s, result)`, sentences of the log; `keys(s)`, the
 * list of single keys; `panel(s)`, a title and a body, or null; `panelOf`, which act keeps a panel
 * open; `sorts`, keys for the ways to sort; `sort(s, how)`, which sorts the own hand.
 * It may give: the views `strip`, under the bar on top, and `worth`, `tags`, `shown`, at a seat;
 * `won(s)`, whether the end of a hand is good news; `dealt(s, event)`, more to tell of a deal;
 * `firstSight(s)`, cards that none was known of; `turnBegins(s, page)`; `settings`, those that
 * matter; `winsCount`, false where nobody wins a hand; `words`, its own for keys of all.
 */
import { t } from './words.js';

let played = null;

export function playGame(one) {
  played = one;
}

export function game() {
  return played;
}

/** The key of the words that this game has of its own for `key`, or that. */
export function keyHere(key) {
  return (played.words && played.words[key]) || key;
}

/** The sentence for `key`, in the words of this game where it has its own. */
export function worded(key, values) {
  return t(keyHere(key), values);
}
