"""Where the parts of the table's page lie: which of them overlap, and which are cut off."""

from typing import Final

from playwright.sync_api import Page

# What has a place of its own: on the felt, on a plate, at the own place, in the bar, on top.
PARTS: Final = (
    ".seat .plate", ".seat .tags > *", ".seat .laid", ".seat .shown-hand", ".sit-here",
    ".seat .backs > span", ".plate > .avatar", ".plate > .name", ".plate > .stack",
    ".plate > .points", ".plate > .held", ".plate > .dealer",
    ".pot-total", ".pot-levels", ".pile", ".pile-face", ".pile-count", ".window-ring", ".pointer",
    ".vira", ".now", ".recycled", ".brandmark",
    ".bid-sum dl > div", ".bid-sum .off", ".trick-no > *", ".table-felt .trick > li", ".why",
    ".last-result", ".result-tab",
    ".me > .avatar", ".me-who", ".me-who > .points", ".me-who > .stack", ".me > .dealer",
    ".me > .bet", ".me-tags > *", ".seat-button",
    ".mine > .laid", ".own", ".tool", ".hand-note",
    ".order", ".time", ".facts", ".act", ".away-row > *", ".stepper > *", ".claim", ".ahead-said",
    ".bid-reason", ".mission > *", ".banner > *",
    ".top > .back", ".top > .title", ".top > .line-state", ".top > .icon-button",
)  # fmt: skip
# Of these the words count, not the box around them.
WORDS: Final = ".plate > .name, .now, .why, .order, .facts, .away-row > p, .trick-no > p"
# Whose words have to be read to the end.
WHOLE: Final = (
    ".plate .name, .seat .status, .mark, .now, .pot-total, .pot-levels, .order, .me .name"
)

_MISPLACED: Final = """([parts, words, whole]) => {
  const told = (node) => {
    const seat = node.closest('.seat')?.dataset.seat;
    const name = [...node.classList].slice(0, 2).join('.') || node.tagName.toLowerCase();
    const above = node.parentElement.classList[0] ?? '';
    return `${seat ? `seat ${seat} ` : ''}${above} ${name} "${node.textContent.slice(0, 24)}"`;
  };
  const boxOf = (node) => {
    if (!node.matches(words)) return node.getBoundingClientRect();
    const range = document.createRange();
    range.selectNodeContents(node);
    const [own, said] = [node.getBoundingClientRect(), range.getBoundingClientRect()];
    const [left, top] = [Math.max(own.left, said.left), Math.max(own.top, said.top)];
    const [right, bottom] = [Math.min(own.right, said.right), Math.min(own.bottom, said.bottom)];
    return { left, top, right, bottom, width: right - left };
  };
  const found = [...document.querySelectorAll(parts.join(','))]
    .filter((node) => node.checkVisibility() && !node.closest('dialog, .result'))
    .filter((node) => !node.matches('.seen-by-readers-only'))
    .map((node) => ({ node, box: boxOf(node) })).filter(({ box }) => box.width > 1);
  const faults = [];
  const covered = document.querySelector('.result');
  const felt = document.querySelector('.table-felt');
  const ground = felt.getBoundingClientRect();
  for (const { node, box } of found) {
    const inFelt = felt.contains(node);
    if (covered && inFelt) continue;
    const frame = inFelt ? ground : { left: 0, top: 0, right: innerWidth, bottom: innerHeight };
    const out = Math.max(frame.left - box.left, frame.top - box.top, box.right - frame.right,
      box.bottom - frame.bottom);
    if (out > 1) faults.push(`${told(node)} is ${Math.round(out)} px outside`);
  }
  const fan = (node) => node.parentElement.matches('.backs');
  const may = (one, two) => one.contains(two) || two.contains(one)
    || (one.matches('.own') && two.matches('.own'))
    || (fan(one) && one.closest('.seat') === two.closest('.seat'))
    || (fan(two) && one.closest('.seat') === two.closest('.seat'))
    // The ring runs round the pile's own card.
    || [one, two].every((node) => node.matches('.pile-face, .window-ring'));
  found.forEach(({ node: one, box: a }, place) => {
    for (const { node: two, box: b } of found.slice(place + 1)) {
      const x = Math.min(a.right, b.right) - Math.max(a.left, b.left);
      const y = Math.min(a.bottom, b.bottom) - Math.max(a.top, b.top);
      if (x <= 1 || y <= 1 || may(one, two)) continue;
      if (covered && felt.contains(one) && felt.contains(two)) continue;
      faults.push(`${told(one)} on ${told(two)}: ${Math.round(x)} x ${Math.round(y)}`);
    }
  });
  for (const node of document.querySelectorAll(whole)) {
    const style = getComputedStyle(node);
    if (style.overflow === 'visible' || !node.checkVisibility()) continue;
    const wide = node.scrollWidth - node.clientWidth;
    const high = node.scrollHeight - node.clientHeight;
    if (wide > 1 || high > 1) faults.push(`${told(node)} is cut`);
  }
  return faults;
}"""


def misplaced(page: Page) -> list[str]:
    """Return a sentence for each two parts that overlap and each that is cut off."""
    found: list[str] = page.evaluate(_MISPLACED, [list(PARTS), WORDS, WHOLE])
    return found
