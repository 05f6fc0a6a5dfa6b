// The state of the server, kept current by its feed. The page shows only what arrives here.

import { get, getElections, heardClock } from './requests.js';
import { shortIds } from './ids.js';
import { openLink } from './link.js';

const LOST_AFTER_MS = 12_000; // the server sends a beat every 5 s
const FRESH_FOR_MS = 15_000; // older statuses do not count as live
const LEAD_MS = 6_000; // without news, time goes on for one beat and stops
const MAX_LOG_ENTRIES = 200;
const RENDER_DELAY_MS = 15;
const LARGE = 2_000; // more elections are rendered less often
const LARGE_RENDER_DELAY_MS = 150;

export const keyOf = (row) => `${row.store}/${row.election}`;

export class Feed extends EventTarget {
  rows = new Map();
  stores = [];
  nodes = [];
  log = [];
  writes = 'open';
  nodeWrites = 'open';
  changes = 0; // grows with every change
  faults = null; // only in a demonstration
  connected = false;
  polling = false;
  loaded = false;
  receivedAt = 0; // monotonic clock of this page
  receivedWall = null;
  #clockOffset = 0;
  #link = null;
  #position = '';
  #buffer = []; // messages that arrive while everything is loaded
  #loadedEntries = new Set();
  #retry = null;
  #pendingChange = null;
  #unreadable = new Set(); // ids of stores

  start() {
    this.#load();
    setInterval(() => this.#checkConnection(), 1_000);
  }

  /** Returns the time of the server's wall clock. It stops when nothing arrives any more. */
  now() {
    const since = this.connected ? Math.min(performance.now() - this.receivedAt, LEAD_MS) : 0;
    return (this.receivedWall?.getTime() ?? Date.now()) + this.#clockOffset + since;
  }

  /** Returns whether the rows may still be shown as live. */
  isFresh() {
    return this.connected || performance.now() - this.receivedAt <= FRESH_FOR_MS;
  }

  /** Returns the stores that cannot be read now. */
  unreadableStores() {
    return this.stores.filter((store) => store.trouble);
  }

  /** Returns whether the leader of an election is known: its badge disappears 15 s after its store was last read. */
  isKnown(row) {
    return this.isFresh() && (Boolean(row.badge) || !this.#unreadable.has(row.store));
  }

  /** Returns until when an election was observed: its tenure is not longer than that. */
  knownUntil(row) {
    return this.#unreadable.has(row.store) ? row.knownUntil : this.now();
  }

  /** Returns how old the knowledge about an election is. */
  ageOf(row) {
    return row.known_ms + (this.connected ? 0 : performance.now() - this.receivedAt);
  }

  /** Stores an election unless a newer revision is known. */
  put(row) {
    const key = keyOf(row);
    const known = this.rows.get(key);
    if (known && known.revision > row.revision) return;
    row.receivedAt = performance.now();
    this.#setAge(row, row.known_ms ?? 0);
    row.instances.forEach((instance) => shortIds.add(instance.instance_id));
    if (row.leader) shortIds.add(row.leader.instance_id);
    this.rows.set(key, row);
  }

  /** Returns the store with a name or id. */
  storeOf(name) {
    return this.stores.find((store) => store.describe === name) ?? this.stores.find((store) => store.store === name);
  }

  async #load() {
    clearTimeout(this.#retry);
    this.#buffer = [];
    try {
      this.#link ??= await openLink((await get('/api/console')).build, (message) => this.#onMessage(message));
      const list = await getElections(); // first: changes follow from its position
      const [about, log] = await Promise.all([get('/api/console'), get('/api/log')]);
      heardClock(about.clock);
      this.#setStores(about.stores);
      Object.assign(this, { nodes: about.nodes, writes: about.writes, nodeWrites: about.node_writes, faults: about.faults });
      this.#clockOffset = about.now - Date.now();
      this.rows = new Map();
      list.rows.forEach((row) => this.put(row));
      this.log = log.reverse();
      this.#loadedEntries = new Set(log.map((entry) => JSON.stringify(entry)));
      this.loaded = true;
      this.#position = list.position;
      this.#link.start(list.position);
      this.#received();
      const buffered = this.#buffer;
      this.#buffer = null;
      buffered.forEach((message) => this.#onMessage(message));
      this.#changed();
    } catch {
      this.#disconnected();
      this.#retry = setTimeout(() => this.#load(), 1_000);
    }
  }

  #onMessage(message) {
    if (message.kind === 'lost') this.#disconnected();
    else if (this.#buffer) this.#buffer.push(message);
    else if (message.kind === 'reset') this.#load();
    else if (this.#isNew(message.id)) this.#apply(message);
  }

  /** Messages before the loaded state are repeated. Those of another run of the console are followed by a reset. */
  #isNew(id) {
    if (!id) return true;
    const [run, sequence] = split(id);
    const [ownRun, own] = split(this.#position);
    if (run !== ownRun || sequence <= own) return false;
    this.#position = id;
    return true;
  }

  #apply({ kind, data }) {
    this.#received();
    if (kind === 'live' || kind === 'polling') this.polling = kind === 'polling';
    else if (kind === 'beat') this.#beat(data);
    else if (kind === 'election') this.put(data);
    else if (kind === 'gone') this.rows.delete(keyOf(data));
    else if (kind === 'log') this.#addEntry(data);
    else if (kind === 'store') this.#setStores(this.stores.map((old) => (old.store === data.store ? data : old)));
    else if (kind === 'report') this.faults = { ...this.faults, ...data };
    else if (kind === 'node') this.nodes = this.nodes.map((old) => (old.url === data.url ? data : old));
    this.#changed();
  }

  #setStores(stores) {
    this.stores = stores;
    this.#unreadable = new Set(this.unreadableStores().map(({ store }) => store));
  }

  /** The stream can repeat entries that were loaded before. */
  #addEntry(entry) {
    if (!this.#loadedEntries.delete(JSON.stringify(entry))) this.log = [entry, ...this.log].slice(0, MAX_LOG_ENTRIES);
  }

  #beat(beat) {
    heardClock(beat.clock);
    this.#clockOffset = beat.now - Date.now();
    for (const [key, age] of Object.entries(beat.ages)) {
      const row = this.rows.get(key);
      if (row) this.#setAge(row, age);
    }
    this.dispatchEvent(new Event('beat'));
  }

  #setAge(row, age) {
    row.known_ms = age;
    row.knownUntil = this.now() - age;
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

  #checkConnection() {
    if (!this.loaded) return;
    if (performance.now() - this.receivedAt > LOST_AFTER_MS) {
      this.#disconnected();
      this.#link.check();
    }
    if (!this.connected) this.#changed(); // ages go on
  }

  /** Many changes in a short time cause one rendering. */
  #changed() {
    this.#pendingChange ??= setTimeout(
      () => {
        this.#pendingChange = null;
        this.changes++;
        this.dispatchEvent(new Event('change'));
      },
      this.rows.size > LARGE ? LARGE_RENDER_DELAY_MS : RENDER_DELAY_MS,
    );
  }
}

/** Returns the run and the number of a position in the feed. */
function split(position) {
  const dash = position.lastIndexOf('-');
  return [position.slice(0, dash), Number(position.slice(dash + 1))];
}
