// Holds check.js to what Rust computed: `node check.mjs FILE`, with an equation on each line.
//
// Of each equation, JavaScript computes what Rust did, and what is stored passes. Then each number
// is changed by one, its own and those that it rests on: wherever that matters, it is refused.

import assert from "node:assert/strict";
import { copyFileSync, mkdtempSync, readFileSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { pathToFileURL } from "node:url";

// Two crates keep what is served from one folder.
const SERVED = { "check.js": "../src/pages/check.js",
  "equation.js": "../../shuban-answer/src/equation/recompute.js" };
const folder = mkdtempSync(join(tmpdir(), "shuban-served-"));
for (const [name, file] of Object.entries(SERVED)) {
  copyFileSync(new URL(file, import.meta.url), join(folder, name));
}
const { bind, english, explain } = await import(pathToFileURL(join(folder, "check.js")));
const { check, evaluator } = await import(pathToFileURL(join(folder, "equation.js")));
rmSync(folder, { recursive: true });

const big = (number) => (number === null ? null : BigInt(number));
const totals = { equations: 0, moved: 0, refused: 0, own: 0 };

// As much of a document as drawing takes.
class Element {
  constructor(tag) { Object.assign(this, { tag, children: [], dataset: {}, listeners: {} }); }
  append(...children) { this.children.push(...children); }
  appendChild(child) { this.children.push(child); return child; }
  replaceChildren(...children) { this.children = children; }
  addEventListener(name, listener) { this.listeners[name] = listener; }
  querySelector(tag) { return this.children.find((child) => child.tag === tag); }
  set textContent(text) { this.children = [text]; }
  get textContent() { return this.children.map((child) => child.textContent ?? child).join(" "); }
}
globalThis.document = { createElement: (tag) => new Element(tag) };

/// What is drawn of an equation, as text.
function drawn(equation) {
  const element = new Element("div");
  explain(element, equation, english);
  return element.textContent;
}

/// What the check says of an equation after a change.
function changed(equation, change) {
  const copy = structuredClone(equation);
  change(copy);
  return check(copy);
}

/// Steps by which a number that is as computed comes to be false.
const outward = { "=": [1n, -1n], "<=": [1n], ">=": [-1n] };

const isInside = (relation, stored, computed) =>
  relation === "<=" ? stored <= computed : stored >= computed;

/// Its own numbers, just beyond what their relations allow.
function changeOwn(equation, found, where) {
  found.numbers.forEach(({ stored, computed, relation }, i) => {
    if (stored === null) return;
    for (const step of outward[relation]) {
      const refused = changed(equation, (e) => { e.numbers[i].stored = `${computed + step}`; });
      assert.ok(!refused.passed && !refused.numbers[i].passed, `${where}: number ${i} passes`);
      totals.own += 1;
    }
  });
}

/// The numbers that it rests on, by one. If that moves what is computed, what was stored is
/// refused, but for bounds that are still on the right side.
function changeOthers(equation, found, where) {
  const change = (place, name, to) => {
    const after = changed(equation, (e) => { e.stored[place].numbers[name] = `${to}`; });
    after.numbers.forEach(({ computed, passed, stored, relation }, i) => {
      const moves = computed !== found.numbers[i].computed;
      totals.moved += moves ? 1 : 0;
      totals.refused += passed ? 0 : 1;
      const expected = relation === "=" ? !moves : isInside(relation, stored, computed);
      assert.equal(passed, expected, `${where}: ${name} of ${place}`);
    });
  };
  equation.stored.slice(0, 40).forEach(({ numbers }, place) => {
    for (const [name, number] of Object.entries(numbers)) {
      if (number === null) continue;
      change(place, name, BigInt(number) + 1n);
      change(place, name, BigInt(number) - 1n);
    }
  });
}

function examine(equation) {
  const found = check(equation);
  const where = `${equation.source?.domain} ${equation.position}`;
  equation.numbers.forEach(({ computed }, i) => {
    assert.equal(found.numbers[i].computed, big(computed), where);
  });
  assert.ok(found.passed, `${where} does not pass`);
  const text = drawn(equation);
  assert.ok(text.includes("✓") && !text.includes("✗"), text);
  if (equation.source) assert.ok(text.includes(equation.source.checksum), text);
  totals.equations += 1;
  changeOwn(equation, found, where);
  changeOthers(equation, found, where);
}

const lines = readFileSync(process.argv[2], "utf8").split("\n").filter(Boolean);
lines.forEach((line) => examine(JSON.parse(line)));
assert.ok(totals.refused > 0 && totals.own > 0, "no change mattered");

// What is malformed is an error, never a pass.
const evaluate = (expression, stored) => evaluator({ stored, derived: [] })(expression);
const expression = { max: [{ move: "a", of: { stored: 0, number: "n" } }] };
assert.equal(evaluate(expression, [{ numbers: { n: "9007199254740993" } }]), 9007199254740993n);
assert.throws(() => evaluate(expression, []), /no number n of 0/);
assert.throws(() => evaluate({ stored: 0, number: "toString" }, [{ numbers: {} }]), /no number/);
assert.throws(() => evaluate({ guess: 1 }, []), /unknown operation/);
assert.throws(() => evaluate({ constant: "1.5" }, []));
const empty = { one: 1, numbers: [], stored: [], derived: [] };
assert.equal(check(empty).passed, false);
const related = { name: "n", relation: "constructor", stored: 1, expression: { constant: 2 } };
assert.throws(() => check({ ...empty, numbers: [related] }), /unknown relation constructor/);

// A click fetches, checks and draws; what goes wrong is said, in the words of the page.
async function clicked(answer) {
  const section = new Element("section");
  section.dataset = { check: "/equation", texts: '{"error":"Fehler:","recomputed":"hier"}' };
  section.append(new Element("button"));
  globalThis.fetch = async (address) => (assert.equal(address, "/equation"), answer);
  bind(section);
  await section.querySelector("button").listeners.click();
  return section.querySelector("div").textContent;
}
const first = JSON.parse(lines[0]);
assert.match(await clicked({ ok: true, json: async () => first }), /hier .*✓/);
first.numbers[0].stored = `${BigInt(first.numbers[0].computed ?? 0) + 1n}`;
assert.match(await clicked({ ok: true, json: async () => first }), /✗ does not hold/);
const refused = { ok: false, json: async () => ({ detail: "not built" }) };
assert.match(await clicked(refused), /^Fehler: not built$/);

console.log(`${totals.equations} equations; ${totals.own} own numbers changed, all refused; ` +
  `${totals.moved} results moved by another number, ${totals.refused} refused`);
