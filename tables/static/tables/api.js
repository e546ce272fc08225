/** Calls of the house's REST interface from its own pages. */
import { freshId } from './acts.js';

/** A refusal by the server; `message` is its own sentence. */
export class Refusal extends Error {
  constructor(status, problem) {
    super(problem.detail || problem.title || String(status));
    this.status = status;
    this.code = problem.code || '';
    this.fields = problem.errors || [];
  }
}

/**
 * Send a request that changes something. A lost answer is asked for once more with the same key, so
 * the change is made once.
 */
export async function change(method, path, body, csrf) {
  const ask = {
    method,
    credentials: 'same-origin',
    headers: {
      Accept: 'application/json',
      'Content-Type': 'application/json',
      'Idempotency-Key': freshId(),
      'X-CSRFToken': csrf,
    },
    body: JSON.stringify(body || {}),
  };
  let answer;
  try {
    answer = await fetch(path, ask);
  } catch {
    answer = await fetch(path, ask);
  }
  return unpack(answer);
}

export async function read(path) {
  return unpack(await fetch(path, { credentials: 'same-origin', headers: { Accept: 'application/json' } }));
}

async function unpack(answer) {
  const text = await answer.text();
  let data = {};
  try {
    data = text ? JSON.parse(text) : {};
  } catch {
    data = {};
  }
  if (!answer.ok) throw new Refusal(answer.status, data);
  return data;
}
