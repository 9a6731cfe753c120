// A position: its drawing, its value, and its rolls or moves, each a link to what comes after it.
import { explainBy } from './check.js';
import { address, make, randomBelow, table } from './dom.js';
import { draw } from './drawing.js';
import { RefusedError, familyOf } from './folder.js';
import { offer, play } from './play.js';
import { setUp } from './setup.js';
import { loss, nameOf, percent, said, shown, signed } from './words.js';

/** How often a number may have no position before the reader is told. */
const TRIES = 20;

const number = (value, text) => [{ class: 'number', 'data-value': value }, text];

/** Returns a random position of a domain. */
async function random({ family, domain, positions, signal }) {
  for (let attempt = 1; ; attempt += 1) {
    try {
      const asked = { what: 'numbered', domain, number: randomBelow(positions) };
      return (await family.ask(asked, signal)).position;
    } catch (error) {
      if (!(error instanceof RefusedError) || attempt === TRIES) throw error;
    }
  }
}

/** Returns the position that a domain is shown with: the start of its game, or else a random one. */
async function first({ family, domain, positions, game, signal }) {
  try {
    const question = { what: 'probe', domain, game: game.name, position: game.start, roll: null };
    if (game.start && (await family.ask(question, signal)).answer.domain === domain) return game.start;
  } catch (error) {
    if (!(error instanceof RefusedError)) throw error;
  }
  return random({ family, domain, positions, signal });
}

/** Renders the value, with its bounds if there are any, and all else that is known. */
function value(answer, { seats }) {
  const known = typeof answer.value === 'number';
  const facts = shown(answer).filter((name) => !(known && name === 'value'));
  const worth = known ? [
    make('p', { class: 'chance' },
      make('strong', { class: 'worth', 'data-value': answer.value }, signed(answer.value)),
      make('span', {}, `wins ${percent(answer.value)}`)),
    make('p', { class: 'bounds note' }, answer.lower === answer.upper ? 'exactly' : [
      'proven between ', make('span', { 'data-lower': answer.lower }, signed(answer.lower, 10)), ' and ',
      make('span', { 'data-upper': answer.upper }, signed(answer.upper, 10)),
    ]),
    bar(answer.value),
  ] : [];
  const source = answer.source ? [make('dt', {}, 'from'), make('dd', { class: 'source' }, answer.source)] : [];
  return [
    ...worth,
    answer.note && make('p', { class: 'note' }, `No value: ${answer.note}.`),
    make('dl', { class: 'facts' }, ...facts.flatMap((name) => [
      make('dt', {}, nameOf(name)), make('dd', { 'data-fact': name }, said(name, answer[name], seats)),
    ]), ...source),
  ];
}

function bar(value) {
  const inside = make('span');
  inside.style.inlineSize = `${50 * (1 + value)}%`;
  return make('div', { class: 'bar', 'aria-hidden': 'true' }, inside);
}

/** Renders the rolls: each opens its moves, and its best move leads to the position after it. */
function rolls(answer, place, roll) {
  const rows = answer.rolls.map(({ dice, best, after, value: worth, probability }) => ({
    attributes: { class: dice === roll ? 'chosen' : null },
    cells: [
      [{}, make('a', { class: 'dice', href: address({ ...place, roll: dice }) }, dice)],
      [{ class: 'number' }, `${(100 * probability).toFixed(1)} %`],
      [{}, after ? make('a', { href: address({ domain: place.domain, position: after }) }, best) : best ?? ''],
      typeof worth === 'number' ? number(worth, signed(worth)) : '',
    ],
  }));
  const head = ['Roll', [{ class: 'number' }, 'Chance'], 'Best move', [{ class: 'number' }, 'Value']];
  return [make('h2', {}, 'Rolls'), table({ class: 'rolls' }, head, rows)];
}

/** Renders moves, best first, each a link to the position after it. */
function moves(list, place, { seats }, heading) {
  const [best] = list;
  const fields = shown(best ?? {});
  const isSame = (move) => fields.every((name) => `${move[name]}` === `${best[name]}`);
  const isNumber = typeof best?.value === 'number';
  const rows = list.map((move) => ({
    attributes: { class: isSame(move) ? 'best' : null },
    cells: [
      [{}, make('a', { href: address({ domain: place.domain, position: move.after }) }, move.move)],
      ...fields.map((name) => (typeof move[name] === 'number' && name === 'value'
        ? number(move.value, signed(move.value)) : said(name, move[name], seats))),
      ...(isNumber ? [[{ class: 'number loss' }, loss(move.value, best.value)]] : []),
    ],
  }));
  const head = ['Move', ...fields.map((name) => [{ class: name === 'value' && isNumber ? 'number' : null }, nameOf(name)])];
  if (isNumber) head.push([{ class: 'number' }, 'Loss']);
  return [make('h2', {}, heading), table({ class: 'moves' }, head, rows)];
}

/** Renders what the reader may do from here. */
function beside({ family, game, place, positions, site }) {
  const { domain, position } = place;
  const go = (more) => site.go({ domain, ...more });
  const form = (label, input, button, use) => make('form', {
    class: 'find', onsubmit: (event) => {
      event.preventDefault();
      site.attempt(() => use(input.value.trim()));
    },
  }, make('label', { for: input.id }, label), input, make('button', {}, button));
  const text = make('input', {
    id: 'text', name: 'position', value: position, spellcheck: 'false', autocomplete: 'off', autocapitalize: 'off',
  });
  const which = make('input', { id: 'number', name: 'number', type: 'number', min: 0, max: positions - 1, required: true });
  const said = make('span', { role: 'status' });
  const button = (name, label, use) => make('button', { type: 'button', class: name, onclick: () => site.attempt(use) }, label);
  const share = async () => {
    if (navigator.share) await navigator.share({ url: location.href }).catch(() => {});
    else {
      await navigator.clipboard.writeText(location.href);
      said.textContent = 'The link is copied.';
    }
  };
  return make('section', { class: 'beside', 'aria-label': 'Other positions' },
    make('p', { class: 'tools' },
      button('random', 'Random position', async () => go({ position: await random({ family, domain, positions }) })),
      make('a', { class: 'button set-up', href: address({ domain, position, edit: 1 }) }, 'Set up'),
      button('share', navigator.share ? 'Share' : 'Copy link', share), said),
    form('Position', text, 'Look up', async (typed) => go({ position: typed })),
    form('Number', which, 'Go', async (typed) => {
      go({ position: (await family.ask({ what: 'numbered', domain, number: Number(typed) })).position });
    }),
    make('p', { class: 'note' }, `Random positions and numbers are of ${domain}, which has ${positions.toLocaleString('en')}.`));
}

function turn({ seat, over }, game, roll) {
  if (!over) return [make('strong', {}, game.seats[seat]), roll ? ` to play ${roll}` : ' to move'];
  const { winner, reason } = over;
  const end = winner === null || winner === undefined ? 'a draw' : `${game.seats[winner] ?? winner} has won`;
  return [`The game is over: ${end}`, reason ? ` (${reason})` : ''];
}

/** Returns the answer of the layers, or that of the rules with the reason why there is no other. */
async function publishedOr(ruled, probe) {
  try {
    return (await probe()).answer;
  } catch (error) {
    if (!(error instanceof RefusedError)) throw error;
    return { ...ruled, note: error.message };
  }
}

/** Shows the page of a position, or of a domain. */
export async function showPosition(main, place, site) {
  const { domain, position, roll = null } = place;
  const { signal } = site;
  const [drawing, known] = [make('div', { class: 'drawing' }), make('div', { class: 'known' })];
  const board = make('section', { class: 'board', 'aria-label': 'Board' }, make('h1', {}, domain), drawing);
  const all = make('div', { class: 'position' }, board, known);
  known.append(make('p', { class: 'note' }, 'Looking up …'));
  // A board that is shown stays until the next is drawn.
  if (!main.querySelector('.position svg')) main.replaceChildren(all);

  const family = await familyOf(domain);
  const layer = family?.layer(domain);
  if (!layer) throw new Error(`This folder has no page for ${domain}.`);
  const { positions } = layer;
  const game = await family.game(domain);
  if (!game) throw new Error(`The module knows no game of ${domain}.`);
  if (!position) {
    site.go({ domain, position: await first({ family, domain, positions, game, signal }) }, { entry: 'replace' });
    return;
  }
  const asked = { game: game.name, position, roll };
  // What the rules know is shown before anything is read.
  const { answer: ruled, drawing: text } = await family.ask({ what: 'draw', ...asked }, signal);
  all.dataset.position = ruled.position;
  draw(drawing, text);
  main.replaceChildren(all);
  const own = { family, game, place: { domain, position: ruled.position }, positions, site };
  if (place.edit) {
    known.replaceChildren(...setUp(drawing, { ...own, all }));
    return;
  }
  const said = make('p', { class: 'turn' }, turn(ruled, game, roll));
  known.prepend(said);
  if (!place.play) all.append(beside(own));

  const answer = await publishedOr(ruled, () => family.ask({ what: 'probe', domain: null, ...asked }, signal));
  if (place.play) {
    known.replaceChildren(said, ...play(answer, { ...own, place }));
    return;
  }
  // Links lead on in the domain that answered.
  const here = { domain: family.layer(answer.domain) ? answer.domain : domain, position: ruled.position };
  const list = answer.rolls ? answer.rolls.find(({ dice }) => dice === roll)?.moves : answer.moves;
  known.replaceChildren(said,
    make('section', { class: 'value', 'aria-label': 'Value' }, value(answer, game),
      answer.domain && explainBy(() => family.ask({ what: 'equation', domain: answer.domain, game: game.name, position }))),
    make('section', { class: 'plays', 'aria-label': 'Moves' },
      list?.length > 0 ? moves(list, here, game, roll ? `Moves with ${roll}` : 'Moves') : [],
      answer.rolls?.length > 0 ? rolls(answer, here, roll) : []),
    ...offer(answer, own));
}
