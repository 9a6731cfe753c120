// Setting a position up by hand: a tool is chosen, and used on the parts of the drawing that are
// pressed. The module knows the tools, and draws the position after each use.
import { address, button, make } from './dom.js';
import { draw, pressable } from './drawing.js';

/** Name of the tool that was chosen last. */
let chosen = null;

/** Brings a drawing to life, and returns the tools for it. */
export function setUp(drawing, { family, game, place, all }) {
  const { domain } = place;
  let { position } = place;
  /** The part from which a piece is carried. */
  let from = null;
  const status = make('p', { class: 'note', role: 'status' }, 'Choose a tool, then press a place on the board.');
  const done = make('a', { class: 'button done' }, 'Look up');
  const find = (name) => game.tools.find((tool) => tool.name === name);

  const show = (text) => {
    const focused = document.activeElement?.dataset?.part;
    if (text) draw(drawing, text);
    pressable(drawing, press);
    if (focused) drawing.querySelector(`[data-part="${CSS.escape(focused)}"]`)?.focus({ preventScroll: true });
    done.href = address({ domain, position });
    all.dataset.position = position;
  };
  const use = async (tool, part) => {
    try {
      const after = await family.ask({ what: 'put', game: game.name, position, tool, part });
      ({ position } = after);
      history.replaceState(null, '', address({ domain, position, edit: 1 }));
      show(after.drawing);
      status.textContent = '';
    } catch (error) {
      status.textContent = error.message;
    }
  };
  const press = (part) => {
    // A piece that is moved takes two: where it is, and where it goes.
    if (chosen === 'move' && from === null) from = part;
    else {
      use(chosen, from === null ? part : `${from} ${part}`);
      from = null;
    }
  };
  const choose = (name) => {
    [chosen, from] = [name, null];
    for (const one of tools.children) if (one.ariaPressed) one.ariaPressed = one.dataset.tool === chosen;
  };
  const tools = make('div', { class: 'tools set-up-tools', role: 'group', 'aria-label': 'Tools' },
    game.tools.map(({ name, label, on }) => (on === 'board'
      ? button(label, () => use(name, ''), { 'data-tool': name })
      : button(label, () => choose(name), { 'data-tool': name, 'aria-pressed': 'false' }))));
  choose(find(chosen) ? chosen : game.tools.find(({ on }) => on !== 'board')?.name);
  show();
  return [make('h2', {}, 'Set up'), tools, status, make('p', { class: 'tools' }, done)];
}
