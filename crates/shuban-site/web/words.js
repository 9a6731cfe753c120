// Values and facts in words. What is not known here is shown under its own name.

/** Members of an answer that are shown elsewhere, or not for people. */
const ELSEWHERE = new Set([
  'game', 'domain', 'position', 'seat', 'over', 'source', 'lower', 'upper', 'rolls', 'roll', 'moves', 'move',
  'after', 'player', 'dice', 'note', 'probability', 'best', 'best_black', 'best_white',
]);

const NAMES = { a: 'if Black begins', b: 'if White begins', index: 'number', wins: 'mover wins' };
const OUTCOMES = {
  N: 'the side that moves first makes the last move', P: 'the side that moves second makes the last move',
  L: 'Black makes the last move', R: 'White makes the last move',
};

/** Returns a number with its sign. */
export function signed(number, digits = 6) {
  const text = Math.abs(number).toFixed(digits);
  return number < 0 ? `−${text}` : `+${text}`;
}

/** Returns the chance of winning that a value from -1 to 1 stands for. */
export const percent = (value) => `${(50 * (1 + value)).toFixed(2)} %`;

/** Returns how much fewer a value is than the best, as text; nothing if it is the best. */
export const loss = (value, best) => (value < best ? `−${(best - value).toFixed(6)}` : '');

/** Returns a count of bytes. */
export function size(bytes) {
  const units = ['bytes', 'kB', 'MB', 'GB', 'TB'];
  let [shown, unit] = [bytes, 0];
  for (; shown >= 1000 && unit < 4; unit += 1) shown /= 1000;
  return `${unit > 0 && shown < 100 ? shown.toFixed(1) : Math.round(shown)} ${units[unit]}`;
}

const more = (count, first, second) => `${first} makes ${count} move${count === 1 ? '' : 's'} more than ${second}`;

/** Returns a member of an answer, or of a move, in words; `seats` are the names of the players. */
export function said(name, value, seats) {
  if (name === 'a' || name === 'b') {
    if (value === null) return `${name === 'a' ? 'Black' : 'White'} has no move`;
    if (value === 0) return 'both make equally many moves';
    return value > 0 ? more(value, 'Black', 'White') : more(-value, 'White', 'Black');
  }
  if (name === 'value' && Array.isArray(value)) return `${value.map((seat) => seats[seat - 1] ?? seat).join(' or ')} wins`;
  if (name === 'outcome') return OUTCOMES[value] ?? value;
  if (typeof value === 'boolean') return value ? 'yes' : 'no';
  return `${value}`;
}

/** Returns the name of a member for people. */
export const nameOf = (name) => NAMES[name] ?? name.replaceAll('_', ' ');

/** Returns the names of the members that are to be shown. */
export const shown = (object) => Object.keys(object).filter((name) => !ELSEWHERE.has(name)
  && (object[name] === null ? 'ab'.includes(name) : typeof object[name] !== 'object' || Array.isArray(object[name])));
