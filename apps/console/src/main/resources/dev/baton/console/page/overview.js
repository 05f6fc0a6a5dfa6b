// The overview: the last hour of the elections that need attention most, one line each.

import { LitElement, html, svg, nothing } from 'lit';
import { counted, duration, minutes, zone } from './format.js';
import { middle, shortId } from './ids.js';
import { chip } from './list.js';
import { interval, openGap, parsedGap } from './intervals.js';
import { get } from './requests.js';
import { electionAddress, parseRoute } from './route.js';
import { tickTimes } from './ticks.js';

const HOUR = 3_600_000;
const WIDTH = 600; // units of a strip

const x = (time, now) => ((Math.min(Math.max(time, now - HOUR), now) - now + HOUR) / HOUR) * WIDTH;

class ElectionsOverview extends LitElement {
  static properties = { feed: { attribute: false }, pasts: { state: true } };

  constructor() {
    super();
    this.pasts = null;
  }

  createRenderRoot() {
    return this;
  }

  connectedCallback() {
    super.connectedCallback();
    this.onBeat = () => this.load();
    this.feed.addEventListener('beat', this.onBeat);
    this.load();
  }

  disconnectedCallback() {
    super.disconnectedCallback();
    this.feed.removeEventListener('beat', this.onBeat);
  }

  async load() {
    try {
      this.pasts = (await get('/api/overview')).elections;
    } catch {
      // The next beat causes another request.
    }
  }

  render() {
    const now = this.feed.now();
    const all = this.feed.rows.size;
    return html`<section class="panel overview" aria-label="Overview">
      <div class="panel-head">
        <h2>Last hour</h2>
        <span class="muted">${this.pasts ? `${all > this.pasts.length ? `the worst ${this.pasts.length} of ${all}` : all} elections` : '…'}</span>
      </div>
      ${heads}
      <ul>${this.pasts?.map((past) => this.line(past, now))}</ul>
      ${axis(now)}
    </section>`;
  }

  line(past, now) {
    const row = this.feed.rows.get(`${past.store}/${past.election}`);
    if (!row) return nothing;
    const until = this.feed.knownUntil(row);
    const tenures = past.history.map((tenure) => interval(tenure, row.leader, until));
    const gaps = [...past.gaps.map(parsedGap), ...openGap(tenures, until)].filter((gap) => gap.to > now - HOUR && gap.to > gap.earliest);
    const recent = tenures.filter((tenure) => tenure.to > now - HOUR);
    return html`<li data-election=${past.election}>
      <a href=${electionAddress(row, this.feed, parseRoute(''))}>
        <span class="name" title=${past.election}>${middle(past.election)}${chip(row, this.feed)}</span>
        <svg class="strip" viewBox="0 0 ${WIDTH} 16" preserveAspectRatio="none" role="img" aria-label=${sentence(row, recent, gaps)}>
          ${recent.map((tenure) => bar(tenure.isCurrent ? 'current' : 'tenure', tenure.from, tenure.to, now))}
          ${gaps.map((gap) => bar(gap.latest > gap.earliest ? 'gap uncertain' : 'gap', gap.earliest, gap.to, now))}
        </svg>
        ${failoverTimes(row.failovers)}
      </a>
    </li>`;
  }
}

const bar = (kind, from, to, now) =>
  svg`<rect class=${kind} x=${x(from, now)} y="2" width=${Math.max(1.5, x(to, now) - x(from, now) - 0.8)} height="12"></rect>`;

/** The times are upper bounds, and of all failovers that the console knows: few elections have several in an hour. */
const heads = html`<div class="heads muted" aria-hidden="true">
  <span>Election</span><span>Leaders</span
  ><span class="times" title="Without a leader at most, in all known failovers"><span>failover: last</span><span>median</span><span>worst</span></span>
</div>`;

const failoverTimes = ({ count, last_ms, median_ms, worst_ms }) => html`<span class="times">
  <span class="hidden">, ${count ? `${counted(count, 'failover')}, without a leader at most: ` : 'no failover'}</span>
  ${count
    ? [['last', last_ms], ['median', median_ms], ['worst', worst_ms]].map(
        ([name, ms], i) => html`<span><span class="hidden">${i ? ', ' : ''}${name} </span>${duration(ms)}</span>`,
      )
    : nothing}
</span>`;

const sentence = (row, tenures, gaps) =>
  `, ${counted(tenures.length, 'tenure')} and ${counted(gaps.length, 'gap')} in the last hour` +
  (row.leader ? `, led by ${shortId(row.leader.instance_id)}` : '');

const axis = (now) => html`<div class="axis muted" aria-hidden="true">
  <span>${zone}</span>
  <div>
    ${tickTimes(now - HOUR, now, WIDTH).times.map(
      (time) => html`<span .style=${`left:${(x(time, now) / WIDTH) * 100}%`}>${minutes(time)}</span>`,
    )}
  </div>
</div>`;

customElements.define('elections-overview', ElectionsOverview);
