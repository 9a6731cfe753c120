// The first page: the layers of the folder, its licence, and how to cite it.
import { address, make, table } from './dom.js';
import { catalogue, familyOf } from './folder.js';
import { size } from './words.js';

export async function home(main, signal) {
  const { layers, licence, citation } = await catalogue();
  const families = await Promise.all(layers.map(({ domain }) => familyOf(domain)));
  signal.throwIfAborted();
  const number = (text) => [{ class: 'number' }, text];
  const rows = layers.map(({ domain, positions, bytes, is_compact: isCompact }, at) => ({ cells: [
    [{}, families[at] ? make('a', { href: address({ domain }) }, domain) : domain, isCompact ? ' (compact)' : ''],
    number(positions.toLocaleString('en')), number(size(bytes)),
  ] }));
  main.replaceChildren(
    make('h1', {}, 'Exact values of endgames'),
    make('p', { class: 'note' }, 'Every position of these databases has its exact value, or proven bounds. ',
      'It is looked up in the files of this folder, and computed in your browser.'),
    table({ class: 'databases' }, ['Database', number('Positions'), number('Size')], rows),
    make('p', {}, licence && `Licence: ${licence}`),
    make('p', {}, citation && 'To cite: ', citation && make('cite', {}, citation)),
  );
}
