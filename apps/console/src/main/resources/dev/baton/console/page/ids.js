// Short forms of instance ids and stores, and names with an ellipsis in the middle.

import { html } from 'lit';

const COMPLETE = 14; // ids up to this length are not shortened
const LENGTHS = [8, 10, 12, 16, 20, 28, 40];
const FORMS = LENGTHS.flatMap((n) => [(id) => `${id.slice(0, n)}…`, (id) => `…${id.slice(-n)}`]);
const TAIL = 10; // characters of a name after its ellipsis

/** Known ids. Each is shown by the shortest beginning or end that no other id has. */
class ShortIds {
  #ids = new Set();
  #counts = []; // for each form, how many ids have a text
  #texts = new Map();

  add(id) {
    if (id.length <= COMPLETE || this.#ids.has(id)) return;
    this.#ids.add(id);
    this.#counts = [];
    this.#texts.clear();
  }

  text(id) {
    if (id.length <= COMPLETE) return id;
    this.add(id);
    if (!this.#texts.has(id)) this.#texts.set(id, this.#shortest(id));
    return this.#texts.get(id);
  }

  #shortest(id) {
    for (let i = 0; i < FORMS.length; i++) {
      const text = FORMS[i](id);
      if (text.length >= id.length) break;
      if (this.#count(i).get(text) === 1) return text;
    }
    return id;
  }

  #count(form) {
    if (!this.#counts[form]) {
      const counts = new Map();
      for (const id of this.#ids) {
        const text = FORMS[form](id);
        counts.set(text, (counts.get(text) ?? 0) + 1);
      }
      this.#counts[form] = counts;
    }
    return this.#counts[form];
  }
}

export const shortIds = new ShortIds();
export const shortId = (id) => shortIds.text(id);

/** Shows the beginning and the end of a name that is too long for its column. */
export const middle = (name) => {
  const cut = name.length > 2 * TAIL ? name.length - TAIL : name.length;
  return html`<span class="head">${name.slice(0, cut)}</span><span class="tail">${name.slice(cut)}</span>`;
};

/** Returns a short text for a store, or its complete name if another store has the same one. */
export function storeLabel(store, all) {
  const label = ({ describe }) => {
    const [scheme] = describe.split(':');
    const last = describe.split('?')[0].split(/[/:]/).filter(Boolean).at(-1);
    return `${scheme}:${last}`;
  };
  return all.filter((other) => label(other) === label(store)).length > 1 ? store.describe : label(store);
}
