// Computes a value again from the stored values that it rests on, by whole numbers alone: without the
// module, and without the program that wrote them. `check` touches nothing of the page.
import { make, table } from './dom.js';

const big = (number) => (number === null ? null : BigInt(number));
const present = (numbers) => numbers.filter((number) => number !== null);
const pick = (isBetter) => (numbers) =>
  present(numbers).reduce((best, n) => (best === null || isBetter(n, best) ? n : best), null);
const largest = pick((a, b) => a > b);
const smallest = pick((a, b) => a < b);

/** Looks a number up in a list of objects with `numbers` by name. */
function lookedUp(list, at, name) {
  const numbers = list[at]?.numbers ?? {};
  if (!Object.hasOwn(numbers, name)) throw new Error(`no number ${name} of ${at}`);
  return big(numbers[name]);
}

/** Divides, rounding down: BigInt's division truncates. */
const down = (n, total) => n / total - (n % total < 0n ? 1n : 0n);

function summed({ mean }, of) {
  const terms = mean.map(({ weight, of: e }) => [BigInt(weight), of(e)]);
  const total = terms.reduce((sum, [weight]) => sum + weight, 0n);
  const isKnown = terms.every(([, number]) => number !== null);
  return { total, sum: isKnown ? terms.reduce((sum, [weight, number]) => sum + weight * number, 0n) : null };
}

const isIn = (seat, set) => (set >> seat) & 1n;
/** Unites the sets that the mover likes best: the smallest that hold the mover, or else all. */
function unite(sets, mover) {
  const rank = (set) => (isIn(mover, set) ? set.toString(2).replaceAll('0', '').length : Infinity);
  const best = Math.min(...sets.map(rank));
  return sets.filter((set) => rank(set) === best).reduce((all, set) => all | set, 0n);
}

/** Operations by name; `of` evaluates an expression within. */
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
    const plies = e.distance.filter((play) => of(play.score) === best).map((play) => of(play.plies));
    const reached = (best > endless ? smallest : largest)(plies);
    return reached === null ? null : smallest([reached + 1n, big(e.most)]);
  },
  united: (e, of) => {
    const sets = (plays) => present(plays.map((play) => of(play.of)));
    const own = sets(e.united);
    const mover = BigInt(e.mover);
    return unite(own.some((set) => isIn(mover, set)) ? own : own.concat(sets(e.otherwise)), mover);
  },
  rotated: (e, of) => {
    const set = of(e.rotated);
    const [first, seats] = [BigInt(e.first), BigInt(e.seats)];
    return set === null ? null : ((set >> first) | (set << (seats - first))) & ((1n << seats) - 1n);
  },
};

/** Returns what evaluates the expressions of an equation, to a BigInt or null. */
function evaluator({ stored, derived }) {
  const of = (e) => {
    const name = Object.keys(operations).find((key) => Object.hasOwn(e, key));
    if (!name) throw new Error(`unknown operation in ${JSON.stringify(e)}`);
    return operations[name](e, of);
  };
  Object.assign(of, { stored, derived: [] });
  // Positions that no table holds: each rests on those before it.
  for (const { numbers } of derived) {
    of.derived.push({ numbers: Object.fromEntries(Object.entries(numbers).map(([name, e]) => [name, of(e)])) });
  }
  return of;
}

const relations = { '=': (a, b) => a === b, '<=': (a, b) => a <= b, '>=': (a, b) => a >= b };

/** Computes all numbers of an equation, and compares each with the stored one by its relation. */
export function check(equation) {
  const of = evaluator(equation);
  const numbers = equation.numbers.map(({ name, relation, stored: text, expression }) => {
    const [stored, computed] = [big(text), of(expression)];
    const isNull = stored === null || computed === null;
    const passed = isNull ? stored === computed : relations[relation](stored, computed);
    return { name, relation, stored, computed, passed };
  });
  return { passed: numbers.length > 0 && numbers.every(({ passed }) => passed), numbers };
}

function terms(e, of, text) {
  const rows = (head, cells) => table({}, head, cells.map((row) => ({ cells: row })));
  const mean = e.mean ? e : e.sum?.find((term) => term.mean);
  if (mean) {
    return rows(['Roll', 'Weight', 'Best move', 'Number'], mean.mean.map(({ roll, weight, of: inner }) => {
      const best = (inner.max ?? inner.min)?.find((play) => of(play.of) === of(inner));
      return [roll, weight, best?.move ?? '', text(of(inner))];
    }));
  }
  const plays = e.max ?? e.min ?? e.distance ?? e.rotated?.united ?? e.united ?? [];
  return rows(['Move', 'Number'], plays.map((play) => [play.move, text(of(play.of ?? play.plies))]));
}

/** Renders a section that checks, when the reader asks for it, the equation that `load` gives. */
export function explainBy(load) {
  const output = make('div', { role: 'status' });
  const compute = async () => {
    output.textContent = 'Computing …';
    try {
      const { equation } = await load();
      const { source, one, stored } = equation;
      const { passed, numbers } = check(equation);
      const of = evaluator(equation);
      const decimal = (n) => (one === 1 ? '' : ` (${(Number(n) / Number(one)).toFixed(10)})`);
      const text = (n) => (n === null ? '–' : `${n}${decimal(n)}`);
      output.replaceChildren(
        make('p', { class: `verdict ${passed ? 'agrees' : 'differs'}` },
          `The value ${passed ? 'holds' : 'does not hold'}. It rests on ${stored.length} stored positions.`),
        ...numbers.flatMap((number, at) => [
          make('p', { class: number.passed ? 'agrees' : 'differs' }, `${number.name}: stored ${text(number.stored)} `,
            `${number.relation} computed here ${text(number.computed)} ${number.passed ? '✓' : '✗'}`),
          make('details', {}, make('summary', {}, 'from'), terms(equation.numbers[at].expression, of, text)),
        ]),
        source ? make('p', {}, `Stored in ${source.domain}, ${source.part} #${source.rank}, block ${source.block}, `,
          `checksum ${source.checksum}`) : '',
      );
    } catch (error) {
      output.textContent = `The check could not be made: ${error.message}`;
    }
  };
  return make('details', { class: 'check' }, make('summary', {}, 'Check it yourself'),
    make('p', {}, 'The equation that certifies this value, computed by whole numbers in this page.'),
    make('button', { type: 'button', onclick: compute }, 'Compute'), output);
}
