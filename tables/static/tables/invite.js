/** The page behind a private table's link: ask for a seat, and wait for the owner's answer. */
import { Refusal, change, read } from './api.js';

const page = document.getElementById('invite');
const error = document.getElementById('invite-error');
const WAIT_S = 20;
const AGAIN_MS = 3000;

/** Show what belongs to where I am with this table, and nothing else. */
function show(standing) {
  page.dataset.standing = standing;
  for (const node of page.querySelectorAll('[data-when]')) node.hidden = !node.dataset.when.split(' ').includes(standing);
}

function complain(words) {
  error.textContent = words;
  error.hidden = !words;
}

/** Each answer comes with the owner's, or after a while without one; then it is asked for again. */
async function wait() {
  while (page.dataset.standing === 'asked') {
    try {
      show((await read(`${page.dataset.wait}?wait=${WAIT_S}`)).state);
      complain('');
    } catch (fault) {
      if (fault instanceof Refusal && fault.status < 500) {
        complain(fault.message);
        return;
      }
      complain(page.dataset.lost);
      await new Promise((done) => { setTimeout(done, AGAIN_MS); });
    }
  }
}

async function ask(event) {
  const button = event.currentTarget;
  button.disabled = true;
  try {
    show((await change('POST', page.dataset.ask, {}, page.dataset.csrf)).standing);
    complain('');
    wait();
  } catch (fault) {
    complain(fault instanceof Refusal ? fault.message : page.dataset.lost);
  }
  button.disabled = false;
}

document.getElementById('invite-ask').addEventListener('click', ask);
show(page.dataset.standing);
wait();
