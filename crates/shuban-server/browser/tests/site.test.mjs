// The pages of a published folder in a real browser, behind a web server that can be told to fail.
//
// The folder is built and published here, or is SHUBAN_SITE; SHUBAN_SITE_ADDRESS is where another server
// serves it, for all tests that need no fault.
import assert from 'node:assert/strict';
import { execFile } from 'node:child_process';
import { open, readFile, readdir } from 'node:fs/promises';
import { createServer } from 'node:http';
import { createRequire } from 'node:module';
import { extname, join, resolve } from 'node:path';
import { after, afterEach, before, beforeEach, describe, it } from 'node:test';
import { promisify } from 'node:util';
import { gzipSync } from 'node:zlib';
import { launch, program, publish } from '../explorer.mjs';

const require = createRequire(import.meta.url);

/** What the tests look at. */
const PUBLISHED = ['half-gammon/contact-4-4', 'amazons/5', 'tanhinmin/3p-8'];
const own = process.env.SHUBAN_SITE ? null : await publish(PUBLISHED);
const folder = resolve(process.env.SHUBAN_SITE ?? own.folder);
const DOMAIN = 'half-gammon/contact-3-3';
const POSITION = '10,11,12|10,11,12';
/** A position after whose moves come positions of more blocks than a module keeps at once. */
const WIDE = { domain: 'half-gammon/contact-4-4', position: '9,10,11,12|9,10,11,12' };
const AMAZONS = ['amazons/5', 'X../.#O'];
const CARDS = ['tanhinmin/3p-8', '1,3,5,6|2,4|5,7'];
/** Most bytes of HTML, style sheet and scripts: compressed together, and each file as it is sent. */
const [MOST_TOGETHER, MOST_SENT] = [20_000, 20_000];

/** The answer of the program to the same question. */
async function expected(domain, position, roll) {
  const question = ['--data', `file://${folder}`, 'probe', domain, position, '--json'];
  if (roll) question.push('--roll', roll);
  return JSON.parse((await promisify(execFile)(program, question)).stdout);
}

const TYPES = {
  '.html': 'text/html; charset=utf-8', '.js': 'text/javascript', '.css': 'text/css', '.json': 'application/json',
  '.wasm': 'application/wasm', '.svg': 'image/svg+xml',
};

/** What a server may do wrong with a piece: given its answer, what is sent. */
const FAULTS = {
  missing: () => ({ status: 404, type: 'text/plain', bytes: Buffer.from('no') }),
  page: () => ({ status: 200, type: 'text/html', bytes: Buffer.from('<!DOCTYPE html><title>Welcome</title>') }),
  cut: (answer) => ({ ...answer, bytes: answer.bytes.subarray(0, answer.bytes.length - 7) }),
  elsewhere: (answer) => ({ ...answer, start: answer.start && answer.start + 1 }),
  // The beginning of an answer is that of a block which is needed.
  flipped: (answer) => {
    const bytes = Buffer.from(answer.bytes);
    bytes[Math.min(20, bytes.length - 1)] ^= 1;
    return { ...answer, bytes };
  },
};

/** The catalogue, as if all files were published in pieces of a length; their names are `hash.number`. */
function inPieces(catalogue, length) {
  const all = JSON.parse(catalogue);
  for (const layer of all.layers) {
    const count = Math.ceil(layer.bytes / length);
    layer.piece_bytes = length;
    layer.pieces = Array.from({ length: count }, (_, number) => `${layer.pieces[0]}.${number}`);
  }
  return Buffer.from(JSON.stringify(all));
}

/** The catalogue, as if a file had more bytes. */
function withMore(catalogue, more) {
  const all = JSON.parse(catalogue);
  all.layers.find(({ domain }) => domain === WIDE.domain).bytes += more;
  return Buffer.from(JSON.stringify(all));
}

/**
 * Serves a folder. `fault` spoils what is sent of pieces for as long as it is set; `isWhole` ignores ranges;
 * `pieceBytes` publishes in shorter pieces; `moreBytes` are claimed of a file; `asked` are the requests for pieces.
 */
async function serve() {
  const service = { fault: null, isWhole: false, pieceBytes: null, moreBytes: 0, asked: [] };
  const read = async (path, from, to) => {
    const [, own, number] = path.match(/^(.*pieces\/[^.]*)\.(\d+)$/) ?? [null, path, 0];
    const file = await open(own);
    try {
      const { size: all } = await file.stat();
      const first = number * service.pieceBytes;
      const size = own === path ? all : Math.min(service.pieceBytes, all - first);
      const [start, end] = [from ?? 0, Math.min(to ?? size, size)];
      const bytes = Buffer.alloc(end - start);
      await file.read(bytes, 0, bytes.length, first + start);
      if (!path.endsWith('/catalogue.json')) return { start, size, bytes };
      const changed = service.moreBytes ? withMore(bytes, service.moreBytes) : bytes;
      return { start, size, bytes: service.pieceBytes ? inPieces(changed, service.pieceBytes) : changed };
    } finally {
      await file.close();
    }
  };
  const server = createServer(async (request, response) => {
    const { pathname } = new URL(request.url, 'http://host');
    const path = join(folder, decodeURIComponent(pathname === '/' ? '/index.html' : pathname));
    const isPiece = pathname.startsWith('/pieces/');
    if (isPiece) service.asked.push(`${pathname} ${request.headers.range ?? 'all'}`);
    try {
      const range = service.isWhole ? null : request.headers.range?.match(/^bytes=(\d+)-(\d+)$/);
      const { start, size, bytes } = await read(path, range && Number(range[1]), range && Number(range[2]) + 1);
      const type = TYPES[extname(path)] ?? 'application/octet-stream';
      let answer = { status: range ? 206 : 200, type, start, bytes };
      if (isPiece && service.fault) answer = service.fault(answer, pathname);
      const headers = { 'content-type': answer.type, 'content-length': answer.bytes.length };
      if (answer.status === 206) {
        headers['content-range'] = `bytes ${answer.start}-${answer.start + bytes.length - 1}/${size}`;
      }
      response.writeHead(answer.status, headers).end(answer.bytes);
    } catch {
      response.writeHead(404, { 'content-type': 'text/plain' }).end('no such file');
    }
  });
  await new Promise((done) => { server.listen(0, '127.0.0.1', done); });
  service.address = `http://127.0.0.1:${server.address().port}/`;
  service.stop = () => new Promise((done) => {
    server.close(done);
    server.closeAllConnections();
  });
  return service;
}

const service = await serve();
const sound = (process.env.SHUBAN_SITE_ADDRESS ?? service.address).replace(/\/?$/, '/');
const browser = await launch();
after(async () => {
  await browser.close();
  await service.stop();
  await own?.remove();
});

let [context, page, wrong, requests] = [];

/** A browser that has been nowhere yet. `wrong` are the errors that its pages write. */
async function begin(options = {}) {
  context = await browser.newContext(options);
  page = await context.newPage();
  [wrong, requests] = [[], []];
  page.on('pageerror', (error) => wrong.push(String(error)));
  page.on('console', (message) => message.type() === 'error' && wrong.push(message.text()));
  page.on('request', (request) => requests.push(request.url()));
}
beforeEach(() => {
  Object.assign(service, { fault: null, isWhole: false, pieceBytes: null, moreBytes: 0, asked: [] });
  return begin();
});
afterEach(() => context.close());

const addressOf = (query, at = sound) => `${at}?${new URLSearchParams(query)}`;
const visit = (query, at) => page.goto(addressOf(query, at));
const look = async (query, at) => {
  await visit(query, at);
  await page.waitForSelector('.source, .choices, .verdict, [role="alert"], .databases, .set-up-tools');
};
const alert = async () => {
  await page.waitForSelector('[role="alert"]');
  return page.innerText('[role="alert"]');
};
const shows = (position) => page.waitForFunction((text) =>
  document.querySelector('.position').dataset.position === text, position);
const leaves = (position) => page.waitForFunction((text) =>
  document.querySelector('.position').dataset.position !== text, position);
const isQuiet = () => assert.deepEqual(wrong, []);
const noted = (selector, name) => page.locator(selector).evaluateAll((all, key) =>
  all.map((one) => Number(one.dataset[key])), name);
const rowsOf = (selector) => page.locator(`${selector} tbody tr`).evaluateAll((rows) =>
  rows.map((row) => [...row.cells].map((cell) => cell.innerText.trim())));
/** True if two moves have the same values. */
const isAsGood = ({ move: _, after: _a, ...values }, { move: _b, after: _c, ...best }) =>
  JSON.stringify(values) === JSON.stringify(best);
const isPart = (url) => url.includes('/pieces/');

describe('a page', () => {
  it('is painted before any data, and says so', async () => {
    let release;
    const held = new Promise((done) => { release = done; });
    await page.route(/catalogue\.json|pieces|\.wasm/, async (route) => {
      await held;
      await route.continue();
    });
    await visit({ domain: DOMAIN, position: POSITION });
    await page.waitForSelector('.drawing');
    const painted = await page.evaluate(() => performance.getEntriesByName('first-contentful-paint').length);
    assert.equal(painted, 1);
    assert.match(await page.innerText('main'), /half-gammon\/contact-3-3[^]*Looking up/);
    assert.equal(await page.locator('.worth').count(), 0);
    release();
    await page.waitForSelector('.worth');
    isQuiet();
  });

  it('fits a slow line, and has a policy without inline code', async () => {
    // The service worker is fetched when the page has been shown.
    const files = ['index.html', ...(await readdir(join(folder, 'site'))).map((name) => `site/${name}`)];
    const texts = files.filter((name) => /\.(html|css|js)$/.test(name));
    const bytes = await Promise.all(texts.map((name) => readFile(join(folder, name))));
    const sizeOf = (all) => gzipSync(all, { level: 9 }).length;
    const together = sizeOf(Buffer.concat(bytes));
    const sent = bytes.reduce((sum, all) => sum + sizeOf(all), 0);
    assert.ok(together <= MOST_TOGETHER && sent <= MOST_SENT, `${together} bytes, ${sent} as sent`);
    const html = await readFile(join(folder, 'index.html'), 'utf8');
    assert.match(html, /default-src 'self'; script-src 'self' 'wasm-unsafe-eval'/);
    // Every module is named in the page: it is loaded at once, and kept for use without a connection.
    for (const name of files.filter((file) => /^site\/.*\.(js|css)$/.test(file))) assert.ok(html.includes(name), name);
  });

  it('shows what the folder publishes', async () => {
    await look({});
    const { layers, licence, citation } = JSON.parse(await readFile(join(folder, 'catalogue.json'), 'utf8'));
    assert.equal((await rowsOf('.databases')).length, layers.length);
    const text = await page.innerText('main');
    for (const part of [licence, citation].filter(Boolean)) assert.ok(text.includes(part), part);
    await page.click(`.databases a:text-is("${DOMAIN}")`);
    await page.waitForSelector('.worth');
    assert.match(new URL(page.url()).searchParams.get('position'), /\|/);
    assert.equal(requests.filter((url) => url.endsWith('site/site.js')).length, 1, 'no page is loaded twice');
    isQuiet();
  });
});

describe('a position', () => {
  it('has the value, the rolls and the moves that the program finds', async () => {
    await look({ domain: DOMAIN, position: POSITION });
    const answer = await expected(DOMAIN, POSITION);
    assert.deepEqual(await noted('.worth', 'value'), [answer.value]);
    assert.deepEqual(await noted('[data-lower]', 'lower'), [answer.lower]);
    assert.deepEqual(await noted('[data-upper]', 'upper'), [answer.upper]);
    assert.equal(await page.innerText('.source'), answer.source);
    const rolls = (await rowsOf('.rolls')).map(([dice, , best]) => [dice, best]);
    assert.deepEqual(rolls, answer.rolls.map(({ dice, best }) => [dice, best]));
    assert.deepEqual(await noted('.rolls [data-value]', 'value'), answer.rolls.map(({ value }) => value));
    await page.click('.rolls a:text-is("2-1")');
    await page.waitForSelector('.moves');
    const { moves } = (await expected(DOMAIN, POSITION, '2-1')).rolls.find(({ dice }) => dice === '2-1');
    assert.deepEqual((await rowsOf('.moves')).map(([move]) => move), moves.map(({ move }) => move));
    assert.deepEqual(await noted('.moves [data-value]', 'value'), moves.map(({ value }) => value));
    const lost = moves.map(({ value }) => moves[0].value - value);
    const losses = lost.map((number) => (number > 0 ? `−${number.toFixed(6)}` : ''));
    assert.deepEqual((await rowsOf('.moves')).map(([, , loss]) => loss), losses);
    isQuiet();
  });

  it('of a file in many pieces is read across their borders', async () => {
    // Shorter than two blocks.
    service.pieceBytes = 5001;
    await look({ domain: DOMAIN, position: POSITION }, service.address);
    assert.deepEqual(await noted('.worth', 'value'), [(await expected(DOMAIN, POSITION)).value]);
    const numbers = new Set(service.asked.map((request) => request.match(/\.(\d+) /)?.[1]));
    assert.ok(numbers.size > 10, `${numbers.size} pieces`);
    isQuiet();
  });

  it('takes few requests when nothing is kept', async () => {
    await look({ domain: DOMAIN, position: POSITION });
    const parts = requests.filter(isPart).length;
    assert.ok(parts > 0 && parts < 20, `${parts} requests`);
  });

  it('with many moves after it is answered', async () => {
    await look(WIDE);
    assert.deepEqual(await noted('.worth', 'value'), [(await expected(WIDE.domain, WIDE.position)).value]);
    isQuiet();
  });

  it('leads to the position after a move, and back', async () => {
    await look({ domain: DOMAIN, position: POSITION, roll: '2-1' });
    const value = await noted('.moves [data-value]', 'value');
    await page.click('.moves tbody tr:first-child a');
    await leaves(POSITION);
    await page.waitForSelector('.worth');
    // What is good for the one is bad for the other.
    assert.deepEqual(await noted('.worth', 'value'), [-value[0]]);
    await page.goBack();
    await shows(POSITION);
    await page.waitForSelector('.moves');
    assert.equal(new URL(page.url()).searchParams.get('roll'), '2-1');
    isQuiet();
  });

  for (const domain of [DOMAIN, AMAZONS[0], CARDS[0]]) {
    it(`of ${domain} is there to begin with`, async () => {
      await look({ domain });
      // A game may be over in a position that was drawn by chance.
      assert.ok([domain, 'rules'].includes(await page.innerText('.source')));
      isQuiet();
    });
  }

  it('is found by its text, by its number, and by chance', async () => {
    await look({ domain: DOMAIN, position: '1|2' });
    assert.match(await page.innerText('.source'), /contact-1-1/);
    await page.fill('[name="position"]', POSITION);
    await page.press('[name="position"]', 'Enter');
    await page.waitForFunction(() => document.querySelector('.source')?.textContent === 'half-gammon/contact-3-3');
    const number = await page.innerText('[data-fact="index"]');
    await page.click('.random');
    await leaves(POSITION);
    await page.waitForSelector('.source');
    await page.fill('[name="number"]', number);
    await page.press('[name="number"]', 'Enter');
    await shows(POSITION);
    isQuiet();
  });

  it('is refused where the text is none, with the reason', async () => {
    await look({ domain: DOMAIN, position: '99|3' });
    assert.match(await alert(), /no point 99/);
    await look({ domain: 'chess/kqk', position: '1' });
    assert.match(await alert(), /chess\/kqk/);
    isQuiet();
  });

  it('has its moves alone where no layer that is published holds it', async () => {
    await visit({ domain: DOMAIN, position: '3,3,3,7,7,7,12,12|3,3,3,7,7,7,12,12' });
    await page.waitForSelector('.rolls');
    assert.match(await page.innerText('.known'), /not published here/);
    assert.equal(await page.locator('.worth').count(), 0);
    isQuiet();
  });

  for (const [domain, position] of [AMAZONS, CARDS]) {
    it(`of ${domain.split('/')[0]} has the moves that the program finds`, async () => {
      await look({ domain, position });
      const answer = await expected(domain, position);
      assert.equal(await page.innerText('.source'), domain);
      const best = answer.moves.filter((move) => isAsGood(move, answer.moves[0])).length;
      assert.equal(await page.locator('.moves .best').count(), best);
      assert.deepEqual((await rowsOf('.moves')).map(([move]) => move), answer.moves.map(({ move }) => move));
      const modules = new Set(requests.filter((url) => url.endsWith('.wasm')));
      assert.equal(modules.size, 1, [...modules].join());
      await page.click('.moves tbody tr:first-child a');
      await leaves(position);
      await page.waitForSelector('.source');
      isQuiet();
    });
  }
});

describe('the reader', () => {
  it('sets a position up by clicks and by keys', async () => {
    await look({ domain: DOMAIN, position: POSITION });
    await page.click('.set-up');
    await page.click('[data-tool="mover"]');
    await page.click('.drawing [data-part="9"]');
    await shows('9,10,11,12|10,11,12');
    await page.click('[data-tool="remove"]');
    await page.focus('.drawing [data-part="12"]');
    await page.keyboard.press('Enter');
    await shows('9,10,11|10,11,12');
    assert.equal(await page.evaluate(() => document.activeElement.dataset.part), '12', 'the focus stays');
    await page.click('.done');
    await page.waitForSelector('.worth');
    assert.match(await page.innerText('.source'), /contact-3-3/);
    isQuiet();
  });

  it('plays a turn against the database', async () => {
    await look({ domain: DOMAIN, position: POSITION });
    await page.click('.begin a:first-child');
    await page.waitForSelector('.choices');
    assert.match(new URL(page.url()).searchParams.get('roll'), /^\d-\d$/);
    assert.equal(await page.locator('.worth, [data-value]').count(), 0, 'no value is shown');
    await page.click('.choices button');
    await page.waitForFunction(() => document.querySelectorAll('.log li').length >= 2);
    const [own, other] = await page.locator('.log li').allInnerTexts();
    assert.match(own, /^You \d-\d: /);
    assert.match(other, /^Database \d-\d: /);
    await page.waitForSelector('.choices, .verdict');
    isQuiet();
  });

  for (const [domain, position] of [AMAZONS, CARDS, [DOMAIN, '1,2,3|1,2,3']]) {
    it(`plays a game of ${domain} to its end`, async () => {
      await look({ domain, position, play: 0 });
      for (let turn = 0; turn < 60 && await page.locator('.verdict').count() === 0; turn += 1) {
        const before = page.url();
        await page.locator('.choices button').first().click();
        await page.waitForFunction((old) =>
          location.href !== old && document.querySelector('.choices, .verdict'), before);
      }
      assert.match(await page.innerText('.verdict'), /You have (won|lost)|No move is left/);
      isQuiet();
    });
  }

  for (const [domain, position] of [[DOMAIN, POSITION], AMAZONS, CARDS]) {
    it(`checks the equation of a position of ${domain}`, async () => {
      await look({ domain, position });
      await page.click('.check summary');
      await page.click('.check button');
      await page.waitForSelector('.check .verdict');
      assert.match(await page.innerText('.check .verdict'), /The value holds/);
      assert.ok(await page.locator('.check .agrees').count() > 0);
      isQuiet();
    });
  }

  it('sees that an equation fails when a number is another', async () => {
    await look({ domain: DOMAIN, position: POSITION });
    const found = await page.evaluate(async () => {
      const { check } = await import('./site/equation.js');
      const equation = (stored, relation) => ({
        one: 4, derived: [], stored: [{ numbers: { upper: 2 } }, { numbers: { upper: -3 } }], numbers: [{
          name: 'lower', relation, stored,
          expression: { mean: [
            { weight: 1, of: { negated: { stored: 0, number: 'upper' } } },
            { weight: 2, of: { max: [{ of: { stored: 1, number: 'upper' } }, { of: { constant: -4 } }] } },
          ], rounded: 'down' },
        }],
      });
      return [[-3, '='], [-2, '='], [-2, '<='], [-3, '<=']].map(([...given]) => check(equation(...given)).passed);
    });
    // (-2 + 2 * -3) / 3, rounded down.
    assert.deepEqual(found, [true, false, false, true]);
  });
});

describe('without a connection', () => {
  const secure = () => page.evaluate(async () => {
    await navigator.serviceWorker.ready;
    const isFull = async () => (await (await caches.open('shuban-site')).keys()).length >= 15;
    while (!navigator.serviceWorker.controller || !await isFull()) {
      await new Promise((done) => { setTimeout(done, 50); });
    }
  });

  it('positions that were read are shown again, and set up', async () => {
    await look({ domain: DOMAIN, position: POSITION });
    const value = await noted('.worth', 'value');
    await secure();
    await context.setOffline(true);
    await page.reload();
    await page.waitForSelector('.worth');
    assert.deepEqual(await noted('.worth', 'value'), value);
    await page.click('.set-up');
    await page.click('[data-tool="mover"]');
    await page.click('.drawing [data-part="9"]');
    await page.waitForFunction(() => document.querySelector('.position').dataset.position.startsWith('9,'));
    await page.click('.brand');
    await page.waitForSelector('.databases');
    // A layer that was never read is out of reach, and the page says of which address.
    await look({ domain: 'half-gammon/contact-2-2', position: '11,12|11,12' });
    assert.match(await alert(), /pieces\/[0-9a-f]{64}: no answer/);
    await context.setOffline(false);
    await page.click('[role="alert"] button');
    await page.waitForSelector('.worth');
  });

  it('a part that was kept is not asked for again', async () => {
    await look({ domain: DOMAIN, position: POSITION });
    await page.waitForTimeout(300);
    requests.length = 0;
    await page.reload();
    await page.waitForSelector('.worth');
    assert.deepEqual(requests.filter(isPart), []);
  });

  it('no more is kept than the reader chose', async () => {
    await look({ domain: DOMAIN, position: POSITION });
    const bytes = await page.evaluate(async () => {
      const kept = await import('./site/kept.js');
      localStorage.setItem('shuban.most', '16');
      // Forty parts of a mebibyte; the first is used before the last come.
      for (let number = 0; number < 40; number += 1) {
        await kept.keep(`http://host/pieces/${number}`, 0, new Uint8Array(1 << 20));
        await kept.find('http://host/pieces/0', 0, 10);
      }
      const cache = await caches.open('shuban-parts');
      const keys = (await cache.keys()).map(({ url }) => url).filter((url) => url.includes('host'));
      return { count: keys.length, first: keys.some((key) => key.includes('pieces/0?')) };
    });
    assert.ok(bytes.count <= 16 && bytes.count > 10, `${bytes.count}`);
    assert.ok(bytes.first, 'what was used stays');
  });
});

describe('a host at fault', () => {
  const names = /pieces\/[0-9a-f]{64}/;
  for (const [mode, words] of [
    ['missing', /answered 404/], ['page', /page \(text\/html\)/], ['cut', /of the \d+ bytes/],
    ['elsewhere', /instead of bytes/],
  ]) {
    it(`is told to the reader, with the address: ${mode}`, async () => {
      // The opening is sound.
      service.fault = (answer, path) => (answer.status === 206 ? FAULTS[mode](answer, path) : answer);
      await look({ domain: DOMAIN, position: POSITION }, service.address);
      const text = await alert();
      assert.match(text, words);
      assert.match(text, names);
      assert.match(text, /bytes \d+ to \d+ \(of half-gammon\/contact-3-3\)/);
      assert.equal(await page.locator('.worth').count(), 0);
      // When the host is well again, so is the page.
      service.fault = null;
      await page.click('[role="alert"] button');
      await page.waitForSelector('.worth');
    });
    it(`is told to the reader when a layer is opened: ${mode}`, async () => {
      service.fault = (answer, path) => (mode === 'elsewhere' ? FAULTS.cut(answer) : FAULTS[mode](answer, path));
      await look({ domain: DOMAIN, position: POSITION }, service.address);
      assert.match(await alert(), names);
      assert.equal(await page.locator('.worth').count(), 0);
    });
  }

  it('that ignores ranges is understood while pieces are short', async () => {
    service.isWhole = true;
    await look({ domain: DOMAIN, position: POSITION }, service.address);
    assert.equal(await page.locator('.worth').count(), 1);
    // A piece of 7 MB that is said to be longer.
    service.moreBytes = 4 << 20;
    await look({ domain: WIDE.domain, position: WIDE.position }, service.address);
    assert.match(await alert(), /ignores Range/);
    assert.match(await alert(), names);
  });

  it('that flips a bit gives no value, but an error with address and block', async () => {
    service.fault = FAULTS.flipped;
    await look({ domain: DOMAIN, position: POSITION }, service.address);
    const opening = await alert();
    assert.match(opening, names);
    await context.close();
    await begin();
    service.fault = (answer) => (answer.status === 206 ? FAULTS.flipped(answer) : answer);
    await look({ domain: DOMAIN, position: POSITION }, service.address);
    const text = await alert();
    assert.match(text, names);
    assert.match(text, /half-gammon\/contact-3-3/);
    assert.match(text, /block \d+/);
    assert.equal(await page.locator('.worth').count(), 0);
    service.fault = null;
    await page.click('[role="alert"] button');
    await page.waitForSelector('.worth');
    isQuiet();
  });

  it('that flips a bit once is asked once more', async () => {
    const seen = new Set();
    service.fault = (answer, path) => {
      const key = `${path} ${answer.start}`;
      const isFirst = answer.status === 206 && !seen.has(key);
      seen.add(key);
      return isFirst ? FAULTS.flipped(answer) : answer;
    };
    await look({ domain: DOMAIN, position: POSITION }, service.address);
    assert.deepEqual(await noted('.worth', 'value'), [(await expected(DOMAIN, POSITION)).value]);
    isQuiet();
  });

  it('is asked again when a part that was kept has gone bad', async () => {
    await look({ domain: DOMAIN, position: POSITION }, service.address);
    await page.waitForTimeout(300);
    const spoilt = await page.evaluate(async () => {
      const cache = await caches.open('shuban-parts');
      const keys = await cache.keys();
      for (const key of keys) {
        const bytes = new Uint8Array(await (await cache.match(key)).arrayBuffer());
        bytes[Math.min(20, bytes.length - 1)] ^= 1;
        await cache.put(key, new Response(bytes));
      }
      return keys.length;
    });
    assert.ok(spoilt > 1);
    service.asked.length = 0;
    await page.reload();
    await page.waitForSelector('.worth');
    assert.ok(service.asked.length > 0);
    isQuiet();
  });
});

describe('everybody', () => {
  const pages = {
    home: {}, position: { domain: DOMAIN, position: POSITION },
    roll: { domain: DOMAIN, position: POSITION, roll: '2-1' },
    setup: { domain: DOMAIN, position: POSITION, edit: 1 }, play: { domain: DOMAIN, position: POSITION, play: 0 },
    amazons: { domain: AMAZONS[0], position: AMAZONS[1] }, cards: { domain: CARDS[0], position: CARDS[1] },
    refusal: { domain: DOMAIN, position: '??' },
  };
  let axe;
  before(async () => {
    axe = await readFile(require.resolve('axe-core/axe.min.js'), 'utf8');
  });
  for (const colorScheme of ['light', 'dark']) {
    for (const [name, query] of Object.entries(pages)) {
      it(`can use the page of ${name}, ${colorScheme}`, async () => {
        await context.close();
        await begin({ colorScheme, bypassCSP: true });
        await look(query);
        await page.click('.kept summary');
        const check = page.locator('.check summary');
        if (await check.count() > 0) {
          await check.click();
          await page.click('.check button');
          await page.waitForSelector('.check .verdict');
        }
        await page.evaluate(axe);
        const { violations } = await page.evaluate(() => globalThis.axe.run());
        const parts = (nodes) => nodes.map(({ html }) => html.slice(0, 200)).slice(0, 3);
        assert.deepEqual(violations.map(({ id, nodes }) => `${id}: ${parts(nodes)}`), []);
        isQuiet();
      });
    }
  }

  it('scrolls no page sideways on the narrowest phone', async () => {
    await page.setViewportSize({ width: 320, height: 640 });
    for (const [name, query] of Object.entries(pages)) {
      await look(query);
      const wide = await page.evaluate(() => document.documentElement.scrollWidth);
      assert.ok(wide <= 320, `${name} is ${wide} wide`);
    }
  });

  it('gets by with keys', async () => {
    await look({ domain: DOMAIN, position: POSITION });
    await page.focus('.rolls tbody tr:first-child a');
    await page.keyboard.press('Enter');
    await page.waitForSelector('.moves');
    assert.equal(await page.evaluate(() => document.activeElement.tagName), 'MAIN');
    await page.focus('.moves a');
    await page.keyboard.press('Enter');
    await leaves(POSITION);
    isQuiet();
  });
});
