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
await browser.close();
await service.stop();
