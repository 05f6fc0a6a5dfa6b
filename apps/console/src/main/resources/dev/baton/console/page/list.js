// The list of elections, one line each. Only the lines near the visible part are in the document.

import { html, svg, nothing } from 'lit';
import { keyOf } from './feed.js';
import { COLUMNS, epochOf, isSilent, nextSort } from './filters.js';
import { age, counted } from './format.js';
import { middle, shortId, storeLabel } from './ids.js';
import { addressOf, electionAddress } from './route.js';

const MARGIN = 12; // lines beside the visible ones

/** Returns which lines are needed for a part of the list. */
export const visibleLines = (top, height, line, count) => {
  const first = Math.max(0, Math.min(Math.floor(top / line), count) - MARGIN);
  return { first, last: Math.min(count, Math.ceil((top + height) / line) + MARGIN), line };
};

// Lit 3.3's repeat leaves a comment node behind for every removed row, so a page that is open for days would grow.
export const list = (rows, feed, route, selected, { first, last, line }) => html`
  <div class="columns" role="group" aria-label="Sort by">
    <span></span>${COLUMNS.map((column) => heading(column, route))}
  </div>
  <ul
    class="rows"
    aria-label="Elections"
    .style=${`padding-top:${first * line}px;padding-bottom:${(rows.length - last) * line}px`}
  >
    ${rows.slice(first, last).map((row, i) => item(row, feed, route, selected, first + i + 1, rows.length))}
  </ul>
`;

function heading(column, route) {
  const order = route.sort === column.id ? 'ascending' : route.sort === `-${column.id}` ? 'descending' : '';
  return html`<a
    class=${column.id}
    href=${addressOf({ ...route, sort: nextSort(column, route.sort) })}
    aria-current=${order ? 'true' : nothing}
    ><span class="hidden">Sort by </span>${column.label}${order
      ? html`<span aria-hidden="true">${order === 'ascending' ? ' ▲' : ' ▼'}</span><span class="hidden">, ${order}</span>`
      : nothing}</a
  >`;
}

const item = (row, feed, route, selected, position, count) => html`
  <li
    class="row ${condition(row, feed)}"
    data-election=${row.election}
    data-store=${row.store}
    aria-posinset=${position}
    aria-setsize=${count}
  >
    <a href=${electionAddress(row, feed, route)} aria-current=${selected === keyOf(row) ? 'true' : nothing}>
      <span class="dot" aria-hidden="true"></span>
      <span class="name" title=${row.election}>${middle(row.election)}${chip(row, feed)}</span>
      <span class="who">${badge(row, feed)}${warnings(row)}</span>
      ${sparkline(row, feed.now())}
      <span class="epoch" title="epoch"><span class="hidden">, epoch </span>${epochOf(row) || '–'}</span>
      <span class="live" title="live instances"><span class="hidden">, live instances: </span>${row.instances.length || (feed.isKnown(row) ? 0 : '–')}</span>
      <span class="age" title="time since the last contact with the store"
        ><span class="hidden">, last contact with the store: </span>${age(feed.ageOf(row))}<span class="hidden"> ago</span></span
      >
    </a>
  </li>
`;

/** Names the store of an election if there are several. */
export const chip = (row, feed) =>
  feed.stores.length > 1
    ? html`<span class="store-chip" title=${feed.storeOf(row.store)?.describe}
        ><span class="hidden"> in store </span>${storeLabel(feed.storeOf(row.store), feed.stores)}</span
      >`
    : nothing;

/** Shows the badge only while a live instance reports to lead, and nothing about a leader that is not known. */
function badge(row, feed) {
  if (!feed.isKnown(row)) return html`<span class="muted"><span class="hidden">, leader </span>unknown</span>`;
  if (row.badge) {
    return html`<span
      class="badge"
      data-testid="leader-badge"
      data-election=${row.election}
      data-instance=${row.badge.instance_id}
      title="${row.badge.instance_id} leads, epoch ${row.badge.epoch}"
      ><span class="hidden">, leader </span>${shortId(row.badge.instance_id)}</span
    >`;
  }
  return row.leader
    ? html`<span class="silent" title="${row.leader.instance_id} leads according to the store, but ${silence(row)}"
        ><span class="hidden">, leader </span>${silence(row)}: ${shortId(row.leader.instance_id)}</span
      >`
    : html`<span class="no-leader"><span class="hidden">, </span>no leader</span>`;
}

/** Returns for how long the leader of the store has published no status. */
export function silence(row) {
  if (row.leader_seen_ms === null) return 'not reporting';
  const ms = row.leader_seen_ms + performance.now() - row.receivedAt;
  return row.instances.some(({ instance_id }) => instance_id === row.leader.instance_id)
    ? 'not reporting to lead'
    : `silent for ${age(ms)}`;
}

const warnings = (row) => html`
  ${row.overlaps.length ? html`<span class="hidden">, </span><span class="warning alarm">overlap</span>` : nothing}
  ${row.flapping ? html`<span class="hidden">, </span><span class="warning">flapping</span>` : nothing}
`;

const condition = (row, feed) => {
  if (row.overlaps.length) return 'is-alarm';
  if (!feed.isKnown(row)) return 'is-unknown';
  if (isSilent(row, feed)) return 'is-not-reporting';
  if (!row.badge) return 'is-leaderless';
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
  return html`<span class="hidden">, </span><svg class="spark" viewBox="0 0 60 17" role="img" aria-label="${counted(count, 'change')} in the last hour">
    ${svg`<path class="base" d="M0 16.5h60"/><path d=${bars || 'M0 0'}/>`}
  </svg>`;
}
