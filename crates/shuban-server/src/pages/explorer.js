// Arrow keys walk the moves; everything else is plain links.
const moves = [...document.querySelectorAll('.moves a, .rolls a')];

addEventListener('keydown', (event) => {
  const inText = event.target instanceof HTMLInputElement;
  if (inText || event.altKey || event.ctrlKey || event.metaKey || moves.length === 0) return;
  const step = { ArrowDown: 1, ArrowUp: -1 }[event.key];
  if (!step) return;
  const at = moves.indexOf(document.activeElement);
  const next = at < 0 ? (step > 0 ? 0 : moves.length - 1) : at + step;
  moves[(next + moves.length) % moves.length].focus();
  event.preventDefault();
});
