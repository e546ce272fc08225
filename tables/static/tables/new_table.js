/** Opening a table from the lobby: the form goes to the same API that programs use. */
import { Refusal, change } from './api.js';

const form = document.getElementById('new-table');
const errors = document.getElementById('new-table-error');

const facts = JSON.parse(document.getElementById('rule-facts').textContent);
const USUAL_AMOUNT = { 'buy-in': 100, 'per-point': 1 };
const AMOUNT = 5;
const USUAL_PLAYERS = 3;
// Stakes that make a pot, of which the house can keep a share.
const RAKED = new Set(['ante-capped-round', 'fixed', 'buy-in']);

function at(id) {
  return document.getElementById(`nt-${id}`);
}

/** Show the options of the chosen rules with what they usually are, and the stakes they can have. */
function showRules() {
  const chosen = facts[at('rules').value];
  at('about').textContent = chosen.about;
  for (const field of form.querySelectorAll('[data-option]')) {
    const usual = chosen.options[field.dataset.option];
    field.hidden = usual === undefined;
    if (!field.hidden) field.querySelector('select').value = JSON.stringify(usual);
  }
  for (const option of at('stakes').options) option.hidden = option.disabled = !chosen.stakes.includes(option.value);
  const perPoint = at('stakes').querySelector('[value="per-point"]');
  perPoint.textContent = at('stakes').getAttribute(chosen.pili ? 'data-per-pili' : 'data-per-point');
  at('stakes').value = chosen.usual;
  for (const field of [at('seats'), at('min')]) {
    for (const option of field.options) option.hidden = option.disabled = Number(option.value) > chosen.most;
  }
  at('min').value = String(Math.max(chosen.least, Math.min(USUAL_PLAYERS, chosen.most)));
  at('missions').hidden = !('edition' in chosen.options);
  showMissions();
  form.querySelector('[data-field="window"]').hidden = !chosen.window;
  showStakes();
}

/** The Mission cards of the chosen edition; those for experts only where they are in play. */
function missionBoxes() {
  const experts = JSON.parse(at('experts').value || 'true');
  const fits = (card) => card.dataset.editions.split(' ').includes(at('edition').value) && (experts || card.dataset.expert === undefined);
  return [...at('missions').querySelectorAll('label')].filter(fits).map((card) => card.querySelector('input'));
}

function showMissions() {
  const boxes = missionBoxes();
  for (const card of at('missions').querySelectorAll('label')) card.hidden = !boxes.includes(card.querySelector('input'));
  at('missions-count').textContent = `${boxes.filter((box) => box.checked).length} / ${boxes.length}`;
}

/** The fields of the chosen stakes, with sensible amounts. */
function showStakes() {
  const stakes = at('stakes').value;
  for (const field of form.querySelectorAll('[data-field="chips"]')) field.hidden = stakes === 'play';
  for (const field of form.querySelectorAll('[data-field="rake"]')) field.hidden = !RAKED.has(stakes);
  const told = stakes === 'per-point' && facts[at('rules').value].pili ? 'per-pili' : stakes;
  at('stakes-hint').textContent = at('stakes-hint').getAttribute(`data-${told}`);
  at('ante').value = String(stakes === 'play' ? 0 : USUAL_AMOUNT[stakes] || AMOUNT);
  const label = form.querySelector('label[for="nt-ante"]');
  label.textContent = label.getAttribute(`data-${told}`) || label.textContent;
  showBuyIn();
}

/** What to bring follows from the amount, until its owner types it. */
function showBuyIn() {
  const stakes = at('stakes').value;
  const amount = Number(at('ante').value) || 0;
  const least = stakes === 'buy-in' ? 1 : Math.max(20, stakes === 'fixed' ? facts[at('rules').value].direto : 1);
  const most = stakes === 'buy-in' ? 10 : 200;
  if (stakes === 'play' || amount > 0) {
    at('buy-min').value = String(amount * least);
    at('buy-max').value = String(amount * most);
  }
}

function limitOfEdition() {
  return facts[at('rules').value].limits[at('edition').value];
}

/** The options that differ from what the rules usually are. */
function options() {
  const chosen = facts[at('rules').value];
  const out = {};
  for (const [name, usual] of Object.entries(chosen.options)) {
    const value = JSON.parse(at(name).value || JSON.stringify(usual));
    if (value !== (name === 'limit' && 'edition' in chosen.options ? limitOfEdition() : usual)) out[name] = value;
  }
  const boxes = at('missions').hidden ? [] : missionBoxes();
  const left = boxes.filter((box) => box.checked).map((box) => box.value);
  if (left.length < boxes.length) out.missions = left.join(', ');
  return out;
}

function settings() {
  const out = { options: options() };
  for (const field of form.elements) {
    if (!field.name || field.closest('[hidden]')) continue;
    if (field.dataset.flag !== undefined) out[field.name] = field.checked;
    else if (field.dataset.whole === undefined) out[field.name] = field.value.trim();
    else if (/^\d{1,12}$/.test(field.value.trim())) out[field.name] = Number(field.value.trim());
    else return { wrong: field };
  }
  return { out };
}

/** Who keeps people company at a table of the house. */
function company() {
  return {
    bots: Math.min(Number(at('bots').value), Number(at('seats').value) - 1),
    plays: at('plays').value,
    bots_alone: form.querySelector('[data-company="bots_alone"]').checked,
  };
}

function complain(words, field) {
  errors.textContent = words;
  errors.hidden = !words;
  for (const one of form.elements) one.removeAttribute('aria-invalid');
  if (!field) return;
  field.setAttribute('aria-invalid', 'true');
  field.setAttribute('aria-describedby', errors.id);
  field.focus();
}

/** A refusal's own words, with the field called as its label calls it. */
function wordsOf(refusal, field) {
  const label = field && form.querySelector(`label[for="${field.id}"]`);
  const words = refusal.message;
  return label && words.startsWith(`${field.name}:`) ? `${label.textContent}${words.slice(field.name.length)}` : words;
}

/** The field that a refusal names, if it does. */
function named(refusal) {
  const first = refusal.fields[0];
  const name = (first && (first.field || first.name || first.pointer || '').replace(/^\W+/, '')) || refusal.message.split(':')[0];
  return form.elements.namedItem(name);
}

async function submit(event) {
  event.preventDefault();
  const { out, wrong } = settings();
  if (wrong) {
    complain(`${form.querySelector(`label[for="${wrong.id}"]`).textContent}: ${form.dataset.number}`, wrong);
    return;
  }
  const button = form.querySelector('[type="submit"]');
  button.disabled = true;
  try {
    if (form.dataset.houseUrl) {
      await change('POST', '/api/v1/house-tables', { settings: out, ...company() }, form.dataset.csrf);
      location.assign(form.dataset.houseUrl);
      return;
    }
    const made = await change('POST', '/api/v1/tables', out, form.dataset.csrf);
    const url = form.dataset.tableUrl.replace('/0/', `/${made.id}/`);
    location.assign(out.private ? `${url}#guests` : url); // friends need the link, not this address
  } catch (error) {
    button.disabled = false;
    if (!(error instanceof Refusal)) complain(form.dataset.lost, null);
    else complain(wordsOf(error, named(error)), named(error));
  }
}

at('rules').addEventListener('change', showRules);
at('edition').addEventListener('change', () => {
  at('limit').value = String(limitOfEdition());
  showMissions();
});
at('experts').addEventListener('change', showMissions);
at('missions').addEventListener('change', showMissions);
at('stakes').addEventListener('change', showStakes);
at('ante').addEventListener('input', showBuyIn);
form.addEventListener('submit', submit);
showRules();
