// Shows how a value follows from the stored values that it rests on, computed again by the page alone.
import { make, table } from './dom.js';
import { check, evaluator } from './equation.js';

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
