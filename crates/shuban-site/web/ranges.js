// Reads parts of a layer's file: from the parts that this browser keeps, else by range requests to the
// pieces of the file. What a host sends is believed only if it is as long, and from where, as was asked
// for; the module checks the bytes themselves.
import { find, keep } from './kept.js';

/** Parts that are nearer than this are fetched by one request. */
const GAP = 32 << 10;
/** Longest piece that is taken from a host that ignores `Range` and sends all of it. */
const WHOLE = 8 << 20;
/** Waits before what may pass is tried again, in milliseconds. */
const WAITS = [300, 1200];
const MAY_PASS = [408, 425, 429, 500, 502, 503, 504];

/** An error of the host or of the network, with the address that was asked. */
export class HostError extends Error {
  constructor(address, what) {
    super(`${address}: ${what}`);
  }
}

/** Returns the response to a request that may be repeated. */
async function request(address, options) {
  for (let attempt = 0; ; attempt += 1) {
    const isLast = attempt === WAITS.length || !navigator.onLine;
    try {
      const response = await fetch(address, options);
      if (isLast || !MAY_PASS.includes(response.status)) return response;
    } catch (error) {
      if (options.signal?.aborted) throw error;
      if (isLast) throw new HostError(address, `no answer (${error.message})`);
    }
    await new Promise((done) => { setTimeout(done, WAITS[attempt]); });
  }
}

async function body(address, response, expected, asked, signal) {
  const type = response.headers.get('content-type') ?? '';
  if (type.startsWith('text/html')) {
    throw new HostError(address, `the host answered ${asked} with a page (text/html) instead of data`);
  }
  let bytes;
  try {
    bytes = new Uint8Array(await response.arrayBuffer());
  } catch (error) {
    if (signal?.aborted) throw error;
    throw new HostError(address, `the answer to ${asked} broke off (${error.message})`);
  }
  if (bytes.length !== expected) {
    throw new HostError(address, `the host sent ${bytes.length} of the ${expected} bytes of ${asked}`);
  }
  return bytes;
}

/**
 * Fetches bytes of a piece that is `length` long. Returns them with where they begin: a host that
 * ignores `Range` sends the whole piece.
 */
async function fetchPart({ piece, length, start, end, what }, signal) {
  const asked = `bytes ${start} to ${end - 1} (${what})`;
  // Parts are kept by kept.js; a second copy in the HTTP cache would make parallel requests wait.
  const range = { range: `bytes=${start}-${end - 1}` };
  const response = await request(piece, { headers: range, cache: 'no-store', signal });
  if (response.status === 206) {
    const sent = response.headers.get('content-range') ?? '';
    if (!sent.startsWith(`bytes ${start}-${end - 1}/`)) {
      throw new HostError(piece, `the host sent “${sent}” instead of ${asked}`);
    }
    return { start, bytes: await body(piece, response, end - start, asked, signal) };
  }
  if (response.status !== 200) throw new HostError(piece, `the host answered ${response.status} to ${asked}`);
  if (length > WHOLE && !response.headers.get('content-type')?.startsWith('text/html')) {
    response.body?.cancel();
    throw new HostError(piece, `the host ignores Range and would send all ${length} bytes for ${asked}`);
  }
  return { start: 0, bytes: await body(piece, response, length, `the whole piece, asked for ${asked}`, signal) };
}

/** Returns the address of a piece. */
export const pieceAddress = (hash) => new URL(`pieces/${hash}`, document.baseURI).href;

/** Splits bytes of a layer's file at the borders of its pieces. */
function split({ layer, start, end }) {
  const { piece_bytes: size, pieces, bytes, domain } = layer;
  const parts = [];
  for (let from = start; from < end;) {
    const number = Math.floor(from / size);
    const first = number * size;
    const to = Math.min(end, first + size);
    parts.push({
      layer, what: `of ${domain}`, offset: from, piece: pieceAddress(pieces[number]),
      length: Math.min(size, bytes - first), start: from - first, end: to - first,
    });
    from = to;
  }
  return parts;
}

/** Joins parts of the same piece that lie close together. */
function merged(parts) {
  const requests = [];
  const sorted = [...parts].sort((a, b) => (a.piece === b.piece ? a.start - b.start : a.piece < b.piece ? -1 : 1));
  for (const part of sorted) {
    const last = requests.at(-1);
    if (last?.piece === part.piece && part.start - last.end < GAP) {
      last.end = Math.max(last.end, part.end);
      last.parts.push(part);
    } else requests.push({ ...part, parts: [part] });
  }
  return requests;
}

/**
 * Reads bytes of layers' files, `wanted` being a list of `{layer, start, end}`. Returns a list of parts
 * `{layer, offset, bytes, piece, start, end}`. `isFresh` passes over what is kept.
 */
export async function read(wanted, { signal, isFresh }) {
  const parts = wanted.flatMap(split);
  if (!isFresh) {
    await Promise.all(parts.map(async (part) => {
      part.bytes = await find(part.piece, part.start, part.end);
    }));
  }
  await Promise.all(merged(parts.filter((part) => !part.bytes)).map(async (request) => {
    const { start, bytes } = await fetchPart(request, signal);
    keep(request.piece, start, bytes);
    for (const part of request.parts) part.bytes = bytes.subarray(part.start - start, part.end - start);
  }));
  return parts;
}

/** Reads the piece with which a layer is opened, by one plain request, as the parts of the file in it. */
export async function readOpening(layer, { signal, isFresh }) {
  const piece = pieceAddress(layer.opening.piece);
  const end = layer.opening.spans.reduce((sum, [, length]) => sum + length, 0);
  let bytes = isFresh ? null : await find(piece, 0, end);
  if (!bytes) {
    const asked = `the opening of ${layer.domain}`;
    const response = await request(piece, { cache: 'no-store', signal });
    if (response.status !== 200) throw new HostError(piece, `the host answered ${response.status} to ${asked}`);
    bytes = await body(piece, response, end, asked, signal);
    keep(piece, 0, bytes);
  }
  let start = 0;
  return layer.opening.spans.map(([offset, length]) => {
    start += length;
    return { layer, offset, piece, start: 0, end, bytes: bytes.subarray(start - length, start) };
  });
}
