// The service worker: lets the site be opened without a connection. It keeps the page, its scripts,
// the modules and the catalogue as they were last received. The network is asked first, so that all
// files are of one version. Parts of pieces are not its business: kept.js has those.

const SHELL = 'shuban-site';
const here = new URL('./', self.location);

/** Returns all files of the site but the modules: index.html names them. */
async function files() {
  const response = await fetch(here, { cache: 'no-cache' });
  const named = [...(await response.text()).matchAll(/(?:href|src)="(site\/[^"]+)"/g)];
  return ['./', 'catalogue.json', 'site/modules.json', ...named.map(([, path]) => path)];
}

self.addEventListener('install', (event) => {
  const fill = async () => (await caches.open(SHELL)).addAll(await files());
  event.waitUntil(fill().then(() => self.skipWaiting()));
});
self.addEventListener('activate', (event) => event.waitUntil(self.clients.claim()));

/** Answers from the network, else with what is kept under an address. */
async function answer(request, key) {
  const shell = await caches.open(SHELL);
  try {
    const response = await fetch(request);
    const isPage = response.headers.get('content-type')?.startsWith('text/html') ?? false;
    // A host that answers everything with a page does not replace what is kept.
    const isWanted = response.status === 200 && !response.redirected && isPage === (key === here.href);
    if (isWanted) await shell.put(key, response.clone());
    return response;
  } catch (error) {
    const kept = await shell.match(key);
    if (kept) return kept;
    throw error;
  }
}

self.addEventListener('fetch', (event) => {
  const { request } = event;
  const url = new URL(request.url);
  if (request.method !== 'GET' || !url.href.startsWith(here.href)) return;
  const path = url.pathname.slice(here.pathname.length);
  const isPage = request.mode === 'navigate' && ['', 'index.html'].includes(path);
  if (isPage) event.respondWith(answer(request, here.href));
  else if (path === 'catalogue.json' || path.startsWith('site/')) {
    event.respondWith(answer(request, here.href + path));
  }
});
