// Search and filters above the list.

import { html, nothing } from 'lit';
import { COLUMNS, FILTERS, nextSort } from './filters.js';
import { counted } from './format.js';
import { storeLabel } from './ids.js';

export const controls = (feed, counts, shown, route, show) => html`
  <div class="controls">
    <input
      type="search"
      aria-label="Search elections and instances"
      placeholder="Search  ( / )"
      .value=${route.search}
      @input=${(event) => show({ search: event.target.value })}
    />
    <div class="filters" role="group" aria-label="Show">
      ${FILTERS.map(
        (filter) => html`<button
          aria-pressed=${route.show === filter.id ? 'true' : 'false'}
          data-filter=${filter.id}
          @click=${() => show({ show: filter.id })}
        >
          ${filter.label} <span class="n">${counts[filter.id]}</span>
        </button>`,
      )}
      ${feed.stores.length > 1 ? stores(feed, route, show) : nothing} ${orders(route, show)}
    </div>
    <p class="hidden" role="status">${counted(shown, 'election')} shown</p>
  </div>
`;

/** The order, where the page is too narrow for the headings of the columns. */
const orders = (route, show) => html`
  <select class="orders" aria-label="Sort by" @change=${(event) => show({ sort: event.target.value })}>
    ${COLUMNS.flatMap((column) => {
      const first = nextSort(column, '');
      return [first, nextSort(column, first)].map(
        (sort) => html`<option value=${sort} ?selected=${route.sort === sort}>
          ${column.label} ${sort.startsWith('-') ? '▼' : '▲'}
        </option>`,
      );
    })}
  </select>
`;

const stores = (feed, route, show) => html`
  <select aria-label="Store" @change=${(event) => show({ store: event.target.value })}>
    <option value="" ?selected=${!route.store}>All stores</option>
    ${feed.stores.map(
      (store) => html`<option value=${store.describe} ?selected=${feed.storeOf(route.store) === store}>
        ${storeLabel(store, feed.stores)}
      </option>`,
    )}
  </select>
`;
