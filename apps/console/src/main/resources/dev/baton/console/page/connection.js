// The connection to the feed: the event stream, or polling where a stream is refused or not wanted.

import { get } from './requests.js';

const SILENT_AFTER_MS = 12_000; // the server sends a beat every 5 s
const POLL_MS = 5_000;
const RETRY_MS = 1_000;
const REFUSED_MS = 30_000; // until a refused stream is tried again
const KINDS = ['beat', 'election', 'gone', 'log', 'store', 'node', 'report', 'reset'];

/** Calls a function with every message {kind, id, data}, and with the kinds `live`, `polling` and `lost`. */
export class Connection {
  #onMessage;
  #started = false;
  #position = '';
  #source = null;
  #timer = null;
  #newsAt = 0;
  #refusedAt = -Infinity;
  #polling = false;
  #asking = false;

  constructor(onMessage) {
    this.#onMessage = onMessage;
  }

  /** Starts after a position in the feed, unless it has started. */
  start(position) {
    if (this.#started) return;
    this.#started = true;
    this.#position = position;
    this.#newsAt = performance.now();
    setInterval(() => this.#checkSilence(SILENT_AFTER_MS), 1_000);
    this.#next();
  }

  /** Polls from now on, or uses the stream again. */
  setPolling(polling) {
    if (this.#polling === polling) return;
    this.#polling = polling;
    if (this.#started) this.#next();
  }

  /** Connects again unless the server has sent something lately. */
  check() {
    this.#checkSilence(POLL_MS + 1_000);
  }

  #next() {
    clearTimeout(this.#timer);
    this.#source?.close();
    this.#source = null;
    const refused = performance.now() - this.#refusedAt < REFUSED_MS;
    if (!this.#polling && !refused) this.#stream();
    else this.#ask();
  }

  #stream() {
    const source = new EventSource(`/api/events?after=${encodeURIComponent(this.#position)}`);
    let opened = false;
    this.#source = source;
    source.onopen = () => {
      opened = true;
      this.#news({ kind: 'live' });
    };
    for (const kind of KINDS) {
      source.addEventListener(kind, (event) =>
        // A beat has no position: the browser repeats the one before it.
        this.#news({ kind, id: kind === 'beat' ? '' : event.lastEventId, data: JSON.parse(event.data) }),
      );
    }
    source.onerror = () => {
      if (source !== this.#source) return;
      source.close();
      this.#source = null;
      if (!opened) this.#refusedAt = performance.now();
      this.#ask();
    };
  }

  /** Asks once for what is new. The answer shows whether the connection or only the stream is lost. */
  async #ask() {
    if (this.#asking) return;
    this.#asking = true;
    clearTimeout(this.#timer);
    let delay = POLL_MS;
    try {
      const changes = await get(`/api/changes?after=${encodeURIComponent(this.#position)}`);
      this.#deliver(changes);
      const streams = !this.#polling && performance.now() - this.#refusedAt >= REFUSED_MS;
      if (streams) delay = 0;
      else this.#onMessage({ kind: 'polling' });
    } catch {
      // The server may be a new one, with room for a stream.
      this.#refusedAt = -Infinity;
      this.#onMessage({ kind: 'lost' });
      delay = RETRY_MS;
    }
    this.#asking = false;
    const ask = delay === RETRY_MS;
    this.#timer = setTimeout(() => (ask ? this.#ask() : this.#next()), delay);
  }

  #deliver({ reset, position, messages, beat }) {
    if (reset) this.#news({ kind: 'reset', id: position, data: {} });
    else for (const message of messages) this.#news(message);
    this.#news({ kind: 'beat', data: beat });
  }

  #news(message) {
    this.#newsAt = performance.now();
    if (message.id) this.#position = message.id;
    this.#onMessage(message);
  }

  /** The browser does not notice a connection without traffic. */
  #checkSilence(limit) {
    if (this.#source && performance.now() - this.#newsAt > limit) {
      this.#source.close();
      this.#source = null;
      this.#ask();
    }
  }
}
