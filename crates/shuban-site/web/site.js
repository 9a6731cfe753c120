// The entry: shows the page that the address names, and goes to others without loading anything twice.
import { address, make } from './dom.js';
import { home } from './home.js';
import { control } from './kept.js';
import { showPosition } from './position.js';

const main = document.querySelector('main');
/** The visit of the page that is shown; another one ends its requests. */
let visit = null;

/** Shows an error where the reader is, below what is there. */
function fail(error) {
  main.querySelectorAll('[role="alert"]').forEach((old) => old.remove());
  const again = make('button', { type: 'button', onclick: () => show() }, 'Try again');
  const lines = error.message.split('\n').map((line) => make('p', {}, line));
  (main.querySelector('.known') ?? main).append(make('div', { role: 'alert', class: 'error' }, lines, again));
  main.querySelectorAll('.known > .note').forEach((note) => note.remove());
}

/** Does something that may fail, or take a moment. */
async function attempt(act, { signal } = {}) {
  const slow = setTimeout(() => document.body.setAttribute('aria-busy', 'true'), 150);
  try {
    await act();
  } catch (error) {
    if (!signal?.aborted) fail(error);
  } finally {
    clearTimeout(slow);
    if (!signal?.aborted) document.body.removeAttribute('aria-busy');
  }
}

/** Goes to a place, with a new entry in the history or in place of this one. */
function go(place, { entry = 'push', log = [] } = {}) {
  history[`${entry}State`]({ log }, '', address(place));
  show();
}

async function show() {
  visit?.abort();
  visit = new AbortController();
  const { signal } = visit;
  const place = Object.fromEntries(new URLSearchParams(location.search));
  document.title = [place.position, place.domain, 'Shuban'].filter(Boolean).join(' – ');
  const site = { signal, go, attempt, log: () => history.state?.log ?? [] };
  await attempt(() => (place.domain ? showPosition(main, place, site) : home(main)), { signal });
}

addEventListener('popstate', show);
addEventListener('click', (event) => {
  const link = event.target.closest?.('a[href]');
  const isPlain = event.button === 0 && !(event.ctrlKey || event.metaKey || event.shiftKey || event.altKey);
  if (!link || !isPlain || event.defaultPrevented || link.origin !== location.origin) return;
  const isHere = [location.pathname, new URL('./', document.baseURI).pathname].includes(link.pathname);
  if (!isHere || link.hash) return;
  event.preventDefault();
  history.pushState({ log: [] }, '', link.href);
  scrollTo(0, main.querySelector('.position') && link.search ? scrollY : 0);
  show().then(() => main.focus({ preventScroll: true }));
});

control(document.querySelector('.kept'));
show();
// Without https there is none, and the site needs a connection.
navigator.serviceWorker?.register('sw.js').catch(() => {});
