// The tenures of an election as a picture, with gaps and overlaps, and a table of the latest ends.

import { html, svg, nothing } from 'lit';
import { age, clock, dateAndTime, day, reason, shortId } from './format.js';

export const ZOOMS = [
  { id: '5m', label: '5 min', ms: 300_000 },
  { id: '1h', label: '1 h', ms: 3_600_000 },
  { id: '6h', label: '6 h', ms: 21_600_000 },
  { id: '1d', label: '1 day', ms: 86_400_000 },
  { id: '7d', label: '7 days', ms: 604_800_000 },
];
const LANE = 26; // height of a lane
const LEFT = 112; // width of the lane names
const NARROW = 480; // fewer tick labels below this width
const MAX_LANES = 12;

/** Returns the zoom until the user chooses one: an hour, or five minutes for a younger election. */
const defaultZoom = (history, now) =>
  history.length && history.every((tenure) => Date.parse(tenure.from) > now - ZOOMS[0].ms) ? '5m' : '1h';

/** Draws at the width of the panel, so that the text is not scaled. */
export function timeline(detail, now, chosen, onZoom, width) {
  const zoom = chosen || defaultZoom(detail.history, now);
  const span = ZOOMS.find(({ id }) => id === zoom).ms;
  const tenures = detail.history
    .map((tenure) => interval(tenure, detail, now))
    .filter((tenure) => tenure.to > now - span);
  const lanes = [...new Set(tenures.map((tenure) => tenure.instance_id).reverse())].slice(0, MAX_LANES).sort();
  const height = (lanes.length + 1) * LANE + 22;
  const x = (time) => LEFT + ((Math.max(time, now - span) - (now - span)) / span) * (width - LEFT - 4);
  const gaps = gapsBetween(tenures, now);
  return html`
    <div class="panel" data-testid="timeline" data-election=${detail.election}>
      <div class="panel-head">
        <h3>Tenures</h3>
        <div class="zoom" role="group" aria-label="Time shown">
          ${ZOOMS.map(
            (each) =>
              html`<button aria-pressed=${each.id === zoom ? 'true' : 'false'} @click=${() => onZoom(each.id)}>
                ${each.label}
              </button>`,
          )}
        </div>
      </div>
      ${tenures.length
        ? html`<svg class="timeline" viewBox="0 0 ${width} ${height}" role="img" aria-label=${summary(tenures, gaps, span)}>
            ${ticks(now, span, x, height, width)} ${lanes.map((id, i) => laneLine(id, i, width))}
            ${gaps.map((gap) => gapBar(gap, x, lanes.length))}
            ${tenures.filter((tenure) => lanes.includes(tenure.instance_id)).map((tenure) => tenureBar(tenure, lanes, x))}
            ${detail.overlaps.map((overlap) => overlapBox(overlap, x, lanes.length))}
            <text class="lane" x="0" y=${lanes.length * LANE + 17}>no leader</text>
          </svg>`
        : html`<p class="muted">${detail.loaded ? 'No tenure is recorded for this period.' : '…'}</p>`}
      ${endsTable(detail.history)}
    </div>
  `;
}

/** Returns a tenure with times as numbers. If the store recorded no end, the end that the console observed counts. */
function interval(tenure, detail, now) {
  const from = Date.parse(tenure.from);
  const isCurrent = detail.leader?.epoch === tenure.epoch && !tenure.to;
  const end = tenure.to ?? tenure.seen_to_end;
  return { ...tenure, from, to: end ? Date.parse(end) : isCurrent ? now : from, isCurrent };
}

function gapsBetween(tenures, now) {
  const gaps = [];
  let end = null;
  for (const tenure of [...tenures].sort((a, b) => a.from - b.from)) {
    if (end !== null && tenure.from > end) gaps.push({ from: end, to: tenure.from });
    end = Math.max(end ?? tenure.to, tenure.to);
  }
  if (end !== null && end < now) gaps.push({ from: end, to: now });
  return gaps;
}

const summary = (tenures, gaps, span) =>
  `${tenures.length} tenures and ${gaps.length} gaps in the last ${age(span)}; ` +
  [...new Set(tenures.map((tenure) => tenure.instance_id))].map(shortId).join(', ');

const laneLine = (id, i, width) => svg`
  <text class="lane" x="0" y=${i * LANE + 17}>${shortId(id)}<title>${id}</title></text>
  <path class="rail" d="M${LEFT} ${i * LANE + 13}H${width - 4}"/>`;

function tenureBar(tenure, lanes, x) {
  const y = lanes.indexOf(tenure.instance_id) * LANE + 4;
  const left = x(tenure.from);
  const width = Math.max(2, x(tenure.to) - left);
  const end = tenure.isCurrent ? 'leads now' : `until ${dateAndTime(tenure.to)}, ${reason(tenure.reason)}`;
  return svg`<g class="tenure ${tenure.isCurrent ? 'current' : ''}">
    <rect x=${left} y=${y} width=${width} height="18" rx="2">
      <title>${tenure.instance_id}, epoch ${tenure.epoch}: ${dateAndTime(tenure.from)} ${end}</title>
    </rect>
    ${width > 40 ? svg`<text x=${left + 6} y=${y + 13}>${tenure.epoch}</text>` : nothing}
  </g>`;
}

const gapBar = (gap, x, lane) => svg`
  <rect class="gap" x=${x(gap.from)} y=${lane * LANE + 6} width=${Math.max(1.5, x(gap.to) - x(gap.from))} height="14">
    <title>no leader for ${age(gap.to - gap.from)}, from ${dateAndTime(gap.from)}</title>
  </rect>`;

function overlapBox(overlap, x, lanes) {
  const from = Date.parse(overlap.from);
  return svg`<rect class="overlap" x=${x(from) - 1} y="0" width=${Math.max(3, x(from + overlap.ms) - x(from) + 2)}
    height=${lanes * LANE}><title>epochs ${overlap.first} and ${overlap.second} overlapped for ${overlap.ms} ms</title></rect>`;
}

const ticks = (now, span, x, height, width) =>
  (width < NARROW ? [0, 0.5, 1] : [0, 0.25, 0.5, 0.75, 1]).map((part) => {
    const time = now - span * (1 - part);
    const label = span > 86_400_000 ? day(time) : clock(time);
    const anchor = part === 0 ? 'start' : part === 1 ? 'end' : 'middle';
    return svg`<path class="tick" d="M${x(time)} 0V${height - 18}"/>
      <text class="tick" x=${x(time)} y=${height - 4} text-anchor=${anchor}>${label}</text>`;
  });

/** Returns a table of the latest ends. */
const endsTable = (history) => {
  const ended = history.filter((tenure) => tenure.to || tenure.seen_to_end).slice(-5).reverse();
  return ended.length
    ? html`<table class="ends">
        <thead>
          <tr><th scope="col">Epoch</th><th scope="col">Leader</th><th scope="col">Until</th><th scope="col">Reason</th></tr>
        </thead>
        <tbody>
          ${ended.map(
            (tenure) => html`<tr>
              <td>${tenure.epoch}</td>
              <td><code title=${tenure.instance_id}>${shortId(tenure.instance_id)}</code></td>
              <td>${clock(tenure.to ?? tenure.seen_to_end)}</td>
              <td>${reason(tenure.reason)}</td>
            </tr>`,
          )}
        </tbody>
      </table>`
    : nothing;
};
