// Computes a value again from the stored values that it rests on, by integers alone: without the module
// and the program that wrote them. `check` and `evaluate` touch nothing of the page.
import { make, table } from './dom.js';

const big = (number) => (number === null ? null : BigInt(number));
const present = (numbers) => numbers.filter((number) => number !== null);
const pick = (better) => (numbers) =>
  present(numbers).reduce((best, n) => (best === null || better(n, best) ? n : best), null);
const largest = pick((a, b) => a > b);
const smallest = pick((a, b) => a < b);

function lookedUp(all, place, name) {
  const numbers = all[place]?.numbers;
  if (!numbers || !Object.hasOwn(numbers, name)) throw new Error(`no number ${name} of ${place}`);
  return big(numbers[name]);
}

const down = (n, total) => n / total - (n % total < 0n ? 1n : 0n); // division truncates

// The sets that the mover likes best, united: the smallest with itself in them, else all alike.
const isIn = (seat, set) => (set >> seat) & 1n;
function united(sets, mover) {
  const tier = (set) => (isIn(mover, set) ? set.toString(2).replaceAll('0', '').length : Infinity);
  const best = Math.min(...sets.map(tier));
  return sets.filter((set) => tier(set) === best).reduce((all, set) => all | set, 0n);
}

// What each operation comes to, given the value of other expressions by `of`.
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
    const best = largest(e.distance.map((play) => of(play.score)));
    const endless = big(e.endless), most = big(e.most);
    if (best === null || best === endless) return null;
    const reached = e.distance.filter((play) => of(play.score) === best);
    const plies = (best > endless ? smallest : largest)(reached.map((play) => of(play.plies)));
    return plies === null ? null : smallest([plies + 1n, most]);
  },
  united: (e, of) => {
    const sets = (plays) => present(plays.map((play) => of(play.of)));
    const own = sets(e.united), mover = BigInt(e.mover);
    const isEnough = own.some((set) => isIn(mover, set));
    return united(isEnough ? own : own.concat(sets(e.otherwise)), mover);
  },
  rotated: (e, of) => {
    const set = of(e.rotated), first = BigInt(e.first), seats = BigInt(e.seats);
    return set === null ? null : ((set >> first) | (set << (seats - first))) & ((1n << seats) - 1n);
  },
};

function summed(mean, of) {
  const terms = mean.mean.map((event) => [BigInt(event.weight), of(event.of)]);
  const total = terms.reduce((all, [weight]) => all + weight, 0n);
  if (terms.some(([, number]) => number === null)) return { sum: null, total };
  return { sum: terms.reduce((all, [weight, number]) => all + weight * number, 0n), total };
}

/**
 * Evaluates an expression to a BigInt, or null, from `stored` and `derived`: lists of objects with
 * `numbers` by name.
 */
export function evaluate(expression, stored, derived = []) {
  const of = (e) => {
    const name = Object.keys(operations).find((name) => Object.hasOwn(e, name));
    if (!name) throw new Error(`unknown operation in ${JSON.stringify(e)}`);
    return operations[name](e, of);
  };
  return Object.assign(of, { stored, derived })(expression);
}

// The numbers of the positions that no table holds; each rests on those before it.
function derivedOf(equation) {
  const all = [];
  for (const { position, numbers } of equation.derived) {
    const value = ([name, expression]) => [name, evaluate(expression, equation.stored, all)];
    all.push({ position, numbers: Object.fromEntries(Object.entries(numbers).map(value)) });
  }
  return all;
}

const relations = { '=': (a, b) => a === b, '<=': (a, b) => a <= b, '>=': (a, b) => a >= b };
const holds = (relation, a, b) =>
  a === null || b === null ? a === b : relations[relation](a, b);

/** Computes all numbers of an equation, and compares each with the stored one by its relation. */
export function check(equation) {
  const derived = derivedOf(equation);
  const numbers = equation.numbers.map(({ name, relation, stored, expression }) => {
    const computed = evaluate(expression, equation.stored, derived);
    const own = big(stored);
    return { name, stored: own, computed, relation, passed: holds(relation, own, computed) };
  });
  return { passed: numbers.length > 0 && numbers.every((number) => number.passed), numbers };
}

/** Most rows that are shown without being asked for. */
const FEW = 30;

/** Renders an equation that was checked: each number with the rolls or moves that it is made of. */
function explain(equation, found) {
  const derived = derivedOf(equation);
  const of = (expression) => evaluate(expression, equation.stored, derived);
  const one = Number(equation.one);
  const text = (n) => (n === null ? '–' : one === 1 ? `${n}` : `${n} (${(Number(n) / one).toFixed(10)})`);
  const list = (head, rows) => {
    const drawn = table({}, head, rows.map((cells) => ({ cells })));
    return rows.length > FEW ? make('details', {}, make('summary', {}, `all ${rows.length}`), drawn) : drawn;
  };
  const plays = (e) => e.max ?? e.min ?? e.distance ?? (e.united && e.united.concat(e.otherwise));
  const worth = (play) => of(play.of ?? play.score);
  const terms = (e) => {
    if (e.rotated) return terms(e.rotated);
    const mean = e.mean ? e : e.sum?.find((term) => term.mean);
    if (mean) {
      const { sum, total } = summed(mean, of);
      const rows = mean.mean.map(({ roll, weight, of: inner }) => {
        const best = (inner.max ?? inner.min)?.find((play) => worth(play) === of(inner));
        return [roll, `${weight}`, best?.move ?? '', text(of(inner))];
      });
      return [list(['Roll', 'Weight', 'Best move', 'Number'], rows),
        make('p', {}, `Sum ${sum} / ${total}, rounded ${mean.rounded}: ${text(of(mean))}`)];
    }
    const moves = plays(e);
    return moves ? [list(['Move', 'Number'], moves.map((play) => [play.move, text(worth(play))]))] : [];
  };
  return found.numbers.map(({ name, stored, computed, relation, passed }, at) => [
    make('p', { class: passed ? 'agrees' : 'differs' }, `${name}: stored ${text(stored)} ${relation} `,
      `computed here ${text(computed)} ${passed ? '✓' : '✗ does not hold'}`),
    make('details', {}, make('summary', {}, 'from'), terms(equation.numbers[at].expression)),
  ]).flat();
}

/** Renders a section that checks the equation that `load` gives, when the reader asks for it. */
export function explainBy(load) {
  const output = make('div', { role: 'status' });
  const compute = async () => {
    output.textContent = 'Computing …';
    try {
      const { equation } = await load();
      const found = check(equation);
      const { source, stored } = equation;
      output.replaceChildren(
        make('p', { class: `verdict ${found.passed ? 'right' : 'wrong'}` }, make('strong', {},
          found.passed ? 'The value holds.' : 'The value does not hold.'), ` It rests on ${stored.length} stored positions.`),
        ...explain(equation, found),
        source && make('p', { class: 'note' }, `Stored in ${source.domain}, ${source.part} #${source.rank}, `,
          `block ${source.block}, checksum ${source.checksum}`),
      );
    } catch (error) {
      output.textContent = `The check could not be made: ${error.message}`;
    }
  };
  return make('details', { class: 'check' }, make('summary', {}, 'Check it yourself'),
    make('p', { class: 'note' }, 'The equation that certifies this value, computed by whole numbers in this page.'),
    make('button', { type: 'button', onclick: compute }, 'Compute'), output);
}
