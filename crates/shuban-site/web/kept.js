// Parts of pieces that were read, kept by the browser's Cache API under `piece?range=first-last`.
// A 206 cannot be kept there: the bytes are, as a response of their own. The reader chooses how many
// bytes; the least recently used parts go first. The cache lists its entries in the order in which
// they were put, so a part that is used again is put again, once a visit.

const NAME = 'shuban-parts';
const CHOICE = 'shuban.most';
const MEBIBYTE = 1 << 20;

/** All parts by key, the least recently used first. */
const parts = new Map();
/** Keys of the parts of each piece. */
const byPiece = new Map();
/** Keys of parts whose place in the cache is of this visit. */
const touched = new Set();
let total = 0;

/** Returns the bound in mebibytes, as the reader chose it. */
export function most() {
  try {
    return Number(localStorage.getItem(CHOICE)) || 64;
  } catch {
    return 64;
  }
}

function enter(key, part) {
  leave(key);
  parts.set(key, part);
  if (!byPiece.has(part.piece)) byPiece.set(part.piece, new Set());
  byPiece.get(part.piece).add(key);
  total += part.end - part.start;
}

function leave(key) {
  const part = parts.get(key);
  if (!part) return;
  parts.delete(key);
  byPiece.get(part.piece).delete(key);
  total -= part.end - part.start;
}

/** The cache, after its parts are listed; null where a browser has none, as without https. */
const opened = (async () => {
  try {
    const cache = await caches.open(NAME);
    for (const { url } of await cache.keys()) {
      const [, piece, first, last] = url.match(/^(.*)\?range=(\d+)-(\d+)$/) ?? [];
      if (piece) enter(url, { piece, start: Number(first), end: Number(last) + 1 });
    }
    return cache;
  } catch {
    return null;
  }
})();

const keyOf = (piece, start, end) => `${piece}?range=${start}-${end - 1}`;

function covering(piece, start, end) {
  for (const key of byPiece.get(piece) ?? []) {
    const part = parts.get(key);
    if (part.start <= start && end <= part.end) return [key, part];
  }
  return null;
}

async function put(cache, key, bytes) {
  touched.add(key);
  // A full disk keeps nothing; the page goes on without.
  await cache.put(key, new Response(bytes)).catch(() => leave(key));
}

/** Returns kept bytes of a piece, or null. */
export async function find(piece, start, end) {
  const cache = await opened;
  const found = cache && covering(piece, start, end);
  if (!found) return null;
  const [key, part] = found;
  const response = await cache.match(key);
  const bytes = response && new Uint8Array(await response.arrayBuffer());
  // Another tab may have made room.
  if (bytes?.length !== part.end - part.start) {
    leave(key);
    return null;
  }
  enter(key, part);
  if (!touched.has(key)) put(cache, key, bytes);
  return bytes.subarray(start - part.start, end - part.start);
}

/** Keeps bytes of a piece. */
export async function keep(piece, start, bytes) {
  const cache = await opened;
  if (!cache || bytes.length > most() * MEBIBYTE) return;
  const end = start + bytes.length;
  enter(keyOf(piece, start, end), { piece, start, end });
  await put(cache, keyOf(piece, start, end), bytes);
  await makeRoom();
}

/** Drops all parts that hold some of these bytes. */
export async function drop(piece, start, end) {
  const cache = await opened;
  const keys = [...byPiece.get(piece) ?? []].filter((key) => {
    const part = parts.get(key);
    return part.start < end && start < part.end;
  });
  keys.forEach(leave);
  await Promise.all(keys.map((key) => cache.delete(key)));
}

async function makeRoom() {
  const cache = await opened;
  const gone = [];
  for (const key of parts.keys()) {
    if (total <= most() * MEBIBYTE) break;
    leave(key);
    gone.push(cache?.delete(key));
  }
  await Promise.all(gone);
}

/** Lets the reader choose the bound, and forget all parts. */
export function control(details) {
  const [select, used, forget] = ['select', '#used', '#forget'].map((name) => details.querySelector(name));
  const show = async () => {
    const text = (await opened) ? `${(total / MEBIBYTE).toFixed(1)} MB are used.` : 'This browser keeps nothing here.';
    used.textContent = text;
  };
  select.value = most();
  select.addEventListener('change', async () => {
    try {
      localStorage.setItem(CHOICE, select.value);
    } catch {
      // Where nothing may be stored, the bound stays as it is.
    }
    await makeRoom();
    show();
  });
  forget.addEventListener('click', async () => {
    await opened;
    [...parts.keys()].forEach(leave);
    await globalThis.caches?.delete(NAME);
    location.reload();
  });
  details.addEventListener('toggle', show);
}
