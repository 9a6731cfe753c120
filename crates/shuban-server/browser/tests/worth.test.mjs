// Equities, the triangle of rolls, and databases that are built on request.
import assert from 'node:assert/strict';
import { after, describe, it } from 'node:test';

import { EQUITIES, launch, pageOf, serve } from '../explorer.mjs';

const service = await serve(['backgammon/gnubg-ts-6x2'], null, ['--allow-builds']);
const browser = await launch();

after(async () => {
  await browser.close();
  await service.stop();
});

const open = async (path, options = {}) => {
  const page = await browser.newPage(options);
  await page.goto(service.address + path);
  await page.waitForLoadState('networkidle');
  return page;
};

describe('the triangle of rolls', () => {
  it('has drawn dice in 21 cells, legible on a phone', async () => {
    const page = await open('/position?game=backgammon', { viewport: { width: 390, height: 844 } });
    const cells = await page.locator('.triangle li').evaluateAll((all) => all.map((cell) => {
      const { left, right, top, bottom } = cell.getBoundingClientRect();
      const size = (what) => parseFloat(getComputedStyle(cell.querySelector(what)).fontSize);
      return {
        left, right, top, bottom, size: Math.min(size('.number'), size('.best')),
        isWithin: cell.scrollWidth <= cell.clientWidth,
        dice: cell.querySelectorAll('.die').length,
        pips: getComputedStyle(cell.querySelector('.die')).backgroundImage.includes('radial-gradient'),
      };
    }));
    assert.equal(cells.length, 21);
    for (const [at, cell] of cells.entries()) {
      assert.ok(cell.isWithin && cell.size >= 12 && cell.dice === 2 && cell.pips, JSON.stringify(cell));
      assert.ok(cell.left >= 0 && cell.right <= 390);
      for (const other of cells.slice(at + 1)) {
        const isApart = cell.right <= other.left || other.right <= cell.left
          || cell.bottom <= other.top || other.bottom <= cell.top;
        assert.ok(isApart, JSON.stringify([cell, other]));
      }
    }
    await page.close();
  });

  it('leads to the moves of a roll, and to its best play', async () => {
    const page = await open(pageOf(EQUITIES));
    await page.keyboard.press('ArrowDown');
    assert.equal(await page.evaluate(() => document.activeElement.closest('li').style.gridArea), '1 / 1');
    await page.keyboard.press('Enter');
    await page.waitForSelector('.moves');
    assert.ok((await page.locator('.moves th').allInnerTexts()).includes('Loss'));
    await page.goBack();
    await page.waitForSelector('.triangle');
    const cell = page.locator('.triangle li', { has: page.locator('[aria-label="2-1"]') });
    const best = await cell.locator('.best').innerText();
    await cell.locator('.best').click();
    await page.waitForSelector('.line a[aria-current]');
    assert.ok((await page.locator('.line a[aria-current]').innerText()).includes(best));
    await page.close();
  });

  it('is coloured from the worst roll to the best, in the light and in the dark', async () => {
    for (const colorScheme of ['light', 'dark']) {
      const page = await open(pageOf(EQUITIES), { colorScheme });
      const colours = await page.locator('.triangle li').evaluateAll((all) => all.map((cell) => [
        Number(cell.style.getPropertyValue('--value')), getComputedStyle(cell).backgroundColor,
      ]));
      const of = (value) => colours.find(([share]) => share === value)?.[1];
      assert.ok(of(0) && of(1) && of(0) !== of(1), JSON.stringify(colours));
      await page.close();
    }
  });
});

describe('a build', () => {
  const missing = { game: 'half-gammon', position: '10,11,12|10,11,12' };

  it('is asked for by a button, shows how far it is, and then the value', async () => {
    const page = await open(pageOf(missing));
    assert.equal(await page.locator('.known .worth dt', { hasText: 'estimate' }).count(), 1);
    await page.locator('form.build button').focus();
    await page.keyboard.press('Enter');
    // It takes seconds on idle cores, and these are shared with other tests.
    await page.waitForFunction(() => document.querySelector('.facts dd')
      && !document.querySelector('form.build, [data-live]'), null, { timeout: 180_000 });
    assert.match(await page.locator('.known').innerText(), /wins/);
    assert.ok(page.url().includes('/position?game=half-gammon'));
    await page.close();
  });

  it('is refused to a page of another site', async () => {
    const page = await open(pageOf({ game: 'half-gammon', position: '9,10,11,12|9,10,11,12' }));
    const action = await page.locator('form.build').getAttribute('action');
    const foreign = await browser.newPage();
    await foreign.setContent(`<form method="post" action="${service.address}${action}"><button>x</button></form>`);
    const [answer] = await Promise.all([
      foreign.waitForResponse((response) => response.url().includes('/build')),
      foreign.locator('button').click(),
    ]);
    assert.equal(answer.status(), 403);
    const { builds } = await service.json('/api/v1/builds');
    assert.equal(builds.length, 1);
    await page.close();
    await foreign.close();
  });
});
