/** Opening a table from the lobby: the form goes to the same API that programs use. */
import { Refusal, change } from './api.js';

const form = document.getElementById('new-table');
const errors = document.getElementById('new-table-error');

function settings() {
  const out = {};
  for (const field of form.elements) {
    if (!field.name) continue;
    if (field.dataset.whole === undefined) out[field.name] = field.value.trim();
    else if (/^\d{1,12}$/.test(field.value.trim())) out[field.name] = Number(field.value.trim());
    else return { wrong: field };
  }
  return { out };
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
    const made = await change('POST', '/api/v1/tables', out, form.dataset.csrf);
    location.assign(form.dataset.tableUrl.replace('/0/', `/${made.id}/`));
  } catch (error) {
    button.disabled = false;
    if (!(error instanceof Refusal)) complain(form.dataset.lost, null);
    else complain(wordsOf(error, named(error)), named(error));
  }
}

form.addEventListener('submit', submit);
