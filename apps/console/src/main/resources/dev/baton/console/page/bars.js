// The parts of the timeline's picture: lanes, tenures, gaps and overlaps.

import { svg, nothing } from 'lit';
import { dateAndTime, duration, reason } from './format.js';
import { shortId } from './ids.js';

export const LANE = 26; // height of a lane
export const LEFT = 112; // width of the lane names

export const laneLine = (id, i, width) => svg`
  <text class="lane" x="0" y=${i * LANE + 17}>${shortId(id)}<title>${id}</title></text>
  <path class="rail" d="M${LEFT} ${i * LANE + 13}H${width - 4}"/>`;

export function tenureBar(tenure, lanes, x, onHover) {
  const y = lanes.indexOf(tenure.instance_id) * LANE + 4;
  const left = x(tenure.from);
  const width = Math.max(2, x(tenure.to) - left);
  return svg`<g class="tenure ${tenure.isCurrent ? 'current' : ''}"
      @pointerenter=${() => onHover({ x: left, lines: tenureLines(tenure) })} @pointerleave=${() => onHover(null)}>
    <rect x=${left} y=${y} width=${width} height="18" rx="2"></rect>
    ${width > 40 ? svg`<text x=${left + 6} y=${y + 13}>${tenure.epoch}</text>` : nothing}
  </g>`;
}

const tenureLines = (tenure) => [
  `${tenure.instance_id}, epoch ${tenure.epoch}`,
  `from ${dateAndTime(tenure.from)}`,
  tenure.isCurrent ? 'leads now' : `to ${dateAndTime(tenure.to)}, ${reason(tenure.reason)}`,
  `for ${duration(tenure.to - tenure.from)}`,
];

/** The part that is not certain is hatched: the leader crashed at some time in it. */
export const gapBar = (gap, x, lane, onHover) => svg`
  <g class="gap" @pointerenter=${() => onHover({ x: x(gap.earliest), lines: gapLines(gap) })} @pointerleave=${() => onHover(null)}>
    ${gap.latest > gap.earliest ? gapRect(gap.earliest, gap.latest, 'uncertain', x, lane) : nothing}
    ${gap.to > gap.latest ? gapRect(gap.latest, gap.to, '', x, lane) : nothing}
  </g>`;

const gapRect = (from, to, kind, x, lane) =>
  svg`<rect class=${kind} x=${x(from)} y=${lane * LANE + 6} width=${Math.max(1.5, x(to) - x(from))} height="14"></rect>`;

const gapLines = (gap) => [
  `no leader for ${gapLength(gap)}`,
  `from ${dateAndTime(gap.earliest)}${gap.latest > gap.earliest ? ' (last status of the leader)' : ''}`,
  gap.isOpen ? 'until now' : `to ${dateAndTime(gap.to)}`,
];

/** Returns the length of a gap as a text. */
export const gapLength = (gap) =>
  `${gap.latest > gap.earliest ? 'at most ' : ''}${duration(gap.to - gap.earliest)}`;

export function overlapBox(overlap, x, lanes) {
  const from = Date.parse(overlap.from);
  return svg`<rect class="overlap" x=${x(from) - 1} y="0" width=${Math.max(3, x(from + overlap.ms) - x(from) + 2)}
    height=${lanes * LANE}><title>epochs ${overlap.first} and ${overlap.second} overlapped for ${overlap.ms} ms</title></rect>`;
}
