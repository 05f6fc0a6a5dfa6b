// The page: a list on the left, one election on the right, on a phone one at a time.

import { LitElement, html, nothing } from 'lit';
import { Feed, keyOf } from './feed.js';
import { FILTERS, list, visible } from './list.js';
import { clock } from './format.js';
import { nodes, nodesVerdict } from './nodes.js';
import './detail.js';

const AT_FIRST = 200; // rows beyond are added as the list is scrolled

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
    most: { state: true },
  };

  feed = new Feed();

  constructor() {
    super();
    Object.assign(this, { search: '', filter: 'all', path: location.hash, most: AT_FIRST });
  }

  createRenderRoot() {
    return this;
  }

  connectedCallback() {
    super.connectedCallback();
    this.feed.addEventListener('change', () => this.requestUpdate());
    this.feed.start();
    addEventListener('hashchange', () => (this.path = location.hash));
    addEventListener('keydown', (event) => this.key(event));
  }

  render() {
    const feed = this.feed;
    const rows = visible(feed.rows, this.search, this.filter);
    const selected = this.selected(rows);
    const onlyNodes = feed.loaded && !feed.stores.length;
    const onNodes = onlyNodes || this.path === '#/nodes';
    const chosen = this.path.startsWith('#/elections/') || onNodes;
    return html`
      <div class="shell ${feed.connected || !feed.loaded ? '' : 'lost'} ${chosen ? 'chosen' : ''} ${onlyNodes ? 'only-nodes' : ''}">
        ${onlyNodes ? this.topOfNodes() : this.top()} ${this.troubles()}
        <div class="panes">
          <nav class="list-pane" aria-label="Elections">
            ${this.controls(rows)}
            <div class="scroll" @scroll=${(event) => this.more(event.target, rows)}>
              ${rows.length ? list(rows, feed, selected ? keyOf(selected) : '', this.most) : this.nothingFound()}
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

  /** The election that the address names; without one, the first of the list. */
  selected(rows) {
    const named = /^#\/elections\/([^/]+)\/(.+)$/.exec(this.path);
    if (named) return this.feed.rows.get(`${named[1]}/${decoded(named[2])}`);
    return rows[0];
  }

  top() {
    const all = [...this.feed.rows.values()];
    const count = (id) => all.filter(FILTERS.find((filter) => filter.id === id).test).length;
    const [leaderless, overlapping, flapping] = ['leaderless', 'overlapping', 'flapping'].map(count);
    const calm = this.feed.loaded && all.length && !leaderless && !overlapping;
    const tone = !this.feed.connected || !all.length ? '' : calm ? 'calm' : 'worry';
    const text = !this.feed.loaded
      ? 'Loading…'
      : !this.feed.isFresh()
        ? 'Not known now'
        : !all.length
          ? 'No elections yet'
          : calm
            ? `${all.length === 1 ? 'The one election is' : `All ${all.length} elections are`} led${flapping ? `, ${flapping} flapping` : ''}`
            : [leaderless && `${leaderless} leaderless`, overlapping && `${overlapping} with overlapping reigns`].filter(Boolean).join(', ');
    const toNodes = this.feed.nodes.length
      ? html`<a class="to-nodes" href="#/nodes" aria-current=${this.path === '#/nodes' ? 'page' : nothing}
          >Nodes <span class="n">${this.feed.nodes.length}</span></a
        >`
      : nothing;
    return this.header(text, tone, toNodes);
  }

  topOfNodes() {
    const { text, calm } = nodesVerdict(this.feed.nodes);
    return this.header(text, this.feed.connected ? (calm ? 'calm' : 'worry') : '', nothing);
  }

  header(text, tone, more) {
    return html`
      <header class="top">
        <h1><a href="#/"><img src="/icon.svg" alt="" width="22" height="22">Baton</a></h1>
        <p class="verdict ${tone}" role="status">${text}</p>
        ${more}
        <span class="link ${this.feed.connected ? 'on' : this.feed.loaded ? 'off' : ''}">${this.feed.connected ? 'live' : this.feed.loaded ? 'connection lost' : '…'}</span>
      </header>
    `;
  }

  troubles() {
    const troubled = this.feed.stores.filter((store) => store.trouble);
    return html`
      ${this.feed.connected || !this.feed.loaded
        ? nothing
        : html`<p class="banner" role="alert" data-testid="connection-lost">
            Connection lost. This is what was known at ${clock(this.feed.heardWall)}; reconnecting…
          </p>`}
      ${troubled.map((store) => html`<p class="banner" role="alert">${store.describe} cannot be read: ${store.trouble}</p>`)}
      ${this.feed.hint && this.feed.rows.size
        ? html`<p class="hint">Kill the leader and watch the baton pass: <code>${this.hint()}</code></p>`
        : nothing}
    `;
  }

  hint() {
    const led = [...this.feed.rows.values()].find((row) => row.badge);
    return this.feed.hint.replaceAll('{leader}', led ? led.badge.instance_id : '…');
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
          @input=${(event) => this.look({ search: event.target.value })}
        />
        <div class="filters" role="group" aria-label="Show">
          ${FILTERS.map(
            (filter) => html`<button
              aria-pressed=${this.filter === filter.id ? 'true' : 'false'}
              data-filter=${filter.id}
              @click=${() => this.look({ filter: filter.id })}
            >
              ${filter.label} <span class="n">${all.filter(filter.test).length}</span>
            </button>`,
          )}
        </div>
        <p class="hidden" role="status">${rows.length} elections are shown</p>
      </div>
    `;
  }

  look(how) {
    Object.assign(this, how, { most: AT_FIRST });
  }

  more(pane, rows) {
    if (this.most < rows.length && pane.scrollTop + pane.clientHeight > pane.scrollHeight - 600) this.most += AT_FIRST;
  }

  nothingFound() {
    return this.feed.rows.size ? html`<p class="muted none">Nothing matches.</p>` : nothing;
  }

  empty() {
    const store = this.feed.stores[0]?.describe ?? 'file:…';
    return html`
      <section class="empty">
        <h2>No elections yet</h2>
        <p>Nobody has stood in what this console watches. Start a candidate, and it shows up here within a second:</p>
        <pre><code>./baton run nightly --on ${store} -- ./job.sh</code></pre>
        <p class="muted">Watched: ${this.feed.stores.map((each) => each.describe).join(', ') || 'no store'}</p>
      </section>
    `;
  }

  /** / searches, arrows and j k walk the list, Escape goes back. */
  key(event) {
    const search = this.querySelector('input[type=search]');
    const typing = event.target instanceof HTMLInputElement;
    if (event.key === '/' && !typing) {
      event.preventDefault();
      search.focus();
    } else if (event.key === 'Escape') {
      if (typing && this.search) this.look({ search: '' });
      else location.hash = '#/';
    } else if (!event.ctrlKey && !event.metaKey && !event.altKey) {
      const step = { ArrowDown: 1, ArrowUp: -1, ...(typing ? {} : { j: 1, k: -1 }) }[event.key];
      const inList = event.target === search || event.target.closest?.('.row') || event.target === document.body;
      if (step && inList) this.walk(event, step);
    }
  }

  walk(event, step) {
    const links = [...this.querySelectorAll('.row a')];
    const at = links.indexOf(document.activeElement);
    const next = links[Math.min(links.length - 1, Math.max(0, at + step))];
    if (next) {
      event.preventDefault();
      next.focus();
    }
  }
}

customElements.define('baton-console', BatonConsole);
