// The entry: shows the page that the address names, and goes to others without loading anything twice.
import { address, button, make } from './dom.js';
import { RefusedError } from './folder.js';
import { home } from './home.js';
import { control } from './kept.js';
import { showPosition } from './position.js';

const main = document.querySelector('main');
/** The visit of the page that is shown; the next one ends its requests. */
let visit = null;

function fail(error) {
  main.querySelectorAll('[role="alert"], .known > .note').forEach((old) => old.remove());
  const lines = error.message.split('\n').map((line) => make('p', {}, line));
  const again = error instanceof RefusedError ? '' : button('Try again', show);
  const alert = make('div', { role: 'alert' }, lines, again);
  const old = main.querySelector('.position');
  // No value of another position stands beside the reason why this one has none.
  if (old && old.dataset.asked !== location.search) {
    main.replaceChildren(main.querySelector('h1') ?? '', alert, main.querySelector('.beside') ?? '');
  } else (main.querySelector('.known') ?? main).append(alert);
}

/** Does something that may fail, or take a moment. */
async function attempt(act, signal) {
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

/** Goes to a place, by a new entry of the history or in place of this one. */
function go(place, { entry = 'push', log = [] } = {}) {
  history[`${entry}State`]({ log }, '', address(place));
  return show();
}

function show() {
  visit?.abort();
  visit = new AbortController();
  const { signal } = visit;
  const place = Object.fromEntries(new URLSearchParams(location.search));
  document.title = [place.position, place.domain, 'Shuban'].filter(Boolean).join(' – ');
  const site = { signal, go, attempt, log: () => history.state?.log ?? [] };
  return attempt(() => (place.domain ? showPosition(main, place, site) : home(main, signal)), signal);
}

addEventListener('popstate', show);
addEventListener('click', async (event) => {
  const link = event.target.closest?.('a[href]');
  const isPlain = event.button === 0 && !(event.ctrlKey || event.metaKey || event.shiftKey || event.altKey);
  if (!link || !isPlain || link.hash || link.href.split('?')[0] !== new URL('./', location).href) return;
  event.preventDefault();
  history.pushState({}, '', link.href);
  if (!link.search) scrollTo(0, 0);
  await show();
  main.focus({ preventScroll: true });
});

control(document.querySelector('.kept'));
show();
// Without https there is none, and the site needs a connection.
navigator.serviceWorker?.register('sw.js').catch(() => {});
