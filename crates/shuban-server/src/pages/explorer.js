// Makes the pages quicker and easier to use by hand. Without it all of them work by links.
import { board } from './board.js';
import { live } from './live.js';
import { values } from './values.js';

const begin = () => {
  const main = document.querySelector('main');
  const pages = { load, show, visit };
  [values, board, live].forEach((part) => part(main, pages));
  // Scripts of few pages.
  if (main.querySelector('a.deeper')) import('./tree.js').then(({ tree }) => tree(main, pages));
  if (main.querySelector('.verdict, [data-mistakes]')) import('./practice.js').then(({ practice }) => practice(main));
};

/** The document of an address, and where it came from in the end. */
async function load(address) {
  const response = await fetch(address, { headers: { accept: 'text/html' } });
  const isPage = (response.headers.get('content-type') ?? '').startsWith('text/html');
  if (!isPage) throw new Error(`no page: ${address}`);
  const page = new DOMParser().parseFromString(await response.text(), 'text/html');
  return { page, address: response.url };
}

/**
 * Shows a page that was loaded in place of this one. The browser's history gets a new entry
 * (`push`), has this one's replaced, or stays (`stay`).
 */
function show({ page, address }, entry = 'push') {
  const isOpen = document.querySelector('details.more')?.open;
  const top = scrollY;
  document.title = page.title;
  document.documentElement.lang = page.documentElement.lang;
  for (const part of ['.skip', 'header', 'main']) {
    document.querySelector(part).replaceWith(page.querySelector(part));
  }
  if (isOpen) document.querySelector('details.more')?.setAttribute('open', '');
  if (entry === 'push') history.pushState(null, '', address);
  if (entry === 'replace') history.replaceState(null, '', address);
  document.querySelector('main').focus({ preventScroll: true });
  // A board stays where it is from one position to the next, and its line at the current move.
  const stays = entry !== 'push' || document.querySelector('.position');
  // A shorter page is made as long as that takes.
  if (stays && top > 0) document.querySelector('main').style.minBlockSize = `${top + innerHeight}px`;
  scrollTo(0, stays ? top : 0);
  const here = document.querySelector('.line [aria-current]');
  if (here) here.closest('.line').scrollTop = here.offsetTop - here.closest('.line').offsetTop;
  begin();
}

/** How often the reader has gone somewhere: a slow answer does not take the place of a later one. */
let visits = 0;

/** Goes to an address without loading style sheets and scripts again. */
async function visit(address, entry = 'push') {
  visits += 1;
  const own = visits;
  // What takes a moment is said to; what is quick does not flicker.
  const slow = setTimeout(() => document.body.setAttribute('aria-busy', 'true'), 100);
  try {
    const loaded = await load(address);
    if (own === visits) show(loaded, entry);
  } catch {
    location.href = address;
  } finally {
    clearTimeout(slow);
    document.body.removeAttribute('aria-busy');
  }
}

addEventListener('click', (event) => {
  const link = event.target.closest?.('main a[href], header a[href]');
  const isPlain = event.button === 0 && !(event.ctrlKey || event.metaKey || event.shiftKey);
  if (!link || !isPlain || event.defaultPrevented || link.origin !== location.origin) return;
  if (link.pathname.startsWith('/api/') || link.pathname === '/metrics') return;
  event.preventDefault();
  visit(link.href);
});

addEventListener('popstate', () => visit(location.href, 'stay'));

addEventListener('keydown', (event) => {
  const isText = event.target.matches?.('input, textarea, select, .scroll');
  if (isText || event.altKey || event.ctrlKey || event.metaKey) return;
  const follow = { ArrowLeft: '.walk a.back', ArrowRight: '.walk a.forward' }[event.key];
  const link = follow && document.querySelector(follow);
  const step = { ArrowDown: 1, ArrowUp: -1 }[event.key];
  const moves = [...document.querySelectorAll('.moves a, .rolls a:not(.best)')];
  if (link) {
    link.click();
  } else if (step && moves.length > 0) {
    const at = moves.indexOf(document.activeElement);
    const next = at < 0 ? (step > 0 ? 0 : moves.length - 1) : at + step;
    moves[(next + moves.length) % moves.length].focus();
  } else {
    return;
  }
  event.preventDefault();
});

begin();
