// Exercises that were answered wrongly, kept in this browser alone.

const KEY = 'shuban.mistakes';
const MOST = 200;

const kept = () => {
  try {
    const list = JSON.parse(localStorage.getItem(KEY) ?? '[]');
    return Array.isArray(list) ? list : [];
  } catch {
    return [];
  }
};

const keep = (list) => {
  try {
    localStorage.setItem(KEY, JSON.stringify(list.slice(-MOST)));
  } catch {
    // Where nothing may be kept, nothing is.
  }
};

function list(section) {
  const mistakes = kept();
  const [note, items, forget] = ['p', 'ol', 'button'].map((name) => section.querySelector(name));
  note.hidden = mistakes.length > 0;
  forget.hidden = mistakes.length === 0;
  items.replaceChildren(...mistakes.map(({ address, label }) => {
    const [item, link] = ['li', 'a'].map((name) => document.createElement(name));
    // Only ever an address of this site.
    link.href = address.startsWith('/practice?') ? address : '/practice';
    link.textContent = label;
    item.append(link);
    return item;
  }));
  forget.onclick = () => {
    keep([]);
    list(section);
  };
}

/** Keeps a mistake, forgets one that was put right, or lists all. */
export function practice(main) {
  const verdict = main.querySelector('.verdict');
  if (verdict) {
    const address = verdict.dataset.mistake ?? verdict.dataset.solved ?? '';
    const others = kept().filter((mistake) => mistake.address !== address);
    const mistake = { address, label: verdict.dataset.label };
    keep(verdict.dataset.mistake ? [...others, mistake] : others);
  }
  const section = main.querySelector('[data-mistakes]');
  if (section) list(section);
}
