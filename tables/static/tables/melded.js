/** Melds laid out as cards: for a claim, for going out, and for the result. */
import { h } from './render.js';
import { cardShort, t } from './words.js';
import { cardView } from './cards.js';
import { act } from './button.js';
import { free, legalAct } from './state.js';

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
  const claim = legalAct(s, 'claim');
  const hand = s.snap.hand;
  if (!claim || !hand.window) return null;
  const option = chosen(s, claim.options);
  return h('section', { key: 'claim', class: 'claim', 'aria-label': t('claim.title', { card: cardShort(hand.window.card) }) },
    meldsView(option.melds, option.discard, hand.window.card),
    chooser(s, claim.options, on));
}

/** Going out: the melds first, then the one button. */
export function goOutPanel(s, on) {
  const out = legalAct(s, 'go-out');
  if (!out) return [h('p', null, t('out.gone'))];
  const option = chosen(s, out.options);
  return [
    h('p', { key: 'lead', class: 'lead' }, t('out.lead', { card: cardShort(option.discard) })),
    h('div', { key: 'melds' }, meldsView(option.melds, option.discard, null)),
    h('div', { key: 'row', class: 'claim-row' },
      chooser(s, out.options, on),
      act('go', t('act.go-out'), free(s), on.goOut, { class: 'main bater', autofocus: true })),
  ];
}
