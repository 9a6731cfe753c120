// Times pages of a published folder in a browser that has been nowhere yet: from the address to the value with all
// rolls and moves; and from the page of another position, whose module and layer are open, to those of the next.
//   node cold-pages.mjs ADDRESS LAYER < POSITIONS, a line each
import { createInterface } from 'node:readline';

import { launch } from './explorer.mjs';

const [address, domain] = process.argv.slice(2);
const positions = [];
for await (const line of createInterface({ input: process.stdin })) positions.push(line);
const browser = await launch();
const addressOf = (position) => `${address}/?${new URLSearchParams({ domain, position })}`;

/** Does something after which a position is shown; returns its requests for parts, their kilobytes, its milliseconds. */
async function timed(page, act, position) {
  let [requests, bytes] = [0, 0];
  const count = (request) => {
    if (!request.url().includes('/pieces/')) return;
    requests += 1;
    const [, start, end] = request.headers().range?.match(/(\d+)-(\d+)/) ?? [0, 0, -1];
    bytes += end - start + 1;
  };
  page.on('request', count);
  const begun = performance.now();
  await act();
  await page.waitForFunction((text) => document.querySelector('.source')
    && document.querySelector('.position')?.dataset.position === text, position);
  page.off('request', count);
  return { requests, kilobytes: bytes / 1_000, time: performance.now() - begun };
}

/** Tells half of the numbers and 99 in 100. */
function spread(numbers) {
  numbers.sort((a, b) => a - b);
  const at = (share) => numbers[Math.ceil(numbers.length * share) - 1].toFixed(0);
  return `${at(0.5)}, of 99 in 100 at most ${at(0.99)}`;
}

const [first, next] = [[], []];
for (const [number, position] of positions.entries()) {
  const context = await browser.newContext();
  const page = await context.newPage();
  const open = () => page.goto(addressOf(position), { waitUntil: 'commit' });
  first.push(await timed(page, open, position));
  const other = positions[(number + 1) % positions.length];
  const go = () => page.evaluate((to) => {
    history.pushState(null, '', to);
    dispatchEvent(new PopStateEvent('popstate'));
  }, addressOf(other));
  next.push(await timed(page, go, other));
  await context.close();
}
for (const [name, all] of [['the first position', first], ['the next', next]]) {
  console.log(`${domain}, ${name}: ${spread(all.map((one) => one.requests))} requests; `
    + `${spread(all.map((one) => one.kilobytes))} kB of parts; ${spread(all.map((one) => one.time))} ms`);
}
await browser.close();
