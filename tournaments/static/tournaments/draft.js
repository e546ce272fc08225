/**
 * The form of a draft: shows the fields of each stage's format, the places or the flight of a source,
 * and adds an empty row when the last one is used. Without this script the server does the same.
 */
const form = document.querySelector('.c-draft');
const ROWS_MAX = 12;

/** Show what belongs to one of these formats, hide what belongs to others. */
function show(root, kinds) {
  for (const part of root.querySelectorAll('[data-kinds]')) {
    part.hidden = !part.dataset.kinds.split(' ').some((one) => kinds.includes(one));
  }
}

function kindOf(stage) {
  return stage.querySelector('select[name$="-kind"]').value;
}

/** Entries have a flight, other stages have places. */
function rows(stage) {
  for (const row of stage.querySelectorAll('[data-take]')) {
    const source = row.querySelector('select').value;
    row.querySelector('.f-flight').hidden = source !== 'entries';
    for (const place of row.querySelectorAll('.f-first, .f-last')) place.hidden = !/^\d+$/.test(source);
  }
}

/** One more empty row of sources when the last one is used. */
function grow(stage) {
  const all = [...stage.querySelectorAll('[data-take]')];
  const last = all.at(-1);
  if (!last?.querySelector('select').value || all.length >= ROWS_MAX) return;
  const fresh = last.cloneNode(true);
  const rename = (text) => text.replace(/-t\d+-/, `-t${all.length}-`);
  for (const one of fresh.querySelectorAll('input, select, label, [id]')) {
    for (const name of ['name', 'id', 'for', 'aria-describedby']) {
      if (one.hasAttribute(name)) one.setAttribute(name, rename(one.getAttribute(name)));
    }
    if (one.matches('select')) one.selectedIndex = 0;
    else if (one.matches('input')) one.value = one.defaultValue = { first: '1', last: '0' }[one.name.split('-').at(-1)] ?? '';
  }
  fresh.querySelectorAll('.errors').forEach((one) => one.remove());
  last.after(fresh);
}

/** What is only for live tables goes with them. */
function tables() {
  const { online } = form.elements;
  for (const part of form.querySelectorAll('.f-rules, .f-no_show')) part.hidden = !online.checked;
}

function all() {
  tables();
  const stages = [...form.querySelectorAll('[data-stage]')];
  const kinds = stages.map(kindOf);
  for (const part of form.querySelectorAll(':scope > [data-kinds]')) part.hidden = !kinds.includes(part.dataset.kinds);
  stages.forEach((stage, index) => {
    show(stage, [kinds[index]]);
    grow(stage);
    rows(stage);
  });
}

/** Points that are proposed for tables of one size become those of the size that is chosen. */
const usual = (size) => (size === 2 ? '2, 0' : [...Array(size).keys()].reverse().join(', '));
const PROPOSED = [2, 3, 4, 5, 6, 7, 8].map(usual);
const plain = (text) => text.split(',').map((one) => one.trim()).join(', ');

function point({ target }) {
  if (!target.name?.endsWith('-size')) return;
  const points = form.elements[target.name.replace(/size$/, 'points')];
  const size = Number(target.value);
  if (!(size >= 2 && size <= 8 && PROPOSED.includes(plain(points.value)))) return;
  const bye = form.elements[target.name.replace(/size$/, 'bye_points')];
  if (bye.value.trim() === points.value.split(',')[0].trim()) bye.value = size === 2 ? '2' : String(size - 1);
  points.value = usual(size);
}

/** The plan that stands there is that of the form as it was sent. */
function stale() {
  form.querySelector('[data-stale]').hidden = false;
  form.querySelector('[data-planned]').hidden = true;
}

form.classList.add('scripted');
form.addEventListener('change', all);
form.addEventListener('input', point);
form.addEventListener('input', stale);
all();
