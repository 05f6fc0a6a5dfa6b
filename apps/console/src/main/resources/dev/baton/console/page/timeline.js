// The tenures of an election as a picture, with gaps and overlaps.

import { html, nothing } from 'lit';
import { LANE, LEFT, gapBar, laneLine, overlapBox, tenureBar } from './bars.js';
import { endsTable, failovers } from './ends.js';
import { age, counted, dateAndTime, day, zone } from './format.js';
import { Gestures } from './gestures.js';
import { shortId } from './ids.js';
import { interval, openGap, parsedGap } from './intervals.js';
import { ticks } from './ticks.js';
import { ZOOMS, viewOf } from './timespan.js';

const MAX_LANES = 12;
const CARD = 250; // width of the card

/** Draws at the width of the panel, so that the text is not scaled. */
export function timeline(election, now, detail) {
  const { width } = detail;
  const view = viewOf(detail.span, election.history, now);
  const all = election.history.map((tenure) => interval(tenure, election.leader, election.knownUntil));
  const gaps = [...election.gaps.map(parsedGap), ...openGap(all, election.knownUntil)];
  const tenures = all.filter((tenure) => tenure.to > view.from && tenure.from < view.to);
  const shownGaps = gaps.filter((gap) => gap.to > view.from && gap.earliest < view.to && gap.to > gap.earliest);
  const lanes = [...new Set(tenures.map((tenure) => tenure.instance_id).reverse())].slice(0, MAX_LANES).sort();
  const height = (lanes.length + 1) * LANE + 22;
  const right = width - 4;
  const x = (time) =>
    LEFT + ((Math.min(Math.max(time, view.from), view.to) - view.from) / view.ms) * (right - LEFT);
  const gestures = (detail.gestures ??= new Gestures(detail));
  Object.assign(gestures, { view, now, scale: { left: LEFT, width: right - LEFT } });
  const hover = (card) => {
    detail.card = card;
    detail.requestUpdate();
  };
  return html`
    <div class="panel" data-testid="timeline" data-election=${election.election}>
      ${head(view, detail)}
      <div
        class="timeline-box"
        tabindex="0"
        role="group"
        aria-label="Timeline. The arrow keys move, plus and minus zoom, 0 returns to now."
        @keydown=${gestures.onKey}
        @wheel=${gestures.onWheel}
        @pointerdown=${gestures.onDown}
        @pointermove=${gestures.onMove}
        @pointerup=${gestures.onUp}
        @pointercancel=${gestures.onUp}
      >
        ${tenures.length || shownGaps.length
          ? html`<svg class="timeline" viewBox="0 0 ${width} ${height}" role="img" aria-label=${summary(tenures, shownGaps, view)}>
              ${ticks(view, x, height, right)} ${lanes.map((id, i) => laneLine(id, i, width))}
              ${shownGaps.map((gap) => gapBar(gap, x, lanes.length, hover))}
              ${tenures.filter((tenure) => lanes.includes(tenure.instance_id)).map((tenure) => tenureBar(tenure, lanes, x, hover))}
              ${election.overlaps.map((overlap) => overlapBox(overlap, x, lanes.length))}
              <text class="lane" x="0" y=${lanes.length * LANE + 17}>no leader</text>
            </svg>`
          : html`<p class="muted">${election.loaded ? 'No tenure is recorded for this period.' : '…'}</p>`}
        ${detail.card ? card(detail.card, width) : nothing}
      </div>
      <p class="muted zone">${period(view)}, times in ${zone}</p>
      ${failovers(election)} ${endsTable(election.history, election.gaps.map(parsedGap), now)}
    </div>
  `;
}

const head = (view, detail) => html`<div class="panel-head">
  <h3>Tenures</h3>
  <div class="zoom" role="group" aria-label="Time shown">
    ${view.end === null ? nothing : html`<button @click=${() => (detail.span = { ms: view.ms, end: null })}>Now</button>`}
    ${ZOOMS.map(
      (each) =>
        html`<button
          aria-pressed=${each.ms === view.ms ? 'true' : 'false'}
          @click=${() => (detail.span = { ms: each.ms, end: null })}
        >
          ${each.label}
        </button>`,
    )}
  </div>
</div>`;

const period = ({ from, to }) => (day(from) === day(to) ? day(to) : `${day(from)} to ${day(to)}`);

const card = ({ x, lines }, width) => html`<div class="card" .style=${`left:${Math.max(0, Math.min(x, width - CARD))}px`}>
  ${lines.map((line) => html`<div>${line}</div>`)}
</div>`;

const summary = (tenures, gaps, view) =>
  `${counted(tenures.length, 'tenure')} and ${counted(gaps.length, 'gap')} between ${dateAndTime(view.from)} and ` +
  `${dateAndTime(view.to)}, ${age(view.ms)}. ` +
  `Leaders: ${[...new Set(tenures.map((tenure) => tenure.instance_id))].map(shortId).join(', ')}.`;
