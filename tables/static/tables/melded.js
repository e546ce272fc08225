/** Melds laid out as cards: for a claim, for going out, and for the result. */
import { h } from './render.js';
import { cardShort, t } from './words.js';
import { cardView, suitOf } from './cards.js';
import { act } from './button.js';
import { cardOf } from './order.js';
import { bestMelds } from './melds.js';
import { axesOf } from './rules.js';
import { free, legalAct, sureClaim } from './state.js';

/** The melds side by side, then the card thrown away. `called` marks the claimed card. */
export function meldsView(melds, discard, called) {
  let left = called || null;
  const one = (card, place) => {
    const marked = card === left;
    if (marked) left = null;
    return cardView(card, { key: `${card}${place}`, class: marked ? 'called' : '' });
  };
  return h('div', { class: 'melds' },
    melds.map((meld, number) => h('span', { key: `m${number}`, class: 'meld', role: 'group', 'aria-label': t('meld.n', { n: number + 1 }) }, meld.map(one))),
    discard && h('span', { key: 'off', class: 'meld off', role: 'group', 'aria-label': t('meld.discard') },
      cardView(discard, {}), h('span', { class: 'off-word', 'aria-hidden': 'true' }, t('meld.discard'))));
}

function chooser(s, options, on) {
  if (options.length < 2) return null;
  const at = Math.min(s.option, options.length - 1);
  return h('div', { key: 'choose', class: 'chooser', role: 'group', 'aria-label': t('out.choose') },
    h('button', { type: 'button', class: 'second', onclick: () => on.option((at - 1 + options.length) % options.length), 'aria-label': t('out.before') }, '\u2039'),
    h('span', { class: 'which' }, t('out.which', { n: at + 1, of: options.length })),
    h('button', { type: 'button', class: 'second', onclick: () => on.option((at + 1) % options.length), 'aria-label': t('out.after') }, '\u203a'));
}

export function chosen(s, options) {
  return options[Math.min(s.option, options.length - 1)];
}

/** The melds of a claim, small: they stand in the bar itself, so that they cover neither hand nor buttons. */
export function claimView(s, on) {
  const claim = sureClaim(s);
  const hand = s.snap.hand;
  if (!claim || !hand.window) return null;
  const option = chosen(s, claim.options);
  return h('section', { key: 'claim', class: 'claim', 'aria-label': t('claim.title', { card: cardShort(hand.window.card) }) },
    meldsView(option.melds, option.discard, hand.window.card),
    chooser(s, claim.options, on));
}

/** Going out: the melds first, then the one button; a hand that seems to be none is asked for twice. */
export function goOutPanel(s, on) {
  const out = legalAct(s, 'go-out');
  if (!out) return [h('p', null, t('out.gone'))];
  if (!out.options.length) return falsePanel(s, on);
  const option = chosen(s, out.options);
  return [
    h('p', { key: 'lead', class: 'lead' }, option.discard ? t('out.lead', { card: cardShort(option.discard) }) : t('out.lead-all')),
    h('div', { key: 'melds' }, meldsView(option.melds, option.discard, null)),
    h('div', { key: 'row', class: 'claim-row' },
      chooser(s, out.options, on),
      act('go', t('act.go-out'), free(s), on.goOut, { class: 'main bater', autofocus: true })),
  ];
}

/** No way out was found: show what is missing and what showing the hand would cost. */
function falsePanel(s, on) {
  const cards = s.order.keys.map(cardOf);
  const melds = bestMelds(cards, axesOf(s), s.snap.hand.wilds).map((places) => places.map((place) => cards[place]));
  const used = bestMelds(cards, axesOf(s), s.snap.hand.wilds).flat();
  const rest = cards.filter((_, place) => !used.includes(place));
  return [
    h('p', { key: 'lead', class: 'lead' }, t('false.lead', { n: used.length, of: s.snap.hand.hand_size })),
    melds.length > 0 && h('div', { key: 'melds' }, meldsView(melds, null, null)),
    h('p', { key: 'rest', class: 'false-rest' }, t('false.rest'), ' ', rest.map((card, place) => h('span', { key: `${card}${place}`, class: 'log-card', 'data-suit': suitOf(card) }, cardShort(card)))),
    h('p', { key: 'cost', class: 'error-line' }, t('false.cost')),
    h('div', { key: 'row', class: 'claim-row' },
      act('keep', t('false.keep'), true, () => on.closePanelNow(), { class: 'main', autofocus: true }),
      act('declare', t('false.declare'), free(s), on.declare, { class: 'second risky' })),
  ];
}

/** Which of the ways to lay open melds. */
export function layPanel(s, on) {
  const lay = legalAct(s, 'lay');
  if (!lay) return [h('p', null, t('lay.gone'))];
  const option = chosen(s, lay.options);
  return [
    h('p', { key: 'lead', class: 'lead' }, t('lay.lead')),
    h('div', { key: 'melds' }, meldsView(option.melds, null, null)),
    h('div', { key: 'row', class: 'claim-row' },
      chooser(s, lay.options, on),
      act('lay', t('lay.go'), free(s), on.layChosen, { class: 'main', autofocus: true })),
  ];
}
