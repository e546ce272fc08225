/** Moving a card of the own hand with a finger, a pen or the mouse. */
const SLOP_PX = 7;

/** Follow the pointer from here; under a few pixels it stays a tap. */
export function startDrag(event, key, s, on) {
  if (event.button !== 0 || s.drag) return;
  const node = event.currentTarget;
  const from = { x: event.clientX, y: event.clientY };
  const pointer = event.pointerId;
  const home = { left: node.offsetLeft, top: node.offsetTop };

  function moved(next) {
    if (next.pointerId !== pointer) return;
    const dx = next.clientX - from.x;
    const dy = next.clientY - from.y;
    if (!s.drag) {
      if (Math.hypot(dx, dy) < SLOP_PX) return;
      s.drag = { key, base: [...s.order.keys], dx, dy };
    }
    follow(node, home, dx, dy, s, on);
  }

  function ended(next) {
    if (next.pointerId !== pointer) return;
    document.removeEventListener('pointermove', moved);
    document.removeEventListener('pointerup', ended);
    document.removeEventListener('pointercancel', ended);
    if (!s.drag) return;
    const under = next.type === 'pointerup' ? document.elementFromPoint(next.clientX, next.clientY) : null;
    s.drag = null;
    swallowClick();
    if (under && under.closest('[data-drop="discard"]')) on.drop(key);
    on.changed();
  }

  document.addEventListener('pointermove', moved);
  document.addEventListener('pointerup', ended);
  document.addEventListener('pointercancel', ended);
}

/** Put the card under the pointer and give it the place whose middle is nearest. */
function follow(node, home, dx, dy, s, on) {
  const x = home.left + dx + node.offsetWidth / 2;
  const y = home.top + dy + node.offsetHeight / 2;
  let nearest = null;
  for (const other of node.parentElement.children) {
    const far = Math.hypot(other.offsetLeft + other.offsetWidth / 2 - x, other.offsetTop + other.offsetHeight / 2 - y);
    if (!nearest || far < nearest.far) nearest = { far, key: other.dataset.key };
  }
  if (nearest && nearest.key !== s.drag.key && nearest.far < node.offsetWidth * 1.2) {
    on.move(s.drag.key, s.order.keys.indexOf(nearest.key));
  }
  on.changedNow();
  // Its own slot may be another one now: measure after the new order is in the document.
  s.drag.dx = home.left + dx - node.offsetLeft;
  s.drag.dy = home.top + dy - node.offsetTop;
  on.changedNow();
}

/** The click that ends a drag is not a tap on the card. */
function swallowClick() {
  const stop = (event) => {
    event.stopPropagation();
    event.preventDefault();
  };
  document.addEventListener('click', stop, { capture: true, once: true });
  setTimeout(() => document.removeEventListener('click', stop, { capture: true }), 60);
}
