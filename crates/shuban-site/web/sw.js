// The service worker: lets the site be opened without a connection. It keeps the page, its scripts, its
// modules and the catalogue as they were last received. The network comes first, so that all are of one
// version. Parts of pieces are kept by kept.js.

const here = new URL('./', location).href;
const shell = caches.open('shuban-site');

/** Keeps all that the page loads: index.html names it. */
async function fill() {
  const page = await (await fetch(here, { cache: 'no-cache' })).text();
  const named = [...page.matchAll(/(?:href|src)="(site\/[^"]+)"/g)].map(([, path]) => path);
  const fresh = (path) => new Request(path, { cache: 'no-cache' });
  await (await shell).addAll([here, 'catalogue.json', 'site/modules.json', ...named].map(fresh));
}

/** Answers from the network, else with what is kept. */
async function answer(request, key, keep) {
  try {
    // Not from the cache of HTTP, in which names that stay could be older than others.
    const response = await fetch(request.url, { cache: 'no-cache' });
    // A host that answers everything with a page takes nothing away.
    const isPage = response.headers.get('content-type')?.startsWith('text/html') ?? false;
    if (response.status === 200 && isPage === (key === here)) {
      const copy = response.clone();
      // Without room it is not kept, and shown all the same.
      keep((await shell).put(key, copy).catch(() => {}));
    }
    return response;
  } catch (error) {
    return await (await shell).match(key) ?? Promise.reject(error);
  }
}

addEventListener('install', (event) => event.waitUntil(fill().then(() => skipWaiting())));
addEventListener('activate', (event) => event.waitUntil(clients.claim()));
addEventListener('fetch', (event) => {
  const { request } = event;
  const [address] = request.url.split(/[?#]/);
  const path = address.startsWith(here) ? address.slice(here.length) : null;
  const keep = (promise) => event.waitUntil(promise);
  const isPage = request.mode === 'navigate' && ['', 'index.html'].includes(path);
  if (isPage) event.respondWith(answer(request, here, keep));
  else if (/^(catalogue\.json$|site\/)/.test(path)) event.respondWith(answer(request, address, keep));
});
