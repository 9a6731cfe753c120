// The board by hand: moves are made, and positions set up, on the drawing.
import { arrows } from './drawing.js';
import { play } from './hand.js';

/** How positions are set up, since the first one. */
let setup = null;

/** The ways of a move, each a list of its parts, as its link has them. */
const waysOf = ({ dataset }) => dataset.parts.split('|').map((way) => way.split(' '));

/** The moves that a long list leaves out, each with a hidden link that makes it. */
function unlisted(more) {
  const { before, behind, unlisted: lines } = more.dataset;
  const hidden = document.createElement('span');
  hidden.hidden = true;
  more.after(hidden);
  return lines.split('\n').map((line) => {
    const [text, parts, href = before + text + behind] = line.split('\t');
    const link = Object.assign(document.createElement('a'), { href, textContent: text });
    link.dataset.parts = parts;
    hidden.append(link);
    return { link, ways: waysOf(link), row: null };
  });
}

/** Brings the board of a page to life. */
export function board(main, explorer) {
  const drawing = main.querySelector('.position .drawing');
  if (!drawing?.dataset.put) setup?.then(({ leave }) => leave());
  if (!drawing?.querySelector('svg')) return;
  const listed = [...main.querySelectorAll('.moves [data-parts]')];
  const moves = listed.map((link) => ({ link, ways: waysOf(link), row: link.closest('tr') }));
  if (drawing.querySelector('[data-part]')) drawing.querySelector('svg').setAttribute('role', 'group');
  const show = ({ ways }) => arrows(drawing, ways[0].flatMap((part) => part.split(/[~^]/)));
  for (const move of moves) {
    move.row.addEventListener('pointerenter', () => show(move));
    move.link.addEventListener('focus', () => show(move));
  }
  const best = moves.find(({ row }) => row.classList.contains('best'));
  const rest = () => (best ? show(best) : arrows(drawing, []));
  main.querySelector('table.moves')?.addEventListener('pointerleave', rest);
  rest();
  if (drawing.dataset.put) {
    setup ??= import('./setup.js');
    setup.then(({ setUp }) => drawing.isConnected && setUp(drawing, explorer));
  } else if (moves.length > 0 && listed.every((link) => link.matches('a'))) {
    const more = main.querySelector('[data-unlisted]');
    play(drawing, more ? [...moves, ...unlisted(more)] : moves, { main, rest });
  }
}
