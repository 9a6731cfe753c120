// Times pages of a published folder in a browser that has been nowhere yet: from the address to the value with all
// rolls and moves, and the same from a page that is open already, whose module is loaded.
//   node cold-pages.mjs ADDRESS LAYER < POSITIONS, a line each
import { createInterface } from 'node:readline';

import { launch } from './explorer.mjs';

const [address, domain] = process.argv.slice(2);
const positions = [];
for await (const line of createInterface({ input: process.stdin })) positions.push(line);
const browser = await launch();

/** Opens the page of a position, and returns its requests for parts and its milliseconds. */
async function timed(page, position) {
  let requests = 0;
  const count = (request) => { if (request.url().includes('/pieces/')) requests += 1; };
  page.on('request', count);
  const begun = performance.now();
  await page.goto(`${address}/?${new URLSearchParams({ domain, position })}`, { waitUntil: 'commit' });
  await page.waitForSelector('.source');
  page.off('request', count);
  return { requests, time: performance.now() - begun };
}

/** Tells half of the numbers and 99 in 100. */
function spread(numbers) {
  numbers.sort((a, b) => a - b);
  const at = (share) => numbers[Math.ceil(numbers.length * share) - 1].toFixed(0);
  return `${at(0.5)}, of 99 in 100 at most ${at(0.99)}`;
}

for (const isOpen of [false, true]) {
  const all = [];
  for (const position of positions) {
    const context = await browser.newContext();
    const page = await context.newPage();
    // Another layer's page loads the same module, but nothing of this layer.
    if (isOpen) {
      await page.goto(`${address}/`);
      await page.waitForSelector('.databases');
    }
    all.push(await timed(page, position));
    await context.close();
  }
  const begun = isOpen ? 'from the open list' : 'from nothing';
  console.log(`${domain}, pages ${begun}: ${spread(all.map((one) => one.requests))} requests; `
    + `${spread(all.map((one) => one.time))} ms`);
}
await browser.close();
