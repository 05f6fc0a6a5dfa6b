// Mouse, touch and keyboard on the timeline: drag moves, pinch and Ctrl with the wheel zoom, keys do both.

import { keyed, panned, zoomed } from './timespan.js';

/** Handles the input of one timeline. The detail element keeps the chosen part in `span`. */
export class Gestures {
  #detail;
  #pointers = new Map();
  view = null;
  scale = null; // {left, width} of the picture in pixels
  now = 0;

  constructor(detail) {
    this.#detail = detail;
  }

  onKey = (event) => {
    const next = event.ctrlKey || event.metaKey || event.altKey ? undefined : keyed(this.view, event.key, this.now);
    if (next) {
      event.preventDefault();
      event.stopPropagation();
      this.#detail.span = next;
    }
  };

  onWheel = (event) => {
    if (!event.ctrlKey && !event.metaKey && !event.shiftKey) return; // the page scrolls
    event.preventDefault();
    const delta = event.deltaY || event.deltaX;
    this.#detail.span = event.shiftKey
      ? panned(this.view, delta / 1_000, this.now)
      : zoomed(this.view, Math.exp(delta / 300), this.now, this.#timeAt(event));
  };

  onDown = (event) => {
    if (event.button === 0) this.#pointers.set(event.pointerId, event.clientX);
  };

  onMove = (event) => {
    if (!this.#pointers.has(event.pointerId)) return;
    if (!event.buttons) return this.onUp(event);
    const before = [...this.#pointers.values()];
    this.#pointers.set(event.pointerId, event.clientX);
    const after = [...this.#pointers.values()];
    if (after.length === 1) this.#drag(before[0] - after[0]);
    else if (after.length === 2) this.#pinch(before, after);
  };

  onUp = (event) => this.#pointers.delete(event.pointerId);

  #drag(pixels) {
    if (pixels) this.#detail.span = panned(this.view, pixels / this.scale.width, this.now);
  }

  #pinch(before, after) {
    const distance = ([a, b]) => Math.max(10, Math.abs(a - b));
    this.#detail.span = zoomed(this.view, distance(before) / distance(after), this.now);
  }

  #timeAt(event) {
    const x = event.clientX - event.currentTarget.getBoundingClientRect().left - this.scale.left;
    return this.view.from + (Math.min(Math.max(x, 0), this.scale.width) / this.scale.width) * this.view.ms;
  }
}
