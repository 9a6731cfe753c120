// Values as the reader chose them: as chances of winning, from -1 to 1, or both. Without the script both are shown.

const KEY = 'shuban.values';

/** The choice that is kept in this browser. */
const kept = () => {
  try {
    return localStorage.getItem(KEY) ?? '';
  } catch {
    return '';
  }
};

const keep = (choice) => {
  try {
    localStorage.setItem(KEY, choice);
  } catch {
    // Where nothing may be kept, it holds for this page.
  }
};

/** A number with as many digits as a text shows, if that is as precise. */
function written(text, percent, points) {
  const digits = text.match(/\.(\d+)/)?.[1].length ?? 0;
  const isPercent = text.includes('%');
  return {
    percent: isPercent ? text : `${percent.toFixed(Math.max(digits - 2, 0))} %`,
    points: isPercent ? points.toFixed(digits + 2) : text,
  };
}

/** Shows the values of a page, or of a part of it, in the reader's choice. */
export function inChoice(main, choice = kept()) {
  document.documentElement.dataset.values = choice;
  for (const shown of main.querySelectorAll('[data-value], [data-loss]')) {
    const { value, loss } = shown.dataset;
    const text = (shown.dataset.text ??= shown.textContent);
    const all = loss ? written(text, 50 * loss, Number(loss)) : written(text, 50 * (1 + Number(value)), Number(value));
    const sign = loss || text === all.points || value < 0 ? '' : '+';
    shown.textContent = { percent: all.percent, points: sign + all.points }[choice] ?? text;
  }
}

/** Lets the reader choose. */
export function values(main) {
  inChoice(main);
  const control = main.querySelector('.values');
  if (!control) return;
  control.hidden = false;
  const list = control.querySelector('select');
  list.value = kept();
  list.addEventListener('change', () => {
    keep(list.value);
    inChoice(main, list.value);
  });
}
