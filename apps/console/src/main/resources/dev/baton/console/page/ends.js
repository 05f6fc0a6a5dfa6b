// The latest ends of tenures and how long each takeover took, and a summary of the failovers.

import { html, nothing } from 'lit';
import { gapLength } from './bars.js';
import { dateAndTime, duration, reason, when } from './format.js';
import { shortId } from './ids.js';

const SHOWN = 5;

export function endsTable(history, gaps, now) {
  const ended = history.filter((tenure) => tenure.to || tenure.seen_to_end).slice(-SHOWN).reverse();
  return ended.length
    ? html`<table class="ends">
        <thead>
          <tr>
            <th scope="col">Epoch</th><th scope="col">Leader</th><th scope="col">Until</th><th scope="col">Reason</th
            ><th scope="col">No leader for</th>
          </tr>
        </thead>
        <tbody>
          ${ended.map((tenure) => row(tenure, gaps.find((gap) => gap.before === tenure.epoch), now))}
        </tbody>
      </table>`
    : nothing;
}

const row = (tenure, gap, now) => html`<tr>
  <td>${tenure.epoch}</td>
  <td><code title=${tenure.instance_id}>${shortId(tenure.instance_id)}</code></td>
  <td title=${dateAndTime(tenure.to ?? tenure.seen_to_end)}>${when(tenure.to ?? tenure.seen_to_end, now)}</td>
  <td>${reason(tenure.reason)}</td>
  <td>${gap ? gapLength(gap) : '–'}</td>
</tr>`;

/** The times are upper bounds: after a crash only the last status of the leader is known. */
export const failovers = ({ failovers: times }) =>
  times?.count
    ? html`<p class="muted failovers">
        Failovers: ${times.count}. Without a leader at most: last ${duration(times.last_ms)}, median
        ${duration(times.median_ms)}, worst ${duration(times.worst_ms)}.
      </p>`
    : nothing;
