// Moves and positions made by hand: by mouse, by finger and by key, however fast.
import assert from 'node:assert/strict';
import { after, afterEach, beforeEach, describe, it } from 'node:test';

import { launch, serve } from '../explorer.mjs';

const service = await serve([], null);
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

const TURN = '/position?game=half-gammon&position=10,11,12|10,11,12&roll=2-1';
const open = async (path) => {
  await page.goto(service.address + path);
  await page.waitForFunction(() => document.querySelector('.drawing.hands, .drawing[data-put] [tabindex]'));
};
const line = () => new URL(page.url()).searchParams.get('line');
const until = (what) => page.waitForURL((url) => what(url.searchParams));
// In one step, for a drawing may be replaced at any time.
const middle = async (name) => {
  const found = await page.waitForFunction((part) => {
    const box = document.querySelector(`.drawing [data-part="${part}"]`)?.getBoundingClientRect();
    return box?.width && [box.x + box.width / 2, box.y + box.height / 2];
  }, name);
  return found.jsonValue();
};
const drag = async (from, to) => {
  await page.mouse.move(...await middle(from));
  await page.mouse.down();
  await page.mouse.move(...await middle(to), { steps: 3 });
  await page.mouse.up();
};
const lit = () => page.locator('.drawing .next').evaluateAll((all) =>
  all.map((part) => part.dataset.part).sort((a, b) => a.localeCompare(b, 'en', { numeric: true })));
const stands = (name) => page.waitForFunction(([name, count]) =>
  document.querySelector(`.drawing [data-part="${name[0]}"] title`).textContent.includes(count), [[name[0]], name[1]]);

describe('a move', () => {
  it('is made by dragging, in any order, and the checker goes at once', async () => {
    await open(TURN);
    await drag('12', '11');
    await stands(['11', ': 2 light']);
    assert.equal(line(), null);
    assert.equal(await page.locator('.drawing .used').count(), 1, 'a die is used');
    await drag('10', '8');
    await until((query) => query.get('line') === '2-1:12/11 10/8');
  });

  it('lights up where a piece may go while it is held, and carries it', async () => {
    await open(TURN);
    await page.mouse.move(...await middle('12'));
    await page.mouse.down();
    await page.mouse.move(...await middle('7'), { steps: 3 });
    assert.deepEqual(await lit(), ['9', '10', '11']);
    const [x] = await middle('7');
    const ghost = await page.locator('.ghost').boundingBox();
    assert.ok(Math.abs(ghost.x + ghost.width / 2 - x) < 3, 'the checker is under the pointer');
    // Dropped where it may not go, it is back.
    await page.mouse.up();
    assert.equal(await page.locator('.ghost').count(), 0);
    assert.equal(line(), null);
    assert.equal(await page.evaluate(() => String(getSelection())), '');
  });

  it('of one checker by both dice is one drag, or two touches', async () => {
    await open(TURN);
    await drag('10', '7');
    await until((query) => query.get('line') === '2-1:10/7');
    await open(TURN);
    for (const name of ['10', '7']) await page.mouse.click(...await middle(name));
    await until((query) => query.get('line') === '2-1:10/7');
  });

  it('is taken back part by part, and made by keys', async () => {
    await open(TURN);
    await drag('12', '11');
    await stands(['11', ': 2 light']);
    await page.locator('.take-back').click();
    await stands(['12', ': 1 light']);
    assert.equal(await page.locator('.moves tr.off').count(), 0);
    for (const name of ['11', '9']) {
      await page.locator(`.drawing [data-part="${name}"]`).focus();
      await page.keyboard.press('Enter');
    }
    await stands(['9', ': 1 light']);
    await page.keyboard.press('ArrowLeft');
    await stands(['11', ': 1 light']);
    assert.equal(line(), null);
  });

  it('is lost by no slow answer: the drops count, not the drawings', async () => {
    await page.route(/under-way/, async (route) => {
      await new Promise((done) => setTimeout(done, 400));
      await route.continue();
    });
    await open(TURN);
    await drag('12', '11');
    await drag('10', '8');
    await until((query) => query.get('line') === '2-1:12/11 10/8');
  });

  it('of an amazon is a queen, a square and an arrow, each lit', async () => {
    await open('/position?game=amazons&position=X../.%23O');
    await page.mouse.click(...await middle('a2'));
    assert.deepEqual(await lit(), ['a1', 'b2', 'c2']);
    await page.mouse.click(...await middle('a1'));
    await page.waitForFunction(() => /black amazon/.test(
      document.querySelector('.drawing [data-part="a1"] title').textContent));
    assert.deepEqual(await lit(), ['a2', 'b2']);
    await page.mouse.click(...await middle('b2'));
    await until((query) => query.get('line') === 'a2-a1/b2');
  });
});

describe('a game', () => {
  it('that goes back and on again has the same dice and answers', async () => {
    await open(`${TURN}&play=0&level=random`);
    await drag('10', '7');
    await page.waitForSelector('a.roll');
    const played = line();
    assert.match(played, /;/);
    await page.locator('a.roll').click();
    await until((query) => query.get('roll'));
    const roll = new URL(page.url()).searchParams.get('roll');
    await page.locator('.walk a.back').click();
    await until((query) => query.get('at') === '0');
    assert.equal(new URL(page.url()).searchParams.get('roll'), '2-1', 'the dice are kept');
    assert.equal(await page.locator('[data-follow]').count(), 0);
    // Another move, the same dice of the other side.
    await drag('12', '9');
    await page.waitForSelector('a.roll');
    assert.equal(line().split(';')[1].split(':')[0], played.split(';')[1].split(':')[0]);
    // The same move again: all comes as it was.
    await page.locator('.walk a.back').click();
    await until((query) => query.get('at') === '0');
    await drag('10', '7');
    await page.waitForSelector('a.roll');
    assert.equal(line(), played);
    await page.locator('a.roll').click();
    await until((query) => query.get('roll') === roll);
    assert.match(await page.locator('.playing').innerText(), /at random/);
  });
});

describe('setting up', () => {
  const SET_UP = '/position?game=half-gammon&position=1|1&edit=mover';
  const shown = (text) => page.waitForFunction((text) =>
    document.querySelector('.position').dataset.position === text, text);

  it('loses no click, however fast and however slow the answers', async () => {
    await page.route(/\/put\?/, async (route) => {
      await new Promise((done) => setTimeout(done, 150));
      await route.continue();
    });
    await open(SET_UP);
    const [place, other] = [await middle('5'), await middle('3')];
    for (let click = 0; click < 5; click += 1) await page.mouse.click(...place);
    await page.mouse.dblclick(...place);
    await page.locator('.tools a[data-tool="opponent"]').click();
    await page.mouse.click(...other);
    await shown('1,5,5,5,5,5,5,5|1,10');
  });

  it('says beside the board what is refused, and goes on', async () => {
    await open(SET_UP);
    await page.locator('.tools a[data-tool="fill"]').click();
    await shown('1,1,2,2,2,3,3,3|1,1,2,2,2,3,3,3');
    await page.mouse.click(...await middle('5'));
    await page.waitForSelector('.note strong');
    assert.match(await page.locator('.note strong').innerText(), /light has all 8 checkers/);
    assert.equal(await page.locator('.drawing[data-put]').count(), 1);
    await page.locator('.tools a[data-tool="clear"]').click();
    await shown('1|1');
    assert.equal(await page.locator('.note strong').count(), 0);
  });

  it('of an unreadable text keeps the form, the text and an example', async () => {
    const answer = await page.goto(`${service.address}/position?game=half-gammon&position=hello`);
    assert.equal(answer.status(), 400);
    assert.equal(await page.locator('form input[name="position"]').inputValue(), 'hello');
    assert.match(await page.locator('.examples').innerText(), /\|/);
    await page.locator('form input[name="position"]').fill('1,2|3');
    await page.locator('form button').click();
    await shown('1,2|3');
  });
});

describe('a phone', () => {
  it('has board, dice and moves on one screen, and stays where it is', async () => {
    const context = await browser.newContext({
      viewport: { width: 390, height: 844 }, hasTouch: true, isMobile: true,
    });
    await page.close();
    page = await context.newPage();
    await open(`${TURN}&play=0&level=random`);
    for (const what of ['.drawing .dice', '.moves tbody tr', '.walk', '.playing']) {
      const box = await page.locator(what).first().boundingBox();
      assert.ok(box.y >= 0 && box.y + box.height <= 844, `${what}: ${JSON.stringify(box)}`);
    }
    await page.evaluate(() => scrollTo(0, 60));
    const top = await page.evaluate(() => scrollY);
    // A finger carries a checker, and the page does not scroll under it.
    const touch = await context.newCDPSession(page);
    const send = (type, at) => touch.send('Input.dispatchTouchEvent', {
      type, touchPoints: at ? [{ x: at[0], y: at[1] }] : [],
    });
    const [from, to] = [await middle('10'), await middle('8')];
    await send('touchStart', from);
    for (const part of [0.3, 0.6, 1]) {
      await send('touchMove', from.map((x, axis) => x + part * (to[axis] - x)));
    }
    await send('touchEnd');
    await stands(['8', ': 1 light']);
    assert.equal(await page.evaluate(() => scrollY), top);
    for (const name of ['12', '11']) await page.touchscreen.tap(...await middle(name));
    await page.waitForSelector('a.roll');
    assert.equal(await page.evaluate(() => scrollY), top, 'nothing jumps after a move');
    await page.locator('a.roll').tap();
    await until((query) => query.get('roll'));
    assert.equal(await page.evaluate(() => scrollY), top, 'nor after a roll');
    await page.waitForSelector('.drawing .dice');
    await context.close();
  });
});
