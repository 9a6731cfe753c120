// Computes a value again in the page: from the stored values that it rests on, by integers, without
// the program that wrote them. `/api/v1/domains/{domain}/equation` gives what is needed.
//
// <section data-check="/api/v1/domains/…/equation?position=…"><button>…</button></section>
//
// `bind(section)` makes a click fetch the equation, check it and draw it into the section. Words in
// another language come as JSON in `data-texts`, with the names of `english`.

export const english = {
  recomputed: "recomputed here", stored: "stored", fails: "does not hold", move: "move",
  roll: "roll", weight: "weight", best: "best move", number: "number", from: "from",
  sum: "sum", down: "rounded down", up: "rounded up", between: "worked out from others:",
  block: "block", checksum: "checksum", more: "all", error: "The check could not be made:",
};

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
  const tier = (set) => (isIn(mover, set) ? set.toString(2).replaceAll("0", "").length : Infinity);
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
    return e.rounded === "down" ? down(sum, total) : -down(-sum, total);
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

/// What an expression comes to, a BigInt or null, from `stored` (and `derived`): lists of objects
/// with `numbers` by name.
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

const relations = { "=": (a, b) => a === b, "<=": (a, b) => a <= b, ">=": (a, b) => a >= b };
const holds = (relation, a, b) =>
  a === null || b === null ? a === b : relations[relation](a, b);

/// Computes all numbers of an equation: whether each relation holds.
export function check(equation) {
  const derived = derivedOf(equation);
  const numbers = equation.numbers.map(({ name, relation, stored, expression }) => {
    const computed = evaluate(expression, equation.stored, derived);
    const own = big(stored);
    return { name, stored: own, computed, relation, passed: holds(relation, own, computed) };
  });
  return { passed: numbers.length > 0 && numbers.every((number) => number.passed), numbers };
}

const node = (tag, ...children) => {
  const element = document.createElement(tag);
  element.append(...children);
  return element;
};
const row = (cell, cells) => node("tr", ...cells.map((text) => node(cell, text)));

/// Draws an equation into an element, with a verdict for each number; gives what `check` found.
export function explain(element, equation, texts = english) {
  const t = { ...english, ...texts };
  const derived = derivedOf(equation);
  const of = (expression) => evaluate(expression, equation.stored, derived);
  const one = Number(equation.one);
  const decimal = (n) => (one === 1 ? "" : ` (${(Number(n) / one).toFixed(10)})`);
  const isSet = equation.numbers.some(({ expression: e }) => e.united || e.rotated);
  const seats = (set) => [...set.toString(2)].reverse().flatMap((bit, i) => +bit ? [i + 1] : []);
  const text = (n) => n === null ? "–" : isSet ? `{${seats(n)}}` : `${n}${decimal(n)}`;
  const place = ({ domain, part, rank, block, checksum }) =>
    `${domain} ${part} #${rank}, ${t.block} ${block}, ${t.checksum} ${checksum}`;
  // The first position that an expression looks up, and where that was read.
  const origin = (e) => {
    if (Object.hasOwn(e, "stored")) {
      const { position, ...from } = equation.stored[e.stored];
      return `${position}: ${place(from)}`;
    }
    if (Object.hasOwn(e, "derived")) return `${t.between} ${derived[e.derived].position}`;
    const inner = [e.negated, e.rotated, ...(e.sum ?? []), ...(e.first_of ?? [])];
    return inner.filter(Boolean).map(origin).find(Boolean) ?? "";
  };
  const table = (head, rows) => {
    const drawn = node("table", node("thead", row("th", head)), node("tbody", ...rows));
    const folded = () => node("details", node("summary", `${t.more} ${rows.length}`), drawn);
    return rows.length > 12 ? folded() : drawn;
  };
  const plays = (list, key) => table([t.move, t.number, t.from],
    list.map((play) => row("td", [play.move, text(of(play[key])), origin(play[key])])));
  const events = (mean) => {
    const line = ({ roll, weight, of: e }) => {
      const play = (e.max ?? e.min)?.find((play) => of(play.of) === of(e));
      return row("td", [roll, `${weight}`, play?.move ?? "", text(of(e)), origin(play?.of ?? e)]);
    };
    const { sum, total } = summed(mean, of);
    const head = [t.roll, t.weight, t.best, t.number, t.from];
    const quotient = `${t.sum} ${sum} / ${total}, ${t[mean.rounded]}: ${text(of(mean))}`;
    return node("div", table(head, mean.mean.map(line)), node("p", quotient));
  };
  const drawn = (e) => {
    if (e.rotated) return drawn(e.rotated);
    const inner = e.sum?.find((term) => term.mean);
    if (inner) return events(inner);
    if (e.mean) return events(e);
    if (e.distance) return plays(e.distance, "plies");
    const list = e.max ?? e.min ?? (e.united && e.united.concat(e.otherwise));
    return list ? plays(list, "of") : node("p", text(of(e)));
  };
  const found = check(equation);
  const sections = found.numbers.map(({ name, stored, computed, relation, passed }, i) => {
    const both = `${t.stored} ${text(stored)} ${relation} ${t.recomputed} ${text(computed)}`;
    const verdict = node("p", `${name}: ${both} ${passed ? "✓" : `✗ ${t.fails}`}`);
    verdict.className = passed ? "passed" : "failed";
    return node("section", verdict, drawn(equation.numbers[i].expression));
  });
  if (equation.source) sections.push(node("p", `${t.stored}: ${place(equation.source)}`));
  element.replaceChildren(...sections);
  return found;
}

/// Makes a section's button fetch, check and draw.
export function bind(section) {
  const output = section.appendChild(document.createElement("div"));
  section.querySelector("button").addEventListener("click", async () => {
    const texts = { ...english, ...JSON.parse(section.dataset.texts ?? "{}") };
    try {
      const answer = await fetch(section.dataset.check);
      const equation = await answer.json();
      if (!answer.ok) throw new Error(equation.detail);
      explain(output, equation, texts);
    } catch (error) {
      output.textContent = `${texts.error} ${error.message}`;
    }
  });
}
