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

form.classList.add('scripted');
form.addEventListener('change', all);
all();
