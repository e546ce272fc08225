/** Bids as buttons: every number there is, those not allowed greyed out with the reason. */
import { h } from '../render.js';
import { act } from '../button.js';
import { t } from '../words.js';
import { free, legalAct } from '../state.js';
import { printedOn } from './mission.js';

/** Why a number may not be bid: the Mission, the bid before, or the sum that must not come out even. */
function whyNot(s, number) {
  const hand = s.snap.hand;
  const { kind } = hand.mission;
  if (kind === 'FORBID' && String(number) === printedOn(hand.mission)[0]) return t('pili.no-forbid', { n: number });
  if (kind === 'NOECHO' && number === bidBefore(hand)) return t('pili.no-echo', { n: number });
  return t('pili.no-sum', { n: number, of: hand.tricks_to_play });
}

/** The newest bid: of the seats from the dealer on, the last that has bid. */
function bidBefore(hand) {
  const from = hand.seats.findIndex((one) => one.seat === hand.dealer);
  const round = [...hand.seats.slice(from), ...hand.seats.slice(0, from)].filter((one) => one.bid !== null);
  return round.length ? round[round.length - 1].bid : null;
}

function numbers(hand) {
  return Array.from({ length: hand.tricks_to_play + 1 }, (_, number) => number);
}

export function bidButtons(s, on) {
  const hand = s.snap.hand;
  const allowed = legalAct(s, 'bid').numbers;
  const refused = numbers(hand).filter((number) => !allowed.includes(number));
  const button = (number) => {
    const may = allowed.includes(number);
    const extra = { class: may ? 'calm bid' : 'second bid barred', hot: number < 10 ? String(number) : null, 'aria-label': t('pili.bid-n', { n: number }) };
    return act(`bid${number}`, String(number), may && free(s), () => on.bid(number), may ? extra : { ...extra, 'aria-describedby': 'bid-reason' });
  };
  return [
    h('div', { key: 'row', class: `acts of-bids n${hand.tricks_to_play + 1}`, role: 'group', 'aria-label': t('pili.your-bid') }, numbers(hand).map(button)),
    refused.length > 0 && h('p', { key: 'reason', id: 'bid-reason', class: 'bid-reason' }, refused.map((number) => whyNot(s, number)).join(' ')),
  ];
}
