// A game against the database. The page rolls the dice, the reader chooses a move from a list without
// values, and the database answers with its best move. Where the game stands is in the address; what
// was played, with what it lost, is in the entry of the browser's history.
import { address, make, randomBelow } from './dom.js';
import { loss } from './words.js';

/** Rolls dice, each roll with its probability. */
function rolled(rolls) {
  let point = randomBelow(2 ** 52) / 2 ** 52;
  return rolls.find(({ probability }) => (point -= probability) < 0) ?? rolls.at(-1);
}

/**
 * Returns the reader's seat after a move. A position with dice is written from the side of the player
 * to move, so that the seats change places.
 */
const seatAfter = (answer, seat) => (answer.rolls ? 1 - seat : seat);

/** Renders links that begin a game from a position. */
export function offer(answer, { game, place }) {
  if (answer.over) return [];
  const names = answer.rolls ? ['the player to move', 'the other player'] : game.seats;
  return [make('section', { class: 'begin', 'aria-label': 'Play' }, make('h2', {}, 'Play against the database'),
    make('p', { class: 'tools' }, names.map((name, seat) => make('a',
      { class: 'button', href: address({ ...place, play: seat }) }, `as ${name}`))))];
}

/** Goes on with a game: rolls, moves for the database, or lets the reader choose. */
export function play(answer, { game, place, site }) {
  const { domain, position, roll } = place;
  const seat = Number(place.play);
  const log = site.log();
  const played = make('ol', { class: 'log', 'aria-live': 'polite' }, log.map((line) => make('li', {}, line)));
  const end = make('p', { class: 'tools' }, make('a', { class: 'button', href: address({ domain, position, roll }) }, 'Stop, and see the values'));
  if (answer.over) {
    const { winner } = answer.over;
    const result = winner === seat ? 'You have won.' : winner === null ? 'A draw.' : 'You have lost.';
    return [make('p', { class: 'verdict', role: 'status' }, result), played, end];
  }
  const next = answer.domain ?? domain;
  const goOn = (move, line, entry) => site.go(
    { domain: next, position: move.after, play: seatAfter(answer, seat) }, { entry, log: [...log, line] });
  const isOwn = answer.seat === seat;

  if (answer.rolls && !(isOwn && roll)) {
    const now = rolled(answer.rolls);
    if (isOwn) site.go({ domain, position, play: seat, roll: now.dice }, { entry: 'replace', log });
    else {
      const move = now.best ? { move: now.best, after: now.after } : now.moves[randomBelow(now.moves.length)];
      goOn(move, `Database ${now.dice}: ${move.move}`, 'replace');
    }
    return [played];
  }
  const moves = answer.rolls ? answer.rolls.find(({ dice }) => dice === roll)?.moves ?? [] : answer.moves;
  const [best] = moves;
  if (!best) return [make('p', { class: 'verdict', role: 'status' }, 'No move is left.'), played, end];
  if (!isOwn) {
    goOn(best, `${game.seats[answer.seat]}: ${best.move}`, 'replace');
    return [played];
  }
  const line = (move) => {
    const lost = typeof move.value === 'number' ? loss(move.value, best.value) : '';
    return `You${roll ? ` ${roll}` : ''}: ${move.move}${lost ? ` (${lost} against ${best.move})` : ''}`;
  };
  // Best first would tell.
  const sorted = [...moves].sort((a, b) => a.move.localeCompare(b.move, 'en', { numeric: true }));
  return [
    make('h2', {}, roll ? `Your move with ${roll}` : 'Your move'),
    make('ul', { class: 'choices' }, sorted.map((move) => make('li', {},
      make('button', { type: 'button', onclick: () => goOn(move, line(move), 'push') }, move.move)))),
    played, end,
  ];
}
