// Reads parts of layers' files: from those that this browser keeps, else by range requests to the pieces.
// What a host sends has to be as long, and from where, as was asked; the module checks the bytes.
import { find, keep } from './kept.js';

/** Parts that are nearer than this are fetched by one request. */
const GAP = 32 << 10;
/** Beyond so many requests, those for the nearest parts are made one, as long as that takes no more than so many bytes. */
const REQUESTS = 14;
const SPARE = 1 << 20;
/** Longest piece that is taken from a host that ignores `Range` and sends all of it. */
const WHOLE = 8 << 20;
/** Waits before what may pass is tried again, in milliseconds. */
const WAITS = [300, 1200];

export class HostError extends Error {
  constructor(address, what) {
    super(`${address}: ${what}`);
  }
}

export const pieceAddress = (hash) => new URL(`pieces/${hash}`, document.baseURI).href;

/** Returns the response to a request; what may pass is tried again. */
async function ask(address, options) {
  for (const wait of [...WAITS, null]) {
    const isLast = wait === null || !navigator.onLine;
    try {
      const response = await fetch(address, options);
      if (isLast || !(response.status === 429 || response.status >= 500)) return response;
    } catch (error) {
      if (options.signal?.aborted) throw error;
      if (isLast) throw new HostError(address, `no answer (${error.message})`);
    }
    await new Promise((done) => { setTimeout(done, wait); });
  }
}

/**
 * Fetches bytes of a piece, with where they begin: a host that ignores `Range` sends all of it. Without
 * `end`, all is asked for.
 */
async function fetchPart({ piece, length, start = 0, end, domain }, signal) {
  const asked = `${end ? `bytes ${start} to ${end - 1}` : 'all'} (of ${domain})`;
  const fail = (what) => { throw new HostError(piece, what); };
  // Parts are kept by kept.js; with the HTTP cache, requests for one piece would wait for each other.
  const headers = end ? { range: `bytes=${start}-${end - 1}` } : {};
  const response = await ask(piece, { headers, cache: 'no-store', signal });
  const isPart = end && response.status === 206;
  if (!isPart && response.status !== 200) fail(`the host answered ${response.status} to ${asked}`);
  if (response.headers.get('content-type')?.startsWith('text/html')) {
    fail(`the host answered ${asked} with a page (text/html)`);
  }
  const sent = response.headers.get('content-range');
  const isOther = isPart && !sent?.startsWith(`bytes ${start}-${end - 1}/`);
  if (isOther) fail(`the host sent “${sent}” instead of ${asked}`);
  if (end && !isPart && length > WHOLE) {
    response.body.cancel();
    fail(`the host ignores Range: it would send ${length} bytes for ${asked}`);
  }
  const bytes = await response.arrayBuffer().catch((error) => fail(`${asked} broke off (${error.message})`));
  const expected = isPart ? end - start : length;
  if (bytes.byteLength !== expected) fail(`the host sent ${bytes.byteLength} of the ${expected} bytes for ${asked}`);
  keep(piece, isPart ? start : 0, new Uint8Array(bytes));
  return { start: isPart ? start : 0, bytes: new Uint8Array(bytes) };
}

/** Splits bytes of a layer's file at the borders of its pieces. */
function split({ layer, start, end }) {
  const { piece_bytes: size, pieces, bytes, domain } = layer;
  const parts = [];
  for (let at = Math.floor(start / size); at * size < end; at += 1) {
    const first = at * size;
    const [from, to] = [Math.max(start, first), Math.min(end, first + size)];
    parts.push({
      domain, offset: from, piece: pieceAddress(pieces[at]), length: Math.min(size, bytes - first),
      start: from - first, end: to - first,
    });
  }
  return parts;
}

/** Returns the requests for parts: one for parts that are near each other. */
function merged(parts) {
  parts.sort((a, b) => a.piece.localeCompare(b.piece) || a.start - b.start);
  const gaps = parts.slice(1).map((part, at) => ({ at, bytes: part.start - parts[at].end }))
    .filter(({ at }) => parts[at].piece === parts[at + 1].piece).sort((a, b) => a.bytes - b.bytes);
  const isJoined = new Set();
  let spare = SPARE;
  for (const { at, bytes } of gaps) {
    if (bytes >= GAP) spare -= bytes;
    if (spare < 0 || (bytes >= GAP && parts.length - isJoined.size <= REQUESTS)) break;
    isJoined.add(at + 1);
  }
  const requests = [];
  for (const [at, part] of parts.entries()) {
    if (isJoined.has(at)) {
      const last = requests.at(-1);
      last.end = Math.max(last.end, part.end);
      last.parts.push(part);
    } else requests.push({ ...part, parts: [part] });
  }
  return requests;
}

/** Returns the bytes of parts that follow each other. */
function joined(parts) {
  if (parts.length === 1) return parts[0].bytes;
  const bytes = new Uint8Array(parts.reduce((sum, part) => sum + part.bytes.length, 0));
  for (const part of parts) bytes.set(part.bytes, part.offset - parts[0].offset);
  return bytes;
}

/**
 * Reads a list of `{layer, start, end}`, as `{layer, offset, bytes, parts}` with the parts of pieces that
 * were read. `isFresh` passes over what is kept.
 */
export async function read(wanted, { signal, isFresh }) {
  const all = wanted.map(split);
  const parts = all.flat();
  await Promise.all(parts.map(async (part) => {
    part.bytes = isFresh ? null : await find(part.piece, part.start, part.end);
  }));
  await Promise.all(merged(parts.filter(({ bytes }) => !bytes)).map(async (request) => {
    const { start, bytes } = await fetchPart(request, signal);
    for (const part of request.parts) part.bytes = bytes.subarray(part.start - start, part.end - start);
  }));
  return wanted.map(({ layer, start }, at) => ({ layer, offset: start, bytes: joined(all[at]), parts: all[at] }));
}

/** Reads the piece with which a layer is opened, by one plain request, as the parts of the file in it. */
export async function readOpening(layer, { signal, isFresh }) {
  const { domain, opening } = layer;
  const piece = pieceAddress(opening.piece);
  const length = opening.spans.reduce((sum, [, span]) => sum + span, 0);
  const kept = isFresh ? null : await find(piece, 0, length);
  const bytes = kept ?? (await fetchPart({ piece, length, domain }, signal)).bytes;
  let start = 0;
  return opening.spans.map(([offset, span]) => {
    start += span;
    return { layer, offset, bytes: bytes.subarray(start - span, start), parts: [{ piece, start: 0, end: length }] };
  });
}
