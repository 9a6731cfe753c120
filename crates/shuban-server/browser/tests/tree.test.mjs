// The tree of play, opened by hand, and what players would do.
import assert from 'node:assert/strict';
import { after, describe, it } from 'node:test';

import { launch, pageOf, pages, serve } from '../explorer.mjs';

const service = await serve(['half-gammon/contact-2-2', 'half-gammon/bearoff', 'tanhinmin/3p-6',
  'tanhinmin/3p-7', 'tanhinmin/3p-5', 'tanhinmin/3p-4', 'tanhinmin/3p-3', 'daihinmin-open/2p-6', 'trax/2']);
const all = await pages(service);
const browser = await launch();
const deal = { game: 'tanhinmin/3p', position: '1,3,6|2,4|5,7' };

after(async () => {
  await browser.close();
  await service.stop();
});

describe('the tree of play', () => {
  it('is one click from the position, and every move leads to its page', async () => {
    const page = await browser.newPage();
    await page.goto(service.address + pageOf(deal));
    await page.locator('a.button.tree').click();
    await page.waitForSelector('.tree .optimal');
    assert.ok(await page.locator('.tree .optimal').count() > 1);
    // The best lines are open; they are told apart by words.
    assert.ok(await page.locator('.tree > .optimal > details[open]').count() > 0);
    assert.match(await page.locator('.tree > .optimal').first().innerText(), /best line/);
    const move = await page.locator('.tree .move').first().innerText();
    await page.locator('.tree a', { hasText: 'Position' }).first().click();
    await page.waitForSelector('.line a[aria-current]');
    assert.equal(await page.locator('.line a[aria-current]').innerText(), move);
    await page.close();
  });

  it('grows in its place, and without a script on a page', async () => {
    const page = await browser.newPage();
    await page.goto(service.address + pageOf(deal, {}, '/tree'));
    await page.waitForLoadState('networkidle');
    const address = page.url();
    const before = await page.locator('.tree .move').count();
    const deeper = page.locator('.tree a.deeper:visible').first();
    const target = await deeper.getAttribute('href');
    await deeper.click();
    await page.waitForFunction((before) => document.querySelectorAll('.tree .move').length > before, before);
    assert.equal(page.url(), address);
    assert.equal(await page.evaluate(() => document.activeElement.localName), 'summary');
    // What has grown can grow on.
    const grown = await page.locator('.tree .move').count();
    const further = page.locator('.tree .tree .tree .tree a.deeper:visible').first();
    if (await further.count() > 0) {
      await further.click();
      await page.waitForFunction((grown) => document.querySelectorAll('.tree .move').length > grown, grown);
    }
    await page.close();
    const context = await browser.newContext({ javaScriptEnabled: false });
    const plain = await context.newPage();
    await plain.goto(service.address + pageOf(deal, {}, '/tree'));
    await plain.locator(`a.deeper[href="${target}"]`).click();
    assert.ok(await plain.locator('.tree .move').count() > 0);
    await context.close();
  });
});

describe('what players would do', () => {
  it('is one click from the position, with the votes of the deals', async () => {
    const page = await browser.newPage();
    await page.goto(service.address + pageOf(deal));
    await page.getByRole('link', { name: 'what players would do' }).click();
    await page.waitForSelector('section.advice');
    const text = await page.locator('section.advice').innerText();
    // Four unseen cards, two for each of the others.
    assert.match(text, /deals\s+6/);
    assert.equal(await page.locator('section.advice tbody tr').count(), 3);
    await page.close();
  });

  it('has the player with databases of the contest', async () => {
    const told = await service.json(all['contest-advice'].replace('/advice', '/api/v1/advice'));
    const endgame = told.players.find((player) => player.name === 'endgame');
    assert.ok(endgame?.deals === 20 && endgame.weighed.length === 3, JSON.stringify(endgame));
  });
});
