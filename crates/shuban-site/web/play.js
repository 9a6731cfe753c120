// A game against the database. The page rolls the dice, the reader chooses a move from a list without
// values, and the database answers with its best move. The address says where the game stands; the
// history's entry has what was played, and what it lost.
import { address, button, make, randomBelow } from './dom.js';
import { loss } from './words.js';

function rolled(rolls) {
  let point = randomBelow(2 ** 52) / 2 ** 52;
  return rolls.find(({ probability }) => (point -= probability) < 0) ?? rolls.at(-1);
}

/** Renders links that begin a game from a position. */
export function offer(answer, { game, place }) {
  // Where no layer answers there is nobody to play against.
  if (answer.over || answer.note) return '';
  const names = answer.rolls ? ['the player to move', 'the other player'] : game.seats;
  const links = names.map((name, play) =>
    make('a', { class: 'button', href: address({ ...place, play }) }, `as ${name}`));
  return make('section', { class: 'begin' },
    make('h2', {}, 'Play against the database'), make('p', { class: 'tools' }, links));
}

/** True if two moves have the same values. */
const isAsGood = ({ move: _, after: _a, ...values }, { move: _b, after: _c, ...best }) =>
  JSON.stringify(values) === JSON.stringify(best);

/** Goes on with a game: rolls, moves for the database, or lets the reader choose. */
export function play(answer, { game, place, site }) {
  const { domain, position, roll } = place;
  const [seat, log] = [Number(place.play), site.log()];
  const played = make('ol', { class: 'log', 'aria-live': 'polite' }, log.map((line) => make('li', {}, line)));
  const stop = make('a', { class: 'button', href: address({ domain, position, roll }) }, 'Stop, and see the values');
  const end = (verdict) => [make('p', { class: 'verdict', role: 'status' }, verdict), played, stop];
  if (answer.over) {
    const { winner } = answer.over;
    return end(winner === seat ? 'You have won.' : winner === null ? 'A draw.' : 'You have lost.');
  }
  // A position with dice is written from the side of the player to move: seats change places.
  const after = answer.rolls ? 1 - seat : seat;
  const goOn = (move, line, entry) => site.go(
    { domain: answer.domain ?? domain, position: move.after, play: after }, { entry, log: [...log, line] });
  const isOwn = answer.seat === seat;
  const now = answer.rolls && !(isOwn && roll) ? rolled(answer.rolls) : null;
  if (now && isOwn) {
    site.go({ domain, position, play: seat, roll: now.dice }, { entry: 'replace', log });
    return [played];
  }
  const moves = (answer.rolls ? (now ?? answer.rolls.find(({ dice }) => dice === roll))?.moves : answer.moves) ?? [];
  // Without a value, one move is as good as another.
  const [best] = now?.best ? [{ move: now.best, after: now.after }]
    : answer.source ? moves : [moves[randomBelow(moves.length)]];
  if (!best) return end('No move is left.');
  if (!isOwn) {
    const name = answer.source ? 'Database' : 'At random';
    goOn(best, `${name}${now ? ` ${now.dice}` : ''}: ${best.move}`, 'replace');
    return [played];
  }
  const line = (move) => {
    const isNumber = typeof move.value === 'number';
    const lost = isNumber ? loss(move.value, best.value) : isAsGood(move, best) ? '' : 'worse';
    return `You${roll ? ` ${roll}` : ''}: ${move.move}${lost ? ` (${lost} against ${best.move})` : ''}`;
  };
  // Best first would tell.
  const sorted = [...moves].sort((a, b) => a.move.localeCompare(b.move, 'en', { numeric: true }));
  return [
    make('h2', {}, 'Choose your move'),
    make('p', { class: 'tools choices' },
      sorted.map((move) => button(move.move, () => goOn(move, line(move), 'push')))),
    played, stop,
  ];
}
