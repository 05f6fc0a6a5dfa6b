// The keyboard focus in the list: it stays on its election when rows move.

export class FocusKeeper {
  #page;
  #row = null;

  constructor(page) {
    this.#page = page;
  }

  /** Remembers the focused election before a rendering. */
  remember() {
    const row = document.activeElement?.closest?.('.row');
    this.#row = row ? { ...row.dataset } : null;
  }

  /** Moves the focus to the row that now shows the remembered election. */
  restore() {
    if (!this.#row) return;
    const { election, store } = this.#row;
    const focused = document.activeElement?.closest?.('.row');
    if (focused?.dataset.election === election && focused.dataset.store === store) return;
    const row = [...this.#page.querySelectorAll('.row')].find(
      ({ dataset }) => dataset.election === election && dataset.store === store,
    );
    row?.querySelector('a').focus({ preventScroll: true });
  }

  /** Moves the focus up or down in the list. */
  move(event, step) {
    const links = [...this.#page.querySelectorAll('.row a')];
    const current = links.indexOf(document.activeElement);
    const next = links[Math.min(links.length - 1, Math.max(0, current + step))];
    if (next) {
      event.preventDefault();
      next.focus();
    }
  }
}
