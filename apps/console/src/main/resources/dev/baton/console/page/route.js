// What the page shows, in its address: a view, a filter, a store, an order and a search.

import { COLUMNS, FILTERS } from './filters.js';

const decoded = (text) => {
  try {
    return decodeURIComponent(text);
  } catch {
    return text;
  }
};

const PAGES = ['nodes', 'overview'];
const NO_OPTIONS = { show: 'all', store: '', sort: 'name', search: '' };

/** Returns the route of an address: #/, #/nodes, #/overview or #/elections/STORE/NAME, and options after a question mark. */
export function parseRoute(hash) {
  const [path, query = ''] = hash.replace(/^#/, '').split('?');
  const named = /^\/elections\/([^/]+)\/(.+)$/.exec(path);
  const options = new URLSearchParams(query);
  const sort = options.get('sort') ?? '';
  return {
    view: named ? 'election' : PAGES.includes(path.slice(1)) ? path.slice(1) : 'list',
    of: named ? { store: decoded(named[1]), election: decoded(named[2]) } : null,
    show: FILTERS.some(({ id }) => id === options.get('show')) ? options.get('show') : NO_OPTIONS.show,
    store: options.get('store') ?? '',
    sort: COLUMNS.some(({ id }) => id === sort.replace('-', '')) ? sort : NO_OPTIONS.sort,
    search: options.get('search') ?? '',
  };
}

/** Returns the address of a route. */
export function addressOf(route) {
  const path =
    route.view === 'election'
      ? `/elections/${encodeURIComponent(route.of.store)}/${encodeURIComponent(route.of.election)}`
      : `/${PAGES.includes(route.view) ? route.view : ''}`;
  const options = Object.entries(NO_OPTIONS).flatMap(([key, usual]) =>
    route[key] === usual ? [] : [`${key}=${encodeURIComponent(route[key])}`],
  );
  return `#${path}${options.length ? `?${options.join('&')}` : ''}`;
}

/** Returns the address of an election, with the options of a route. The store's name is the same after a restart. */
export const electionAddress = (row, feed, route) =>
  addressOf({
    ...route,
    view: 'election',
    of: { store: feed.storeOf(row.store)?.describe ?? row.store, election: row.election },
  });
