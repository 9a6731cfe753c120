// A position: its drawing, its value, and its rolls or moves, each a link to what comes after it.
import { explainBy } from './check.js';
import { address, button, make, randomBelow, table } from './dom.js';
import { draw } from './drawing.js';
import { RefusedError, familyOf } from './folder.js';
import { offer, play } from './play.js';
import { setUp } from './setup.js';
import { flat, loss, nameOf, percent, said, shown, signed } from './words.js';

const number = (text, value = null) => [{ class: 'number', 'data-value': value }, text];
const valued = (value) => (typeof value === 'number' ? number(signed(value), value) : '');
const link = (text, place) => make('a', { href: address(place) }, text);

const numbered = async ({ family, domain, signal }, wanted, part = null) =>
  (await family.ask({ what: 'numbered', domain, part, number: wanted }, signal)).position;

/** Returns a random position in which the game is not over, unless it mostly is. */
async function randomOne(about) {
  const { family, game, positions, signal } = about;
  let position;
  for (let left = 20; left > 0; left -= 1) {
    position = await numbered(about, randomBelow(positions));
    const asked = { what: 'draw', game: game.name, position, roll: null };
    if (!(await family.ask(asked, signal)).answer.over) break;
  }
  return position;
}

/** Returns the position that a domain is shown with: the start of its game, or else a random one. */
async function first(about) {
  const { family, domain, game, signal } = about;
  try {
    const asked = { game: game.name, position: game.start, roll: null };
    if ((await family.probe(domain, asked, signal)).domain === domain) return game.start;
  } catch (error) {
    if (!(error instanceof RefusedError)) throw error;
  }
  return randomOne(about);
}

function worth(answer, { seats }) {
  const { value, lower, upper, source, note } = answer;
  const isNumber = typeof value === 'number';
  const inside = make('span');
  inside.style.inlineSize = `${50 * (1 + value)}%`;
  const facts = shown(answer).filter((name) => !(isNumber && name === 'value'))
    .map((name) => [nameOf(name), make('dd', { 'data-fact': name }, said(name, answer[name], seats))]);
  if (source) facts.push(['from', make('dd', { class: 'source' }, source)]);
  return [
    isNumber ? [
      make('p', { class: 'chance' }, make('strong', { class: 'worth', 'data-value': value }, signed(value)),
        `wins ${percent(value)}`),
      make('p', { class: 'note' }, 'proven between ', make('span', { 'data-lower': lower }, signed(lower, 10)), ' and ',
        make('span', { 'data-upper': upper }, signed(upper, 10))),
      make('div', { class: 'bar', 'aria-hidden': 'true' }, inside),
    ] : [],
    note ? make('p', {}, `No value: ${note}.`) : [],
    make('dl', {}, facts.flatMap(([name, fact]) => [make('dt', {}, name), fact])),
  ].flat();
}

/** Renders the rolls: each opens its moves, and its best move leads to the position after it. */
function rolls(list, place, roll) {
  if (!list?.length) return [];
  const rows = list.map(({ dice, best, after, value, probability }) => ({
    kind: dice === roll ? 'chosen' : null,
    cells: [
      [{ class: 'dice' }, link(dice, { ...place, roll: dice })], number(`${(100 * probability).toFixed(1)} %`),
      best ? [{}, link(best, { ...place, position: after })] : '', valued(value),
    ],
  }));
  const head = ['Roll', number('Chance'), 'Best move', number('Value')];
  return [make('h2', {}, 'Rolls'), table({ class: 'rolls' }, head, rows)];
}

/** Renders moves, best first, each a link to the position after it. */
function moves(list, place, { seats }) {
  if (!list?.length) return [];
  const all = list.map(flat);
  const [best] = all;
  const isNumber = typeof best.value === 'number';
  const fields = shown(best).filter((name) => !(isNumber && name === 'value'));
  const isBest = (move) => ['value', ...fields].every((name) => `${move[name]}` === `${best[name]}`);
  const rows = all.map((move) => ({
    kind: isBest(move) ? 'best' : null,
    cells: [
      [{}, link(move.move, { ...place, position: move.after })],
      ...(isNumber ? [valued(move.value), number(loss(move.value, best.value))] : []),
      ...fields.map((name) => said(name, move[name], seats)),
    ],
  }));
  const head = ['Move', ...(isNumber ? [number('Value'), number('Loss')] : []), ...fields.map(nameOf)];
  return [make('h2', {}, 'Moves'), table({ class: 'moves' }, head, rows)];
}

function beside(about, { domain, position }, site) {
  const form = (label, action, use, attributes) => {
    const input = make('input', { ...attributes, id: attributes.name });
    const onsubmit = (event) => {
      event.preventDefault();
      site.attempt(() => use(input.value.trim()), site.signal);
    };
    return make('form', { class: 'find', onsubmit },
      make('label', { for: input.id }, label), input, make('button', {}, action));
  };
  const status = make('span', { role: 'status' });
  const go = (other) => site.go({ domain, position: other });
  const copy = async () => {
    // Only https has a clipboard.
    await navigator.clipboard?.writeText(location.href);
    status.textContent = navigator.clipboard ? 'The link is copied.' : 'The link is the address of this page.';
  };
  const random = async () => go(await randomOne(about));
  // As the numbers that answers have: in their part of their layer.
  const byNumber = async (typed) => {
    const { part = null, domain: of = domain } = about.answer ?? {};
    go(await numbered({ ...about, domain: of }, Number(typed), part));
  };
  return make('section', { class: 'beside', 'aria-label': 'Other positions' },
    make('p', { class: 'tools' },
      button('Random position', () => site.attempt(random, site.signal), { class: 'random' }),
      make('a', { class: 'button set-up', href: address({ domain, position, edit: 1 }) }, 'Set up'),
      button('Copy link', () => site.attempt(copy, site.signal)), status),
    form('Position', 'Look up', go,
      { name: 'position', value: position, spellcheck: 'false', autocomplete: 'off', autocapitalize: 'off' }),
    form('Number', 'Go', byNumber, { name: 'number', type: 'number', min: 0, required: true }));
}

function turn({ seat, over }, { seats }, roll) {
  if (!over) return [make('strong', {}, seats[seat]), roll ? ` to play ${roll}` : ' to move'];
  return [`The game is over: ${over.winner === null ? 'a draw' : `${seats[over.winner]} has won`}.`];
}

export async function showPosition(main, place, site) {
  const { domain, position } = place;
  const { signal } = site;
  const drawing = make('div', { class: 'drawing' });
  const known = make('div', { class: 'known' }, make('p', { class: 'note' }, 'Looking up …'));
  const board = make('section', { 'aria-label': 'Board' }, make('h1', {}, domain), drawing);
  const all = make('div', { class: 'position' }, board, known);
  // A board that is shown stays until the next is drawn.
  if (!main.querySelector('.position svg')) main.replaceChildren(all);

  const family = await familyOf(domain);
  const layer = family?.layer(domain);
  const game = layer && await family.game(domain);
  if (!game) throw new Error(`This folder has no page for ${domain}.`);
  const about = { family, domain, game, positions: layer.positions, signal };
  if (!position) {
    site.go({ domain, position: await first(about) }, { entry: 'replace' });
    return;
  }
  // What the rules know is shown before anything is read.
  const asked = { game: game.name, position, roll: place.roll ?? null };
  const { answer: ruled, drawing: text } = await family.ask({ what: 'draw', ...asked }, signal);
  const here = { domain, position: ruled.position };
  // As the rules write it.
  const { roll = null } = ruled;
  all.dataset.position = ruled.position;
  all.dataset.asked = location.search;
  draw(drawing, text);
  main.replaceChildren(all);
  if (place.edit) {
    known.replaceChildren(...setUp(drawing, { family, game, place: here, all }));
    return;
  }
  const status = make('p', { class: 'turn' }, turn(ruled, game, roll));
  known.prepend(status);
  if (!place.play) all.append(beside(about, here, site));

  const answer = await family.probe(domain, asked, signal).then(flat, (error) => {
    // No layer that is published holds it.
    if (error instanceof RefusedError) return { ...ruled, note: error.message };
    throw error;
  });
  if (place.play) {
    known.replaceChildren(status, ...play(answer, { game, place: { ...place, ...here, roll }, site }));
    return;
  }
  about.answer = answer.domain ? answer : null;
  // Links lead on in the domain that answered.
  if (answer.domain) here.domain = answer.domain;
  const equation = () => family.ask({ what: 'equation', ...asked, domain: answer.domain });
  known.replaceChildren(status, ...worth(answer, game), answer.domain ? explainBy(equation) : '',
    ...moves(answer.rolls ? answer.rolls.find(({ dice }) => dice === roll)?.moves : answer.moves, here, game),
    ...rolls(answer.rolls, here, roll), offer(answer, { game, place: here }));
}
