/**
 * Copies what stands in a field: for the address of a tournament. Where the browser keeps the clipboard
 * from pages without TLS, as in a house on a local network, the older way does it.
 */
async function copy(field) {
  if (navigator.clipboard) return navigator.clipboard.writeText(field.value);
  field.select();
  return document.execCommand('copy') ? undefined : Promise.reject(new Error('not copied'));
}

/** Without this script there is no button: the field is there to be copied by hand. */
function show() {
  document.querySelectorAll('[data-copy]').forEach((button) => { button.hidden = false; });
}

show();
document.getElementById('live')?.addEventListener('renewed', show);
document.addEventListener('click', async (event) => {
  const button = event.target.closest('[data-copy]');
  const field = button && document.getElementById(button.dataset.copy);
  if (!field) return;
  try {
    await copy(field);
    button.textContent = button.dataset.done;
  } catch {
    field.select(); // the reader copies by hand what is marked
  }
});
