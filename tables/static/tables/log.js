/** What happened, told in sentences. Cards stand in a sentence as [[7H]] until it is shown or spoken. */
import { h } from './render.js';
import { cardName, cardShort, t } from './words.js';
import { nameOf } from './state.js';
import { suitOf } from './cards.js';
import { wonAmount } from './result.js';

const KEPT = 240;
const NEAR_END = 60;

function actSentence(name, event) {
  const action = event.action || {};
  const card = action.card || event.card;
  const shown = card ? `[[${card}]]` : '';
  if (action.kind === 'draw') {
    if (action.from === 'discard') return t('log.take', { name, card: shown });
    return card ? t('log.draw-card', { name, card: shown }) : t('log.draw', { name });
  }
  if (action.kind === 'discard') return t('log.discard', { name, card: shown });
  if (action.kind === 'close-window') return '';
  if (event.false) return t('log.false', { name });
  if (action.kind === 'lay') return t(action.melds ? 'log.lay' : 'log.lay-some', { name, cards: (action.melds || []).map((meld) => meld.map((one) => `[[${one}]]`).join(' ')).join(', ') });
  if (action.kind === 'fold' && !event.pay && event.pay !== 0) return t('log.leave-hand', { name });
  return t(`log.${action.kind}`, { name, to: action.to ?? 0 });
}

/** What followed from the act: who was burned, who bought the card. */
function followSentences(s, event) {
  const words = (event.burned || []).map((seat) => t('log.burned', { name: nameOf(s, seat) }));
  const sold = event.bought;
  if (sold && sold.card) words.push(t('log.bought-card', { name: nameOf(s, sold.seat), card: `[[${sold.card}]]`, n: sold.cost }));
  return words;
}

function closeSentence(s, event) {
  const result = event.result || event.outcome;
  if (!result) return '';
  if (result.winner === null || result.winner === undefined) return t('log.void');
  const amount = wonAmount(result);
  return t(amount ? 'log.won' : 'log.won-hand', { name: nameOf(s, result.winner), n: amount, how: t(`how.${result.how}`) });
}

/** One event as a sentence, or '' for what nobody needs to be told. */
export function sentence(s, event) {
  const name = event.name || (event.seat === undefined || event.seat === null ? '' : nameOf(s, event.seat));
  switch (event.type === 'clock' ? event.what : event.type) {
    case 'act': {
      const words = actSentence(name, event);
      const told = event.by === 'clock' && words ? t('log.by-clock', { what: words }) : words;
      return [told, ...followSentences(s, event)].filter(Boolean).join(' ');
    }
    case 'hand': return t('log.hand', { n: event.hand_no ?? (s.snap.hand ? s.snap.hand.hand_no : '') });
    case 'close': return closeSentence(s, event);
    case 'credited': return t('log.credited', { n: Math.round((event.ms || 0) / 1000) });
    case 'away': case 'back': return t(`log.${event.what || event.type}`, { name });
    case 'longer': return t(event.why === 'grace' ? 'log.grace' : 'log.longer', { name, n: Math.round((event.ms || 0) / 1000) });
    case 'match': case 'match-void': return t(`log.${event.type}`, { n: event.match_no });
    case 'top-up-refused': return t('log.top-up-refused', { name });
    case 'match-over': return t('log.match-over', { n: event.match_no, name: (event.winners || []).map((seat) => nameOf(s, seat)).join(', ') });
    case 'topped-up': return t('log.topped-up', { name, n: event.chips ?? 0 });
    case 'sat': return event.stack ? t('log.sat', { name, n: event.stack }) : t('log.sat-free', { name });
    case 'left': return t('log.left', { name });
    case 'bought': return t('log.bought', { name, n: event.chips ?? 0 });
    case 'asked': case 'approved': case 'refused': return t(`log.${event.type}`, { name });
    case 'opened': case 'closed': case 'leaving': case 'sat-out': case 'sat-in': return t(`log.${event.type}`, { name });
    default: return '';
  }
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
  followAway(s, events);
  return fresh;
}

/** For which seats the clock plays at once in this hand: only the events tell. */
function followAway(s, events) {
  for (const event of [...events].sort((a, b) => a.seq - b.seq)) {
    const what = event.type === 'clock' ? event.what : event.type;
    if (event.seq <= s.awayAt) continue;
    if (what === 'hand') s.away = new Set();
    else if (what === 'away') s.away = new Set([...s.away, event.seat]);
    else if (what === 'back') s.away = new Set([...s.away].filter((seat) => seat !== event.seat));
    else continue;
    s.awayAt = event.seq;
  }
}

function timeOf(at) {
  return new Date(at).toLocaleTimeString(document.documentElement.lang, { hour: '2-digit', minute: '2-digit', second: '2-digit', hourCycle: 'h23' });
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
  return h('ol', { key: 'log', class: 'log', tabindex: '0', 'aria-label': t('side.log'), ref: keepAtEnd },
    s.log.map((line) => h('li', { key: String(line.seq), class: `log-line of-${line.type} ${line.mine ? 'own-line' : ''}` },
      h('time', { datetime: new Date(line.at).toISOString() }, timeOf(line.at)), h('span', null, shown(line.words)))));
}

