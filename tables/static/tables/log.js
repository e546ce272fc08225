/** What happened, told in sentences. Cards stand in a sentence as [[7H]] until it is shown or spoken. */
import { h } from './render.js';
import { cardName, cardShort, listed, t, timeOfDay, zoneWords } from './words.js';
import { heldWords } from './held.js';
import { nameOf } from './state.js';
import { suitOf } from './cards.js';
import { game, worded } from './game.js';

const KEPT = 240;
const NEAR_END = 60;

/** One event as a sentence, or '' for what nobody needs to be told. */
export function sentence(now, event) {
  const then = now.played.get(event.hand);
  const s = then ? { ...now, then } : now;
  const name = event.name ? event.name.replace(/ \(bot\)$/, ` (${t('seat.bot')})`) : (event.seat === undefined || event.seat === null ? '' : nameOf(s, event.seat));
  switch (event.type === 'clock' ? event.what : event.type) {
    case 'act': return game().acted(s, event, name);
    case 'hand': return [dealtWords(s, event), game().dealt && game().dealt(s, event)].filter(Boolean).join(' ');
    case 'close': return closing(s, event.result || event.outcome);
    case 'credited': return t('log.credited', { n: Math.round((event.ms || 0) / 1000) });
    case 'away': case 'back': return t(`log.${event.what || event.type}`, { name });
    case 'longer': return t(event.why === 'grace' ? 'log.grace' : 'log.longer', { name, n: Math.round((event.ms || 0) / 1000) });
    case 'match': case 'match-void': return t(`log.${event.type}`, { n: event.match_no });
    case 'top-up-refused': return t('log.top-up-refused', { name });
    case 'match-over': return matchOver(event, (event.winners || []).map((seat) => nameOf(s, seat)));
    case 'topped-up': return t('log.topped-up', { name, n: event.chips ?? 0 });
    case 'sat': return event.stack ? t('log.sat', { name, n: event.stack }) : t('log.sat-free', { name });
    case 'left': return t('log.left', { name });
    case 'held': return event.code === 'paused' || event.code === 'break' ? heldWords(event) : '';
    case 'bought': return t('log.bought', { name, n: event.chips ?? 0 });
    case 'asked': case 'approved': case 'refused': return t(`log.${event.type}`, { name });
    case 'opened': case 'closed': case 'leaving': case 'sat-out': case 'sat-in': return t(`log.${event.type}`, { name });
    default: return '';
  }
}

/** The number of a hand as the top of the page counts: within its match, where there are matches. */
function dealtWords(s, event) {
  const { hand, match } = s.snap;
  const n = event.hand_no ?? (hand ? hand.hand_no : '');
  if (!match || !hand) return t('log.hand', { n });
  const before = hand.hand_no - match.hands - (hand.phase === 'over' ? 0 : 1);
  return worded(n > before ? 'log.hand' : 'log.hand-before', { n: n - before });
}

function matchOver(event, names) {
  if (names.length > 1) return t('log.match-shared', { n: event.match_no, names: listed(names) });
  return t('log.match-over', { n: event.match_no, name: names.join('') });
}

function closing(s, result) {
  return result ? game().outcome(s, result) : '';
}

export function spoken(words) {
  return words.replace(/\[\[(\w+)\]\]/g, (_, card) => cardName(card));
}

function shown(words) {
  return words.split(/(\[\[\w+\]\])/).map((part) => {
    const card = /^\[\[(\w+)\]\]$/.exec(part);
    if (!card) return part;
    return h('span', { class: 'log-card', 'data-suit': suitOf(card[1]) },
      h('span', { 'aria-hidden': 'true' }, cardShort(card[1])), h('span', { class: 'seen-by-readers-only' }, cardName(card[1])));
  });
}

/** Add newer (or older, from a first look back) events; returns the sentences that were new. */
export function addToLog(s, events) {
  const known = new Set(s.log.map((line) => line.seq));
  const fresh = [];
  for (const event of events) {
    if (known.has(event.seq)) continue;
    const words = sentence(s, event);
    if (words) fresh.push({ seq: event.seq, at: event.at, type: event.type, words, mine: event.seat !== undefined && event.seat === s.snap.you?.seat });
  }
  s.log = [...s.log, ...fresh].sort((a, b) => a.seq - b.seq).slice(-KEPT);
  return fresh;
}

/** Follow the log to its end, however many lines come at once, unless the reader scrolled away from it. */
function keepAtEnd(node) {
  let atEnd = true;
  const follow = () => {
    if (atEnd) node.scrollTop = node.scrollHeight;
  };
  // Only a scroll says where the reader is; a log that is not shown forgets its place by itself.
  node.addEventListener('scroll', () => {
    if (node.clientHeight) atEnd = node.scrollHeight - node.scrollTop - node.clientHeight < NEAR_END;
  });
  new MutationObserver(follow).observe(node, { childList: true });
  new ResizeObserver(follow).observe(node);
  follow();
}

export function logView(s) {
  if (!s.log.length) return h('p', { key: 'none', class: 'side-empty' }, t('log.none'));
  const zone = zoneWords();
  return h('div', { key: 'log', class: 'log-panel' },
    zone && h('p', { key: 'zone', class: 'log-zone' }, t('log.zone', { zone })),
    lines(s, zone));
}

function lines(s, zone) {
  return h('ol', { key: 'lines', class: 'log', tabindex: '0', 'aria-label': t('side.log'), ref: keepAtEnd },
    s.log.map((line) => h('li', { key: String(line.seq), class: `log-line of-${line.type} ${line.mine ? 'own-line' : ''}` },
      h('time', { datetime: new Date(line.at).toISOString(), title: zone }, timeOfDay(line.at)), h('span', null, shown(line.words)))));
}

