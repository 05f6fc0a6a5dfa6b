// Which elections the list shows, and in which order.

/** Returns whether the store names a leader that publishes no status. */
export const isSilent = (row, feed) => !row.badge && Boolean(row.leader) && feed.isKnown(row);

export const isLeaderless = (row, feed) => !row.badge && !row.leader && feed.isKnown(row);

export const FILTERS = [
  { id: 'all', label: 'All', test: () => true },
  { id: 'leaderless', label: 'Leaderless', test: isLeaderless },
  { id: 'silent', label: 'Not reporting', test: isSilent },
  { id: 'overlapping', label: 'Overlapping', test: (row) => row.overlaps.length > 0 },
  { id: 'flapping', label: 'Flapping', test: (row) => row.flapping },
];

const leaderId = (row) => row.badge?.instance_id ?? row.leader?.instance_id ?? '';
export const epochOf = (row) => row.badge?.epoch || row.leader?.epoch || 0;

/** The columns of the list. The first press on a number sorts the largest first. */
export const COLUMNS = [
  { id: 'name', label: 'Election', value: (row) => row.election },
  { id: 'leader', label: 'Leader', value: leaderId },
  { id: 'changes', label: 'Changes, 1 h', value: (row) => row.changes.length, largestFirst: true },
  { id: 'epoch', label: 'Epoch', value: epochOf, largestFirst: true },
  { id: 'live', label: 'Live', value: (row) => row.instances.length, largestFirst: true },
  { id: 'age', label: 'Age', value: (row) => row.known_ms, largestFirst: true },
];

/** The rows of a route and the counts of all filters, until the data or the route changes: scrolling renders often. */
export class ShownRows {
  #feed;
  #kept = null;

  constructor(feed) {
    this.#feed = feed;
    feed.addEventListener('change', () => (this.#kept = null));
  }

  of(route) {
    if (this.#kept?.route !== route) {
      this.#kept = { route, rows: matching(this.#feed, route), counts: countAll(this.#feed) };
    }
    return this.#kept;
  }
}

/** Returns how many elections each filter shows, in one pass. */
function countAll(feed) {
  const counts = Object.fromEntries(FILTERS.map(({ id }) => [id, 0]));
  for (const row of feed.rows.values()) for (const { id, test } of FILTERS) if (test(row, feed)) counts[id]++;
  return counts;
}

/** Returns the rows that a route shows, in its order; rows with equal values are sorted by name. */
function matching(feed, route) {
  const words = route.search.trim().toLowerCase().split(/\s+/).filter(Boolean);
  const test = FILTERS.find(({ id }) => id === route.show).test;
  const store = route.store ? (feed.storeOf(route.store)?.store ?? '') : null;
  const found = [...feed.rows.values()].filter(
    (row) => test(row, feed) && (store === null || row.store === store) && words.every((word) => matches(row, word)),
  );
  const descending = route.sort.startsWith('-');
  const { value } = COLUMNS.find(({ id }) => id === route.sort.replace('-', ''));
  const order = (a, b) => (a < b ? -1 : a > b ? 1 : 0);
  return found.sort(
    (a, b) =>
      (descending ? -1 : 1) * order(value(a), value(b)) || order(a.election, b.election) || order(a.store, b.store),
  );
}

const matches = (row, word) =>
  row.election.toLowerCase().includes(word) ||
  leaderId(row).toLowerCase().includes(word) ||
  row.instances.some((instance) => instance.instance_id.toLowerCase().includes(word));

/** Returns the order after a press on a column. */
export function nextSort(column, sort) {
  const first = column.largestFirst ? `-${column.id}` : column.id;
  const second = column.largestFirst ? column.id : `-${column.id}`;
  return sort === first ? second : first;
}
