// A server with a few databases, and a browser that looks at it.
import { execFile, spawn } from 'node:child_process';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { createInterface } from 'node:readline';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';
import { chromium } from 'playwright-core';

const here = dirname(fileURLToPath(import.meta.url));
export const root = join(here, '../../..');
export const program = process.env.SHUBAN ?? join(root, 'target/debug/shuban');
const browserPath = process.env.CHROMIUM ?? '/usr/bin/chromium';
const run = promisify(execFile);

/** At least one of each family, each built in a moment. */
export const DATABASES = [
  'half-gammon/contact-2-2', 'backgammon/contact-1-1', 'half-gammon/bearoff',
  'backgammon/gnubg-ts-6x2', 'amazons/5', 'tanhinmin/3p-6', 'daihinmin-open/2p-6', 'trax/2',
];

/** A whole board in five regions. */
export const BOARD = [
  'X...#..X..', '....#.....', 'O...#...O.', '##########', 'X..#....O.', '...#......', '...#X.....',
  '##########', '....O.....', '..........',
].join('/');

/** The file of a proof. */
export const PROOF = 'trax-4.shuban';

/** Builds the databases, writes a proof if it has a name, and serves them; `stop` ends the server and takes the folder away. */
export async function serve(databases = DATABASES, proved = PROOF, options = []) {
  const data = await mkdtemp(join(tmpdir(), 'shuban-browser-'));
  for (const domain of databases) await run(program, ['--quiet', '--data', data, 'build', domain]);
  // A game of proof search, so that there is something to walk.
  if (proved) {
    const proof = ['solve', 'trax/4', '--question', 'draw-or-better', '--proof', join(data, 'proofs', proved)];
    await run(program, ['--quiet', '--data', data, ...proof]);
  }
  const server = spawn(program, ['--data', data, 'serve', '--listen', '127.0.0.1:0', ...options]);
  const lines = createInterface({ input: server.stdout });
  const [address] = await Promise.race([
    new Promise((found) => { lines.once('line', (line) => found([line.replace(/\/$/, '')])); }),
    new Promise((_, failed) => { server.once('exit', () => failed(new Error('no server'))); }),
  ]);
  const stop = async () => {
    const ended = new Promise((done) => { server.once('exit', done); });
    server.kill('SIGTERM');
    await ended;
    await rm(data, { recursive: true });
  };
  const json = async (path) => (await fetch(address + path)).json();
  return { address, data, stop, json };
}

/** Builds databases, and publishes them with pages in a folder, which `remove` takes away. */
export async function publish(databases) {
  const data = await mkdtemp(join(tmpdir(), 'shuban-site-'));
  const folder = join(data, 'published');
  for (const domain of databases) await run(program, ['--quiet', '--data', data, 'build', domain]);
  await run(program, ['--quiet', '--data', data, 'publish', ...databases, '--to', folder, '--site']);
  return { folder, remove: () => rm(data, { recursive: true }) };
}

export const launch = () =>
  chromium.launch({ executablePath: browserPath, args: ['--no-sandbox', '--disable-gpu'] });

/** The position of a number in a layer, as the server answers it. */
export const position = (service, domain, number) =>
  service.json(`/api/v1/domains/${domain}/positions/${number}`);

/** The first position from a number on in which there are several moves. */
async function withMoves(service, domain, number) {
  const answer = await position(service, domain, number);
  const moves = answer.moves ?? answer.rolls?.[0]?.moves ?? [];
  return moves.length > 1 ? answer : withMoves(service, domain, number + 1);
}

/** The address of a page about a position. */
export function pageOf({ game, position: text }, more = {}, path = '/position') {
  return `${path}?${new URLSearchParams({ game, position: text, ...more })}`;
}

/** A position of the contest's game in which the databases are asked. */
const CONTEST = { game: 'daihinmin', position: 'CK,D8,DQ|HA,H7,CT|H3,HQ,C3|| turn=0 places=3:1,4:2' };

/** A race with the cube. */
export const EQUITIES = { game: 'backgammon', position: '6,6|1,1' };

/** A position of a match. */
const STAKES = { game: 'hypergammon', position: 'XGID=--A--A------------------a-:0:0:1:00:2:3:0:5:10' };

/** Pages of every kind, by name. */
export async function pages(service) {
  const gammon = await position(service, 'half-gammon/contact-2-2', 4000);
  const amazons = { game: 'amazons', position: 'X../.#O' };
  const cards = await withMoves(service, 'tanhinmin/3p-6', 2000);
  const open = await withMoves(service, 'daihinmin-open/2p-6', 500);
  const trax = await withMoves(service, 'trax/2', 1);
  const bearoff = await position(service, 'half-gammon/bearoff', 30);
  return {
    home: '/',
    databases: '/databases',
    database: '/database?domain=half-gammon/contact-2-2',
    records: '/records?domain=half-gammon/contact-2-2',
    gammon: pageOf(gammon),
    'gammon-roll': pageOf(gammon, { roll: '2-1' }),
    'gammon-setup': pageOf(gammon, { edit: 'mover' }),
    bearoff: pageOf(bearoff),
    equities: pageOf(EQUITIES),
    'equities-roll': pageOf(EQUITIES, { roll: '2-1' }),
    stakes: pageOf(STAKES),
    estimate: '/position?game=backgammon',
    amazons: pageOf(amazons),
    'amazons-sum': pageOf({ game: 'amazons', position: 'X../.#O + ..O/X..' }),
    'amazons-part': pageOf({ game: 'amazons', position: 'X../.#O' }, { beside: '..O/X..' }),
    'amazons-start': '/position?game=amazons/10x10',
    'amazons-board': pageOf({ game: 'amazons', position: BOARD }),
    cards: pageOf(cards),
    'cards-sets': pageOf(open),
    'cards-tree': pageOf(cards, {}, '/tree'),
    'cards-advice': pageOf(cards, {}, '/advice'),
    contest: pageOf(CONTEST),
    'contest-start': '/position?game=daihinmin',
    'contest-advice': pageOf(CONTEST, {}, '/advice'),
    'amazons-tree': pageOf(amazons, {}, '/tree'),
    trax: pageOf(trax),
    'trax-start': '/position?game=trax/4',
    'trax-recorded': pageOf({ game: 'trax/8', position: '@0/' }),
    'trax-ledger': '/position?game=trax/7',
    proofs: '/proofs',
    proof: `/proof?file=${PROOF}`,
    'proof-replies': `/proof?file=${PROOF}&line=%400%2B`,
    play: '/position?game=amazons&position=X../.%23O&play=0&level=perfect',
    review: '/review?game=amazons&position=X../.%23O&line=a2-b2/a2',
    practice: '/practice',
    exercise: '/practice?domain=half-gammon/contact-2-2&level=easy',
    reproductions: '/reproductions',
    reproduction: '/reproduction?id=gammon/table-1',
    api: '/api',
    refusal: '/position?game=amazons&position=%3F%3F',
  };
}
