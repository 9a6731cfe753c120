// Drawings of positions, as the module makes them. Their style sheet is adopted by the page, since the
// page's policy allows no style within HTML or SVG text.

const sheet = new CSSStyleSheet();
document.adoptedStyleSheets.push(sheet);

/** Shows a drawing in an element. */
export function draw(element, text) {
  const styles = [];
  const bare = text.replace(/<style>([^]*?)<\/style>/g, (_, style) => {
    styles.push(style);
    return '';
  });
  sheet.replaceSync(styles.join(''));
  element.replaceChildren(document.importNode(
    new DOMParser().parseFromString(bare, 'image/svg+xml').documentElement, true));
}

/** Makes the parts of a drawing buttons, for pointers and for keys. */
export function pressable(element, press) {
  const svg = element.querySelector('svg');
  // An image has no parts for a screen reader.
  svg.setAttribute('role', 'group');
  for (const part of svg.querySelectorAll('[data-part]')) {
    part.setAttribute('tabindex', '0');
    part.setAttribute('role', 'button');
    part.classList.add('part');
    part.addEventListener('click', (event) => {
      // A part may lie within another.
      event.stopPropagation();
      press(part.dataset.part);
    });
    part.addEventListener('keydown', (event) => {
      if (event.key !== 'Enter' && event.key !== ' ') return;
      event.preventDefault();
      press(part.dataset.part);
    });
  }
}
