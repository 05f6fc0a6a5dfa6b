// One election: its leader, its instances, transfers, its tenures and its events.

import { LitElement, html, nothing } from 'lit';
import { get, keyOf, post } from './feed.js';
import { age, clock, dateAndTime, duration, eventText, shortId } from './format.js';
import { timeline } from './timeline.js';

const ARMED_MS = 6_000;
const NOTICE_MS = 8_000;
const TIMEOUT_MS = 5_000;
const DEFAULT_WIDTH = 610; // until the panel has been measured
const COPY = html`<svg class="copy-icon" viewBox="0 0 16 16" aria-hidden="true">
  <path d="M5.5 5.5V2.5h8v8h-3M2.5 5.5h8v8h-8z" />
</svg>`;

class ElectionDetail extends LitElement {
  static properties = {
    feed: { attribute: false },
    row: { attribute: false },
    history: { state: true },
    armed: { state: true },
    notice: { state: true },
    zoom: { state: true },
    allElections: { state: true },
    width: { state: true },
  };

  constructor() {
    super();
    Object.assign(this, { history: null, armed: '', notice: '', zoom: '', allElections: false, width: DEFAULT_WIDTH });
  }

  createRenderRoot() {
    return this;
  }

  connectedCallback() {
    super.connectedCallback();
    this.onBeat = () => this.refresh();
    this.feed.addEventListener('beat', this.onBeat);
    this.ageTimer = setInterval(() => this.requestUpdate(), 1_000);
  }

  disconnectedCallback() {
    super.disconnectedCallback();
    this.feed.removeEventListener('beat', this.onBeat);
    clearInterval(this.ageTimer);
    this.resizeObserver?.disconnect();
  }

  firstUpdated() {
    this.resizeObserver = new ResizeObserver(([panel]) => (this.width = Math.round(panel.contentRect.width) || DEFAULT_WIDTH));
    this.resizeObserver.observe(this.querySelector('[data-testid=timeline]'));
  }

  willUpdate(changed) {
    const before = changed.get('row');
    if (changed.has('row') && this.row && (!before || keyOf(before) !== keyOf(this.row))) {
      Object.assign(this, { history: null, armed: '', notice: '' });
      this.refresh();
    } else if (changed.has('row') && before && before.revision !== this.row.revision) {
      this.refresh();
    }
  }

  /** Sends one request at a time. Changes during a request cause one more request. */
  async refresh() {
    this.stale = true;
    if (this.refreshing) return;
    this.refreshing = true;
    while (this.stale) {
      this.stale = false;
      await this.load();
    }
    this.refreshing = false;
  }

  async load() {
    const row = this.row;
    try {
      const path = `/api/elections/${encodeURIComponent(row.election)}?store=${row.store}`;
      const detail = await get(path, AbortSignal.timeout(TIMEOUT_MS));
      if (keyOf(row) !== keyOf(this.row)) return;
      this.history = detail.history;
      this.feed.put(detail);
      this.feed.dispatchEvent(new Event('change'));
    } catch {
      // The next beat causes another request. The header shows a lost connection.
    }
  }

  render() {
    const row = this.row;
    return html`
      <article class="detail" data-election=${row.election} aria-label="Election ${row.election}">
        ${this.head(row)} ${this.overlaps(row)} ${this.notice ? html`<p class="notice" role="status">${this.notice}</p>` : nothing}
        ${this.tokenForm()} ${this.instances(row)}
        ${timeline({ ...row, history: this.history ?? [], loaded: this.history !== null }, this.feed.now(), this.zoom, (zoom) => (this.zoom = zoom), this.width)}
        ${this.log(row)}
      </article>
    `;
  }

  head(row) {
    const leader = this.feed.isFresh() ? row.badge : null;
    const store = this.feed.stores.find((each) => each.store === row.store);
    return html`
      <header class="detail-head">
        <a class="back" href="#/">‹ All elections</a>
        <h2>${row.election}</h2>
        <p class="lead-line">
          ${leader
            ? html`<span class="leader-dot" aria-hidden="true"></span><span><strong title=${leader.instance_id}>${shortId(leader.instance_id)}</strong> leads</span>`
            : !this.feed.isFresh()
              ? html`<strong>Unknown</strong>`
              : html`<strong class="no-leader">${row.leader ? `${shortId(row.leader.instance_id)} leads according to the store, but publishes no status` : 'No leader'}</strong>`}
          ${row.leader ? html`<span>${row.leader.epoch ? `epoch ${row.leader.epoch}` : 'no epoch'}</span><span title=${dateAndTime(row.leader.since)}>for ${age(this.feed.now() - Date.parse(row.leader.since))}</span>` : nothing}
          ${row.leader?.url ? html`<span>${row.leader.url}</span>` : nothing}
          <span class="muted">${store?.describe}</span>
        </p>
        ${this.stepDown(row)}
      </header>
    `;
  }

  overlaps(row) {
    return row.overlaps.length
      ? html`<p class="alarm-box" role="alert">
          <strong>Tenures overlap.</strong>
          ${row.overlaps.slice(-3).map(
            (overlap) => html`Epochs ${overlap.first} and ${overlap.second} for ${duration(overlap.ms)} at ${dateAndTime(overlap.from)}. `,
          )}
          Check what both leaders wrote and whether it was fenced.
        </p>`
      : nothing;
  }

  stepDown(row) {
    return row.menu && (row.badge || row.leader)
      ? html`<button
          class="danger ${this.armed === 'step-down' ? 'armed' : ''}"
          data-testid="step-down"
          data-election=${row.election}
          data-instance=${row.badge?.instance_id ?? row.leader.instance_id}
          ?disabled=${!this.feed.connected}
          @click=${() => this.press('step-down', () => post(row, 'step-down', {}), 'Step-down requested.')}
          @blur=${() => this.disarm('step-down')}
        >
          ${this.armed === 'step-down' ? 'Press again to step down' : 'Step down'}
        </button>`
      : nothing;
  }

  /** The list is the leadership menu if there is more than one instance. */
  instances(row) {
    const live = this.feed.isFresh() ? row.instances : [];
    return html`
      <section class="panel" data-testid=${row.menu ? 'leadership-menu' : nothing} data-election=${row.election}
        aria-label="Live instances">
        <div class="panel-head"><h3>Live instances</h3><span class="muted">${live.length}</span></div>
        ${live.length
          ? html`<ul class="instances">${live.map((instance) => this.instance(row, instance))}</ul>`
          : html`<p class="muted">${this.feed.isFresh() ? 'No instance was seen within the last 15 s.' : 'Unknown while the connection is lost.'}</p>`}
      </section>
    `;
  }

  instance(row, instance) {
    const leads = row.badge?.instance_id === instance.instance_id;
    const seen = instance.age_ms + performance.now() - row.receivedAt;
    return html`
      <li class="instance ${leads ? 'leads' : ''}" data-instance=${instance.instance_id}>
        <span class="leader-dot" aria-hidden="true"></span>
        <code class="id" title=${instance.instance_id}>${shortId(instance.instance_id)}</code>
        <button class="copy" title="Copy ${instance.instance_id}" @click=${() => this.copy(instance.instance_id)}>
          <span class="hidden">Copy ${instance.instance_id}</span>${COPY}
        </button>
        <span class="state">${leads ? 'leader' : instance.is_leader ? 'reports to lead' : instance.state}${instance.healthy ? '' : ', unhealthy'}</span>
        <span class="muted priority">${instance.priority ? `priority ${instance.priority}` : ''}</span>
        <span class="muted seen" title=${dateAndTime(instance.last_seen)}>seen ${age(seen)} ago</span>
        ${row.menu ? this.makeLeader(row, instance, leads) : nothing}
      </li>
    `;
  }

  makeLeader(row, instance, leads) {
    const id = instance.instance_id;
    const armed = this.armed === id;
    return html`<button
      class=${armed ? 'armed' : ''}
      data-testid="make-leader"
      data-election=${row.election}
      data-instance=${id}
      aria-label=${armed ? `Press again to make ${id} leader` : `Make ${id} leader`}
      ?disabled=${leads || !this.feed.connected}
      @click=${() => this.press(id, () => post(row, 'transfer', { to: id }), `Transfer to ${shortId(id)} requested.`)}
      @blur=${() => this.disarm(id)}
    >
      ${armed ? 'Press again' : 'Make leader'}
    </button>`;
  }

  /** The first press arms the button, the second one sends the request. The page changes only with the stream. */
  async press(button, send, notice) {
    if (this.armed !== button) {
      this.armed = button;
      this.notice = '';
      clearTimeout(this.disarming);
      this.disarming = setTimeout(() => this.disarm(button), ARMED_MS);
      return;
    }
    this.armed = '';
    try {
      await send();
      this.notice = `${notice} The result appears here.`;
    } catch (failed) {
      this.notice = `Not sent: ${failed.message}`;
    }
    clearTimeout(this.noticeTimer);
    this.noticeTimer = setTimeout(() => (this.notice = ''), NOTICE_MS);
  }

  disarm(button) {
    if (this.armed === button) this.armed = '';
  }

  async copy(id) {
    await navigator.clipboard?.writeText(id);
    this.notice = `Copied ${id}.`;
  }

  tokenForm() {
    if (this.feed.writes === 'refused') {
      return html`<p class="muted">This console is read-only, because it can be reached from other machines and has no token.</p>`;
    }
    if (this.feed.writes !== 'token' || sessionStorage.getItem('baton-token')) return nothing;
    return html`<form class="token" @submit=${(event) => this.saveToken(event)}>
      <label>Token for transfers <input name="token" type="password" autocomplete="off" required></label>
      <button>Use</button>
    </form>`;
  }

  saveToken(event) {
    event.preventDefault();
    sessionStorage.setItem('baton-token', new FormData(event.target).get('token').trim());
    this.requestUpdate();
  }

  log(row) {
    const entries = this.feed.log.filter(
      (entry) => this.allElections || (entry.election === row.election && entry.store === row.store),
    );
    return html`
      <section class="panel log" aria-label="Events">
        <div class="panel-head">
          <h3>Events</h3>
          <label class="muted"><input type="checkbox" .checked=${this.allElections}
            @change=${(event) => (this.allElections = event.target.checked)}> of all elections</label>
        </div>
        ${entries.length
          ? html`<div role="log" tabindex="0" aria-label="Event log"><ol>${entries.slice(0, 80).map(
              (entry) => html`<li class="log-${entry.kind}">
                <time>${clock(entry.time)}</time>
                ${this.allElections ? html`<span class="muted">${entry.election}</span>` : nothing}
                ${entry.instance_id ? html`<code title=${entry.instance_id}>${shortId(entry.instance_id)}</code>` : nothing}
                <span>${eventText(entry)}</span>
              </li>`,
            )}</ol></div>`
          : html`<p class="muted">No events since the console was started.</p>`}
      </section>
    `;
  }
}

customElements.define('election-detail', ElectionDetail);
