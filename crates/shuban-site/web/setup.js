// Setting a position up by hand: a tool is chosen, and used on the parts of the drawing that are clicked.
// The module knows the tools and draws the position after each use; nothing is looked up meanwhile.
import { address, make } from './dom.js';
import { draw, pressable } from './drawing.js';

/** Tool that was chosen last, by game. */
const chosen = new Map();

/** Brings a drawing to life, and returns the tools for it. */
export function setUp(drawing, { family, game, place, site, all }) {
  let { position } = place;
  /** The part from which a piece is carried. */
  let from = null;
  const said = make('p', { class: 'note', role: 'status' });
  const done = make('a', { class: 'button done' }, 'Look up');
  const isChosen = (tool) => tool.name === chosen.get(game.name);
  const tools = game.tools.map((tool) => ({
    tool,
    button: make('button', {
      type: 'button', 'data-tool': tool.name,
      onclick: () => {
        if (tool.on === 'board') return use(tool, '');
        chosen.set(game.name, tool.name);
        return choose();
      },
    }, tool.label),
  }));
  const choose = () => tools.forEach(({ tool, button }) => {
    if (tool.on !== 'board') button.setAttribute('aria-pressed', isChosen(tool));
  });

  const show = (text) => {
    const focused = document.activeElement?.closest?.('[data-part]')?.dataset.part;
    if (text) draw(drawing, text);
    pressable(drawing, press);
    if (focused) drawing.querySelector(`[data-part="${CSS.escape(focused)}"]`)?.focus({ preventScroll: true });
    done.href = address({ domain: place.domain, position });
    all.dataset.position = position;
  };
  const use = (tool, part) => site.attempt(async () => {
    said.textContent = '';
    try {
      const after = await family.ask({ what: 'put', game: game.name, position, tool: tool.name, part });
      position = after.position;
      history.replaceState(history.state, '', address({ domain: place.domain, position, edit: 1 }));
      show(after.drawing);
    } catch (error) {
      said.textContent = error.message;
    }
  });
  const press = (part) => {
    const tool = game.tools.find(isChosen);
    // A piece that moves takes two clicks: where it is, and where it goes.
    if (tool?.on === 'piece' && tool.name === 'move' && from === null) from = part;
    else if (tool) {
      use(tool, from === null ? part : `${from} ${part}`);
      from = null;
    }
  };

  const first = game.tools.find(({ on }) => on !== 'board');
  if (!game.tools.some(isChosen) && first) chosen.set(game.name, first.name);
  choose();
  show();
  return [
    make('h2', {}, 'Set up'),
    make('p', { class: 'note' }, 'Choose a tool, then click the board.'),
    make('div', { class: 'tools set-up-tools', role: 'group', 'aria-label': 'Tools' }, tools.map(({ button }) => button)),
    said, make('p', { class: 'tools' }, done),
  ];
}
