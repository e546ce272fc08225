/** What the player hears, feels and is read out: each fact once, in one way. */
import { cardName, t } from './words.js';
import { secondsLeft } from './clock.js';
import { buzz, play } from './sound.js';
import { sayLog, sayTurn } from './speech.js';
import { sentence, spoken } from './log.js';
import { clockIsMine, mySeat } from './state.js';
import { game } from './game.js';

const WARN_S = 10;
const CARD_ACTS = new Set(['draw', 'discard', 'lay', 'bid', 'play', 'turn', 'name', 'give', 'pick']);
// The deadline of which the player was warned last.
let warned = 0;

/** Voice, tone, title and shake: each fact once. */
export function tell(s, events, lines, notices) {
  const auto = events.find((event) => event.type === 'act' && event.by === 'clock' && event.seat === mySeat(s));
  const parts = [];
  if (auto) parts.push(t('say.auto', { what: spoken(sentence(s, { ...auto, by: 'player' })) }));
  if (notices.includes('turn')) parts.push(turnSpeech(s));
  if (notices.includes('claim')) parts.push(t('say.claim', { card: cardName(s.snap.hand.window.card) }));
  if (notices.includes('dropped')) parts.push(t(`ahead.dropped-${s.dropped.why}`));
  sayTurn(parts.join(' '));
  sayLog(lines.filter((line) => !auto || line.seq !== auto.seq).map((line) => spoken(line.words)).join(' '));
  if (notices.includes('turn') || notices.includes('claim')) alertPlayer(s, notices.includes('claim') ? 'claim' : 'turn');
  else if (notices.includes('won')) sound(s, 'win');
  else if (events.some((event) => event.action && ['bet', 'raise', 'call'].includes(event.action.kind))) sound(s, 'chips');
  else if (events.some((event) => event.action && CARD_ACTS.has(event.action.kind))) sound(s, 'card');
}

function turnSpeech(s) {
  const clock = s.snap.clock;
  const left = clock ? Math.ceil(secondsLeft(clock.due)) : 0;
  return t(game().turnSpeech(s), { n: left, card: s.snap.hand.top ? cardName(s.snap.hand.top) : '' });
}

function sound(s, name) {
  if (s.settings.sound) play(name);
}

function alertPlayer(s, name) {
  warned = 0;
  sound(s, name);
  if (s.settings.vibrate) buzz();
}

/** Ten seconds before my time is up: say it once, with its own tone. */
export function warn(s) {
  const clock = s.snap && s.snap.clock;
  if (!clock || !clockIsMine(s) || warned === clock.due) return;
  const left = secondsLeft(clock.due);
  if (clock.reserve || left > WARN_S || left <= 0 || s.snap.table.action_ms < 1.5 * WARN_S * 1000) return;
  warned = clock.due;
  sayTurn(t('say.warn', { n: Math.ceil(left) }));
  sound(s, 'warn');
}
