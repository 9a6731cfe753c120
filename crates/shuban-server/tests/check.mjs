// Holds check.js to what Rust computed: `node check.mjs FILE`, a file with an equation on each line.
//
// Of each equation, JavaScript computes what Rust did, and what is stored passes. Then each number
// is changed by one, its own and those that it rests on: wherever that matters, it is refused.

import assert from "node:assert/strict";
import { readFileSync } from "node:fs";
import { check, evaluate } from "../src/pages/check.js";

const big = (number) => (number === null ? null : BigInt(number));
const totals = { equations: 0, changed: 0, refused: 0, own: 0 };

/// The computed numbers with one changed, and whether the check passes.
function changed(equation, change) {
  const copy = structuredClone(equation);
  change(copy);
  return check(copy);
}

function examine(equation) {
  const found = check(equation);
  const where = `${equation.source?.domain} ${equation.position}`;
  assert.deepEqual(found.numbers.map((n) => n.computed), equation.numbers.map((n) => big(n.computed)), where);
  assert.ok(found.passed, `${where} does not pass`);
  totals.equations += 1;

  // Its own number, just beyond what its relation allows.
  found.numbers.forEach(({ stored, computed, relation }, i) => {
    const allowed = stored === null ? [] : { "=": [computed], "<=": [computed], ">=": [computed] }[relation];
    for (const limit of allowed) {
      for (const step of { "=": [1n, -1n], "<=": [1n], ">=": [-1n] }[relation]) {
        const refused = changed(equation, (e) => { e.numbers[i].stored = `${limit + step}`; });
        assert.ok(!refused.passed && !refused.numbers[i].passed, `${where}: ${limit + step} passes`);
        totals.own += 1;
      }
    }
  });

  // The numbers that it rests on, by one. If that moves what is computed, what was stored is
  // refused, but for bounds that are still on the right side.
  const some = equation.stored.slice(0, 40);
  some.forEach(({ numbers }, place) => Object.entries(numbers).forEach(([name, number]) => {
    if (number === null) return;
    for (const step of [1n, -1n]) {
      const after = changed(equation, (e) => { e.stored[place].numbers[name] = `${BigInt(number) + step}`; });
      after.numbers.forEach(({ computed, passed, stored, relation }, i) => {
        const before = found.numbers[i].computed;
        const holds = { "=": stored === computed, "<=": stored <= computed, ">=": stored >= computed };
        const moves = computed !== before;
        totals.changed += moves ? 1 : 0;
        totals.refused += passed ? 0 : 1;
        assert.equal(passed, holds[relation], `${where}: ${name} of ${place}`);
        if (relation === "=") assert.equal(passed, !moves, `${where}: ${name} of ${place}`);
      });
    }
  }));
}

const text = readFileSync(process.argv[2], "utf8");
text.split("\n").filter(Boolean).forEach((line) => examine(JSON.parse(line)));
assert.ok(totals.refused > 0 && totals.own > 0, "no change mattered");

// What is malformed is an error, never a pass.
const expression = { max: [{ move: "a", of: { stored: 0, number: "n" } }] };
assert.equal(evaluate(expression, [{ numbers: { n: "9007199254740993" } }]), 9007199254740993n);
assert.throws(() => evaluate(expression, []), /no number n of 0/);
assert.throws(() => evaluate({ stored: 0, number: "toString" }, [{ numbers: {} }]), /no number/);
assert.throws(() => evaluate({ guess: 1 }, []), /unknown operation/);
assert.throws(() => evaluate({ constant: "1.5" }, []));
const empty = { fraction_bits: 0, numbers: [], stored: [], derived: [] };
assert.equal(check(empty).passed, false);

console.log(`${totals.equations} equations; of ${totals.changed} changes ${totals.refused} refused`);
