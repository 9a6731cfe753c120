// The board by hand: moves, set-up, walking the line, playing, practising, checking.
import assert from 'node:assert/strict';
import { after, afterEach, beforeEach, describe, it } from 'node:test';

import { launch, pageOf, pages, position, serve } from '../explorer.mjs';

const service = await serve();
const all = await pages(service);
const browser = await launch();
let page;

after(async () => {
  await browser.close();
  await service.stop();
});
beforeEach(async () => {
  page = await browser.newPage({ viewport: { width: 1366, height: 768 } });
});
afterEach(() => page.close());

const open = async (path) => {
  await page.goto(service.address + path);
  await page.waitForLoadState('networkidle');
};
const shown = () => page.getAttribute('.position', 'data-position');
const part = (name) => page.locator(`.drawing [data-part="${name}"]`).first();
const changed = async (act) => {
  const before = await shown();
  await act();
  await page.waitForFunction((old) => {
    const now = document.querySelector('.position')?.dataset.position;
    return now !== undefined && now !== old;
  }, before);
};

describe('moves', () => {
  for (const name of ['gammon-roll', 'amazons', 'cards', 'trax']) {
    it(`${name}: touching a move's parts makes it`, async () => {
      await open(all[name]);
      const link = page.locator('.moves a[data-parts]').first();
      const [way] = (await link.getAttribute('data-parts')).split('|');
      const parts = way.split(/[ ~^]/);
      const expected = await page.evaluate(async (href) => {
        const text = await (await fetch(href)).text();
        return new DOMParser().parseFromString(text, 'text/html')
          .querySelector('.position').dataset.position;
      }, await link.getAttribute('href'));
      await changed(async () => {
        for (const each of parts) {
          const target = part(each);
          if (await target.count() === 0) break;
          await target.dispatchEvent('click');
        }
      });
      assert.equal(await shown(), expected);
    });
  }

  it('of a large board are listed as far as they are good, and all are made by hand', async () => {
    await open(all['amazons-start']);
    const rows = page.locator('.moves tbody tr');
    assert.equal(await rows.count(), 100);
    await page.waitForSelector('.drawing.hands');
    const others = page.locator('.plays [hidden] a[data-parts]');
    assert.equal(await others.count(), 2176 - 100);
    const last = others.last();
    const [move, way] = [await last.textContent(), await last.getAttribute('data-parts')];
    await changed(async () => {
      for (const each of new Set(way.split(/[ ~^]/))) await part(each).dispatchEvent('click');
    });
    assert.equal(new URL(page.url()).searchParams.get('line'), move);
    await changed(() => page.goBack());
    await page.locator('a.all-moves').click();
    await page.waitForFunction(() => document.querySelectorAll('.moves tbody tr').length === 2176);
    await changed(() => page.locator('.moves a').last().click());
    assert.equal(new URL(page.url()).searchParams.get('moves'), null);
    assert.equal(await rows.count(), 100);
  });

  it('a sum of regions has their values, and its moves lead on', async () => {
    await open(all['amazons-sum']);
    const text = await page.locator('.known').innerText();
    assert.match(text, /\(3\|-3\)/);
    assert.match(text, /score\s+\+1/);
    await changed(() => page.locator('.moves a').first().click());
    assert.match(await shown(), / \+ .* white$/);
  });

  it('the values are those of the API', async () => {
    for (const number of [1, 700, 2500, 5000]) {
      const answer = await position(service, 'half-gammon/contact-2-2', number);
      const [first] = answer.rolls;
      await open(pageOf(answer, { roll: first.dice }));
      const probe = await service.json(`/api/v1/domains/half-gammon/probe?${
        new URLSearchParams({ position: answer.position, roll: first.dice })}`);
      const { moves } = probe.rolls.find(({ dice }) => dice === first.dice);
      const rows = await page.locator('.moves tbody tr').evaluateAll((all) => all.map((row) =>
        [...row.cells].slice(0, 3).map((cell) => cell.textContent.trim())));
      assert.deepEqual(rows, moves.map(({ move, value }) => [
        move, `${(50 * (1 + value)).toFixed(2)} %`,
        `${value < 0 ? '-' : '+'}${Math.abs(value).toFixed(4)}`,
      ]));
      assert.equal(await page.locator('.chance strong').textContent(),
        `${(50 * (1 + answer.value)).toFixed(2)} %`);
    }
  });
});

describe('the line', () => {
  it('is walked by keys, and the address is the state', async () => {
    await open('/position?game=amazons&position=X../.../..O');
    const start = await shown();
    await changed(() => page.locator('.moves a').first().click());
    const after = await shown();
    const address = page.url();
    await changed(() => page.keyboard.press('ArrowLeft'));
    assert.equal(await shown(), start);
    await changed(() => page.keyboard.press('ArrowRight'));
    assert.equal(await shown(), after);
    await page.keyboard.press('ArrowDown');
    assert.equal(await page.evaluate(() => document.activeElement.matches('.moves a')), true);
    await page.goto(address);
    assert.equal(await shown(), after);
    await page.goBack();
    await page.waitForFunction((old) =>
      document.querySelector('.position')?.dataset.position === old, start);
  });

  it('dice are rolled', async () => {
    await open(all.gammon);
    await page.locator('.rolls a').first().click();
    await page.waitForSelector('.moves');
    await page.goBack();
    await page.waitForSelector('.rolls');
    await page.locator('a.roll').click();
    await page.waitForSelector('.moves');
  });
});

describe('set-up', () => {
  it('puts and takes what is chosen, by pointer and by key', async () => {
    await open('/position?game=amazons&position=X../.%23O');
    await page.locator('details.more summary').click();
    await page.locator('.links a').first().click();
    await page.waitForSelector('.tools a[aria-current]');
    const target = page.locator('.drawing [data-part]').first();
    const own = page.locator('.tools a[data-tool]');
    const names = await own.evaluateAll((links) => links.map((link) => link.dataset.tool));
    const burn = names.find((name) => /burn/.test(name));
    await page.locator(`.tools a[data-tool="${burn}"]`).click();
    await page.waitForSelector(`.tools a[data-tool="${burn}"][aria-current]`);
    const box = await target.boundingBox();
    await changed(() => page.mouse.click(box.x + box.width / 2, box.y + box.height / 2));
    const burnt = await shown();
    const empty = names.find((name) => /empty|clear/.test(name));
    await page.locator(`.tools a[data-tool="${empty}"]`).click();
    await page.waitForSelector(`.tools a[data-tool="${empty}"][aria-current]`);
    await page.locator('.drawing [data-part]').first().focus();
    await changed(() => page.keyboard.press('Enter'));
    assert.notEqual(await shown(), burnt);
  });

  it('moves cards, by drawing them, by a tool and by key', async () => {
    await open('/position?game=tanhinmin/3p&position=1,3|2|2&edit=give');
    const drawn = async (from, to) => {
      await part(from).hover();
      await page.mouse.down();
      await part(to).hover();
      await page.mouse.up();
    };
    await changed(() => drawn('1:3', '3:2'));
    assert.equal(await shown(), '1|2|2,3');
    await changed(() => part('3:2').click());
    assert.equal(await shown(), '1,2|2|3');
    await changed(() => drawn('1:1', 'table'));
    assert.equal(await shown(), '2|2|3 on 1');
    await page.locator('.tools a[data-tool="stronger"]').click();
    await page.waitForSelector('.tools a[data-tool="stronger"][aria-current]');
    await part('3:3').focus();
    await changed(() => page.keyboard.press('Enter'));
    assert.equal(await shown(), '2|2|4 on 1');
    await changed(() => page.locator('.tools a[data-tool="clear"]').click());
    assert.equal(await shown(), '2|2|4');
  });
});

describe('sums', () => {
  it('are put together, changed and taken apart part by part', async () => {
    await open('/position?game=amazons&position=X.O');
    await page.locator('details.more summary').click();
    await page.locator('a.add').click();
    await page.waitForSelector('.tools');
    assert.equal(await page.locator('ol.parts li').count(), 1, 'what stands beside it');
    await page.locator('.tools a[data-tool="burn"]').click();
    await page.waitForSelector('.tools a[data-tool="burn"][aria-current]');
    await changed(() => part('b1').dispatchEvent('click'));
    assert.equal(await shown(), 'X#O');
    await page.locator('.tools a[data-tool="more-rows"]').click();
    await page.waitForFunction(() =>
      document.querySelector('.position').dataset.position === '.../X#O');
    await page.locator('a.sum').click();
    await page.waitForFunction(() =>
      document.querySelector('.position').dataset.position === '.../X#O + X.O');
    assert.equal(await page.locator('ol.parts li strong').nth(1).textContent(), '(1|-1)');
    await page.locator('ol.parts li').first().locator('a.take').click();
    await page.waitForFunction(() =>
      document.querySelector('.position').dataset.position === 'X.O');
  });

  it('of the regions of a whole board are shown', async () => {
    await open(all['amazons-board']);
    assert.equal(await page.locator('ol.parts li').count(), 5);
    await page.locator('ol.parts li a').first().click();
    await page.waitForFunction(() =>
      document.querySelector('.position').dataset.position === 'X.../..../O...');
  });
});

describe('checking', () => {
  it('an equation holds, and a changed number is refused', async () => {
    for (const name of ['gammon', 'bearoff', 'amazons', 'cards']) {
      await open(all[name]);
      await page.locator('details.check summary').click();
      await page.locator('details.check button').click();
      await page.waitForSelector('.equation .passed');
      assert.equal(await page.locator('.equation .failed').count(), 0, name);
    }
    await page.route(/\/equation\?/, async (route) => {
      const answer = await (await route.fetch()).json();
      for (const number of answer.numbers) number.stored = `${BigInt(number.stored ?? 0) + 1n}`;
      await route.fulfill({ json: answer });
    });
    await open(all.amazons);
    await page.locator('details.check summary').click();
    await page.locator('details.check button').click();
    await page.waitForSelector('.equation .failed');
  });
});

describe('games', () => {
  it('the other side answers by itself, until the game is over and is judged', async () => {
    await open('/position?game=amazons&position=X../.%23O&play=0&level=random');
    for (let moves = 0; moves < 10; moves += 1) {
      await page.waitForFunction(() => document.querySelector('.playing')
        && !document.querySelector('[data-follow]'));
      if (await page.locator('.moves a').count() === 0) break;
      assert.equal(await page.locator('.moves thead th').count(), 1, 'values are hidden');
      await changed(() => page.locator('.moves a').last().click());
    }
    await page.locator('a[href^="/review"]').click();
    await page.waitForSelector('table.review');
    assert.ok(await page.locator('table.review tr').count() > 0);
  });

  it('of backgammon begin with the opening roll', async () => {
    await open('/position?game=half-gammon');
    await page.locator('details.more summary').click();
    const begin = await page.locator('dl.begin a').first().getAttribute('href');
    for (let game = 0; game < 24; game += 1) {
      const { url } = await fetch(service.address + begin);
      const [, first, second] = new URL(url).search.match(/roll=(\d)-(\d)/);
      assert.notEqual(first, second, 'equal dice are thrown again');
    }
  });

  it('Back leads to the own turn, and nothing is answered twice', async () => {
    await open('/position?game=amazons&position=X../.%23O&play=0&level=random');
    const start = await shown();
    await changed(() => page.locator('.moves a').first().click());
    await page.waitForFunction((old) => {
      const now = document.querySelector('.position')?.dataset.position;
      return now !== old && !document.querySelector('[data-follow]');
    }, await shown());
    await page.goBack();
    await page.waitForFunction((old) =>
      document.querySelector('.position')?.dataset.position === old, start);
    assert.equal(await page.locator('[data-follow]').count(), 0);
  });

  it('mistakes are kept in the browser until they are put right', async () => {
    await open(all.exercise);
    const exercise = page.url();
    const answers = await page.locator('.moves a').evaluateAll((links) =>
      links.map((link) => link.href));
    let right;
    let wrong;
    for (const answer of answers) {
      await page.goto(answer);
      if (await page.locator('.verdict.right').count()) right = answer;
      else wrong = answer;
    }
    assert.ok(right && wrong, exercise);
    await page.goto(wrong);
    await page.waitForLoadState('networkidle');
    await open('/practice');
    assert.equal(await page.locator('.mistakes li').count(), 1);
    await page.locator('.mistakes li a').click();
    await page.waitForSelector('.practice');
    await page.goto(right);
    await page.waitForLoadState('networkidle');
    await open('/practice');
    assert.equal(await page.locator('.mistakes li').count(), 0);
  });
});

describe('published tables', () => {
  it('are recomputed on demand, and say how far they are', async () => {
    await open('/reproduction?id=gammon/table-1');
    assert.ok(await page.locator('table.findings').count() > 0, 'what was recorded is shown');
    await page.locator('[data-recompute]').click();
    await page.waitForFunction(() => document.querySelector('table.findings')
      && !document.querySelector('[data-recompute]'), null, { timeout: 60_000 });
    assert.ok(await page.locator('.findings .agrees').count() > 0);
  });
});
