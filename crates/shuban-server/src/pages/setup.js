// Setting up by hand. Every use of a tool goes into a queue, and the queue to the server: however
// slow that is, none is lost.
import { part as partOf, pressable } from './drawing.js';

/** Most uses in one address. */
const MOST = 60;

const queue = [];
let isSending = false;
/** How pages are loaded and shown. */
let explorer = null;
/** The tool that was chosen since the page was loaded, and the parts that the pointer is drawn over. */
let [chosen, stroke] = [null, null];

const board = () => document.querySelector('.drawing[data-put]');
const tool = () => document.querySelector('.tools a[data-tool][aria-current]');

/** Sends what is in the queue, and shows the board after it. */
async function send() {
  if (isSending) return;
  isSending = true;
  try {
    while (queue.length > 0) {
      const drawing = board();
      if (!drawing) break;
      const uses = queue.splice(0, MOST).join(';');
      const loaded = await explorer.load(`${drawing.dataset.put}&use=${encodeURIComponent(uses)}`);
      // Whoever has gone elsewhere stays there.
      if (board() !== drawing) break;
      const focused = document.activeElement?.dataset?.part;
      explorer.show(loaded, 'replace');
      if (focused && board()) partOf(board(), focused)?.focus({ preventScroll: true });
    }
  } catch {
    location.reload();
  } finally {
    queue.length = 0;
    isSending = false;
  }
}

function use(name, part) {
  queue.push(`${name}:${part}`);
  send();
}

const useChosen = (part) => {
  if (tool()) use(tool().dataset.tool, part);
};

/** The part of the board under a pointer. */
const under = ({ target }) => target.closest?.('.drawing[data-put] [data-part]')?.dataset.part;

addEventListener('pointerdown', (event) => {
  const part = under(event);
  if (part === undefined || !event.isPrimary || event.button !== 0 || !tool()) return;
  event.preventDefault();
  event.target.releasePointerCapture?.(event.pointerId);
  stroke = [part];
  if (tool().dataset.on !== 'piece') useChosen(part);
});
addEventListener('pointerover', (event) => {
  const part = under(event);
  if (part === undefined || !stroke) return;
  // A piece goes where it is drawn to; anything else is put on all parts on the way.
  if (tool()?.dataset.on === 'piece') stroke = stroke[0] === part ? [part] : [stroke[0], part];
  else if (!stroke.includes(part)) {
    stroke.push(part);
    useChosen(part);
  }
});
addEventListener('pointerup', () => {
  if (stroke && tool()?.dataset.on === 'piece') useChosen(stroke.join(' '));
  stroke = null;
});
addEventListener('pointercancel', () => { stroke = null; });

addEventListener('click', (event) => {
  const link = event.target.closest?.('.tools a[data-tool]');
  if (!link || event.ctrlKey || event.metaKey || event.shiftKey || event.button !== 0) return;
  event.preventDefault();
  event.stopPropagation();
  if (link.dataset.on === 'board') {
    use(link.dataset.tool, '');
    return;
  }
  chosen = link.dataset.tool;
  choose();
}, { capture: true });

/** Marks the chosen tool. */
function choose() {
  const links = [...document.querySelectorAll('.tools a[data-tool]')];
  if (!links.some((link) => link.dataset.tool === chosen)) return;
  links.forEach((link) => link.removeAttribute('aria-current'));
  links.find((link) => link.dataset.tool === chosen).setAttribute('aria-current', 'true');
}

/** Brings a board to life on which a position is set up. */
export function setUp(drawing, pages) {
  explorer = pages;
  if (tool()) choose();
  for (const part of drawing.querySelectorAll('[data-part]')) {
    pressable(part, () => useChosen(part.dataset.part));
  }
}

/** Forgets the tool, where nothing is set up. */
export function leave() {
  chosen = null;
}
