// Values and facts in words. What is not known here is shown under its own name.

/** Members of an answer that are shown elsewhere, or not to people. */
const ELSEWHERE = `game domain position seat over source lower upper rolls roll moves move after player dice
  probability best best_black best_white note`.split(/\s+/);
const NAMES = { a: 'more moves if Black begins', b: 'more moves if White begins', index: 'number', wins: 'mover wins' };
const LAST = { N: 'the side that moves first', P: 'the side that moves second', L: 'Black', R: 'White' };

export const signed = (number, digits = 6) => `${number < 0 ? '−' : '+'}${Math.abs(number).toFixed(digits)}`;

/** Returns the chance of winning that a value from -1 to 1 stands for. */
export const percent = (value) => `${(50 * (1 + value)).toFixed(2)} %`;

/** Returns how far a value is below the best; nothing if it is as good. */
export const loss = (value, best) => (value < best ? signed(value - best) : '');

export function size(bytes) {
  const power = Math.min(Math.floor(Math.log10(bytes + 1) / 3), 4);
  return `${(bytes / 1000 ** power).toFixed(power ? 1 : 0)} ${['bytes', 'kB', 'MB', 'GB', 'TB'][power]}`;
}

/** Returns a member of an answer, or of a move, in words; `seats` are the names of the players. */
export function said(name, value, seats) {
  if (name === 'a' || name === 'b') {
    if (value === null) return 'no move';
    return value === 0 ? 'equal' : `${value > 0 ? 'Black' : 'White'} +${Math.abs(value)}`;
  }
  if (name === 'value' && Array.isArray(value)) return `${value.map((seat) => seats[seat - 1]).join(' or ')} wins`;
  if (name === 'outcome') return LAST[value] ? `${LAST[value]} makes the last move` : value;
  if (typeof value === 'number' && !Number.isInteger(value)) return signed(value);
  return typeof value === 'boolean' ? (value ? 'yes' : 'no') : `${value}`;
}

export const nameOf = (name) => NAMES[name] ?? name.replaceAll('_', ' ');

const isNumbers = (value) => value && typeof value === 'object' && !Array.isArray(value)
  && Object.values(value).every((one) => one === null || typeof one === 'number');

/** Returns an object with members of its members that are numbers by name: `equity_owned`. */
export const flat = (object) => Object.fromEntries(Object.entries(object).flatMap(([name, value]) => (
  isNumbers(value) && !ELSEWHERE.includes(name)
    ? Object.entries(value).map(([inner, one]) => [`${name}_${inner}`, one]) : [[name, value]])));

/** Returns the names of the members that are to be shown. */
export const shown = (object) => Object.keys(object).filter((name) => !ELSEWHERE.includes(name)
  && (object[name] === null ? NAMES[name] : typeof object[name] !== 'object' || Array.isArray(object[name])));
