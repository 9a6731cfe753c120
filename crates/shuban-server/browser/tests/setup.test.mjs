// Setting up a position: shown at once, checked by the server when the hand rests, and never lost.
import assert from 'node:assert/strict';
import { after, afterEach, beforeEach, describe, it } from 'node:test';

import { launch, serve } from '../explorer.mjs';

const service = await serve([], null);
const browser = await launch();
let page;
/** Requests for the position after uses of tools. */
let asked;

after(async () => {
  await browser.close();
  await service.stop();
});
beforeEach(async () => {
  page = await browser.newPage({ viewport: { width: 1366, height: 768 } });
  asked = [];
});
afterEach(() => page.close());

const open = async (game, position, edit, more = {}) => {
  await page.goto(`${service.address}/position?${new URLSearchParams({ game, position, edit, ...more })}`);
  await page.waitForSelector('.drawing [data-part].part');
};
/** Delays the server's answers, or has the first of them fail. */
const answer = ({ delay = 0, failures = 0 }) => page.route(/\/put\?/, async (route) => {
  asked.push(route.request().url());
  if (asked.length <= failures) return route.abort();
  await new Promise((done) => setTimeout(done, delay));
  return route.continue();
});
const shown = () => page.getAttribute('.position', 'data-position');
const becomes = (position) => page.waitForFunction((text) =>
  document.querySelector('.position').dataset.position === text, position);
/** The middle of a part, found and measured at once: the server's drawing may take the place of this one any time. */
const place = (name) => page.evaluate((selector) => {
  const { x, y, width, height } = document.querySelector(selector).getBoundingClientRect();
  return [x + width / 2, y + height / 2];
}, `.drawing [data-part="${name}"]`);
const click = async (name) => page.mouse.click(...await place(name));
const choose = (name) => page.locator(`.tools a[data-tool="${name}"]`).click();
const drag = async (from, to) => {
  await page.mouse.move(...await place(from));
  await page.mouse.down();
  await page.mouse.move(...await place(to), { steps: 5 });
  await page.mouse.up();
};
/** The pieces on each part, as they are drawn. */
const drawn = () => page.locator('.drawing [data-part]').evaluateAll((parts) => parts.map((part) => [
  part.dataset.part,
  [...part.querySelectorAll('.stack :is(circle, rect, path)')].map((one) => {
    const box = one.getBoundingClientRect();
    return [one.getAttribute('class'), Math.round(box.x), Math.round(box.y)].join(' ');
  }).sort(),
  part.querySelector('.stack text')?.textContent,
]));
const note = () => page.locator('.tools + .note').innerText();

describe('clicks faster than the server', () => {
  it('are all shown at once, and all in the position', async () => {
    await open('backgammon', '1|1', 'mover');
    await answer({ delay: 500 });
    const light = ['6', '6', '6', '6', '6', '6', '6', '8', '8', '8', '13', '13', '13', 'bar'];
    const dark = ['19', '19', '19', '19', '19', '17', '17', '17', '12', '12', '12', '24', '23', '22'];
    const places = new Map();
    for (const name of new Set([...light, ...dark])) places.set(name, await place(name));
    const at = performance.now();
    for (const name of light) await page.mouse.click(...places.get(name));
    await choose('opponent');
    for (const name of dark) await page.mouse.click(...places.get(name));
    await choose('remove');
    await page.mouse.click(...places.get('22'));
    await page.mouse.click(...places.get('bar'));
    const own = await drawn();
    const seconds = (performance.now() - at) / 1000;
    assert.equal(await page.locator('[data-part="6"] .stack text').textContent(), '7');
    await becomes('1,6,6,6,6,6,6,6,8,8,8,13,13,13|1,1,2,6,6,6,6,6,8,8,8,13,13,13');
    // Thirty answers of half a second would take fifteen.
    assert.ok(asked.length > 0 && asked.length <= 2 + seconds / 0.4, `${asked.length} requests in ${seconds} s`);
    assert.deepEqual(own, await drawn(), 'the page shows what the server draws');
  });

  it('reach the position before it is left', async () => {
    await open('backgammon', '1|1', 'mover');
    await answer({ delay: 300 });
    await click('20');
    await page.locator('.tools .done').click();
    await page.waitForSelector('.tools', { state: 'detached' });
    assert.equal(await shown(), '1,20|1');
  });

  it('stay on the board and are sent again if the server does not answer', async () => {
    await open('amazons', '.../...', 'black');
    await answer({ failures: 1 });
    await click('a1');
    await page.waitForFunction(() =>
      document.querySelector('.tools + .note').textContent.includes('does not answer'));
    assert.equal(await page.locator('[data-part="a1"] .stack').count(), 1);
    await becomes('.../X..');
  });
});

describe('checkers', () => {
  it('are dragged from point to point and off the board, whatever the tool', async () => {
    await open('backgammon', '6,6|1', 'opponent');
    await drag('6', '3');
    await drag('6', 'off');
    await drag('opponent-off', 'opponent-bar');
    await becomes('3|1,bar');
  });

  it('are carried by two clicks or two keys', async () => {
    await open('backgammon', '6,6|1', 'move');
    await click('6');
    assert.equal(await page.locator('.held').getAttribute('data-part'), '6');
    await click('5');
    // The drawing that the server sends takes the place of this one, with what is held.
    await becomes('5,6|1');
    await page.locator('[data-part="6"]').press('Enter');
    await page.locator('[data-part="4"]').press('Enter');
    await becomes('4,5|1');
  });

  it('are set to a start, turned and cleared without the server', async () => {
    await open('half-gammon', '1,2|3', 'mover');
    await answer({ delay: 1000 });
    for (const tool of ['turn', 'start', 'turn', 'clear', 'turn']) await choose(tool);
    await click('5');
    assert.equal(await page.locator('[data-part="5"] .stack > g').count(), 1);
    assert.equal(await shown(), '1,2|3', 'the server has not answered yet');
    await becomes('1,5|1');
    await choose('fill');
    await page.waitForFunction(() => /^(\d+,){7}\d+\|/.test(document.querySelector('.position').dataset.position));
  });

  it('that a game refuses are left out, and the reason stands beside the board', async () => {
    await open('half-gammon', '1,2|1', 'opponent', { lang: 'ja' });
    await click('2');
    await page.waitForSelector('.tools + .note strong');
    assert.equal(await shown(), '1,2|1');
    assert.match(await note(), /[ぁ-ん]/);
    await open('half-gammon', '1|1', 'remove');
    await click('1');
    await click('12');
    await page.waitForSelector('.tools + .note strong');
    assert.match(await note(), /the last checker stays/);
    assert.match(page.url(), /\/position\?/);
  });

  it('keep the dice', async () => {
    await open('backgammon', '6|1', 'mover', { roll: '3-1' });
    await click('5');
    await becomes('5,6|1');
    assert.equal(await page.locator('.drawing .dice').count(), 2);
  });
});

describe('squares', () => {
  it('are painted, and grow with the board', async () => {
    await open('amazons', '.../X.O', 'burn');
    await drag('a1', 'c1');
    const own = await drawn();
    await becomes('.../###');
    assert.deepEqual(await drawn(), own);
    await choose('more-rows');
    await becomes('.../.../###');
  });
});

describe('without a script', () => {
  it('tools of the whole board are links', async () => {
    const context = await browser.newContext({ javaScriptEnabled: false });
    const plain = await context.newPage();
    await plain.goto(`${service.address}/position?game=backgammon&position=3|4&edit=mover`);
    await plain.locator('.tools a[data-tool="clear"]').click();
    assert.equal(await plain.getAttribute('.position', 'data-position'), '1|1');
    await context.close();
  });
});
