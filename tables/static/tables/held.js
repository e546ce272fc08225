/** Why a tournament's table stands still between hands, in the words of what its tournament told. */
import { minuteOfDay, t, timeOfDay } from './words.js';

/** The sentence for what a table was told, or tells as an event: `code` with its facts. */
export function heldWords({ code, reason, until }) {
  if (code === 'paused') return reason ? t('held.paused', { reason }) : t('held.paused-bare');
  if (code === 'break') return until ? t('held.break', { time: minuteOfDay(until) }) : t('held.break-bare');
  if (code === 'rebuy') return t('held.rebuy', { time: timeOfDay(until) });
  return t({ seats: 'held.seats', tables: 'held.tables' }[code] || 'held.next');
}

/** What the table of the state waits for, if nothing at it is awaited; '' elsewhere. */
export function stillWords(s) {
  const { held, seats, clock, hand, table } = s.snap;
  if (table.state !== 'open' || (hand && hand.phase !== 'over')) return '';
  if (held) return heldWords(held);
  const nobody = s.config.tournamentUrl && !clock && seats.length > 1 && seats.every((one) => one.away);
  return nobody ? t('held.away') : '';
}
