// Elements are made by calls, never from HTML text: names and positions come from files.

/**
 * Makes an element. Attributes that are null, undefined or false are left out; one named `on…` is a
 * listener.
 */
export function make(tag, attributes = {}, ...children) {
  const element = document.createElement(tag);
  for (const [name, value] of Object.entries(attributes)) {
    if (value === null || value === undefined || value === false) continue;
    if (name.startsWith('on')) element.addEventListener(name.slice(2), value);
    else element.setAttribute(name, value === true ? '' : value);
  }
  element.append(...children.flat().filter((child) => child !== null && child !== undefined && child !== false));
  return element;
}

/** Returns a table with a head and rows; a row is a list of cells, or of `[attributes, …children]`. */
export function table(attributes, head, rows) {
  const cells = (tag, list, more) => list.map((cell) => (Array.isArray(cell)
    ? make(tag, { ...more, ...cell[0] }, ...cell.slice(1)) : make(tag, more, cell)));
  return make('table', attributes,
    make('thead', {}, make('tr', {}, cells('th', head, { scope: 'col' }))),
    make('tbody', {}, rows.map(({ attributes: own, cells: list }) => make('tr', own ?? {}, cells('td', list, {})))));
}

/** Returns the address of a place within the site, such as `?domain=D&position=P`. */
export function address(place) {
  const given = Object.entries(place).filter(([, value]) => value !== null && value !== undefined);
  if (given.length === 0) return './';
  return `?${new URLSearchParams(given)}`.replaceAll('%2F', '/').replaceAll('%2C', ',');
}

/** Returns a whole number below a bound, from the browser's source of random numbers. */
export function randomBelow(bound) {
  const [high, low] = crypto.getRandomValues(new Uint32Array(2));
  // 53 bits, as many as a number holds.
  return Math.floor(((high >>> 5) * 2 ** 26 + (low >>> 6)) / 2 ** 53 * bound);
}
