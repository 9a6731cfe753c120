// Pieces on a drawing, as the game's data tell a page to show them.
import { part as partOf } from './drawing.js';

/** A stack of pieces as the game draws it. */
function drawn({ at: [x, y], step, most }, look, count, label) {
  const group = document.createElementNS('http://www.w3.org/2000/svg', 'g');
  group.setAttribute('class', 'stack');
  const shown = Math.min(count, most);
  group.innerHTML = Array.from({ length: shown }, (_, at) =>
    `<g transform="translate(${x} ${y + at * step})"${at + 1 === shown ? ' class="piece"' : ''}>${look}</g>`).join('')
    + (count > most ? `<text class="${label}" x="${x}" y="${y + (most - 1) * step}" dy=".35em">${count}</text>` : '');
  return group;
}

/** Shows uses of tools on a drawing; `use` returns false for those that only the game knows. */
export function preview(drawing) {
  const { pieces, places, remove, carry, stacked, fewest, boards } = JSON.parse(drawing.dataset.preview);
  let held = places.map(({ holds }) => holds);
  const placeOf = (part) => places.findIndex(({ stack }) => stack.part === part);
  const restOf = (part) => pieces.findIndex(({ rest }) => rest?.stack.part === part);
  const number = (piece) => held.reduce((sum, one) => sum + (one && (piece ?? one[0]) === one[0] ? one[1] : 0), 0);

  /** Takes a piece away, and returns its kind. */
  const take = (at, least) => {
    if (!held[at] || number() <= least) return undefined;
    const [piece, count] = held[at];
    held[at] = stacked && count > 1 ? [piece, count - 1] : null;
    return piece;
  };
  /** Adds a piece, and returns true if it may stand there. */
  const add = (at, piece) => {
    const [now, only] = [held[at], places[at]?.only];
    const isSame = now?.[0] === piece;
    const mayStand = at >= 0 && (only ?? piece) === piece && (!stacked || !now || isSame)
      && (number(piece) < pieces[piece].most || (isSame && !stacked));
    if (mayStand) held[at] = [piece, stacked && now ? now[1] + 1 : 1];
    return mayStand;
  };
  const move = (from, to) => {
    const [old, isRest] = [[...held], restOf(to) >= 0];
    const piece = restOf(from) >= 0 ? restOf(from) : take(placeOf(from), isRest ? fewest : 0);
    if (!isRest && (piece === undefined || !add(placeOf(to), piece))) held = old;
  };
  const whole = (effect) => {
    if (effect === 'turned') held = held.reverse().map((one) => one && [1 - one[0], one[1]]);
    else if (effect !== 'stays') {
      held.fill(null);
      for (const [at, piece, count] of effect) held[at] = [piece, count];
    }
  };

  const redraw = (name, stack) => {
    const part = partOf(drawing, name);
    const old = part?.querySelector('.stack');
    if (old) old.replaceWith(stack);
    else part?.append(stack);
  };
  const show = (before) => {
    for (const [at, { stack }] of places.entries()) {
      if (String(held[at]) === String(before[at])) continue;
      const [piece, count] = held[at] ?? [0, 0];
      redraw(stack.part, drawn(stack, pieces[piece].look, count, pieces[piece].count));
    }
    for (const [at, { rest, most }] of pieces.entries()) {
      if (!rest) continue;
      const left = most - number(at);
      redraw(rest.stack.part, drawn(rest.stack, rest.look, left));
      const text = partOf(drawing, rest.stack.part).querySelector('text');
      if (text) text.textContent = text.textContent.replace(/\d+/, left);
    }
  };

  return {
    carry,
    isHeld: (part) => Boolean(held[placeOf(part)]) || restOf(part) >= 0,
    use(tool, part) {
      const before = [...held];
      const piece = pieces.findIndex((one) => one.tool === tool);
      if (tool in boards) whole(boards[tool]);
      else if (tool === remove) take(placeOf(part), fewest);
      else if (piece >= 0) add(placeOf(part), piece);
      else if (tool === carry) move(...part.split(' '));
      else return false;
      show(before);
      return true;
    },
  };
}
