// Reigns as a picture: who led when, where nobody did, and why reigns ended.

import { html, svg, nothing } from 'lit';
import { age, clock, dateAndTime, day, reason, shortId } from './format.js';

export const ZOOMS = [
  { id: '5m', label: '5 min', ms: 300_000 },
  { id: '1h', label: '1 h', ms: 3_600_000 },
  { id: '6h', label: '6 h', ms: 21_600_000 },
  { id: '1d', label: '1 day', ms: 86_400_000 },
  { id: '7d', label: '7 days', ms: 604_800_000 },
];
const LANE = 26;
const LEFT = 112;
const NARROW = 480;
const MOST_LANES = 12;

/** What is shown until somebody chooses: an hour, or less of an election that is younger. */
const usualZoom = (history, now) =>
  history.length && history.every((reign) => Date.parse(reign.from) > now - ZOOMS[0].ms) ? '5m' : '1h';

/** As wide as there is room, so that its words are as large as all others. */
export function timeline(detail, now, chosen, onZoom, width) {
  const zoom = chosen || usualZoom(detail.history, now);
  const span = ZOOMS.find((each) => each.id === zoom).ms;
  const reigns = detail.history.map((reign) => interval(reign, detail, now)).filter((reign) => reign.to > now - span);
  const lanes = [...new Set(reigns.map((reign) => reign.instance_id).reverse())].slice(0, MOST_LANES).sort();
  const height = (lanes.length + 1) * LANE + 22;
  const x = (time) => LEFT + ((Math.max(time, now - span) - (now - span)) / span) * (width - LEFT - 4);
  const found = gaps(reigns, now);
  return html`
    <div class="panel" data-testid="timeline" data-election=${detail.election}>
      <div class="panel-head">
        <h3>Reigns</h3>
        <div class="zoom" role="group" aria-label="Time shown">
          ${ZOOMS.map(
            (each) =>
              html`<button aria-pressed=${each.id === zoom ? 'true' : 'false'} @click=${() => onZoom(each.id)}>
                ${each.label}
              </button>`,
          )}
        </div>
      </div>
      ${reigns.length
        ? html`<svg class="timeline" viewBox="0 0 ${width} ${height}" role="img" aria-label=${summary(reigns, found, span)}>
            ${ticks(now, span, x, height, width)} ${lanes.map((id, i) => laneOf(id, i, width))}
            ${found.map((gap) => gapOf(gap, x, lanes.length))}
            ${reigns.filter((reign) => lanes.includes(reign.instance_id)).map((reign) => bar(reign, lanes, x))}
            ${detail.overlaps.map((overlap) => overlapOf(overlap, x, lanes.length))}
            <text class="lane" x="0" y=${lanes.length * LANE + 17}>nobody</text>
          </svg>`
        : html`<p class="muted">${detail.loaded ? 'No reign is on record for this time.' : '…'}</p>`}
      ${ends(detail.history)}
    </div>
  `;
}

/** With times as numbers; a reign that is not the current one and has no end lasted until it was seen to be over. */
function interval(reign, detail, now) {
  const from = Date.parse(reign.from);
  const current = detail.leader?.epoch === reign.epoch && !reign.to;
  const end = reign.to ?? reign.seen_to_end;
  return { ...reign, from, to: end ? Date.parse(end) : current ? now : from, lasts: current };
}

function gaps(reigns, now) {
  const found = [];
  let end = null;
  for (const reign of [...reigns].sort((a, b) => a.from - b.from)) {
    if (end !== null && reign.from > end) found.push({ from: end, to: reign.from });
    end = Math.max(end ?? reign.to, reign.to);
  }
  if (end !== null && end < now) found.push({ from: end, to: now });
  return found;
}

const summary = (reigns, found, span) =>
  `${reigns.length} reigns and ${found.length} gaps in the last ${age(span)}; ` +
  [...new Set(reigns.map((reign) => reign.instance_id))].map(shortId).join(', ');

const laneOf = (id, i, width) => svg`
  <text class="lane" x="0" y=${i * LANE + 17}>${shortId(id)}<title>${id}</title></text>
  <path class="rail" d="M${LEFT} ${i * LANE + 13}H${width - 4}"/>`;

function bar(reign, lanes, x) {
  const y = lanes.indexOf(reign.instance_id) * LANE + 4;
  const left = x(reign.from);
  const width = Math.max(2, x(reign.to) - left);
  const end = reign.lasts ? 'leads now' : `until ${dateAndTime(reign.to)}, ${reason(reign.reason)}`;
  return svg`<g class="reign ${reign.lasts ? 'lasts' : ''}">
    <rect x=${left} y=${y} width=${width} height="18" rx="2">
      <title>${reign.instance_id}, epoch ${reign.epoch}: ${dateAndTime(reign.from)} ${end}</title>
    </rect>
    ${width > 40 ? svg`<text x=${left + 6} y=${y + 13}>${reign.epoch}</text>` : nothing}
  </g>`;
}

const gapOf = (gap, x, lane) => svg`
  <rect class="gap" x=${x(gap.from)} y=${lane * LANE + 6} width=${Math.max(1.5, x(gap.to) - x(gap.from))} height="14">
    <title>nobody led for ${age(gap.to - gap.from)}, from ${dateAndTime(gap.from)}</title>
  </rect>`;

function overlapOf(overlap, x, lanes) {
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

/** The latest ends in words. */
const ends = (history) => {
  const over = history.filter((reign) => reign.to || reign.seen_to_end).slice(-5).reverse();
  return over.length
    ? html`<table class="ends">
        <thead>
          <tr><th scope="col">Epoch</th><th scope="col">Led</th><th scope="col">Until</th><th scope="col">Why it ended</th></tr>
        </thead>
        <tbody>
          ${over.map(
            (reign) => html`<tr>
              <td>${reign.epoch}</td>
              <td><code title=${reign.instance_id}>${shortId(reign.instance_id)}</code></td>
              <td>${clock(reign.to ?? reign.seen_to_end)}</td>
              <td>${reason(reign.reason)}</td>
            </tr>`,
          )}
        </tbody>
      </table>`
    : nothing;
};
