// The page: the list of elections and one election beside it; on a phone, one of the two at a time.

import { LitElement, html, nothing } from 'lit';
import { Feed, keyOf } from './feed.js';
import { FILTERS, list, matching } from './list.js';
import { clock } from './format.js';
import { nodes, nodesSummary } from './nodes.js';
import './detail.js';

const ROWS_AT_ONCE = 200; // further rows are added when the list is scrolled

const decoded = (text) => {
  try {
    return decodeURIComponent(text);
  } catch {
    return text;
  }
};

class BatonConsole extends LitElement {
  static properties = {
    search: { state: true },
    filter: { state: true },
    path: { state: true },
    limit: { state: true },
  };

  feed = new Feed();

  constructor() {
    super();
    Object.assign(this, { search: '', filter: 'all', path: location.hash, limit: ROWS_AT_ONCE });
  }

  createRenderRoot() {
    return this;
  }

  connectedCallback() {
    super.connectedCallback();
    this.feed.addEventListener('change', () => this.requestUpdate());
    this.feed.start();
    addEventListener('hashchange', () => (this.path = location.hash));
    addEventListener('keydown', (event) => this.onKey(event));
  }

  render() {
    const feed = this.feed;
    const rows = matching(feed.rows, this.search, this.filter);
    const selected = this.selected(rows);
    const onlyNodes = feed.loaded && !feed.stores.length;
    const onNodes = onlyNodes || this.path === '#/nodes';
    const chosen = this.path.startsWith('#/elections/') || onNodes;
    return html`
      <div class="shell ${feed.connected || !feed.loaded ? '' : 'lost'} ${chosen ? 'chosen' : ''} ${onlyNodes ? 'only-nodes' : ''}">
        ${onlyNodes ? this.nodesHeader() : this.electionsHeader()} ${this.banners()}
        <div class="panes">
          <nav class="list-pane" aria-label="Elections">
            ${this.controls(rows)}
            <div class="scroll" @scroll=${(event) => this.onScroll(event.target, rows)}>
              ${rows.length ? list(rows, feed, selected ? keyOf(selected) : '', this.limit) : this.noMatch()}
            </div>
          </nav>
          <main class="detail-pane">
            ${onNodes
              ? html`${onlyNodes ? nothing : html`<a class="back" href="#/">‹ All elections</a>`}${nodes(feed)}`
              : selected
                ? html`<election-detail .feed=${feed} .row=${selected}></election-detail>`
                : feed.loaded && !feed.rows.size
                  ? this.empty()
                  : nothing}
          </main>
        </div>
      </div>
    `;
  }

  /** Returns the election in the page's address, or the first of the list. */
  selected(rows) {
    const named = /^#\/elections\/([^/]+)\/(.+)$/.exec(this.path);
    if (named) return this.feed.rows.get(`${named[1]}/${decoded(named[2])}`);
    return rows[0];
  }

  electionsHeader() {
    const all = [...this.feed.rows.values()];
    const count = (id) => all.filter(FILTERS.find((filter) => filter.id === id).test).length;
    const [leaderless, overlapping, flapping] = ['leaderless', 'overlapping', 'flapping'].map(count);
    const healthy = this.feed.loaded && all.length && !leaderless && !overlapping;
    const tone = !this.feed.connected || !all.length ? '' : healthy ? 'healthy' : 'alarm';
    const text = !this.feed.loaded
      ? 'Loading…'
      : !this.feed.isFresh()
        ? 'Unknown'
        : !all.length
          ? 'No elections yet'
          : healthy
            ? `${all.length === 1 ? 'The election has' : `All ${all.length} elections have`} a leader${flapping ? `, ${flapping} flapping` : ''}`
            : [leaderless && `${leaderless} leaderless`, overlapping && `${overlapping} with overlapping tenures`].filter(Boolean).join(', ');
    const nodesLink = this.feed.nodes.length
      ? html`<a class="nodes-link" href="#/nodes" aria-current=${this.path === '#/nodes' ? 'page' : nothing}
          >Nodes <span class="n">${this.feed.nodes.length}</span></a
        >`
      : nothing;
    return this.header(text, tone, nodesLink);
  }

  nodesHeader() {
    const { text, healthy } = nodesSummary(this.feed.nodes);
    return this.header(text, this.feed.connected ? (healthy ? 'healthy' : 'alarm') : '', nothing);
  }

  header(text, tone, link) {
    return html`
      <header class="top">
        <h1><a href="#/"><img src="/icon.svg" alt="" width="22" height="22">Baton</a></h1>
        <p class="verdict ${tone}" role="status">${text}</p>
        ${link}
        <span class="link ${this.feed.connected ? 'on' : this.feed.loaded ? 'off' : ''}">${this.feed.connected ? 'live' : this.feed.loaded ? 'connection lost' : '…'}</span>
      </header>
    `;
  }

  banners() {
    const unreadable = this.feed.stores.filter((store) => store.trouble);
    return html`
      ${this.feed.connected || !this.feed.loaded
        ? nothing
        : html`<p class="banner" role="alert" data-testid="connection-lost">
            Connection lost. Showing the state of ${clock(this.feed.receivedWall)}; reconnecting…
          </p>`}
      ${unreadable.map((store) => html`<p class="banner" role="alert">Cannot read ${store.describe}: ${store.trouble}</p>`)}
      ${this.feed.hint && this.feed.rows.size
        ? html`<p class="hint">To see a failover, kill the leader: <code>${this.hint()}</code></p>`
        : nothing}
    `;
  }

  hint() {
    const row = [...this.feed.rows.values()].find((each) => each.badge);
    return this.feed.hint.replaceAll('{leader}', row ? row.badge.instance_id : '…');
  }

  controls(rows) {
    const all = [...this.feed.rows.values()];
    return html`
      <div class="controls">
        <input
          type="search"
          aria-label="Search elections and instances"
          placeholder="Search  ( / )"
          .value=${this.search}
          @input=${(event) => this.show({ search: event.target.value })}
        />
        <div class="filters" role="group" aria-label="Show">
          ${FILTERS.map(
            (filter) => html`<button
              aria-pressed=${this.filter === filter.id ? 'true' : 'false'}
              data-filter=${filter.id}
              @click=${() => this.show({ filter: filter.id })}
            >
              ${filter.label} <span class="n">${all.filter(filter.test).length}</span>
            </button>`,
          )}
        </div>
        <p class="hidden" role="status">${rows.length} elections shown</p>
      </div>
    `;
  }

  show(selection) {
    Object.assign(this, selection, { limit: ROWS_AT_ONCE });
  }

  onScroll(pane, rows) {
    if (this.limit < rows.length && pane.scrollTop + pane.clientHeight > pane.scrollHeight - 600) this.limit += ROWS_AT_ONCE;
  }

  noMatch() {
    return this.feed.rows.size ? html`<p class="muted none">No election matches.</p>` : nothing;
  }

  empty() {
    const store = this.feed.stores[0]?.describe ?? 'file:…';
    return html`
      <section class="empty">
        <h2>No elections yet</h2>
        <p>The observed stores contain no elections. Start a candidate, and its election appears here within a second:</p>
        <pre><code>./baton run nightly --on ${store} -- ./job.sh</code></pre>
        <p class="muted">Observed: ${this.feed.stores.map((observed) => observed.describe).join(', ') || 'no store'}</p>
      </section>
    `;
  }

  /** Keys: / searches, the arrows and j k move in the list, Escape goes back. */
  onKey(event) {
    const search = this.querySelector('input[type=search]');
    const typing = event.target instanceof HTMLInputElement;
    if (event.key === '/' && !typing) {
      event.preventDefault();
      search.focus();
    } else if (event.key === 'Escape') {
      if (typing && this.search) this.show({ search: '' });
      else location.hash = '#/';
    } else if (!event.ctrlKey && !event.metaKey && !event.altKey) {
      const step = { ArrowDown: 1, ArrowUp: -1, ...(typing ? {} : { j: 1, k: -1 }) }[event.key];
      const inList = event.target === search || event.target.closest?.('.row') || event.target === document.body;
      if (step && inList) this.moveFocus(event, step);
    }
  }

  moveFocus(event, step) {
    const links = [...this.querySelectorAll('.row a')];
    const current = links.indexOf(document.activeElement);
    const next = links[Math.min(links.length - 1, Math.max(0, current + step))];
    if (next) {
      event.preventDefault();
      next.focus();
    }
  }
}

customElements.define('baton-console', BatonConsole);
