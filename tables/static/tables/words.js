/** Words of the page in the reader's language, from the page's own JSON block. */
let catalogue = {};
let numbers = new Intl.NumberFormat('en');
let tenthsFormat = numbers;
let lists = new Intl.ListFormat('en');
let plurals = new Intl.PluralRules('en');
let noneIsMany = false;

let times = null;
let minutes = null;
let zoneSaid = '';

/** Tell the zone in which this house shows times, by its name and as people call it. */
export function loadZone(language, zone, said) {
  const parts = { hour: '2-digit', minute: '2-digit', second: '2-digit', hourCycle: 'h23' };
  try {
    times = new Intl.DateTimeFormat(language || 'en', { ...parts, timeZone: zone || 'UTC' });
    minutes = new Intl.DateTimeFormat(language || 'en', { ...parts, second: undefined, timeZone: zone || 'UTC' });
    zoneSaid = said || '';
  } catch {
    times = new Intl.DateTimeFormat(language || 'en', parts); // a zone that this browser does not know
    minutes = new Intl.DateTimeFormat(language || 'en', { ...parts, second: undefined });
  }
}

/** A time (ms) as the house's clock shows it. */
export function timeOfDay(at) {
  return times.format(at);
}

/** The same to the minute. */
export function minuteOfDay(at) {
  return minutes.format(at);
}

export function zoneWords() {
  return zoneSaid;
}

export function loadWords(language) {
  const block = document.getElementById('words');
  catalogue = block ? JSON.parse(block.textContent) : {};
  numbers = new Intl.NumberFormat(language || 'en');
  lists = new Intl.ListFormat(language || 'en');
  plurals = new Intl.PluralRules(language || 'en');
  // CLDR counts none like one in Portuguese; in Brazil people write "0 fichas".
  noneIsMany = (language || '').startsWith('pt');
  tenthsFormat = new Intl.NumberFormat(language || 'en', { minimumFractionDigits: 1, maximumFractionDigits: 1 });
}

/** Of a counted sentence the form for its number: the first is for one, or for what counts as one here. */
function formOf(words, values) {
  if (typeof words === 'string') return words;
  const number = Number(values?.[words.by] ?? 0);
  const one = plurals.select(number) === 'one' && !(number === 0 && noneIsMany);
  return words.forms[one ? 0 : 1];
}

/** The sentence for `key`, with {names} filled in. An unknown key shows itself. */
export function t(key, values) {
  const sentence = formOf(catalogue[key] ?? key, values);
  if (!values) return sentence;
  return sentence.replace(/\{(\w+)\}/g, (whole, name) => {
    const value = values[name];
    if (value === undefined || value === null) return whole;
    return typeof value === 'number' ? numbers.format(value) : String(value);
  });
}

/** Why a hand is void: by its rules where they end it so, else the reason in its record. */
export function voidWords(result) {
  if (!result.reason) return t('how.void');
  const key = result.reason.replaceAll(' ', '-');
  return `void.${key}` in catalogue ? t(`void.${key}`) : t('void.other');
}

/** Seconds with one decimal, as the reader's language writes it. */
export function tenths(seconds) {
  return tenthsFormat.format(seconds);
}

export function chips(amount) {
  return numbers.format(amount);
}

/** A change of chips with its sign in front: +30, −5 (a real minus), 0. */
export function signed(amount) {
  if (amount > 0) return `+${numbers.format(amount)}`;
  return amount < 0 ? `\u2212${numbers.format(-amount)}` : '0';
}

/** Names in one phrase: "Ana, Bo and Cy". */
export function listed(names) {
  return lists.format(names.map(String));
}

export function rankLetter(card) {
  const rank = card.slice(0, -1);
  if (card === 'JK') return '\u2605';
  return t(`letter.${rank}`);
}

export function suitLetter(card) {
  return t(`suit-letter.${card.slice(-1)}`);
}

/** What a person calls the card: "seven of clubs", "sete de paus". */
export function cardName(card) {
  if (isNumber(card)) return card;
  if (card === 'JK') return t('card.joker');
  return t('card.name', { rank: t(`rank.${card.slice(0, -1)}`), suit: t(`suit.${card.slice(-1)}`) });
}

const GLYPHS = { C: '\u2663', D: '\u2666', H: '\u2665', S: '\u2660' };

/** Whether it is a card of Pili Pili, which has a number and no suit. */
function isNumber(card) {
  return /^\d+$/.test(card);
}

/** Short form for a button or a log line: "7♣". */
export function cardShort(card) {
  if (isNumber(card)) return card;
  if (card === 'JK') return rankLetter(card);
  return `${rankLetter(card)}${GLYPHS[card.slice(-1)]}`;
}
