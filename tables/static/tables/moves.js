/** The moves of a hand, as far as the server listed them: what a press on the page sends. */
import { t } from './words.js';
import { cardOf } from './order.js';
import { chosen } from './melded.js';
import { wagerOf } from './bets.js';
import { sayError, sayTurn } from './speech.js';
import { armCut, claimJustWent, cutIsArmed, legalAct, mayDiscard, setStake, takeIsQueued } from './state.js';

/** The card thrown where no way out was found: none where all may be melded. */
function thrownOff(s) {
  if (s.snap.hand.ten_card_out) return undefined;
  return cardOf(s.selected || s.order.keys[s.order.keys.length - 1]);
}

/** Cut in without a way to go out that the house knows of: the first press says what it costs. */
function cutIn(s, on) {
  if (cutIsArmed(s)) {
    on.act({ kind: 'claim', discard: thrownOff(s) });
    return;
  }
  armCut(s);
  sayTurn(t('act.cut-sure'));
  on.changed();
}

/** `on` is what the page answers to; these join it. */
export function playActs(s, on, shutPanel) {
  return {
    draw(from) {
      if (legalAct(s, 'draw', from)) on.act({ kind: 'draw', from });
    },
    queueTake() {
      if (takeIsQueued(s)) on.aheadBack();
      else on.ahead({ kind: 'take-discard' });
    },
    discard(key) {
      if (!mayDiscard(s, key)) return;
      s.order.leaving = key;
      on.act({ kind: 'discard', card: cardOf(key) });
    },
    /** Enter throws the picked card; with none picked it picks the one under the cursor. */
    enterKey(key) {
      if (s.selected && mayDiscard(s, s.selected)) on.discard(s.selected);
      else if (key) on.pick(key);
    },
    drop(key) {
      if (mayDiscard(s, key)) on.discard(key);
    },
    wager() {
      const action = wagerOf(s);
      if (action && performance.now() >= s.armedAt && !s.busy) on.act(action);
    },
    stake(act, amount) {
      setStake(s, act, amount);
      on.changed();
    },
    typeStake(text) {
      s.stake = text;
      on.changed();
    },
    askGoOut() {
      on.panel('out');
    },
    goOut() {
      const out = legalAct(s, 'go-out');
      if (!out) return;
      const { discard, melds } = chosen(s, out.options);
      on.act({ kind: 'go-out', discard, melds });
      shutPanel();
    },
    /** Show a hand that seems to be none; what it must throw is the picked card, or the last one. */
    declare() {
      const out = legalAct(s, 'go-out');
      if (!out || !out.declare) return;
      on.act({ kind: 'go-out', discard: thrownOff(s) });
      shutPanel();
    },
    lay() {
      const lay = legalAct(s, 'lay');
      if (!lay) return;
      if (lay.options.length > 1) on.panel('lay');
      else on.act({ kind: 'lay', melds: lay.options[0].melds });
    },
    layChosen() {
      const lay = legalAct(s, 'lay');
      if (!lay) return;
      on.act({ kind: 'lay', melds: chosen(s, lay.options).melds });
      shutPanel();
    },
    claim() {
      const claim = legalAct(s, 'claim');
      if (!claim) {
        if (claimJustWent(s)) sayError(t('claim.too-late'));
        return;
      }
      if (!claim.options.length) {
        cutIn(s, on);
        return;
      }
      const { discard, melds } = chosen(s, claim.options);
      on.act({ kind: 'claim', discard, melds });
    },
    option(place) {
      s.option = place;
      on.changed();
    },
    /** First tap picks the card, a second one throws it when that is legal. */
    tap(key) {
      if (s.selected === key && mayDiscard(s, key)) on.discard(key);
      else on.pick(key);
    },
  };
}
