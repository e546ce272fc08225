/**
 * A small keyed renderer. Views return plain descriptions made with `h`; `renderer(root)` makes the
 * document match them, reusing nodes by key, so that focus, selection and running transitions stay.
 */
const SVG = 'http://www.w3.org/2000/svg';

/** Describe an element. Falsy children are left out; arrays are flattened. */
export function h(tag, props, ...kids) {
  const own = props || {};
  return { tag, key: own.key, props: own, kids: list(kids), node: null };
}

function list(kids) {
  const out = [];
  for (const kid of kids.flat(Infinity)) {
    if (kid === null || kid === undefined || kid === false || kid === true) continue;
    out.push(typeof kid === 'object' ? kid : { tag: '', text: String(kid), props: {}, kids: [] });
  }
  return out;
}

/** Return a function that makes the inside of `root` match the descriptions it is given. */
export function renderer(root) {
  let shown = [];
  return (...next) => {
    const wanted = list(next);
    const keep = rememberFocus(root);
    const born = [];
    patchKids(root, shown, wanted, false, born);
    shown = wanted;
    for (const [ref, node] of born) ref(node);
    restoreFocus(keep);
  };
}

function create(desc, inSvg, born) {
  if (desc.tag === '') {
    desc.node = document.createTextNode(desc.text);
    return desc.node;
  }
  const svg = inSvg || desc.tag === 'svg';
  desc.node = svg ? document.createElementNS(SVG, desc.tag) : document.createElement(desc.tag);
  for (const name of Object.keys(desc.props)) setProp(desc.node, name, desc.props[name], undefined);
  for (const kid of desc.kids) desc.node.appendChild(create(kid, svg, born));
  // A select's value only takes hold once its options are there.
  if (desc.tag === 'select') desc.node.value = desc.props.value ?? '';
  if (desc.props.ref) born.push([desc.props.ref, desc.node]);
  return desc.node;
}

function patchNode(old, next, inSvg, born) {
  next.node = old.node;
  if (next.tag === '') {
    if (old.text !== next.text) old.node.data = next.text;
    return;
  }
  for (const name of Object.keys(old.props)) {
    if (!(name in next.props)) setProp(next.node, name, undefined, old.props[name]);
  }
  for (const name of Object.keys(next.props)) {
    setProp(next.node, name, next.props[name], old.props[name]);
  }
  // The inside of an opaque element belongs to somebody else (the ticking clock).
  if (!next.props.opaque) patchKids(next.node, old.kids, next.kids, inSvg || next.tag === 'svg', born);
}

function keyOf(desc, place) {
  return desc.key === undefined ? `${desc.tag}:${place}` : `key ${desc.key}`;
}

function patchKids(parent, old, next, inSvg, born) {
  const spare = new Map();
  old.forEach((desc, place) => spare.set(keyOf(desc, place), desc));
  next.forEach((desc, place) => {
    const key = keyOf(desc, place);
    const match = spare.get(key);
    if (match && match.tag === desc.tag) {
      patchNode(match, desc, inSvg, born);
      spare.delete(key);
    } else {
      create(desc, inSvg, born);
    }
  });
  for (const desc of spare.values()) desc.node.remove();
  let cursor = parent.firstChild;
  for (const desc of next) {
    if (desc.node === cursor) cursor = cursor.nextSibling;
    else parent.insertBefore(desc.node, cursor);
  }
}

function setProp(node, name, value, before) {
  if (name === 'key' || name === 'ref' || name === 'opaque') return;
  if (name === 'value' || name === 'checked') {
    // The person may have changed it since, so compare with the document.
    if (node[name] !== value) node[name] = value ?? '';
  } else if (name.startsWith('on')) {
    // A handler that happens to return false must not cancel what the browser does itself.
    node[name.toLowerCase()] = value ? (event) => void value(event) : null;
  } else if (name === 'style') {
    setStyle(node, value || {}, before || {});
  } else if (value !== before) {
    if (value === false || value === null || value === undefined) node.removeAttribute(name);
    else node.setAttribute(name, value === true ? '' : value);
  }
}

function setStyle(node, value, before) {
  for (const name of Object.keys(before)) if (!(name in value)) node.style.removeProperty(name);
  for (const name of Object.keys(value)) {
    if (value[name] !== before[name]) node.style.setProperty(name, value[name]);
  }
}

function rememberFocus(root) {
  const node = document.activeElement;
  if (!node || node === document.body || !root.contains(node)) return null;
  const above = [];
  for (let up = node.parentElement; up && up !== root.parentElement; up = up.parentElement) above.push(up);
  return { node, above };
}

/** Give focus back when the patch moved the focused node, or to its nearest home when it is gone. */
function restoreFocus(keep) {
  if (!keep || document.activeElement === keep.node) return;
  const usable = keep.node.isConnected && !keep.node.disabled;
  const home = usable ? keep.node : keep.above.find((up) => up.isConnected && up.hasAttribute('tabindex'));
  if (home) home.focus({ preventScroll: true });
}
