// The page: the list of elections and one election beside it; on a phone, one of the two at a time.

import { LitElement, html, nothing } from 'lit';
import { showInTab } from './alarm.js';
import { controls } from './controls.js';
import { Feed, keyOf } from './feed.js';
import { ShownRows } from './filters.js';
import { banners, header } from './header.js';
import { FocusKeeper } from './focus.js';
import { list, visibleLines } from './list.js';
import { Notifier } from './notify.js';
import { addressOf, parseRoute } from './route.js';
import './detail.js';
import './nodes.js';
import './overview.js';

const LINE = 38; // height of a row
const TOUCH_LINE = 44;
const NARROW = matchMedia('(max-width: 860px)');

class BatonConsole extends LitElement {
  static properties = {
    route: { state: true },
    scrolled: { state: true },
  };

  feed = new Feed();
  shownRows = new ShownRows(this.feed);
  focusKeeper = new FocusKeeper(this, '.row');

  constructor() {
    super();
    Object.assign(this, { route: parseRoute(location.hash), scrolled: { top: 0, height: innerHeight } });
  }

  createRenderRoot() {
    return this;
  }

  connectedCallback() {
    super.connectedCallback();
    this.feed.addEventListener('change', () => this.requestUpdate());
    this.notifier = new Notifier(this.feed);
    this.feed.start();
    addEventListener('hashchange', () => (this.route = parseRoute(location.hash)));
    addEventListener('resize', () => this.onScroll());
    addEventListener('keydown', (event) => this.onKey(event));
  }

  updated() {
    showInTab(this.feed, this.counts);
  }

  render() {
    const { feed, route } = this;
    const { rows, counts } = this.shownRows.of(route);
    this.counts = counts;
    const selected = this.selected(rows);
    const onlyNodes = feed.loaded && !feed.stores.length;
    const onNodes = onlyNodes || route.view === 'nodes';
    const chosen = route.view !== 'list' || onNodes;
    const onePane = onlyNodes || route.view === 'overview';
    const shell = ['shell', !feed.connected && feed.loaded && 'lost', chosen && 'chosen', onePane && 'one-pane', feed.stores.length > 1 && 'several-stores'];
    return html`
      <div class=${shell.filter(Boolean).join(' ')}>
        ${header(this, this.counts, route, onlyNodes)} ${banners(this)}
        <main class="panes">
          <nav class="list-pane" aria-label="Elections">
            ${controls(feed, this.counts, rows.length, route, (change) => this.show(change))}
            <div class="scroll" @scroll=${() => this.onScroll()}>
              ${rows.length ? list(rows, feed, route, selected ? keyOf(selected) : '', this.lines(rows.length)) : this.noMatch()}
            </div>
          </nav>
          <div class="detail-pane">${onNodes ? this.nodesPane(onlyNodes) : this.electionPane(selected)}</div>
        </main>
      </div>
    `;
  }

  lines(count) {
    return visibleLines(this.scrolled.top, this.scrolled.height, NARROW.matches ? TOUCH_LINE : LINE, count);
  }

  onScroll() {
    const pane = this.querySelector('.scroll');
    // A hidden list has no height.
    this.scrolled = { top: pane.scrollTop, height: pane.clientHeight || innerHeight };
  }

  /** Returns the election in the page's address, or the first of the list. */
  selected(rows) {
    const { of } = this.route;
    return of ? this.feed.rows.get(`${this.feed.storeOf(of.store)?.store}/${of.election}`) : rows[0];
  }

  nodesPane(onlyNodes) {
    return html`${onlyNodes ? nothing : html`<a class="back" href="#/">‹ All elections</a>`}<nodes-view .feed=${this.feed} .news=${this.feed.changes}></nodes-view>`;
  }

  electionPane(selected) {
    if (this.route.view === 'overview') {
      return html`<a class="back" href="#/">‹ All elections</a><elections-overview .feed=${this.feed}></elections-overview>`;
    }
    if (selected) {
      const back = addressOf({ ...this.route, view: 'list' });
      return html`<election-detail .feed=${this.feed} .row=${selected} .back=${back}></election-detail>`;
    }
    if (!this.feed.loaded) return nothing;
    if (this.route.of) return this.missing(this.route.of);
    if (this.feed.rows.size) return nothing;
    return this.feed.unreadableStores().length ? this.notRead() : this.empty();
  }

  /** A store that cannot be read may contain elections. */
  notRead(election) {
    return html`
      <section class="empty" data-testid="not-read">
        <h2>${election ? 'Election unknown' : 'Elections unknown'}</h2>
        <p>
          ${election
            ? html`The store cannot be read, so whether it has an election <code>${election}</code> is not known.`
            : 'A store cannot be read, so its elections are not known.'}
        </p>
        <p><a class="text-link" href="#/">Show all elections</a></p>
      </section>
    `;
  }

  missing({ store, election }) {
    if (this.feed.storeOf(store)?.trouble) return this.notRead(election);
    return html`
      <section class="empty" data-testid="unknown-election">
        <h2>No such election</h2>
        <p>
          ${this.feed.storeOf(store)
            ? html`The store <code>${store}</code> has no election <code>${election}</code>.`
            : html`This console observes no store <code>${store}</code>.`}
          The link may be mistyped, or the election was removed.
        </p>
        <p><a class="text-link" href="#/">Show all elections</a></p>
      </section>
    `;
  }

  show(change) {
    this.route = { ...this.route, ...change };
    history.replaceState(null, '', addressOf(this.route));
    this.querySelector('.scroll').scrollTop = 0;
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

  /** Keys: / searches, the arrows and j k move in the list, Escape disarms a button, clears the search or goes back. */
  onKey(event) {
    const search = this.querySelector('input[type=search]');
    const typing = event.target instanceof HTMLInputElement && event.target.type !== 'checkbox';
    if (event.key === '/' && !typing) {
      event.preventDefault();
      if (search.offsetParent === null) this.show({ view: 'list', of: null });
      this.updateComplete.then(() => search.focus());
    } else if (event.key === 'Escape') {
      if (this.querySelector('election-detail, nodes-view')?.arming.disarmAny()) return;
      if (event.target === search && this.route.search) this.show({ search: '' });
      else if (this.route.view !== 'list') location.hash = addressOf({ ...this.route, view: 'list' });
    } else if (!event.ctrlKey && !event.metaKey && !event.altKey) {
      const step = { ArrowDown: 1, ArrowUp: -1, ...(typing ? {} : { j: 1, k: -1 }) }[event.key];
      const inList = event.target === search || event.target.closest?.('.row') || event.target === document.body;
      if (step && inList) this.focusKeeper.move(event, step);
    }
  }
}

customElements.define('baton-console', BatonConsole);
