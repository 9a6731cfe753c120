// Opens the tree of play further in its place. Without it the same links lead to pages.
import { inChoice } from './values.js';

/** Puts the tree of an address under a move, in place of the link to it. */
async function grow(link, load) {
  const item = link.closest('li');
  item.setAttribute('aria-busy', 'true');
  try {
    const { page } = await load(link.href);
    const moves = page.querySelector('main > .tree');
    if (!moves) throw new Error('no tree');
    const open = document.createElement('details');
    const said = document.createElement('summary');
    const row = link.closest('p');
    said.append(...row.querySelector('span').childNodes);
    row.querySelector('span').remove();
    link.remove();
    open.append(said, row, moves);
    open.open = true;
    item.append(open);
    inChoice(moves);
    said.focus();
    watch(moves, load);
  } catch {
    location.href = link.href;
  } finally {
    item.removeAttribute('aria-busy');
  }
}

function watch(part, load) {
  for (const link of part.querySelectorAll('a.deeper')) {
    link.addEventListener('click', (event) => {
      if (event.button !== 0 || event.ctrlKey || event.metaKey || event.shiftKey) return;
      event.preventDefault();
      // A second click finds it growing.
      if (!link.closest('[aria-busy]')) grow(link, load);
    });
  }
}

/** Watches a page that may have a tree. */
export function tree(main, { load }) {
  watch(main, load);
}
