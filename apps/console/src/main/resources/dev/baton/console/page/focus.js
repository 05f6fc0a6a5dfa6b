// The keyboard focus: it stays on its row when rows move, because elements are used again for other rows.

const CONTROLS = 'a, button, input';

/** Keeps the focus within the rows of a Lit element. The data attributes of a row and of its control identify them. */
export class FocusKeeper {
  #host;
  #rows;
  #kept = null;

  constructor(host, rows) {
    this.#host = host;
    this.#rows = rows;
    host.addController(this);
  }

  hostUpdate() {
    const active = document.activeElement;
    const row = active?.closest?.(this.#rows);
    this.#kept = row && this.#host.contains(row) ? { row: keyOf(row), control: keyOf(active) } : null;
  }

  hostUpdated() {
    const active = document.activeElement;
    if (!this.#kept || this.#isKept(active)) return;
    const control = [...this.#host.querySelectorAll(this.#rows)]
      .filter((row) => keyOf(row) === this.#kept.row)
      .flatMap((row) => [...row.querySelectorAll(CONTROLS)])
      .find((each) => this.#isKept(each));
    if (control && !control.disabled) control.focus({ preventScroll: true });
    else active?.blur?.(); // a key must not press a button of another row
  }

  #isKept(control) {
    const row = control?.closest?.(this.#rows);
    return Boolean(row) && keyOf(row) === this.#kept.row && keyOf(control) === this.#kept.control;
  }

  /** Moves the focus up or down in the rows. */
  move(event, step) {
    const links = [...this.#host.querySelectorAll(`${this.#rows} a`)];
    const current = links.indexOf(document.activeElement);
    const next = links[Math.min(links.length - 1, Math.max(0, current + step))];
    if (next) {
      event.preventDefault();
      next.focus();
    }
  }
}

/** Rows of two nodes can have the same names. */
const keyOf = (element) =>
  [element.closest('[data-node]')?.dataset.node ?? '', ...Object.values(element.dataset)].join('\n');
