// Computes a value again in the page: from the stored values that it rests on, by integers, without
// the program that wrote them. `/api/v1/domains/{domain}/equation` gives what is needed.
//
// <section data-check="/api/v1/domains/…/equation?position=…"><button>…</button></section>
//
// `bind(section)` makes a click fetch the equation, check it and draw it into the section. Words in
// another language come as JSON in `data-texts`, with the names of `english`.

import { check, evaluator, summed } from "./equation.js";

export const english = {
  recomputed: "recomputed here", stored: "stored", fails: "does not hold", move: "move",
  roll: "roll", weight: "weight", best: "best move", number: "number", from: "from",
  sum: "sum", down: "rounded down", up: "rounded up", between: "worked out from others:",
  block: "block", checksum: "checksum", more: "all", error: "The check could not be made:",
};

const node = (tag, ...children) => {
  const element = document.createElement(tag);
  element.append(...children);
  return element;
};
const row = (cell, cells) => node("tr", ...cells.map((text) => node(cell, text)));

/// Draws an equation into an element, with a verdict for each number; gives what `check` found.
export function explain(element, equation, texts = english) {
  const t = { ...english, ...texts };
  const of = evaluator(equation);
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
    if (Object.hasOwn(e, "derived")) return `${t.between} ${of.derived[e.derived].position}`;
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
