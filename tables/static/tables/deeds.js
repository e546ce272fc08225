/** What was done at Pif Paf, Pife and Cacheta, in sentences for the log and for readers. */
import { t, voidWords } from './words.js';
import { nameOf } from './state.js';
import { wonAmount } from './result.js';

function did(name, event) {
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

/** One act with what followed from it: who was burned, who bought the card. */
export function acted(s, event, name) {
  const words = did(name, event);
  const told = event.by === 'clock' && words ? t('log.by-clock', { what: words.replace(/\.$/, '') }) : words;
  const burned = (event.burned || []).map((seat) => t('log.burned', { name: nameOf(s, seat) }));
  const sold = event.bought;
  const bought = sold && sold.card && t('log.bought-card', { name: nameOf(s, sold.seat), card: `[[${sold.card}]]`, n: sold.cost });
  return [told, ...burned, bought].filter(Boolean).join(' ');
}

/** How the hand ended. */
export function outcome(s, result) {
  if (result.winner === null || result.winner === undefined) return t('log.void', { why: voidWords(result) });
  const amount = wonAmount(result);
  return t(amount ? 'log.won' : 'log.won-hand', { name: nameOf(s, result.winner), n: amount, how: t(`how.${result.how}`) });
}
