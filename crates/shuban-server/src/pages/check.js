// Computes a value again in the page: from the stored values that it rests on, by integers, without
// the program that wrote them. `/api/v1/domains/{domain}/equation` gives what is needed.
//
// <section data-check="/api/v1/domains/…/equation?position=…"><button>…</button></section>
//
// A click on the button fetches the equation, checks it and draws it into the section. Words in
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

// A number of a position in a list.
function lookedUp(all, place, name) {
  const numbers = all[place]?.numbers;
  if (!numbers || !Object.hasOwn(numbers, name)) throw new Error(`no number ${name} of ${place}`);
  return big(numbers[name]);
}

function quotient(sum, total, rounded) {
  const down = (n) => n / total - (n % total < 0n ? 1n : 0n);
  return rounded === "down" ? down(sum) : -down(-sum);
}

// Larger sets are liked less; sets without the mover are all alike.
function tier(set, mover) {
  return (set >> mover) & 1n ? [...set.toString(2)].filter((bit) => bit === "1").length : 9;
}

function united(sets, mover) {
  const best = Math.min(...sets.map((set) => tier(set, mover)));
  return sets.filter((set) => tier(set, mover) === best).reduce((all, set) => all | set, 0n);
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
    return sum === null || total === 0n ? null : quotient(sum, total, e.rounded);
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
    const isEnough = own.some((set) => (set >> mover) & 1n);
    return united(isEnough ? own : own.concat(sets(e.otherwise)), mover);
  },
  rotated: (e, of) => {
    const set = of(e.rotated), first = BigInt(e.first), seats = BigInt(e.seats);
    return set === null ? null : ((set >> first) | (set << (seats - first))) & ((1n << seats) - 1n);
  },
};

function summed(mean, of) {
  let sum = 0n, total = 0n;
  for (const event of mean.mean) {
    const number = of(event.of), weight = BigInt(event.weight);
    sum = sum === null || number === null ? null : sum + weight * number;
    total += weight;
  }
  return { sum, total };
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

function holds(relation, stored, computed) {
  if (stored === null || computed === null || relation === "=") return stored === computed;
  if (relation === "<=") return stored <= computed;
  if (relation === ">=") return stored >= computed;
  throw new Error(`unknown relation ${relation}`);
}

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
const FOLDED = 12; // longer lists are folded

/// Draws an equation into an element, with a verdict for each number; gives what `check` found.
export function explain(element, equation, texts = english) {
  const t = { ...english, ...texts };
  const derived = derivedOf(equation);
  const of = (expression) => evaluate(expression, equation.stored, derived);
  const scale = 2 ** equation.fraction_bits;
  const decimal = (n) => (scale === 1 ? "" : ` (${(Number(n) / scale).toFixed(10)})`);
  const text = (n) => (n === null ? "–" : `${n}${decimal(n)}`);
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
    if (rows.length <= FOLDED) return drawn;
    return node("details", node("summary", `${t.more} ${rows.length}`), drawn);
  };
  const plays = (list, key) => {
    const line = (play) => row("td", [play.move, text(of(play[key])), origin(play[key])]);
    return table([t.move, t.number, t.from], list.map(line));
  };
  const events = (mean) => {
    const line = ({ roll, weight, of: best }) => {
      const number = of(best);
      const play = (best.max ?? []).find((play) => of(play.of) === number);
      const from = play ? origin(play.of) : origin(best);
      return row("td", [roll, `${weight}`, play?.move ?? "", text(number), from]);
    };
    const { sum, total } = summed(mean, of);
    const quotient = `${t.sum} ${sum} / ${total}, ${t[mean.rounded]}: ${text(of(mean))}`;
    const head = [t.roll, t.weight, t.best, t.number, t.from];
    return node("div", table(head, mean.mean.map(line)), node("p", quotient));
  };
  const drawn = (e) => {
    if (e.rotated) return drawn(e.rotated);
    if (e.mean) return events(e);
    if (e.distance) return plays(e.distance, "plies");
    const list = e.max ?? e.min ?? (e.united && e.united.concat(e.otherwise));
    return list ? plays(list, "of") : node("p", text(of(e)));
  };
  const found = check(equation);
  const sections = found.numbers.map(({ name, stored, computed, relation, passed }, i) => {
    const both = `${t.stored} ${text(stored)} ${relation} ${t.recomputed} ${text(computed)}`;
    const verdict = node("p", `${name}: ${both}  ${passed ? "✓" : `✗ ${t.fails}`}`);
    verdict.className = passed ? "passed" : "failed";
    return node("section", verdict, drawn(equation.numbers[i].expression));
  });
  const own = equation.source ? [node("p", `${t.stored}: ${place(equation.source)}`)] : [];
  element.replaceChildren(...sections, ...own);
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
