// What the server knows, followed through its stream. The page changes only by what arrives here.

const LOST_AFTER_MS = 12_000; // the server speaks every 5 s; silence for longer is a lost connection
const KNOWN_FOR_MS = 15_000; // older knowledge than this is of no live instance
const MOST_LOG_LINES = 200;
const GATHER_MS = 15;

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
  heardAt = 0; // by this page's monotonic clock
  heardWall = null;
  #clockOffset = 0;
  #source = null;
  #place = '';
  #loadedLines = new Set();
  #retry = null;
  #telling = null;

  start() {
    this.#load();
    setInterval(() => this.#watchdog(), 1_000);
  }

  /** The server's wall clock, now. */
  now() {
    return Date.now() + this.#clockOffset;
  }

  /** Whether what is shown may still be taken for live. */
  isFresh() {
    return this.connected || performance.now() - this.heardAt <= KNOWN_FOR_MS;
  }

  /** One election as the server tells it, unless something newer is known. */
  put(row) {
    const key = keyOf(row);
    const known = this.rows.get(key);
    if (known && known.revision > row.revision) return;
    row.receivedAt = performance.now();
    if (row.known_ms === undefined) row.known_ms = 0;
    this.rows.set(key, row);
  }

  async #load() {
    clearTimeout(this.#retry);
    try {
      const list = await fetchList(); // first: whatever changes after its place is told by the stream
      const [about, log] = await Promise.all([get('/api/console'), get('/api/log')]);
      Object.assign(this, { stores: about.stores, nodes: about.nodes, writes: about.writes, hint: about.hint ?? '' });
      this.#clockOffset = about.now - Date.now();
      this.rows = new Map();
      list.rows.forEach((row) => this.put(row));
      this.log = log.reverse();
      this.#loadedLines = new Set(log.map((line) => JSON.stringify(line)));
      this.loaded = true;
      this.#place = list.place;
      this.#listen();
    } catch {
      this.#lost();
      this.#retry = setTimeout(() => this.#load(), 1_000);
    }
  }

  #listen() {
    this.#source?.close();
    const source = new EventSource(`/api/events?after=${encodeURIComponent(this.#place)}`);
    this.#source = source;
    const on = (kind, action) =>
      source.addEventListener(kind, (event) => {
        if (event.lastEventId) this.#place = event.lastEventId;
        this.#heard();
        action(JSON.parse(event.data));
        this.#changed();
      });
    on('beat', (beat) => this.#beat(beat));
    on('election', (row) => this.put(row));
    on('gone', (row) => this.rows.delete(keyOf(row)));
    on('log', (line) => this.#note(line));
    on('store', (store) => (this.stores = this.stores.map((old) => (old.store === store.store ? store : old))));
    on('node', (node) => (this.nodes = this.nodes.map((old) => (old.url === node.url ? node : old))));
    on('reset', () => this.#load());
    source.onerror = () => {
      this.#lost();
      if (source.readyState === EventSource.CLOSED) this.#again();
    };
    this.#heard();
    this.#changed();
  }

  /** A line that was loaded may be told again by the stream. */
  #note(line) {
    if (!this.#loadedLines.delete(JSON.stringify(line))) this.log = [line, ...this.log].slice(0, MOST_LOG_LINES);
  }

  #beat(beat) {
    this.#clockOffset = beat.now - Date.now();
    for (const [key, age] of Object.entries(beat.ages)) {
      const row = this.rows.get(key);
      if (row) row.known_ms = age;
    }
    this.dispatchEvent(new Event('beat'));
  }

  #heard() {
    this.connected = true;
    this.heardAt = performance.now();
    this.heardWall = new Date();
  }

  #lost() {
    if (this.connected || !this.loaded) {
      this.connected = false;
      this.#changed();
    }
  }

  /** A browser gives up on some failures, and never notices a connection that is merely dead. */
  #watchdog() {
    if (this.loaded && performance.now() - this.heardAt > LOST_AFTER_MS) {
      this.#lost();
      if (this.#source?.readyState === EventSource.OPEN) this.#again();
      this.#changed();
    }
  }

  #again() {
    this.#source?.close();
    clearTimeout(this.#retry);
    this.#retry = setTimeout(() => this.#listenAgain(), 1_000);
  }

  async #listenAgain() {
    try {
      await get('/api/log'); // is anybody there?
      this.#listen();
    } catch {
      this.#again();
    }
  }

  /** A thousand changes at once are drawn once. */
  #changed() {
    this.#telling ??= setTimeout(() => {
      this.#telling = null;
      this.dispatchEvent(new Event('change'));
    }, GATHER_MS);
  }
}

export async function get(path, signal) {
  const answer = await fetch(path, { signal });
  if (!answer.ok) throw new Error(await message(answer));
  return answer.json();
}

async function fetchList() {
  const answer = await fetch('/api/elections');
  if (!answer.ok) throw new Error(await message(answer));
  return { place: answer.headers.get('Baton-Feed'), rows: await answer.json() };
}

/** Utters a wish; what comes of it is seen in the stream. */
export async function wish(row, action, body) {
  const token = sessionStorage.getItem('baton-token');
  const answer = await fetch(`/api/elections/${encodeURIComponent(row.election)}/${action}?store=${row.store}`, {
    method: 'POST',
    headers: { 'Content-Type': 'application/json', ...(token ? { Authorization: `Bearer ${token}` } : {}) },
    body: JSON.stringify(body),
  });
  if (answer.status === 401) sessionStorage.removeItem('baton-token');
  if (!answer.ok) throw new Error(await message(answer));
}

async function message(answer) {
  try {
    return (await answer.json()).message;
  } catch {
    return `the console answered ${answer.status}`;
  }
}
