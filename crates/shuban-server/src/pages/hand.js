// Moves by hand: pieces are carried from part to part of the drawing, in the player's own order.
import { middle, part as partOf, pressable, SVG } from './drawing.js';

/** The places of a part of a move: `a1~b2` carries a piece, `a1^b2` aims at b2, `a1` is a touch. */
const places = (part) => {
  const [from, to] = part.split(/[~^]/);
  return to === undefined ? [null, from] : [from, to];
};
const isCarried = (part) => part.includes('~');

/** A way without the parts that are made; null if it has not all of them. */
function without(way, made) {
  const left = [...way];
  for (const part of made) {
    const at = left.indexOf(part);
    if (at < 0) return null;
    left.splice(at, 1);
  }
  return left;
}

/** The parts that need not wait for one before them that carries a piece to where they begin. */
const free = (left) => left.filter((part, at) => {
  const [from] = places(part);
  return from === null || !left.slice(0, at).some((one) => isCarried(one) && places(one)[1] === from);
});

/** How far a pointer goes before it drags, in pixels. */
const SLACK = 5;

/** The move that is being made on the page, for keys. */
let current = null;

/** Lets moves be made on a drawing. Each has its `ways`, its link and its row of the list. */
export function play(drawing, moves, { main, rest }) {
  const ways = moves.flatMap((move) => move.ways.map((way) => ({ move, way })));
  const named = new Set(ways.flatMap(({ way }) => way.flatMap(places)));
  const [back, end] = ['.take-back', '.end-move'].map((name) => main.querySelector(name));
  // Parts made, and how many of them each drop has made.
  let [made, drops, held, drag] = [[], [], null, null];
  // The piece is in the hand because it alone is left: touching it does not put it down.
  let isGiven = false;
  const pictures = new Map([['', drawing.querySelector('svg').cloneNode(true)]]);

  const open = (parts = made) => ways.flatMap(({ move, way }) => {
    const left = without(way, parts);
    return left ? [{ move, left }] : [];
  });
  const after = (parts) => [...new Set(open([...made, ...parts]).map(({ move }) => moves.indexOf(move)))].join();
  const begins = (name) => open().some(({ left }) => free(left).some((part) => places(part)[0] === name));
  const isTouch = (name) => open().some(({ left }) => left.includes(name));

  /** Where the piece of a place may go, by as many parts as it takes. */
  const targets = (place) => {
    const found = new Map();
    const walk = (at, left, parts) => {
      for (const part of new Set(free(left))) {
        const [from, to] = places(part);
        if (from !== at || (parts.length > 0 && !isCarried(part))) continue;
        const chain = [...parts, part];
        const known = found.get(to);
        if (!known || known.length > chain.length) found.set(to, chain);
        // Two ways with different ends: step by step only.
        else if (known.length === chain.length && known.join() !== chain.join() && known.length > 1
          && after(known) !== after(chain)) found.set(to, []);
        if (isCarried(part)) walk(to, without(left, [part]), chain);
      }
    };
    for (const { left } of open()) walk(place, left, []);
    for (const [to, chain] of found) if (chain.length === 0) found.delete(to);
    return found;
  };

  const mark = () => {
    const next = held === null ? new Map() : targets(held);
    const svg = drawing.querySelector('svg');
    const isBegun = made.length > 0;
    svg.querySelector('.dots')?.remove();
    const dots = document.createElementNS(SVG, 'g');
    dots.setAttribute('class', 'dots');
    for (const part of svg.querySelectorAll('[data-part]')) {
      const name = part.dataset.part;
      const isNext = next.has(name) || (isBegun && held === null && isTouch(name));
      part.classList.toggle('held', name === held);
      part.classList.toggle('touched', made.includes(name));
      part.classList.toggle('next', isNext);
      part.classList.toggle('source', begins(name));
      if (!isNext) continue;
      const dot = document.createElementNS(SVG, 'circle');
      const [x, y] = middle(part);
      for (const [key, value] of Object.entries({ cx: x, cy: y, r: svg.viewBox.baseVal.width / 52 })) {
        dot.setAttribute(key, value);
      }
      dots.append(dot);
    }
    svg.append(dots);
    drawing.classList.toggle('begun', isBegun || held !== null);
    const left = open();
    const still = new Set(left.map(({ move }) => move));
    for (const move of moves) move.row?.classList.toggle('off', !still.has(move));
    if (back) back.hidden = !isBegun;
    const whole = isBegun && left.find((one) => one.left.length === 0);
    if (end) {
      end.hidden = !whole;
      end.textContent = whole ? `${end.dataset.label} ${whole.move.link.textContent.trim()}` : '';
      end.onclick = () => whole.move.link.click();
    }
  };

  const decorate = () => {
    for (const part of drawing.querySelectorAll('[data-part]')) {
      if (named.has(part.dataset.part)) pressable(part, () => tap(part.dataset.part, held));
    }
    mark();
    if (made.length === 0) rest();
  };

  /** Shows a picture, unless a piece is in the hand: then it waits for the drop. */
  const swap = () => {
    const picture = pictures.get(made.join(' '));
    if (!picture || drag?.ghost) return;
    const focused = document.activeElement?.closest?.('.drawing [data-part]')?.dataset.part;
    drawing.querySelector('svg').replaceWith(picture.cloneNode(true));
    decorate();
    if (focused) partOf(drawing, focused)?.focus({ preventScroll: true });
  };

  /** Has the board drawn as it is after the parts that are made. */
  const redraw = async () => {
    const asked = made.join(' ');
    if (!pictures.has(asked) && drawing.dataset.underWay) {
      const answer = await fetch(`${drawing.dataset.underWay}&made=${encodeURIComponent(asked)}`);
      if (!answer.ok) return;
      const picture = new DOMParser().parseFromString(await answer.text(), 'image/svg+xml').documentElement;
      pictures.set(asked, document.importNode(picture, true));
    }
    if (asked === made.join(' ')) swap();
  };

  /** Lifts the piece of a place, to be moved over the drawing. */
  const lift = (name) => {
    const piece = [...(partOf(drawing, name)?.querySelectorAll('.piece') ?? [])].pop();
    const isMoved = [...targets(name).values()].some(([part]) => isCarried(part));
    if (!piece || !isMoved) return null;
    const ghost = piece.cloneNode(true);
    ghost.classList.add('ghost');
    drawing.querySelector('svg').append(ghost);
    piece.classList.add('lifted');
    return { ghost, piece };
  };
  const settle = (lifted) => {
    lifted?.ghost.remove();
    lifted?.piece.classList.remove('lifted');
  };

  const make = (chain, lifted) => {
    const [[from], [, to]] = [places(chain[0]), places(chain.at(-1))];
    const carried = lifted ?? (from === null ? null : lift(from));
    if (carried && !lifted) {
      const [[x, y], [toX, toY]] = [middle(carried.piece), middle(partOf(drawing, to))];
      carried.ghost.setAttribute('transform', `translate(${toX - x} ${toY - y})`);
    }
    made.push(...chain);
    drops.push(chain.length);
    held = null;
    const left = open();
    const whole = left.find((one) => one.left.length === 0);
    if (whole && new Set(left.map(({ move }) => move)).size === 1) {
      mark();
      whole.move.link.click();
      return;
    }
    // One place is left to go on from: it is in the hand already.
    const sources = new Set(left.flatMap((one) => free(one.left).map((part) => places(part)[0])));
    isGiven = sources.size === 1;
    if (isGiven) [held] = sources;
    mark();
    redraw();
  };

  const takeBack = () => {
    made.length -= drops.pop() ?? 0;
    held = null;
    redraw();
    mark();
  };

  /** Touches a part, with the piece of another in the hand or none. */
  const tap = (name, inHand) => {
    const chain = inHand === null ? null : targets(inHand).get(name);
    if (chain) {
      make(chain);
      return;
    }
    if ((inHand !== name || isGiven) && begins(name)) {
      held = name;
      isGiven = false;
    } else {
      held = null;
      if (inHand !== name && isTouch(name)) {
        make([name]);
        return;
      }
      // A touch that goes on with no move begins another one.
      if (made.length > 0 && made.every((part) => places(part)[0] === null) && named.has(name)) {
        [made, drops] = [[], []];
        if (isTouch(name)) make([name]);
      }
    }
    mark();
  };

  const at = ({ clientX, clientY }) =>
    document.elementFromPoint(clientX, clientY)?.closest?.('.drawing [data-part]')?.dataset.part;

  drawing.addEventListener('pointerdown', (event) => {
    if (!event.isPrimary || event.button !== 0) return;
    const from = event.target.closest?.('[data-part]')?.dataset.part ?? null;
    drag = { from, inHand: held, x: event.clientX, y: event.clientY, ghost: null };
    drawing.setPointerCapture(event.pointerId);
    if (from !== null && begins(from) && !(held !== null && targets(held).has(from))) {
      held = from;
      mark();
    }
  });
  drawing.addEventListener('pointermove', (event) => {
    if (!drag || drag.from === null) return;
    const far = Math.hypot(event.clientX - drag.x, event.clientY - drag.y);
    if (!drag.isMoved && far < SLACK) return;
    if (!drag.isMoved) {
      drag.isMoved = true;
      if (begins(drag.from)) {
        held = drag.from;
        Object.assign(drag, lift(held));
        mark();
      }
    }
    const inside = drawing.querySelector('svg').getScreenCTM()?.inverse();
    if (!drag.ghost || !inside) return;
    // The middle of the piece is under the finger.
    const { x, y } = new DOMPoint(event.clientX, event.clientY).matrixTransform(inside);
    const [fromX, fromY] = middle(drag.piece);
    drag.ghost.setAttribute('transform', `translate(${x - fromX} ${y - fromY})`);
  });
  const up = (event) => {
    if (!drag) return;
    const { from, inHand, isMoved, ghost, piece } = drag;
    const over = event.type === 'pointerup' ? at(event) : undefined;
    drag = null;
    const chain = isMoved && over !== from && begins(from) ? targets(from).get(over) : null;
    if (chain) {
      make(chain, ghost && { ghost, piece });
      return;
    }
    if (ghost) settle({ ghost, piece });
    if (!isMoved || over === from) {
      if (from !== null) tap(from, inHand);
      else held = null;
    } else if (isTouch(from)) {
      tap(from, null);
      if (over !== undefined) tap(over, null);
    } else held = null;
    swap();
    mark();
  };
  drawing.addEventListener('pointerup', up);
  drawing.addEventListener('pointercancel', up);
  back?.addEventListener('click', takeBack);

  drawing.classList.add('hands');
  current = { drawing, takeBack, isBegun: () => made.length > 0 || held !== null };
  decorate();
}

/** What goes back goes back a part first, while a move is being made. */
addEventListener('keydown', (event) => {
  const isBack = ['ArrowLeft', 'Backspace', 'Escape'].includes(event.key);
  if (!isBack || !current?.drawing.isConnected || !current.isBegun() || event.target.matches?.('input')) return;
  event.preventDefault();
  event.stopImmediatePropagation();
  current.takeBack();
}, { capture: true });
