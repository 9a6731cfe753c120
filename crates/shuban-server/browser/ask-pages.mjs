// Asks the pages of a published folder for positions, as they ask themselves, and prints each answer.
//   node ask-pages.mjs ADDRESS LAYER < POSITIONS, a line each
import { createInterface } from 'node:readline';

import { launch } from './explorer.mjs';

const [address, domain] = process.argv.slice(2);
const browser = await launch();
const page = await browser.newPage();
await page.goto(address);
for await (const position of createInterface({ input: process.stdin })) {
  const answer = await page.evaluate(async (asked) => {
    const { familyOf } = await import('./site/folder.js');
    const family = await familyOf(asked.domain);
    return family.probe(asked.domain, { position: asked.position });
  }, { domain, position });
  console.log(JSON.stringify(answer));
}
await browser.close();
