// Parts of a drawing, and arrows over it.

export const SVG = 'http://www.w3.org/2000/svg';

/** The part of a name. */
export const part = (drawing, name) => drawing.querySelector(`[data-part="${CSS.escape(name)}"]`);

/** Where the middle of an element of a drawing is. */
export function middle(element) {
  const { x, y, width, height } = element.getBBox();
  return [x + width / 2, y + height / 2];
}

/** Marks the parts that a move touches: in pairs if there is an even number, else as a chain. */
export function arrows(drawing, names) {
  const svg = drawing.querySelector('svg');
  drawing.querySelectorAll('.arrows').forEach((old) => old.remove());
  const parts = names.map((name) => part(drawing, name));
  if (!svg || parts.length === 0 || parts.includes(null)) return;
  const group = document.createElementNS(SVG, 'g');
  group.setAttribute('class', 'arrows');
  const step = parts.length % 2 === 0 ? 2 : 1;
  const points = parts.map(middle);
  // As wide on every drawing, whatever its own unit is.
  const unit = svg.viewBox.baseVal.width / 420 || 1;
  group.setAttribute('stroke-width', 4 * unit);
  for (let at = 0; at + 1 < points.length; at += step) {
    const [[x, y], [toX, toY]] = [points[at], points[at + 1]];
    const length = Math.hypot(toX - x, toY - y) || 1;
    const [dx, dy] = [(toX - x) / length, (toY - y) / length];
    const path = document.createElementNS(SVG, 'path');
    const [neckX, neckY] = [toX - 10 * unit * dx, toY - 10 * unit * dy];
    path.setAttribute('d', `M${x} ${y}L${neckX} ${neckY}M${neckX - 6 * unit * dy} ${neckY + 6 * unit * dx}` +
      `L${toX} ${toY}L${neckX + 6 * unit * dy} ${neckY - 6 * unit * dx}Z`);
    group.append(path);
  }
  if (points.length === 1) {
    const ring = document.createElementNS(SVG, 'circle');
    ring.setAttribute('cx', points[0][0]);
    ring.setAttribute('cy', points[0][1]);
    ring.setAttribute('r', 9 * unit);
    group.append(ring);
  }
  svg.append(group);
}

/** Makes a part something that keys and screen readers press; pointers are heard elsewhere. */
export function pressable(element, press) {
  element.setAttribute('tabindex', '0');
  element.setAttribute('role', 'button');
  element.classList.add('part');
  element.addEventListener('click', ({ detail }) => {
    if (detail === 0) press();
  });
  element.addEventListener('keydown', (event) => {
    if (event.key !== 'Enter' && event.key !== ' ') return;
    event.preventDefault();
    event.stopPropagation();
    press();
  });
}
