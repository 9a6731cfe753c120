// Every page, in both languages and both themes: readable by everybody, and by itself.
import assert from 'node:assert/strict';
import { readFile } from 'node:fs/promises';
import { createRequire } from 'node:module';
import { after, before, describe, it } from 'node:test';

import { Validator } from '@seriousme/openapi-schema-validator';

import { launch, pages, serve } from '../explorer.mjs';

const axe = await readFile(createRequire(import.meta.url).resolve('axe-core/axe.min.js'), 'utf8');
const service = await serve();
const all = await pages(service);
const browser = await launch();

after(async () => {
  await browser.close();
  await service.stop();
});

/** Pages with a table that is longer than the screen. */
const LONG_TABLES = ['databases', 'records', 'gammon', 'cards-advice', 'reproductions', 'reproduction'];

const withLanguage = (path, lang) => `${path}${path.includes('?') ? '&' : '?'}lang=${lang}`;

// All rules for both languages; of the themes, the other one changes nothing but colours.
for (const [lang, colorScheme, rules] of [['en', 'light'], ['ja', 'light'], ['en', 'dark', ['color-contrast']]]) {
  // Two at a time: most of a page's time is waiting that nothing more is loaded.
  describe(`${lang}, ${colorScheme}`, { concurrency: 2 }, () => {
    let context;
    before(async () => {
      context = await browser.newContext({ colorScheme, bypassCSP: true });
    });
    after(() => context.close());

    for (const [name, path] of Object.entries(all)) {
      it(`${name} has no fault that keeps somebody out`, async () => {
        const page = await context.newPage();
        const wrong = [];
        page.on('pageerror', (error) => wrong.push(String(error)));
        page.on('request', (request) => {
          if (new URL(request.url()).origin !== service.address) wrong.push(request.url());
        });
        await page.goto(service.address + withLanguage(path, lang));
        await page.waitForLoadState('networkidle');
        assert.equal(await page.getAttribute('html', 'lang'), lang);
        await page.evaluate(axe);
        const { violations } = await page.evaluate((only) => globalThis.axe.run(only ? { runOnly: only } : {}), rules);
        const serious = violations.filter(({ impact }) => ['serious', 'critical'].includes(impact));
        const said = serious.map(({ id, nodes }) => `${id}: ${nodes.map((n) => n.html.slice(0, 200)).slice(0, 3)}`);
        assert.deepEqual(said, []);
        assert.deepEqual(wrong, []);
        await page.close();
      });
    }
  });
}

/** Looks at all pages, four at a time. */
async function each(look) {
  const waiting = Object.entries(all);
  const lookOn = async () => {
    for (let next = waiting.shift(); next; next = waiting.shift()) await look(...next);
  };
  await Promise.all(Array.from({ length: 4 }, lookOn));
}

describe('sizes', () => {
  it('no page loads more than 150 kB with its scripts', async () => {
    await each(async (name, path) => {
      const page = await browser.newPage();
      const sizes = []; // a body may still come when the network is idle
      page.on('response', (response) => {
        const size = response.body().then((body) => body.length, () => 0);
        if (!response.url().includes('/api/v1/draw')) sizes.push(size);
      });
      await page.goto(service.address + path);
      await page.waitForLoadState('networkidle');
      const bytes = (await Promise.all(sizes)).reduce((sum, size) => sum + size, 0);
      assert.ok(bytes > 0 && bytes < 150_000, `${name}: ${bytes}`);
      await page.close();
    });
  });

  it('a phone scrolls no page sideways, and nothing moves after it is shown', async () => {
    const context = await browser.newContext({ viewport: { width: 390, height: 844 } });
    await context.addInitScript(() => {
      globalThis.shift = 0;
      new PerformanceObserver((list) => {
        for (const entry of list.getEntries()) globalThis.shift += entry.value;
      }).observe({ type: 'layout-shift', buffered: true });
    });
    await each(async (name, path) => {
      const page = await context.newPage();
      // A slow phone on a slow line shows the first rows of a long table before it has the last.
      const device = await context.newCDPSession(page);
      if (LONG_TABLES.includes(name)) {
        const line = { offline: false, latency: 20, downloadThroughput: 8_000, uploadThroughput: 8_000 };
        await device.send('Network.emulateNetworkConditions', line);
        await device.send('Emulation.setCPUThrottlingRate', { rate: 20 });
      }
      await page.goto(service.address + path);
      await page.waitForLoadState('networkidle');
      await device.send('Emulation.setCPUThrottlingRate', { rate: 1 });
      const wide = await page.evaluate(() => document.documentElement.scrollWidth);
      assert.ok(wide <= 390, `${name} is ${wide} wide`);
      const shift = await page.evaluate(() => globalThis.shift);
      // The records of a database come later, below what is read first.
      assert.ok(name === 'database' || shift < 0.1, `${name} moves by ${shift}`);
      await page.close();
    });
    await context.close();
  });

  it('a laptop shows board, value and moves at once', async () => {
    const page = await browser.newPage({ viewport: { width: 1366, height: 768 } });
    for (const name of ['gammon', 'gammon-roll', 'amazons', 'cards', 'trax']) {
      await page.goto(service.address + all[name]);
      const seen = await page.evaluate(() => ['.drawing', '.turn', '.moves, .rolls'].map((what) => {
        const box = document.querySelector(what).getBoundingClientRect();
        return box.top < innerHeight - 40;
      }));
      assert.deepEqual(seen, [true, true, true], name);
      const tall = await page.evaluate(() => document.documentElement.scrollHeight);
      assert.ok(tall <= 768, `${name} is ${tall} tall`);
    }
    await page.close();
  });

  it('a laptop shows board, dice, headline and first moves of equities at once, a phone board, dice and moves', async () => {
    for (const [viewport, names, first] of [
      [{ width: 1366, height: 768 }, ['equities', 'equities-roll', 'stakes', 'estimate', 'estimate-roll'], '.chance'],
      [{ width: 390, height: 844 }, ['equities-roll', 'gammon-roll', 'estimate-roll'], '.turn'],
    ]) {
      const page = await browser.newPage({ viewport });
      for (const name of names) {
        await page.goto(service.address + (all[name] ?? `${all.estimate}&roll=3-1`));
        await page.waitForLoadState('networkidle');
        const low = await page.evaluate((what) => what.map((one) => {
          const found = [...document.querySelectorAll(one)].slice(0, 3);
          return [one, Math.max(...found.map((part) => part.getBoundingClientRect().bottom))];
        }).filter(([, bottom]) => bottom > 0), ['.drawing', '.drawing .dice', first, '.moves tbody tr, .rolls li']);
        assert.ok(low.length >= 3, `${name}: ${low}`);
        for (const [what, bottom] of low) {
          assert.ok(bottom <= viewport.height, `${name} at ${viewport.width}: ${what} ends at ${bottom}`);
        }
      }
      await page.close();
    }
  });

  it('dice on the board have their pips inside', async () => {
    const page = await browser.newPage();
    await page.goto(service.address + all['gammon-roll']);
    const isInside = await page.locator('.drawing .dice').evaluateAll((dice) => dice.map((die) => {
      const [outer, ...pips] = [...die.children].map((part) => part.getBoundingClientRect());
      return pips.every((pip) => pip.left > outer.left && pip.right < outer.right
        && pip.top > outer.top && pip.bottom < outer.bottom);
    }));
    assert.deepEqual(isInside, [true, true]);
    await page.close();
  });
});

describe('in Japanese', () => {
  it('seats, names of fields and their texts are Japanese', async () => {
    const page = await browser.newPage();
    for (const [name, words] of Object.entries({
      gammon: ['プレイヤー', 'の手番'], bearoff: ['平均ロール数', '分布'],
      amazons: ['黒', '最後に動く'], 'amazons-sum': ['得点', '黒の手数'],
      cards: ['プレイヤー', '勝者'], trax: ['タイル数', '合法手の数'],
    })) {
      await page.goto(service.address + withLanguage(all[name], 'ja'));
      const text = await page.locator('.known').innerText();
      for (const word of words) assert.ok(text.includes(word), `${name}: ${word} in ${text}`);
      const names = await page.locator('.known dt, .known th, .known .turn').allInnerTexts();
      const english = names.filter((text) => /[a-z]{3}/.test(text.replace('XGID', '')));
      assert.deepEqual(english, [], name);
    }
    await page.goto(service.address + withLanguage(all.refusal, 'ja'));
    assert.match(await page.locator('main').innerText(), /リクエストが正しくありません/);
    await page.close();
  });
});

describe('the API', () => {
  it('is described by a valid OpenAPI document', async () => {
    const found = await new Validator().validate(await service.json('/api/v1/openapi.json'));
    assert.deepEqual(found.errors ?? [], []);
    assert.equal(found.valid, true);
  });
});

describe('a proof', () => {
  it('is walked by moves, answers and keys, and says what becomes of each reply', async () => {
    const page = await browser.newPage({ viewport: { width: 1366, height: 768 } });
    const until = (address) => page.waitForURL((url) => url.search.includes(address));
    await page.goto(service.address + all.proofs);
    await page.locator('.proofs a').first().click();
    await until('file=');
    assert.match(await page.locator('h1').innerText(), /wins or draws/);
    // The one move of the strategy.
    assert.equal(await page.locator('.moves tbody tr').count(), 1);
    await page.locator('.moves a').first().click();
    await until('line=');
    const replies = await page.locator('.moves tbody tr').count();
    assert.ok(replies > 5, `${replies} replies`);
    assert.equal(await page.locator('.moves tbody td.differs').count(), 0);
    const position = () => page.getAttribute('.position', 'data-position');
    const before = await position();
    // A reply with its answer is two plies.
    await page.locator('.moves tbody tr').first().locator('a').last().click();
    await page.waitForFunction(() => document.querySelectorAll('.line li').length === 3);
    await page.keyboard.press('ArrowLeft');
    await until('at=2');
    await page.keyboard.press('ArrowLeft');
    await until('at=1');
    assert.equal(await position(), before);
    await page.keyboard.press('ArrowRight');
    await until('at=2');
    await page.keyboard.press('ArrowDown');
    assert.equal(await page.evaluate(() => document.activeElement.closest('table')?.className), 'moves');
    await page.close();
  });

  it('is found from the first page, and from a game with proof search', async () => {
    const page = await browser.newPage();
    for (const path of [all.home, all['trax-ledger']]) {
      await page.goto(service.address + path);
      assert.ok(await page.locator('main a[href^="/proofs"]').count() > 0, path);
    }
    await page.close();
  });
});

describe('without a script', () => {
  it('positions are looked up and moves are made by links', async () => {
    const context = await browser.newContext({ javaScriptEnabled: false });
    const page = await context.newPage();
    await page.goto(service.address + all.amazons);
    const moves = await page.locator('.moves a').count();
    assert.ok(moves > 1);
    await page.locator('.moves a').first().click();
    assert.equal(await page.locator('.line a[aria-current]').count(), 1);
    await page.locator('.walk a.back').click();
    assert.equal(await page.locator('.moves a').count(), moves);
    await context.close();
  });
});
