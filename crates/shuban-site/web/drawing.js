// Drawings of positions, as the module makes them. The page's policy allows no style in a text: that of a
// drawing is adopted as a style sheet.

const sheet = new CSSStyleSheet();
document.adoptedStyleSheets.push(sheet);

export function draw(element, text) {
  const styles = [];
  const bare = text.replace(/<style>([^]*?)<\/style>/g, (_, style) => {
    styles.push(style);
    return '';
  });
  sheet.replaceSync(styles.join(''));
  element.replaceChildren(new DOMParser().parseFromString(bare, 'image/svg+xml').documentElement);
}

/** Makes the parts of a drawing buttons, for pointers and for keys. */
export function pressable(element, press) {
  // An image has no parts for a screen reader.
  element.firstChild.setAttribute('role', 'group');
  for (const part of element.querySelectorAll('[data-part]')) {
    part.setAttribute('tabindex', '0');
    part.setAttribute('role', 'button');
    part.classList.add('part');
    const use = (event) => {
      if (event.key && event.key !== 'Enter' && event.key !== ' ') return;
      event.preventDefault();
      event.stopPropagation();
      press(part.dataset.part);
    };
    part.addEventListener('click', use);
    part.addEventListener('keydown', use);
  }
}
