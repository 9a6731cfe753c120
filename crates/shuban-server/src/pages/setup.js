// Setting up by hand. The page shows each use of a tool at once; when the hand rests, the uses go to
// the server, whose page replaces what was shown here. However slow it is, none is lost.
import { part as partOf, pressable } from './drawing.js';
import { preview } from './preview.js';

/** Most uses in one address. */
const MOST = 60;
/** How long a hand rests before the server is asked, and how long until it is asked again, in milliseconds. */
const [REST, AGAIN] = [400, 3000];

/** Uses that the server does not know yet. */
const uses = [];
let [timer, sending] = [0, null];
/** The page of the position after all that was sent, until it can be shown. */
let ready = null;
/** How pages are loaded and shown. */
let explorer = null;
/** How uses are shown on the drawing, if the game says it. */
let shows = null;
/** The tool chosen since the page was loaded, the parts that the pointer is drawn over, the part of a piece in the hand. */
let [chosen, stroke, held] = [null, null, null];
/** True if the stroke draws a piece; otherwise the tool is used on all parts on the way. */
let isPiece = false;

const board = () => document.querySelector('.drawing[data-put]');
const tool = () => document.querySelector('.tools a[data-tool][aria-current]');
const isCarried = () => tool()?.dataset.on === 'piece' && tool().dataset.tool === shows?.carry;

/** Shows the latest page, unless the hand is ahead of it. */
function settle() {
  if (!ready || stroke || uses.length > 0) return;
  const focused = document.activeElement?.dataset?.part;
  const page = ready;
  ready = null;
  explorer.show(page, 'replace');
  if (focused && board()) partOf(board(), focused)?.focus({ preventScroll: true });
}

async function send() {
  while (uses.length > 0) {
    const drawing = board();
    if (!drawing) return;
    const sent = Math.min(uses.length, MOST);
    const text = encodeURIComponent(uses.slice(0, sent).join(';'));
    const loaded = await explorer.load(`${drawing.dataset.put}&use=${text}`);
    // Whoever has gone elsewhere stays there.
    if (board() !== drawing) {
      timer = setTimeout(flush, REST);
      return;
    }
    uses.splice(0, sent);
    const after = loaded.page.querySelector('.drawing[data-put]');
    const [note, said] = [document, loaded.page].map((page) => page.querySelector('.tools + .note'));
    if (!after) {
      note.textContent = loaded.page.querySelector('main').textContent;
      continue;
    }
    note.replaceChildren(...said.cloneNode(true).childNodes);
    drawing.dataset.put = after.dataset.put;
    ready = loaded;
  }
  settle();
}

/** Sends the uses; what does not arrive is sent again. */
function flush() {
  clearTimeout(timer);
  sending ??= send().catch(() => {
    const note = document.querySelector('.tools + .note');
    if (note) note.textContent = note.dataset.unsent;
    timer = setTimeout(flush, AGAIN);
  }).finally(() => { sending = null; });
  return sending;
}

function use(name, part) {
  const isShown = shows?.use(name, part);
  uses.push(`${name}:${part}`);
  document.querySelector('main').classList.add('unchecked');
  clearTimeout(timer);
  if (isShown) timer = setTimeout(flush, REST);
  else flush();
}

/** Uses the chosen tool: one that carries takes a piece into the hand first. */
const useChosen = (part) => {
  if (!tool()) return;
  if (isCarried() && !part.includes(' ') && (held || shows.isHeld(part))) {
    board().querySelectorAll('.held').forEach((one) => one.classList.remove('held'));
    const from = held;
    held = from ? null : part;
    if (from && from !== part) use(tool().dataset.tool, `${from} ${part}`);
    else if (!from) partOf(board(), part).classList.add('held');
  } else if (!isCarried() || part.includes(' ')) use(tool().dataset.tool, part);
};

/** The part of the board under a pointer. */
const under = ({ target }) => target.closest?.('.drawing[data-put] [data-part]')?.dataset.part;

addEventListener('pointerdown', (event) => {
  const part = under(event);
  if (part === undefined || !event.isPrimary || event.button !== 0 || !tool()) return;
  event.preventDefault();
  event.target.releasePointerCapture?.(event.pointerId);
  stroke = [part];
  isPiece = tool().dataset.on === 'piece' || Boolean(shows?.carry && shows.isHeld(part));
  if (!isPiece) useChosen(part);
});
addEventListener('pointerover', (event) => {
  const part = under(event);
  if (part === undefined || !stroke) return;
  if (isPiece) stroke = stroke[0] === part ? [part] : [stroke[0], part];
  else if (!stroke.includes(part)) {
    stroke.push(part);
    useChosen(part);
  }
});
addEventListener('pointerup', () => {
  const parts = stroke;
  stroke = null;
  // A piece that is drawn elsewhere is carried, whatever the tool; one that stays is a click.
  if (parts?.length === 2 && isPiece && shows?.carry) use(shows.carry, parts.join(' '));
  else if (parts && isPiece) useChosen(parts.join(' '));
  settle();
});
addEventListener('pointercancel', () => {
  stroke = null;
  settle();
});

addEventListener('click', async (event) => {
  const link = event.target.closest?.('main a, header a');
  if (!link || event.ctrlKey || event.metaKey || event.shiftKey || event.button !== 0) return;
  const isTool = link.matches('.tools a[data-tool]');
  if (!isTool && uses.length === 0) return;
  event.preventDefault();
  event.stopPropagation();
  if (!isTool) {
    // What was set up comes along: the page after it has the same link.
    const same = ['.done', '.language'].find((name) => link.matches(name));
    await flush();
    if (uses.length === 0) (same ? document.querySelector(same) : link).click();
  } else if (link.dataset.on === 'board') use(link.dataset.tool, '');
  else {
    chosen = link.dataset.tool;
    choose();
  }
}, { capture: true });

/** Marks the chosen tool. */
function choose() {
  const links = [...document.querySelectorAll('.tools a[data-tool]')];
  if (!links.some((link) => link.dataset.tool === chosen)) return;
  links.forEach((link) => link.removeAttribute('aria-current'));
  links.find((link) => link.dataset.tool === chosen).setAttribute('aria-current', 'true');
}

/** Forgets what was done on another board. */
function forget() {
  uses.length = 0;
  [ready, held] = [null, null];
}

/** Brings a board to life on which a position is set up. */
export function setUp(drawing, pages) {
  explorer = pages;
  shows = drawing.dataset.preview ? preview(drawing) : null;
  forget();
  if (tool()) choose();
  for (const part of drawing.querySelectorAll('[data-part]')) {
    pressable(part, () => useChosen(part.dataset.part));
  }
}

/** Forgets the tool, where nothing is set up. */
export function leave() {
  forget();
  chosen = null;
}
