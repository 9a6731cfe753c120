// The service worker: lets the site be opened without a connection. It keeps the page, its scripts, its
// modules and the catalogue as they were last received. The network comes first, so that all are of one
// version. Parts of pieces are kept by kept.js.

const here = new URL('./', location).href;
const shell = caches.open('shuban-site');

/** Keeps all that the page loads: index.html names it. */
async function fill() {
  const page = await (await fetch(here, { cache: 'no-cache' })).text();
  const named = [...page.matchAll(/(?:href|src)="(site\/[^"]+)"/g)].map(([, path]) => path);
  await (await shell).addAll([here, 'catalogue.json', 'site/modules.json', ...named]);
}

/** Answers from the network, else with what is kept. */
async function answer(request, key) {
  try {
    const response = await fetch(request);
    // A host that answers everything with a page takes nothing away.
    const isPage = response.headers.get('content-type')?.startsWith('text/html') ?? false;
    if (response.status === 200 && isPage === (key === here)) await (await shell).put(key, response.clone());
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
  if (request.mode === 'navigate' && ['', 'index.html'].includes(path)) event.respondWith(answer(request, here));
  else if (/^(catalogue\.json$|site\/)/.test(path)) event.respondWith(answer(request, address));
});
