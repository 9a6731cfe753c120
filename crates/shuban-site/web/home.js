// The first page: the layers of the folder, its licence, and how to cite it.
import { address, make, table } from './dom.js';
import { catalogue, familyOf } from './folder.js';
import { size } from './words.js';

/** Shows the first page. */
export async function home(main) {
  const { layers, licence, citation } = await catalogue();
  const families = await Promise.all(layers.map(({ domain }) => familyOf(domain)));
  const rows = layers.map(({ domain, positions, bytes, is_compact: isCompact }, at) => ({ cells: [
    [{}, families[at] ? make('a', { href: address({ domain }) }, domain) : domain, isCompact ? ' (compact)' : ''],
    [{ class: 'number' }, positions.toLocaleString('en')],
    [{ class: 'number' }, size(bytes)],
  ] }));
  const total = layers.reduce((sum, { bytes }) => sum + bytes, 0);
  main.replaceChildren(
    make('h1', {}, 'Exact values of endgames'),
    make('p', { class: 'about' }, 'Every position of these databases has its exact value, or proven bounds. ',
      'Positions are looked up in the files of this folder and computed in your browser; there is no other program.'),
    make('h2', {}, `${layers.length} databases, ${size(total)}`),
    table({ class: 'databases' }, ['Database', [{ class: 'number' }, 'Positions'], [{ class: 'number' }, 'Size']], rows),
    licence && make('p', {}, 'Licence: ', licence),
    citation && make('p', {}, 'To cite: ', make('cite', {}, citation)),
    make('p', { class: 'links' }, make('a', { href: 'catalogue.json' }, 'catalogue.json')),
  );
  main.querySelectorAll('p').forEach((p) => p.textContent === '' && p.remove());
}
