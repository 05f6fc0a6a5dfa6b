// The list of elections, one line each.

import { html, svg, nothing } from 'lit';
import { keyOf } from './feed.js';
import { age, shortId } from './format.js';

export const FILTERS = [
  { id: 'all', label: 'All', test: () => true },
  { id: 'leaderless', label: 'Leaderless', test: (row) => !row.badge && !row.leader },
  { id: 'overlapping', label: 'Overlapping', test: (row) => row.overlaps.length > 0 },
  { id: 'flapping', label: 'Flapping', test: (row) => row.flapping },
];

/** Returns the rows that match a search and a filter, sorted by name. */
export function matching(rows, search, filter) {
  const words = search.trim().toLowerCase().split(/\s+/).filter(Boolean);
  const test = FILTERS.find(({ id }) => id === filter).test;
  const found = [...rows.values()].filter((row) => test(row) && words.every((word) => matches(row, word)));
  return found.sort((a, b) => (a.election < b.election ? -1 : a.election > b.election ? 1 : a.store < b.store ? -1 : 1));
}

const matches = (row, word) =>
  row.election.toLowerCase().includes(word) ||
  (row.leader?.instance_id ?? '').toLowerCase().includes(word) ||
  row.instances.some((instance) => instance.instance_id.toLowerCase().includes(word));

// Lit 3.3's repeat leaves a comment node behind for every removed row, so a page that is open for days would grow.
export const list = (rows, feed, selected, limit) => html`
  <div class="columns" aria-hidden="true">
    <span></span><span>Election</span><span>Leader</span><span>Changes, 1 h</span><span class="epoch">Epoch</span
    ><span class="count">Live</span><span class="age">Age</span>
  </div>
  <ul class="rows" aria-label="Elections">
    ${rows.slice(0, limit).map((row) => line(row, feed, selected))}
  </ul>
`;

const line = (row, feed, selected) => html`
  <li class="row ${condition(row)}" data-election=${row.election} data-store=${row.store}>
    <a
      href="#/elections/${row.store}/${encodeURIComponent(row.election)}"
      aria-current=${selected === keyOf(row) ? 'true' : nothing}
    >
      <span class="dot" aria-hidden="true"></span>
      <span class="name" title=${row.election}>${row.election}</span>
      <span class="who">${badge(row, feed)}${warnings(row)}</span>
      ${sparkline(row, feed.now())}
      <span class="epoch" title="epoch">${row.badge?.epoch || row.leader?.epoch || '–'}</span>
      <span class="count" title="live instances">${row.instances.length}</span>
      <span class="age" title="time since the last contact with the store">${age(row.known_ms)}</span>
    </a>
  </li>
`;

/** Shows the badge only while a live instance reports to lead. */
function badge(row, feed) {
  if (!feed.isFresh()) return html`<span class="muted">unknown</span>`;
  if (row.badge) {
    return html`<span
      class="badge"
      data-testid="leader-badge"
      data-election=${row.election}
      data-instance=${row.badge.instance_id}
      title="${row.badge.instance_id} leads, epoch ${row.badge.epoch}"
      ><span class="hidden">leader: </span>${shortId(row.badge.instance_id)}</span
    >`;
  }
  return row.leader
    ? html`<span class="muted" title="leader according to the store, but it publishes no status"
        >${shortId(row.leader.instance_id)}, not reporting</span
      >`
    : html`<span class="no-leader">no leader</span>`;
}

const warnings = (row) => html`
  ${row.overlaps.length ? html`<span class="warning alarm">overlap</span>` : nothing}
  ${row.flapping ? html`<span class="warning">flapping</span>` : nothing}
`;

const condition = (row) => {
  if (row.overlaps.length) return 'is-alarm';
  if (!row.badge && !row.leader) return 'is-leaderless';
  if (!row.badge) return 'is-not-reporting';
  return row.flapping ? 'is-flapping' : 'is-led';
};

/** Draws the changes of leader within the last hour as one path. */
function sparkline(row, now) {
  const buckets = new Array(30).fill(0);
  for (const change of row.changes) {
    const bucket = 29 - Math.floor((now - change) / 120_000);
    if (bucket >= 0 && bucket < 30) buckets[bucket]++;
  }
  const bars = buckets
    .map((count, i) => (count ? `M${i * 2 + 1} 16v-${Math.min(14, 3 + count * 3)}` : ''))
    .join('');
  const count = row.changes.length;
  return html`<svg class="spark" viewBox="0 0 60 17" role="img" aria-label="${count} changes in the last hour">
    ${svg`<path class="base" d="M0 16.5h60"/><path d=${bars || 'M0 0'}/>`}
  </svg>`;
}
