/** The acts of play: draw, take, discard, lay, go out, and the rights out of turn. */
import { h } from './render.js';
import { act } from './button.js';
import { cardShort, t } from './words.js';
import { cardOf } from './order.js';
import { claimJustWent, cutIsArmed, free, legalAct, mayDiscard, mayQueueTake, takeIsQueued } from './state.js';

/** To go out with another's discard: sure, or at the risk of being burned where the rules say so. */
function claimButton(s, on) {
  const claim = legalAct(s, 'claim');
  if (!claim) return null;
  if (claim.options.length) return act('claim', t('act.claim'), free(s), on.claim, { class: 'main bater', hot: 'k' });
  const ready = cutIsArmed(s);
  return act('claim', t(ready ? 'act.cut-sure' : 'act.cut'), free(s), on.claim, { class: ready ? 'second risky on' : 'second risky', hot: 'k' });
}

function queueButton(s, on) {
  const hand = s.snap.hand;
  const queued = takeIsQueued(s);
  const words = t(queued ? 'act.take-queued' : 'act.take-later', { card: cardShort(hand.top) });
  return act('queue', words, free(s) && !s.calling, on.queueTake, { class: `second ${queued ? 'on' : ''}`, hot: 't', 'aria-pressed': queued ? 'true' : 'false' });
}

function drawButtons(s, on) {
  const hand = s.snap.hand;
  const claim = legalAct(s, 'claim');
  const sure = Boolean(claim && claim.options.length);
  const buy = legalAct(s, 'buy');
  const stock = legalAct(s, 'draw', 'stock');
  const take = legalAct(s, 'draw', 'discard');
  // For a moment after its window the button stays in its place and says so: nothing else lies under the finger.
  const late = !claim && hand.phase !== 'over' && claimJustWent(s);
  return [
    claimButton(s, on),
    late && act('claim', t('claim.too-late-short'), true, on.claim, { class: 'second too-late', hot: 'k' }),
    buy && act('buy', t('act.buy', { card: cardShort(hand.top), n: buy.cost }), free(s), () => on.act({ kind: 'buy' }), { class: 'calm', hot: 'k' }),
    stock && act('stock', t('act.draw-stock'), free(s), () => on.draw('stock'), { class: sure ? 'second' : 'main', hot: 'd' }),
    take && act('take', t('act.take', { card: cardShort(hand.top) }), free(s), () => on.draw('discard'), { class: 'calm', hot: 't' }),
    // Who can go out with the card has no use for taking it.
    !sure && mayQueueTake(s) && queueButton(s, on),
    legalAct(s, 'announce') && act('announce', t('act.announce'), free(s), () => on.act({ kind: 'announce' }), { class: 'second aside', hot: 'a' }),
  ];
}

function throwButtons(s, on) {
  const out = legalAct(s, 'go-out');
  const sure = Boolean(out && out.options.length);
  const discard = legalAct(s, 'discard');
  const lay = legalAct(s, 'lay');
  const picked = s.selected && mayDiscard(s, s.selected);
  return [
    discard && act('discard', picked ? t('act.discard', { card: cardShort(cardOf(s.selected)) }) : t('act.discard-none'),
      Boolean(picked) && free(s), () => on.discard(s.selected), { class: sure ? 'calm' : 'main' }),
    lay && act('lay', t(lay.options[0].melds.length > 1 ? 'act.lay-many' : 'act.lay', { n: lay.options[0].melds.length }), free(s), on.lay, { class: 'main', hot: 'j' }),
    out && act('out', t(sure ? 'act.go-out' : 'act.declare'), free(s), on.askGoOut, { class: sure ? 'main bater' : 'second risky', hot: 'b' }),
  ];
}

/** Whether to play this hand at all, where leaving it costs points. */
function stayButtons(s, on) {
  const fold = legalAct(s, 'fold');
  const stay = legalAct(s, 'stay');
  return h('div', { key: 'row', class: 'acts' },
    fold && act('fold', t('act.leave-hand', { n: fold.cost }), free(s), () => on.act({ kind: 'fold' }), { class: 'fold', hot: 'f' }),
    stay && act('stay', t('act.stay'), free(s), () => on.act({ kind: 'stay' }), { class: 'main', hot: 'c' }));
}

export function playButtons(s, on) {
  if (s.snap.hand.phase === 'stay') return stayButtons(s, on);
  return h('div', { key: 'row', class: 'acts of-play' }, drawButtons(s, on), throwButtons(s, on));
}
