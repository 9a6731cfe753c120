// Takes the pictures of the documents: every page, on a laptop, light and dark in turn.
import { mkdir } from 'node:fs/promises';
import { join } from 'node:path';

import { launch, pages, root, serve } from './explorer.mjs';

const folder = process.argv[2] ?? join(root, 'docs/images/explorer');
await mkdir(folder, { recursive: true });
const service = await serve([
  'half-gammon/contact-3-3', 'backgammon/contact-1-1', 'half-gammon/bearoff', 'half-gammon/contact-2-2',
  'amazons/6', 'tanhinmin/3p-8', 'daihinmin-open/2p-6', 'trax/2', 'trax/3',
]);
const browser = await launch();
const all = Object.entries(await pages(service));
const start = { game: 'half-gammon', position: '10,11,12|10,11,12' };
all.push(['explorer', `/position?${new URLSearchParams(start)}`]);
all.push(['explorer-ja', `/position?${new URLSearchParams({ ...start, roll: '2-1', lang: 'ja' })}`]);
for (const [number, [name, path]] of all.entries()) {
  const colorScheme = number % 3 === 2 && !name.startsWith('explorer') ? 'dark' : 'light';
  const page = await browser.newPage({ viewport: { width: 1366, height: 768 }, colorScheme });
  await page.goto(service.address + path);
  await page.waitForLoadState('networkidle');
  await page.screenshot({ path: join(folder, `${name}.png`) });
  await page.close();
}

// A game against the strong player, on a phone, after two moves of the reader's.
const phone = await browser.newPage({ viewport: { width: 390, height: 844 }, deviceScaleFactor: 1.5 });
const game = { ...start, play: 0, level: 'strong', seed: 3 };
await phone.goto(`${service.address}/begin?${new URLSearchParams(game)}`);
for (let moves = 0; ; moves += 1) {
  await phone.waitForSelector('.moves a, a.roll');
  if (await phone.locator('a.roll').count() > 0) await phone.locator('a.roll').click();
  await phone.waitForSelector('.moves a');
  if (moves === 2) break;
  await phone.locator('.moves a').first().click();
  await phone.waitForFunction((made) => document.querySelectorAll('.line li').length >= 2 * made
    && document.querySelector('.moves a, a.roll'), moves + 1);
}
await phone.waitForLoadState('networkidle');
await phone.screenshot({ path: join(folder, 'phone.png') });
await browser.close();
await service.stop();
