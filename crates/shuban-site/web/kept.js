// Parts of pieces that were read, kept in the Cache API under `piece?range=first-last`, as responses of
// their own: a 206 cannot be kept. The reader chooses how many bytes; the least recently used parts go
// first. The cache lists entries in the order in which they were put: a part that is used is put again.

const NAME = 'shuban-parts';
const CHOICE = 'shuban.most';
const MEGABYTE = 1 << 20;

/** Parts by key, the least recently used first. */
const parts = new Map();
const keys = new Map();
/** Keys that were put since the page was loaded. */
const touched = new Set();
let total = 0;

function leave(key) {
  const part = parts.get(key);
  if (!part) return;
  parts.delete(key);
  keys.get(part.piece).delete(key);
  total -= part.end - part.start;
}

function enter(key, part) {
  leave(key);
  parts.set(key, part);
  if (!keys.has(part.piece)) keys.set(part.piece, new Set());
  keys.get(part.piece).add(key);
  total += part.end - part.start;
}

/** The cache, once its parts are listed; null where a browser has none, as without https. */
const opened = (async () => {
  const cache = await caches.open(NAME);
  for (const { url } of await cache.keys()) {
    const [, piece, first, last] = url.match(/^(.*)\?range=(\d+)-(\d+)$/) ?? [];
    if (piece) enter(url, { piece, start: Number(first), end: Number(last) + 1 });
  }
  return cache;
})().catch(() => null);

function most() {
  try {
    return Number(localStorage.getItem(CHOICE)) || 64;
  } catch {
    return 64;
  }
}

/** Puts a part last; a full disk keeps nothing. */
async function put(cache, key, bytes) {
  touched.add(key);
  await cache.put(key, new Response(bytes)).catch(() => leave(key));
}

async function trim(cache) {
  const gone = [];
  for (const key of parts.keys()) {
    if (total <= most() * MEGABYTE) break;
    leave(key);
    gone.push(cache.delete(key));
  }
  await Promise.all(gone);
}

export async function find(piece, start, end) {
  const cache = await opened;
  const key = [...keys.get(piece) ?? []].find((one) => parts.get(one).start <= start && end <= parts.get(one).end);
  if (!key) return null;
  const part = parts.get(key);
  const response = await cache.match(key);
  // Another tab may have made room.
  if (!response) {
    leave(key);
    return null;
  }
  const bytes = new Uint8Array(await response.arrayBuffer());
  enter(key, part);
  if (!touched.has(key)) put(cache, key, bytes);
  return bytes.subarray(start - part.start, end - part.start);
}

export async function keep(piece, start, bytes) {
  const cache = await opened;
  if (!cache || bytes.length > most() * MEGABYTE) return;
  const end = start + bytes.length;
  const key = `${piece}?range=${start}-${end - 1}`;
  enter(key, { piece, start, end });
  await put(cache, key, bytes);
  await trim(cache);
}

/** Drops all parts that hold some of these bytes. */
export async function drop(piece, start, end) {
  const cache = await opened;
  const bad = [...keys.get(piece) ?? []].filter((key) => parts.get(key).start < end && start < parts.get(key).end);
  bad.forEach(leave);
  await Promise.all(bad.map((key) => cache.delete(key)));
}

/** Lets the reader choose how much is kept, and forget it. */
export function control(details) {
  const [select, used, forget] = details.querySelectorAll('select, #used, button');
  const show = async () => {
    const cache = await opened;
    const text = `${(total / MEGABYTE).toFixed(1)} MB are used.`;
    used.textContent = cache ? text : 'This browser keeps nothing here.';
  };
  details.addEventListener('toggle', show);
  select.value = most();
  select.addEventListener('change', async () => {
    localStorage.setItem(CHOICE, select.value);
    await trim(await opened);
    show();
  });
  forget.addEventListener('click', async () => {
    await Promise.all([...parts.values()].map(({ piece, start, end }) => drop(piece, start, end)));
    show();
  });
}
