// One election: who is here, who leads, hand over, what happened.

import { LitElement, html, nothing } from 'lit';
import { get, keyOf, wish } from './feed.js';
import { age, clock, dateAndTime, sentence, shortId, span } from './format.js';
import { timeline } from './timeline.js';

const ARMED_MS = 6_000;
const PATIENCE_MS = 5_000;
const USUAL_WIDTH = 610; // until there is a page to measure
const COPY = html`<svg class="copy-icon" viewBox="0 0 16 16" aria-hidden="true">
  <path d="M5.5 5.5V2.5h8v8h-3M2.5 5.5h8v8h-8z" />
</svg>`;

class ElectionDetail extends LitElement {
  static properties = {
    feed: { attribute: false },
    row: { attribute: false },
    history: { state: true },
    armed: { state: true },
    told: { state: true },
    zoom: { state: true },
    everything: { state: true },
    width: { state: true },
  };

  constructor() {
    super();
    Object.assign(this, { history: null, armed: '', told: '', zoom: '', everything: false, width: USUAL_WIDTH });
  }

  createRenderRoot() {
    return this;
  }

  connectedCallback() {
    super.connectedCallback();
    this.onBeat = () => this.fetch();
    this.feed.addEventListener('beat', this.onBeat);
    this.ticking = setInterval(() => this.requestUpdate(), 1_000); // ages in words
  }

  disconnectedCallback() {
    super.disconnectedCallback();
    this.feed.removeEventListener('beat', this.onBeat);
    clearInterval(this.ticking);
    this.sizing?.disconnect();
  }

  firstUpdated() {
    this.sizing = new ResizeObserver(([panel]) => (this.width = Math.round(panel.contentRect.width) || USUAL_WIDTH));
    this.sizing.observe(this.querySelector('[data-testid=timeline]'));
  }

  willUpdate(changed) {
    const before = changed.get('row');
    if (changed.has('row') && this.row && (!before || keyOf(before) !== keyOf(this.row))) {
      Object.assign(this, { history: null, armed: '', told: '' });
      this.fetch();
    } else if (changed.has('row') && before && before.revision !== this.row.revision) {
      this.fetch();
    }
  }

  /** One question at a time: whatever changes until its answer is there is asked for once more, together. */
  async fetch() {
    this.again = true;
    if (this.asking) return;
    this.asking = true;
    while (this.again) {
      this.again = false;
      await this.fetchOnce();
    }
    this.asking = false;
  }

  async fetchOnce() {
    const row = this.row;
    try {
      const path = `/api/elections/${encodeURIComponent(row.election)}?store=${row.store}`;
      const detail = await get(path, AbortSignal.timeout(PATIENCE_MS));
      if (keyOf(row) !== keyOf(this.row)) return;
      this.history = detail.history;
      this.feed.put(detail);
      this.feed.dispatchEvent(new Event('change'));
    } catch {
      // The next beat asks again; a lost connection is told elsewhere.
    }
  }

  render() {
    const row = this.row;
    return html`
      <article class="detail" data-election=${row.election} aria-label="Election ${row.election}">
        ${this.head(row)} ${this.alarm(row)} ${this.told ? html`<p class="told" role="status">${this.told}</p>` : nothing}
        ${this.tokenForm()} ${this.instances(row)}
        ${timeline({ ...row, history: this.history ?? [], loaded: this.history !== null }, this.feed.now(), this.zoom, (zoom) => (this.zoom = zoom), this.width)}
        ${this.log(row)}
      </article>
    `;
  }

  head(row) {
    const leads = this.feed.isFresh() ? row.badge : null;
    const store = this.feed.stores.find((each) => each.store === row.store);
    return html`
      <header class="detail-head">
        <a class="back" href="#/">‹ All elections</a>
        <h2>${row.election}</h2>
        <p class="lead-line">
          ${leads
            ? html`<span class="crown" aria-hidden="true"></span><span><strong title=${leads.instance_id}>${shortId(leads.instance_id)}</strong> leads</span>`
            : !this.feed.isFresh()
              ? html`<strong>Not known now</strong>`
              : html`<strong class="nobody">${row.leader ? `${shortId(row.leader.instance_id)} is named by the store, but does not report` : 'Nobody leads'}</strong>`}
          ${row.leader ? html`<span>epoch ${row.leader.epoch}</span><span title=${dateAndTime(row.leader.since)}>for ${age(this.feed.now() - Date.parse(row.leader.since))}</span>` : nothing}
          ${row.leader?.url ? html`<span>${row.leader.url}</span>` : nothing}
          <span class="muted">${store?.describe}</span>
        </p>
        ${this.stepDown(row)}
      </header>
    `;
  }

  alarm(row) {
    return row.overlaps.length
      ? html`<p class="alarm-box" role="alert">
          <strong>Reigns overlapped.</strong>
          ${row.overlaps.slice(-3).map(
            (overlap) => html`Epochs ${overlap.first} and ${overlap.second} for ${span(overlap.ms)} at ${dateAndTime(overlap.from)}. `,
          )}
          Look at what both wrote, and whether it was fenced.
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
          @click=${() => this.press('step-down', () => wish(row, 'step-down', {}), 'The leader was asked to step down.')}
          @blur=${() => this.disarm('step-down')}
        >
          ${this.armed === 'step-down' ? 'Press again to step down' : 'Step down'}
        </button>`
      : nothing;
  }

  /** The menu is there only when there is something to choose. */
  instances(row) {
    const live = this.feed.isFresh() ? row.instances : [];
    return html`
      <section class="panel" data-testid=${row.menu ? 'leadership-menu' : nothing} data-election=${row.election}
        aria-label="Live instances">
        <div class="panel-head"><h3>Live instances</h3><span class="muted">${live.length}</span></div>
        ${live.length
          ? html`<ul class="instances">${live.map((each) => this.instance(row, each))}</ul>`
          : html`<p class="muted">${this.feed.isFresh() ? 'No instance was seen within 15 s.' : 'Not known while the connection is lost.'}</p>`}
      </section>
    `;
  }

  instance(row, instance) {
    const leads = row.badge?.instance_id === instance.instance_id;
    const seen = instance.age_ms + performance.now() - row.receivedAt;
    return html`
      <li class="instance ${leads ? 'leads' : ''}" data-instance=${instance.instance_id}>
        <span class="crown" aria-hidden="true"></span>
        <code class="id" title=${instance.instance_id}>${shortId(instance.instance_id)}</code>
        <button class="copy" title="Copy ${instance.instance_id}" @click=${() => this.copy(instance.instance_id)}>
          <span class="hidden">Copy ${instance.instance_id}</span>${COPY}
        </button>
        <span class="state">${leads ? 'leader' : instance.is_leader ? 'says it leads' : instance.state}${instance.healthy ? '' : ', unwell'}</span>
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
      @click=${() => this.press(id, () => wish(row, 'transfer', { to: id }), `${shortId(id)} was asked to lead.`)}
      @blur=${() => this.disarm(id)}
    >
      ${armed ? 'Press again' : 'Make leader'}
    </button>`;
  }

  /** The first press arms, the second one acts; nothing is shown as done before the stream says so. */
  async press(what, act, sent) {
    if (this.armed !== what) {
      this.armed = what;
      this.told = '';
      clearTimeout(this.disarming);
      this.disarming = setTimeout(() => this.disarm(what), ARMED_MS);
      return;
    }
    this.armed = '';
    try {
      await act();
      this.told = `${sent} What comes of it shows here.`;
    } catch (failed) {
      this.told = `Not sent: ${failed.message}`;
    }
    clearTimeout(this.untelling);
    this.untelling = setTimeout(() => (this.told = ''), 8_000);
  }

  disarm(what) {
    if (this.armed === what) this.armed = '';
  }

  async copy(id) {
    await navigator.clipboard?.writeText(id);
    this.told = `${id} was copied.`;
  }

  tokenForm() {
    if (this.feed.writes === 'refused') {
      return html`<p class="muted">This console only shows: it was started without a token and can be reached from other machines.</p>`;
    }
    if (this.feed.writes !== 'token' || sessionStorage.getItem('baton-token')) return nothing;
    return html`<form class="token" @submit=${(event) => this.keepToken(event)}>
      <label>Token, to hand over <input name="token" type="password" autocomplete="off" required></label>
      <button>Use</button>
    </form>`;
  }

  keepToken(event) {
    event.preventDefault();
    sessionStorage.setItem('baton-token', new FormData(event.target).get('token').trim());
    this.requestUpdate();
  }

  log(row) {
    const lines = this.feed.log.filter((line) => this.everything || (line.election === row.election && line.store === row.store));
    return html`
      <section class="panel log" aria-label="Events">
        <div class="panel-head">
          <h3>Events</h3>
          <label class="muted"><input type="checkbox" .checked=${this.everything}
            @change=${(event) => (this.everything = event.target.checked)}> of all elections</label>
        </div>
        ${lines.length
          ? html`<div role="log" tabindex="0" aria-label="Event log"><ol>${lines.slice(0, 80).map(
              (line) => html`<li class="log-${line.kind}">
                <time>${clock(line.time)}</time>
                ${this.everything ? html`<span class="muted">${line.election}</span>` : nothing}
                ${line.instance_id ? html`<code title=${line.instance_id}>${shortId(line.instance_id)}</code>` : nothing}
                <span>${sentence(line)}</span>
              </li>`,
            )}</ol></div>`
          : html`<p class="muted">Nothing has happened since the console was started.</p>`}
      </section>
    `;
  }
}

customElements.define('election-detail', ElectionDetail);
