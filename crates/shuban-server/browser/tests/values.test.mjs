// The form of values: both, as a reader finds them, or the one that was chosen, on all pages.
import assert from 'node:assert/strict';
import { after, describe, it } from 'node:test';

import { EQUITIES, launch, pageOf, pages, serve } from '../explorer.mjs';

const service = await serve();
const all = await pages(service);
const browser = await launch();

after(async () => {
  await browser.close();
  await service.stop();
});

const open = async (page, path) => {
  await page.goto(service.address + path);
  await page.waitForLoadState('networkidle');
};
const choose = async (page, choice) => {
  await page.locator('.values summary').click();
  await page.locator('.values select').selectOption(choice);
};
const visible = async (page, what) => (await page.locator(what).filter({ visible: true }).allInnerTexts())
  .map((text) => text.trim());

describe('values', () => {
  it('are those that the reader chose, on this page and the next', async () => {
    const page = await browser.newPage();
    await open(page, all['gammon-roll']);
    const cells = () => page.locator('.moves tbody tr').nth(1).evaluate((row) =>
      [...row.cells].filter((cell) => cell.checkVisibility()).slice(1).map((cell) => cell.textContent.trim()));
    const [percent, points, loss] = await cells();
    assert.match(percent, /^\d+\.\d\d %$/);
    assert.match(points, /^[+-][01]\.\d{4}$/);
    assert.match(await page.locator('.values').textContent(), /Equities are points/);

    await choose(page, 'percent');
    const [only, lost] = await cells();
    assert.equal(only, percent);
    assert.ok(Math.abs(parseFloat(lost) - 50 * loss) < 0.006 && lost.endsWith(' %'), `${lost} for ${loss}`);
    assert.equal((await cells()).length, 2);

    await open(page, all.gammon);
    assert.match((await visible(page, '.triangle .number'))[0], /^\d+\.\d %$/);
    assert.match((await visible(page, '.chance'))[0], /^\d+\.\d\d %\s+wins/);

    await choose(page, 'points');
    assert.match((await visible(page, '.triangle .number'))[0], /^[+-][01]\.\d{3}$/);
    const [headline] = await visible(page, '.chance');
    assert.match(headline, /^[+-][01]\.\d{4}/);
    assert.doesNotMatch(headline, /%|wins/);

    await open(page, all['gammon-roll']);
    assert.deepEqual(await cells(), [points, loss]);
    await page.locator('.values summary').click();
    assert.equal(await page.locator('.values select').inputValue(), 'points');
    await page.locator('.values select').selectOption('');
    assert.deepEqual(await cells(), [percent, points, loss]);
    await page.close();
  });

  it('that are equities stay in points, and there is nothing to choose', async () => {
    const page = await browser.newPage();
    await page.addInitScript(() => localStorage.setItem('shuban.values', 'percent'));
    await open(page, pageOf(EQUITIES));
    assert.equal(await page.locator('.values').count(), 0);
    assert.doesNotMatch(await page.locator('.known').innerText(), /%/);
    await page.close();
  });

  it('are both shown without a script, and without a choice', async () => {
    const context = await browser.newContext({ javaScriptEnabled: false });
    const page = await context.newPage();
    await page.goto(service.address + all['gammon-roll']);
    assert.equal(await page.locator('.values').isVisible(), false);
    assert.equal(await page.locator('.as-percent, .as-points').filter({ visible: true }).count() > 2, true);
    await context.close();
  });
});
