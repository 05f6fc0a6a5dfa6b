// One election: its leader, its instances, transfers, its tenures and its events.

import { LitElement, html, nothing } from 'lit';
import { Arming } from './arming.js';
import { copyText } from './copy.js';
import { events } from './events.js';
import { keyOf } from './feed.js';
import { FocusKeeper } from './focus.js';
import { age, dateAndTime, duration } from './format.js';
import { shortId } from './ids.js';
import { instances, stepDown } from './instances.js';
import { silence } from './list.js';
import { get } from './requests.js';
import { timeline } from './timeline.js';
import { transferBox } from './transfers.js';
import { failureText, tokenForm, writeRefusal } from './writes.js';

const NOTICE_MS = 8_000;
const DEFAULT_WIDTH = 610; // until the panel has been measured

class ElectionDetail extends LitElement {
  static properties = {
    feed: { attribute: false },
    row: { attribute: false },
    back: { attribute: false },
    past: { state: true },
    notice: { state: true },
    sent: { state: true },
    span: { state: true },
    allElections: { state: true },
    width: { state: true },
  };

  arming = new Arming(this);
  focusKeeper = new FocusKeeper(this, '.instance');

  constructor() {
    super();
    Object.assign(this, { past: null, notice: null, sent: null, span: null, allElections: false, width: DEFAULT_WIDTH });
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
      Object.assign(this, { past: null, notice: null, sent: null, card: null });
      this.arming.disarmAny();
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
      const detail = await get(`/api/elections/${encodeURIComponent(row.election)}?store=${row.store}`);
      if (keyOf(row) !== keyOf(this.row)) return;
      this.past = { history: detail.history, gaps: detail.gaps };
      this.feed.put(detail);
      this.feed.dispatchEvent(new Event('change'));
    } catch {
      // The next beat causes another request. The header shows a lost connection.
    }
  }

  render() {
    const { row, feed } = this;
    const past = { history: [], gaps: [], ...this.past, loaded: this.past !== null };
    return html`
      <article class="detail" data-election=${row.election} aria-label="Election ${row.election}">
        ${this.head(row)} ${this.overlaps(row)} ${this.noticeBox()} ${transferBox(this, row)}
        ${tokenForm(feed, this)} ${instances(this, row)}
        ${timeline({ ...row, ...past, knownUntil: feed.knownUntil(row) }, feed.now(), this)} ${events(this, row)}
      </article>
    `;
  }

  noticeBox() {
    return this.notice
      ? html`<p class="notice ${this.notice.failed ? 'failed' : ''}" role=${this.notice.failed ? 'alert' : 'status'}>${this.notice.text}</p>`
      : nothing;
  }

  head(row) {
    return html`
      <header class="detail-head">
        <a class="back" href=${this.back}>‹ All elections</a>
        <h2>${row.election}</h2>
        <p class="lead-line">
          ${this.leader(row)}
          ${row.leader ? this.tenure(row) : nothing}
          ${row.leader?.url ? html`<span>${row.leader.url}</span>` : nothing}
          <span class="muted">${this.feed.storeOf(row.store)?.describe}</span>
        </p>
        ${stepDown(this, row)}
      </header>
    `;
  }

  tenure(row) {
    const epoch = row.leader.epoch ? `epoch ${row.leader.epoch}` : 'no epoch';
    if (!this.feed.isKnown(row)) return html`<span class="muted">last known: ${shortId(row.leader.instance_id)}, ${epoch}</span>`;
    return html`<span>${epoch}</span><span title="since ${dateAndTime(row.leader.since)}">for ${age(this.feed.now() - Date.parse(row.leader.since))}</span>`;
  }

  leader(row) {
    if (!this.feed.isKnown(row)) return html`<strong>Leader unknown</strong>`;
    if (row.badge) {
      return html`<span class="leader-dot" aria-hidden="true"></span
        ><span><strong title=${row.badge.instance_id}>${shortId(row.badge.instance_id)}</strong> leads</span>`;
    }
    return row.leader
      ? html`<strong class="silent" title=${row.leader.instance_id}
          >${shortId(row.leader.instance_id)} leads according to the store, but is ${silence(row)}</strong
        >`
      : html`<strong class="no-leader">No leader</strong>`;
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

  /** Returns why no transfer can be requested; empty if one can. */
  refusal() {
    return this.feed.connected ? writeRefusal(this.feed) : 'The connection to the console is lost.';
  }

  /** The first press arms the button, the second one sends the request. The page changes only with the stream. */
  async press(button, send, text) {
    this.notice = null;
    if (!this.arming.press(button)) return;
    const { row } = this;
    const isOpen = () => keyOf(row) === keyOf(this.row);
    try {
      const { request_id } = await send();
      if (isOpen()) this.sent = { request_id, text, at: performance.now() };
    } catch (failed) {
      // Another election may have been opened meanwhile.
      this.say(isOpen() ? failureText(failed) : `${row.election}: ${failureText(failed)}`, true);
    }
  }

  say(text, failed = false) {
    this.notice = { text, failed };
    clearTimeout(this.noticeTimer);
    this.noticeTimer = setTimeout(() => (this.notice = null), NOTICE_MS);
  }

  async copy(id) {
    const copied = await copyText(id);
    this.say(copied ? `Copied ${id}.` : `Not copied: the browser does not allow it here. The id is ${id}`, !copied);
  }
}

customElements.define('election-detail', ElectionDetail);
