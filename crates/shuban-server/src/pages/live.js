// What comes later than the page: builds, records, recomputed tables, equations, answers.
/** How often builds are looked at, in milliseconds. */
const BETWEEN_LOOKS = 700;

/** Shows how far builds have come, until all are there. */
async function builds(section, { load, visit }) {
  await new Promise((done) => setTimeout(done, BETWEEN_LOOKS));
  if (!section.isConnected) return;
  const { page } = await load(location.href).catch(() => ({ page: document }));
  const news = page.querySelector('[data-live]');
  if (!section.isConnected) return;
  if (!news) {
    visit(location.href, 'stay');
    return;
  }
  section.replaceWith(news);
  builds(news, { load, visit });
}

/** Sets a part of another page in place of a link to it. */
async function fragment(section, load) {
  const { page } = await load(section.dataset.fragment);
  const found = page.querySelector('section.records');
  if (found) section.replaceWith(found);
}

/** Recomputes a table, tells how far it is, and shows it. */
function recompute(link, visit) {
  const working = link.closest('main').querySelector('.working');
  const source = new EventSource(link.dataset.recompute);
  working.hidden = false;
  link.hidden = true;
  source.addEventListener('progress', ({ data }) => {
    if (!working.isConnected) source.close();
    const { layer, phase, done, total, detail } = JSON.parse(data);
    const bar = working.querySelector('progress');
    if (total) Object.assign(bar, { max: total, value: done });
    working.querySelector('span').textContent = [layer, phase, detail].filter(Boolean).join(': ');
  });
  source.addEventListener('answer', () => {
    source.close();
    visit(location.href, 'stay');
  });
  const failed = (reason) => {
    source.close();
    working.querySelector('span').textContent = reason;
    link.hidden = false;
  };
  source.addEventListener('problem', ({ data }) => failed(JSON.parse(data).detail));
  // A refusal is no event: another table is being recomputed, or the server is gone.
  source.onerror = () => failed(link.dataset.busy);
}

/** How long the reader sees the board before the other side answers, in milliseconds. */
const BEFORE_ANSWER = 500;

/**
 * Follows a link by itself, unless the reader has gone elsewhere. The page of the other side's turn
 * leaves the history: whoever came back to it would have it answer again, with other dice.
 */
function follow(link, visit) {
  setTimeout(() => {
    if (link.isConnected && !link.dataset.followed) visit(link.href, 'replace');
  }, BEFORE_ANSWER);
  link.addEventListener('click', () => { link.dataset.followed = 'yes'; });
}

/** Begins whatever the page has of these. */
export function live(main, { load, visit }) {
  const section = main.querySelector('[data-live]');
  if (section) builds(section, { load, visit });
  const checks = main.querySelectorAll('[data-check]');
  if (checks.length > 0) import('./check.js').then(({ bind }) => checks.forEach(bind));
  main.querySelectorAll('[data-follow]').forEach((link) => follow(link, visit));
  main.querySelectorAll('[data-fragment]').forEach((part) => fragment(part, load));
  const link = main.querySelector('[data-recompute]');
  link?.addEventListener('click', (event) => {
    event.preventDefault();
    recompute(link, visit);
  });
}
