// Elements are made by calls, never from HTML text: names and positions come from files.

/** Makes an element. What is null or false is left out; `on…` are listeners. */
export function make(tag, attributes = {}, ...children) {
  const element = document.createElement(tag);
  for (const [name, value] of Object.entries(attributes)) {
    if (name.startsWith('on')) element.addEventListener(name.slice(2), value);
    else if (value !== null && value !== false) element.setAttribute(name, value === true ? '' : value);
  }
  element.append(...children.flat().filter((child) => (child ?? false) !== false));
  return element;
}

/** Makes a table. A row has `cells` and may have a `kind`; a cell is a text or `[attributes, …children]`. */
export function table(attributes, head, rows) {
  const row = (tag, cells, more, kind = null) => make('tr', { class: kind }, cells.map((cell) => {
    const [own, ...children] = Array.isArray(cell) ? cell : [{}, cell];
    return make(tag, { ...own, ...more }, ...children);
  }));
  return make('table', attributes, make('thead', {}, row('th', head, { scope: 'col' })),
    make('tbody', {}, rows.map(({ cells, kind }) => row('td', cells, {}, kind))));
}

export const button = (label, onclick, attributes = {}) =>
  make('button', { type: 'button', onclick, ...attributes }, label);

/** Returns the address of a place within the site, such as `?domain=D&position=P`. */
export function address(place) {
  const given = Object.entries(place).filter(([, value]) => value !== null && value !== undefined);
  return `?${new URLSearchParams(given)}`.replaceAll('%2F', '/').replaceAll('%2C', ',');
}

/** Returns a whole number below a bound, by the browser's source of random numbers. */
export function randomBelow(bound) {
  const [high, low] = crypto.getRandomValues(new Uint32Array(2));
  return Math.floor(((high >>> 5) * 2 ** 26 + (low >>> 6)) / 2 ** 53 * bound);
}
