// The board by hand: moves are made, and positions set up, by touching parts of the drawing.

const SVG = 'http://www.w3.org/2000/svg';

/** Where the middle of a part of a drawing is. */
function middle(part) {
  const { x, y, width, height } = part.getBBox();
  return [x + width / 2, y + height / 2];
}

/** Marks the parts that a move touches: in pairs if there is an even number, else as a chain. */
function arrows(drawing, names) {
  const svg = drawing.querySelector('svg');
  drawing.querySelectorAll('.arrows').forEach((old) => old.remove());
  const parts = names.map((name) => drawing.querySelector(`[data-part="${CSS.escape(name)}"]`));
  if (!svg || parts.length === 0 || parts.includes(null)) return;
  const group = document.createElementNS(SVG, 'g');
  group.setAttribute('class', 'arrows');
  const step = parts.length % 2 === 0 ? 2 : 1;
  const points = parts.map(middle);
  // As wide on every drawing, whatever its own unit is.
  const unit = svg.viewBox.baseVal.width / 420 || 1;
  group.setAttribute('stroke-width', 4 * unit);
  for (let at = 0; at + 1 < points.length; at += step) {
    const [[x, y], [toX, toY]] = [points[at], points[at + 1]];
    const length = Math.hypot(toX - x, toY - y) || 1;
    const [dx, dy] = [(toX - x) / length, (toY - y) / length];
    const path = document.createElementNS(SVG, 'path');
    const [neckX, neckY] = [toX - 10 * unit * dx, toY - 10 * unit * dy];
    path.setAttribute('d', `M${x} ${y}L${neckX} ${neckY}M${neckX - 6 * unit * dy} ${neckY + 6 * unit * dx}` +
      `L${toX} ${toY}L${neckX + 6 * unit * dy} ${neckY - 6 * unit * dx}Z`);
    group.append(path);
  }
  if (points.length === 1) {
    const ring = document.createElementNS(SVG, 'circle');
    ring.setAttribute('cx', points[0][0]);
    ring.setAttribute('cy', points[0][1]);
    ring.setAttribute('r', 9 * unit);
    group.append(ring);
  }
  svg.append(group);
}

/** Makes a part something that can be pressed by mouse, finger and keyboard. */
function pressable(part, press) {
  part.setAttribute('tabindex', '0');
  part.setAttribute('role', 'button');
  part.classList.add('part');
  part.addEventListener('click', press);
  part.addEventListener('keydown', (event) => {
    if (event.key !== 'Enter' && event.key !== ' ') return;
    event.preventDefault();
    event.stopPropagation();
    press({ detail: 0 });
  });
}

/**
 * Puts the chosen tool on parts: on one that is pressed, or on all that the pointer is drawn over.
 * A piece that is drawn to another part goes there.
 */
function setUp(drawing, parts, { load, show }) {
  let drawn = [];
  const hasPieces = 'pieces' in drawing.dataset;
  const put = async (names) => {
    let loaded;
    let address = drawing.dataset.put;
    for (const name of names) {
      const next = await load(`${address}&part=${encodeURIComponent(name)}`);
      const after = next.page.querySelector('.drawing')?.dataset.put;
      // What the game refuses stands on a page of its own; after others it is left out.
      if (!after && loaded) continue;
      loaded = next;
      if (!after) break;
      address = after;
    }
    if (loaded) show(loaded);
  };
  for (const part of parts) {
    const name = part.dataset.part;
    // A click that no pointer made is that of a key or a screen reader.
    pressable(part, (event) => {
      if (event?.detail === 0) put([name]);
    });
    part.addEventListener('pointerdown', (event) => {
      event.preventDefault();
      part.releasePointerCapture?.(event.pointerId);
      drawn = [name];
    });
    part.addEventListener('pointerenter', () => {
      if (drawn.length === 0) return;
      if (hasPieces) drawn = drawn[0] === name ? [name] : [drawn[0], name];
      else if (!drawn.includes(name)) drawn.push(name);
    });
  }
  for (const end of ['pointercancel', 'pointerleave']) {
    drawing.addEventListener(end, () => { drawn = []; });
  }
  drawing.addEventListener('pointerup', () => {
    const names = drawn;
    drawn = [];
    if (names.length > 0) put(hasPieces ? [names.join(' ')] : names);
  });
}

/** Makes moves by touching their parts in order. */
function play(drawing, parts, moves) {
  let touched = [];
  const begins = (move) => touched.every((name, at) => move.parts[at] === name);
  const mark = () => {
    const open = moves.filter(begins);
    const next = new Set(open.map((move) => move.parts[touched.length]));
    for (const part of parts) {
      part.classList.toggle('touched', touched.includes(part.dataset.part));
      part.classList.toggle('next', next.has(part.dataset.part));
    }
    for (const move of moves) move.row?.classList.toggle('off', !open.includes(move));
  };
  const press = (name) => {
    touched.push(name);
    if (!moves.some(begins)) touched = [name];
    if (!moves.some(begins)) touched = [];
    const open = moves.filter(begins);
    const whole = open.filter((move) => move.parts.length === touched.length);
    if (touched.length > 0 && open.length === 1 && whole.length === 1) whole[0].link.click();
    else mark();
  };
  let from = null;
  for (const part of parts) {
    const name = part.dataset.part;
    if (!moves.some((move) => move.parts.includes(name))) continue;
    pressable(part, () => press(name));
    part.addEventListener('pointerdown', (event) => {
      part.releasePointerCapture?.(event.pointerId);
      from = name;
    });
    part.addEventListener('pointerup', () => {
      // Drawn from one part to another: both are touched; the click that follows is on neither.
      if (from !== null && from !== name) {
        press(from);
        press(name);
      }
      from = null;
    });
  }
  mark();
}

/** Brings the board of a page to life. */
export function board(main, explorer) {
  const drawing = main.querySelector('.position .drawing');
  if (!drawing) return;
  const parts = [...drawing.querySelectorAll('[data-part]')];
  const listed = [...main.querySelectorAll('.moves [data-parts]')];
  const moves = listed.map((link) => (
    { link, parts: link.dataset.parts.split(' '), row: link.closest('tr') }));
  if (parts.length > 0) drawing.querySelector('svg')?.setAttribute('role', 'group');
  for (const { row, parts: names, link } of moves) {
    row.addEventListener('pointerenter', () => arrows(drawing, names));
    link.addEventListener('focus', () => arrows(drawing, names));
  }
  const best = moves.find(({ row }) => row.classList.contains('best'));
  const shown = () => arrows(drawing, best?.parts ?? []);
  main.querySelector('table.moves')?.addEventListener('pointerleave', shown);
  shown();
  if (drawing.dataset.put) setUp(drawing, parts, explorer);
  else if (listed.every((link) => link.matches('a'))) play(drawing, parts, moves);
}
