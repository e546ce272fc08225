/** Show the fields of the chosen format only. Without this script all of them are there. */
const kind = document.getElementById('id_kind');

function show() {
  for (const part of document.querySelectorAll('[data-part]')) part.hidden = part.dataset.part !== kind.value;
}

kind.addEventListener('change', show);
show();
