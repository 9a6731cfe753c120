// Computes an equation again from the stored numbers that it states, by integers: without the program that
// wrote them. Pages of a server and those of a published folder use it; it touches nothing of a page.

const big = (number) => (number === null ? null : BigInt(number));
const present = (numbers) => numbers.filter((number) => number !== null);
const pick = (isBetter) => (numbers) =>
  present(numbers).reduce((best, n) => (best === null || isBetter(n, best) ? n : best), null);
const largest = pick((a, b) => a > b);
const smallest = pick((a, b) => a < b);

// A number of a list of positions, which are objects with `numbers` by name.
function lookedUp(list, place, name) {
  const numbers = list[place]?.numbers ?? {};
  if (!Object.hasOwn(numbers, name)) throw new Error(`no number ${name} of ${place}`);
  return big(numbers[name]);
}

const down = (n, total) => n / total - (n % total < 0n ? 1n : 0n); // division truncates

/** Returns the sum of the terms of a mean, or null if one is unknown, and their weight. */
export function summed({ mean }, of) {
  const terms = mean.map(({ weight, of: e }) => [BigInt(weight), of(e)]);
  const total = terms.reduce((all, [weight]) => all + weight, 0n);
  const isKnown = terms.every(([, number]) => number !== null);
  return { total, sum: isKnown ? terms.reduce((all, [weight, number]) => all + weight * number, 0n) : null };
}

// The sets that the mover likes best, united: the smallest with itself in them, else all alike.
const isIn = (seat, set) => (set >> seat) & 1n;
function united(sets, mover) {
  const tier = (set) => (isIn(mover, set) ? set.toString(2).replaceAll('0', '').length : Infinity);
  const best = Math.min(...sets.map(tier));
  return sets.filter((set) => tier(set) === best).reduce((all, set) => all | set, 0n);
}

// Operations by name; `of` evaluates an expression within.
const operations = {
  stored: (e, of) => lookedUp(of.stored, e.stored, e.number),
  derived: (e, of) => lookedUp(of.derived, e.derived, e.number),
  constant: (e) => big(e.constant),
  negated: (e, of) => { const n = of(e.negated); return n === null ? null : -n; },
  sum: (e, of) => e.sum.map(of).reduce((a, b) => (a === null || b === null ? null : a + b), 0n),
  first_of: (e, of) => e.first_of.map(of).find((number) => number !== null) ?? null,
  max: (e, of) => largest(e.max.map((play) => of(play.of))),
  min: (e, of) => smallest(e.min.map((play) => of(play.of))),
  mean: (e, of) => {
    const { sum, total } = summed(e, of);
    if (sum === null || total === 0n) return null;
    return e.rounded === 'down' ? down(sum, total) : -down(-sum, total);
  },
  distance: (e, of) => {
    const [best, endless] = [largest(e.distance.map((play) => of(play.score))), big(e.endless)];
    if (best === null || best === endless) return null;
    const reached = e.distance.filter((play) => of(play.score) === best);
    const plies = (best > endless ? smallest : largest)(reached.map((play) => of(play.plies)));
    return plies === null ? null : smallest([plies + 1n, big(e.most)]);
  },
  united: (e, of) => {
    const sets = (plays) => present(plays.map((play) => of(play.of)));
    const [own, mover] = [sets(e.united), BigInt(e.mover)];
    return united(own.some((set) => isIn(mover, set)) ? own : own.concat(sets(e.otherwise)), mover);
  },
  rotated: (e, of) => {
    const [set, first, seats] = [of(e.rotated), BigInt(e.first), BigInt(e.seats)];
    return set === null ? null : ((set >> first) | (set << (seats - first))) & ((1n << seats) - 1n);
  },
};

/**
 * Returns a function that evaluates the expressions of an equation, to a BigInt or null. Its member `derived`
 * has the positions that no table holds, with their numbers.
 */
export function evaluator({ stored, derived }) {
  const of = (e) => {
    const name = Object.keys(operations).find((key) => Object.hasOwn(e, key));
    if (!name) throw new Error(`unknown operation in ${JSON.stringify(e)}`);
    return operations[name](e, of);
  };
  Object.assign(of, { stored, derived: [] });
  // Each rests on those before it.
  for (const { position, numbers } of derived) {
    const known = Object.entries(numbers).map(([name, e]) => [name, of(e)]);
    of.derived.push({ position, numbers: Object.fromEntries(known) });
  }
  return of;
}

const relations = { '=': (a, b) => a === b, '<=': (a, b) => a <= b, '>=': (a, b) => a >= b };

/** Computes all numbers of an equation, and compares each with the stored one by its relation. */
export function check(equation) {
  const of = evaluator(equation);
  const numbers = equation.numbers.map(({ name, relation, stored: text, expression }) => {
    const [stored, computed] = [big(text), of(expression)];
    if (!Object.hasOwn(relations, relation)) throw new Error(`unknown relation ${relation}`);
    const isNull = stored === null || computed === null;
    const passed = isNull ? stored === computed : relations[relation](stored, computed);
    return { name, relation, stored, computed, passed };
  });
  return { passed: numbers.length > 0 && numbers.every(({ passed }) => passed), numbers };
}
