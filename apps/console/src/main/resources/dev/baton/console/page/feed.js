// The state of the server, kept current by its event stream. The page shows only what arrives here.

const LOST_AFTER_MS = 12_000; // the server sends a beat every 5 s
const FRESH_FOR_MS = 15_000; // older statuses do not count as live
const ANSWER_TIMEOUT_MS = 10_000; // a server behind a cut cable never answers
const MAX_LOG_ENTRIES = 200;
const RENDER_DELAY_MS = 15;

export const keyOf = (row) => `${row.store}/${row.election}`;

export class Feed extends EventTarget {
  rows = new Map();
  stores = [];
  nodes = [];
  log = [];
  writes = 'open';
  hint = '';
  connected = false;
  loaded = false;
  receivedAt = 0; // monotonic clock of this page
  receivedWall = null;
  #clockOffset = 0;
  #source = null;
  #position = '';
  #loadedEntries = new Set();
  #retry = null;
  #pendingChange = null;

  start() {
    this.#load();
    setInterval(() => this.#checkConnection(), 1_000);
  }

  /** Returns the current time of the server's wall clock. */
  now() {
    return Date.now() + this.#clockOffset;
  }

  /** Returns whether the rows may still be shown as live. */
  isFresh() {
    return this.connected || performance.now() - this.receivedAt <= FRESH_FOR_MS;
  }

  /** Stores an election unless a newer revision is known. */
  put(row) {
    const key = keyOf(row);
    const known = this.rows.get(key);
    if (known && known.revision > row.revision) return;
    row.receivedAt = performance.now();
    row.known_ms ??= 0;
    this.rows.set(key, row);
  }

  async #load() {
    clearTimeout(this.#retry);
    try {
      const list = await answered(getElections); // first: the stream starts at its position
      const [about, log] = await answered((signal) =>
        Promise.all([get('/api/console', signal), get('/api/log', signal)]),
      );
      Object.assign(this, { stores: about.stores, nodes: about.nodes, writes: about.writes, hint: about.hint ?? '' });
      this.#clockOffset = about.now - Date.now();
      this.rows = new Map();
      list.rows.forEach((row) => this.put(row));
      this.log = log.reverse();
      this.#loadedEntries = new Set(log.map((entry) => JSON.stringify(entry)));
      this.loaded = true;
      this.#position = list.position;
      this.#connect();
    } catch {
      this.#disconnected();
      this.#retry = setTimeout(() => this.#load(), 1_000);
    }
  }

  #connect() {
    this.#source?.close();
    const source = new EventSource(`/api/events?after=${encodeURIComponent(this.#position)}`);
    this.#source = source;
    const on = (kind, action) =>
      source.addEventListener(kind, (event) => {
        if (event.lastEventId) this.#position = event.lastEventId;
        this.#received();
        action(JSON.parse(event.data));
        this.#changed();
      });
    on('beat', (beat) => this.#beat(beat));
    on('election', (row) => this.put(row));
    on('gone', (row) => this.rows.delete(keyOf(row)));
    on('log', (entry) => this.#addEntry(entry));
    on('store', (store) => (this.stores = this.stores.map((old) => (old.store === store.store ? store : old))));
    on('node', (node) => (this.nodes = this.nodes.map((old) => (old.url === node.url ? node : old))));
    on('reset', () => this.#load());
    source.onerror = () => {
      this.#disconnected();
      if (source.readyState === EventSource.CLOSED) this.#reconnectLater();
    };
    this.#received();
    this.#changed();
  }

  /** The stream can repeat entries that were loaded before. */
  #addEntry(entry) {
    if (!this.#loadedEntries.delete(JSON.stringify(entry))) this.log = [entry, ...this.log].slice(0, MAX_LOG_ENTRIES);
  }

  #beat(beat) {
    this.#clockOffset = beat.now - Date.now();
    for (const [key, age] of Object.entries(beat.ages)) {
      const row = this.rows.get(key);
      if (row) row.known_ms = age;
    }
    this.dispatchEvent(new Event('beat'));
  }

  #received() {
    this.connected = true;
    this.receivedAt = performance.now();
    this.receivedWall = new Date();
  }

  #disconnected() {
    if (this.connected || !this.loaded) {
      this.connected = false;
      this.#changed();
    }
  }

  /** The browser does not retry after some errors, and does not notice a connection without traffic. */
  #checkConnection() {
    if (this.loaded && performance.now() - this.receivedAt > LOST_AFTER_MS) {
      this.#disconnected();
      if (this.#source && this.#source.readyState !== EventSource.CLOSED) this.#reconnectLater();
      this.#changed();
    }
  }

  #reconnectLater() {
    this.#source?.close();
    clearTimeout(this.#retry);
    this.#retry = setTimeout(() => this.#reconnect(), 1_000);
  }

  async #reconnect() {
    try {
      await answered((signal) => get('/api/log', signal)); // checks whether the server answers
      this.#connect();
    } catch {
      this.#reconnectLater();
    }
  }

  /** Many changes in a short time cause one rendering. */
  #changed() {
    this.#pendingChange ??= setTimeout(() => {
      this.#pendingChange = null;
      this.dispatchEvent(new Event('change'));
    }, RENDER_DELAY_MS);
  }
}

async function checked(response) {
  if (response.ok) return response;
  let message = `the console answered with status ${response.status}`;
  try {
    message = (await response.json()).message;
  } catch {
    // The body is not JSON: a proxy may have sent it.
  }
  throw new Error(message);
}

export const get = async (path, signal) => (await checked(await fetch(path, { signal }))).json();

async function getElections(signal) {
  const response = await checked(await fetch('/api/elections', { signal }));
  return { position: response.headers.get('Baton-Feed'), rows: await response.json() };
}

/** Runs an action with a signal that aborts its requests if they are not answered in time. */
async function answered(action) {
  const abort = new AbortController();
  const timeout = setTimeout(() => abort.abort(), ANSWER_TIMEOUT_MS);
  try {
    return await action(abort.signal);
  } finally {
    clearTimeout(timeout);
  }
}

/** Sends a write request. Its outcome follows in the event stream. */
export async function post(row, action, body) {
  const token = sessionStorage.getItem('baton-token');
  const response = await fetch(`/api/elections/${encodeURIComponent(row.election)}/${action}?store=${row.store}`, {
    method: 'POST',
    headers: { 'Content-Type': 'application/json', ...(token ? { Authorization: `Bearer ${token}` } : {}) },
    body: JSON.stringify(body),
  });
  if (response.status === 401) sessionStorage.removeItem('baton-token');
  await checked(response);
}
