/** The whole page put together: bar on top, table, own place, side panel. */
import { h } from './render.js';
import { t } from './words.js';
import { avatar, chip, dealerButton, seatStatus, seatsView, worthView } from './seats.js';
import { countdown, nextWords } from './felt.js';
import { backButton } from './bar.js';
import { game, worded } from './game.js';
import { laidView, marksView } from './laid.js';
import { boundToMatch, waitWords } from './match.js';
import { stillWords } from './held.js';
import { afterBar } from './after.js';
import { lastView } from './result.js';
import { anteNow, axesOf, hasBets, rules } from './rules.js';
import { setWilds } from './cards.js';
import { act } from './button.js';
import { asking, isHost } from './host.js';
import { sideView } from './side.js';
import { panelView } from './dialogs.js';
import { asPlayed, asSeated, dealClock, handSeat, mayBringBots, mySeat, outInHand } from './state.js';

const ICONS = {
  sound: 'M4 9v6h4l5 4V5L8 9H4zm12.5 3a4 4 0 0 0-2-3.5v7a4 4 0 0 0 2-3.5zm-2-8v2.1a6.5 6.5 0 0 1 0 11.8V20a8.5 8.5 0 0 0 0-16z',
  mute: 'M4 9v6h4l5 4V5L8 9H4zm17.5.9-1.4-1.4L17.5 11l-2.6-2.5-1.4 1.4 2.6 2.6-2.6 2.6 1.4 1.4 2.6-2.6 2.6 2.6 1.4-1.4-2.6-2.6z',
  log: 'M4 5h16v2H4zm0 6h16v2H4zm0 6h10v2H4z',
  guests: 'M9 12a4 4 0 1 0 0-8 4 4 0 0 0 0 8zm-7 8a7 7 0 0 1 14 0zm16-13v3h3v2h-3v3h-2v-3h-3v-2h3V7z',
  gear: 'M10.3 3h3.4l.5 2.5 1.6.9 2.4-.8 1.7 3-1.9 1.6v1.9l1.9 1.6-1.7 3-2.4-.8-1.6.9-.5 2.5h-3.4l-.5-2.5-1.6-.9-2.4.8-1.7-3L6 12.1v-1.9L4.1 8.6l1.7-3 2.4.8 1.6-.9.5-2.5zM12 8.5a2.7 2.7 0 1 0 0 5.4 2.7 2.7 0 0 0 0-5.4z',
  keys: 'M3 6h18v12H3V6zm2 2v2h2V8H5zm3.5 0v2h2V8h-2zm3.5 0v2h2V8h-2zm3.5 0v2H19V8h-3.5zM5 11.5v2h2v-2H5zm3.5 0v2h2v-2h-2zm3.5 0v2h2v-2h-2zm3.5 0v2H19v-2h-3.5zM7 15v1.5h10V15H7z',
};

function icon(name) {
  return h('svg', { viewBox: '0 0 24 24', 'aria-hidden': 'true', focusable: 'false', class: 'icon' }, h('path', { d: ICONS[name] }));
}

function lineState(s) {
  if (s.line === 'live') return s.lag !== null && s.lag > 600 ? 'slow' : 'live';
  return s.line;
}

/** Game and stakes in one line, then where we are. */
function stakesLine(s) {
  const { table, hand, match } = s.snap;
  const ante = anteNow(s);
  const stakes = hasBets(s) ? t('top.rules', { ante, cap: ante * (hand ? hand.seats.length : table.seats) }) : rules().line;
  const forChips = hasBets(s) && s.config.tournamentUrl;
  return [
    h('span', { key: 'game', class: 'game-name' }, rules().name || table.rules, '\u00a0\u00b7 '), stakes,
    hasBets(s) && ante !== table.ante && h('span', { key: 'next', class: 'next-ante' }, `\u00a0\u00b7 ${t('top.next-ante', { ante: table.ante })}`),
    forChips && h('span', { key: 'chips' }, `\u00a0\u00b7 ${t('top.tournament-chips')}`),
    match && h('span', { key: 'match', class: 'hand-no' }, `\u00a0\u00b7 ${t('top.match', { n: match.match_no })}`),
    hand && h('span', { key: 'hand', class: 'hand-no' }, `\u00a0\u00b7 ${worded('top.hand', { n: match ? match.hands + (hand.phase === 'over' ? 0 : 1) : hand.hand_no })}`),
  ];
}

/** A tournament's table belongs to its live page, any other to the list of tables. */
const backUrl = (s) => s.config.tournamentUrl || s.config.lobbyUrl;
const backWord = (s) => t(s.config.tournamentUrl ? 'top.tournament' : 'top.lobby');

function topBar(s, on) {
  const table = s.snap.table;
  const state = lineState(s);
  const lag = s.line === 'live' && s.lag !== null ? t('line.lag', { n: s.lag }) : '';
  const button = (key, label, pic, press, extra) => h('button', { key, type: 'button', class: 'icon-button', 'aria-label': label, title: label, onclick: press, ...extra }, icon(pic));
  return h('header', { key: 'top', class: 'top' },
    h('a', { key: 'back', class: 'back', href: backUrl(s), 'aria-label': backWord(s) }, h('span', { 'aria-hidden': 'true' }, '\u2039')),
    h('div', { key: 'title', class: 'title' },
      h('h1', null, s.called ? `${s.called}\u00a0\u00b7 ${table.name}` : table.name),
      h('p', null, s.config.tournamentUrl ? [h('a', { key: 'tournament', class: 'to-tournament', href: s.config.tournamentUrl }, t('top.tournament')), '\u00a0\u00b7 '] : null, stakesLine(s))),
    h('span', { key: 'line', class: `line-state ${state}`, role: 'img', 'aria-label': `${t(`line.${state}`)} ${lag}`, title: t(`line.${state}`) },
      h('span', { class: 'dot' }), lag && h('span', { class: 'ms' }, lag)),
    isHost(s) && h('button', { key: 'host', type: 'button', class: 'icon-button host-button', 'aria-label': asking(s) ? t('host.open-asking', { n: asking(s) }) : t('host.title'), title: t('host.title'), onclick: () => on.panel('host') },
      icon('guests'), h('span', { key: 'words', class: 'long' }, t('host.title')), asking(s) > 0 && h('span', { class: 'unread', 'aria-hidden': 'true' }, String(asking(s)))),
    button('keys', t('keys.title'), 'keys', () => on.panel('keys'), { class: 'icon-button keys-button' }),
    button('settings', t('settings.title'), 'gear', () => on.panel('settings')),
    button('sound', t(s.settings.sound ? 'top.mute' : 'top.unmute'), s.settings.sound ? 'sound' : 'mute', () => on.setting('sound', !s.settings.sound), { 'aria-pressed': s.settings.sound ? 'false' : 'true' }),
    h('button', { key: 'log', type: 'button', class: 'icon-button log-button', 'aria-label': s.unread ? t('top.log-new', { n: s.unread }) : t('top.log'), 'aria-expanded': s.sideOpen ? 'true' : 'false', onclick: on.toggleSide },
      icon('log'), s.unread > 0 && h('span', { class: 'unread', 'aria-hidden': 'true' }, s.unread > 99 ? '99+' : String(s.unread))));
}

function banner(s, on) {
  if (s.line === 'away' || (s.line === 'connecting' && s.awaySince)) {
    return h('div', { key: 'banner', class: 'banner lost' }, h('span', { class: 'spin', 'aria-hidden': 'true' }),
      h('p', { key: 'words' }, t('line.reconnecting'), ' ', h('span', { class: 'since', opaque: true, 'data-since': s.awaySince }), h('span', null, t('time.s'))));
  }
  if (s.line === 'refused') {
    return h('div', { key: 'banner', class: 'banner refused' }, h('span', null, refusalWords(s.refusal)),
      h('button', { type: 'button', class: 'second', onclick: on.again }, t('line.again')));
  }
  return null;
}

export function refusalWords(refusal) {
  const known = [4400, 4401, 4403, 4404, 4409].includes(refusal.code);
  const words = known ? t(`line.code-${refusal.code}`) : t('line.code-other', { code: refusal.code });
  return refusal.reason && !known ? `${words} (${refusal.reason})` : words;
}

/** My own place at the bottom edge of the table. */
function ownSeat(now, on) {
  const s = asSeated(now);
  const you = { ...s.snap.seats.find((one) => one.seat === mySeat(s)), ...s.snap.you };
  const hand = s.snap.hand;
  const seat = handSeat(s, you.seat);
  const [state, words] = seatStatus(s, you);
  const bet = seat && hand.phase === 'bet' ? seat.bet : 0;
  return h('div', { key: 'me', class: `me ${state}` },
    avatar(s, you),
    h('div', { key: 'who', class: 'me-who' },
      h('span', { class: 'name' }, you.name, ' ', h('span', { class: 'you' }, t('seat.you'))), worthView(s, you)),
    hand && hand.dealer === you.seat && dealerButton(),
    bet > 0 && h('span', { key: 'bet', class: 'bet' }, h('span', { class: 'bet-word' }, t('seat.bet')), ' ', chip(bet)),
    h('div', { key: 'tags', class: 'me-tags' },
      words && h('span', { key: 'status', class: 'status' }, words),
      marksView(seat),
      game().tags && game().tags(s, you.seat),
      you.topping_up > 0 && h('span', { key: 'coming', class: 'coming' }, t(boundToMatch(s) ? 'top-up.short-match' : 'top-up.short', { n: you.topping_up })),
      you.leaving && h('span', { key: 'leaving', class: 'status' }, t('seat.leaving'))),
    h('button', { key: 'menu', type: 'button', class: 'seat-button second', 'aria-label': t('seat-menu.open'), 'aria-keyshortcuts': 'y', onclick: () => on.panel('seat') },
      h('span', { class: 'long' }, t('seat-menu.open')), h('span', { class: 'short', 'aria-hidden': 'true' }, '\u22ef')));
}

function calmBar(key, words, ...buttons) {
  return h('div', { key: 'bar', class: `bar calm-bar ${key}`, role: 'group', tabindex: '-1', 'aria-label': t('bar.title') },
    h('div', { key: 'prompt', class: 'prompt' }, h('p', { key: 'words', class: 'order' }, words)), h('div', { key: 'row', class: 'acts' }, buttons));
}

function link(key, words, href) {
  return h('a', { key, class: 'act main', href }, words);
}

/** Nobody takes a seat by himself at a tournament's table: why it stands still, or that it is watched. */
function arrangedBar(s) {
  const open = s.snap.table.state === 'open';
  const words = stillWords(s) || t(!open ? 'watch.closed' : s.config.user ? 'watch.arranged' : 'watch.guest');
  const way = open && !s.config.user ? link('in', t('watch.sign-in'), s.config.signInUrl) : link('go', t('top.tournament'), s.config.tournamentUrl);
  return calmBar('watch', words, way);
}

function watcherBar(s, on) {
  if (s.after) return afterBar(s);
  if (s.config.tournamentUrl) return arrangedBar(s);
  const free = s.snap.table.seats - s.snap.seats.length;
  const full = free <= 0;
  if (s.snap.table.state !== 'open') return calmBar('watch', t('watch.closed'));
  if (!s.config.user) return calmBar('watch', t('watch.guest'), link('in', t('watch.sign-in'), s.config.signInUrl));
  if (full) return calmBar('watch', t('watch.full'), botsButton(s, on));
  return calmBar('watch', t('watch.free', { n: free }), act('sit', t('sit.go'), true, () => on.askSit(null), { class: 'main', hot: 's' }), botsButton(s, on));
}

function botsButton(s, on) {
  return mayBringBots(s) && h('button', { key: 'bot', type: 'button', class: 'act second', disabled: s.calling, onclick: () => on.panel('bot') }, h('span', null, t('bots.title')));
}

/** The bar when there is no hand of mine to play. */
function idleBar(s, on) {
  const you = s.snap.you;
  if (you.sitting_out && you.kept_out && !outInHand(s)) {
    return calmBar('out', t(`kept-out.${you.kept_out.code}`, you.kept_out), backButton(s, on), link('limits', t('kept-out.where'), you.kept_out.change_at));
  }
  if (you.sitting_out) {
    return calmBar('out', t(outInHand(s) ? 'back.folded' : hasBets(s) ? 'idle.sitting-out' : 'idle.sitting-out-free'), backButton(s, on));
  }
  const hand = s.snap.hand;
  if (waitWords(s)) return calmBar('next', waitWords(s));
  if (hand && hand.phase !== 'over') return calmBar('next', t('idle.next-hand'));
  if (stillWords(s)) return calmBar('stands-still', stillWords(s), you.away && backButton(s, on));
  const clock = dealClock(s);
  const words = clock ? [t(nextWords(s)), ' ', countdown(clock, s.snap.table.pause_ms), h('span', null, t('time.s'))]
    : t('idle.waiting', { min: s.snap.table.min_players });
  return calmBar('wait', words, botsButton(s, on));
}

function ownPlace(s, on) {
  if (!s.snap.you) return h('section', { key: 'mine', class: 'mine watching', 'aria-label': t('mine.title') }, watcherBar(s, on));
  const hand = s.snap.hand;
  const plays = hand && hand.phase !== 'over' && handSeat(s, mySeat(s)) && !(handSeat(s, mySeat(s)).folded && s.snap.you.sitting_out);
  return h('section', { key: 'mine', class: 'mine', 'aria-label': t('mine.title') },
    ownSeat(s, on), laidView(hand && handSeat(asSeated(s), mySeat(s)), t('laid.mine')), game().hand(s, on), plays ? game().bar(s, on) : idleBar(s, on));
}

export function pageView(s, on) {
  const hand = s.snap.hand;
  setWilds((hand && hand.wilds) || []);
  const strip = game().strip && game().strip(s);
  const names = ['stage', `of-${game().name}`, strip ? 'with-strip' : '', hasBets(s) ? '' : 'no-bets', axesOf(s).open_melds ? 'open-melds' : '', s.snap.you ? 'seated' : 'watching', hand ? `phase-${hand.phase}` : 'idle', `seats-${s.snap.table.seats}`];
  return [
    topBar(s, on), banner(s, on),
    h('div', { key: 'stage', class: names.join(' ') },
      strip,
      h('section', { key: 'felt', class: 'table-felt around', tabindex: '-1', 'aria-label': t('table.title') },
        h('div', { key: 'rail', class: 'rail', 'aria-hidden': 'true' }), seatsView(asSeated(s), on), game().centre(asPlayed(s), on), game().result(asPlayed(s), on), lastView(s, on)),
      ownPlace(s, on)),
    sideView(s, on), panelView(s, on),
  ];
}

export function openingView(s, on) {
  return [
    banner(s, on),
    s.line !== 'refused' && h('p', { key: 'opening', class: 'opening' }, h('span', { class: 'spin', 'aria-hidden': 'true' }), ` ${t('line.connecting')}`),
    h('a', { key: 'back', class: 'opening-back', href: backUrl(s) }, backWord(s)),
  ];
}

