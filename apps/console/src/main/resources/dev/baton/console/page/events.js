// The events of one election, its store and the console, or of all elections.

import { html, nothing } from 'lit';
import { dateAndTime, eventText, when } from './format.js';
import { shortId } from './ids.js';

const MAX_SHOWN = 80;

export function events(detail, row) {
  const shown = detail.feed.log.filter((entry) => detail.allElections || concerns(entry, row));
  return html`
    <section class="panel log" aria-label="Events">
      <div class="panel-head">
        <h3>Events</h3>
        <label class="muted"><input type="checkbox" .checked=${detail.allElections}
          @change=${(event) => (detail.allElections = event.target.checked)}> of all elections</label>
      </div>
      ${shown.length
        ? eventList(shown, detail.feed.now(), detail.allElections)
        : html`<p class="muted">No events since the console was started.</p>`}
    </section>
  `;
}

export const eventList = (shown, now, withElection = false) => html`<div role="log" tabindex="0" aria-label="Event log"><ol>
  ${shown.slice(0, MAX_SHOWN).map((entry) => item(entry, now, withElection))}
</ol></div>`;

/** Entries without an election concern a store, and those without a store the console. */
const concerns = (entry, row) =>
  (entry.store === row.store || entry.store === '') && (entry.election === row.election || entry.election === '');

const item = (entry, now, withElection) => html`<li class="log-${entry.kind}">
  <time title=${dateAndTime(entry.time)}>${when(entry.time, now)}</time>
  ${withElection ? html`<span class="muted">${entry.election}</span>` : nothing}
  ${entry.instance_id ? html`<code title=${entry.instance_id}>${shortId(entry.instance_id)}</code>` : nothing}
  <span>${eventText(entry)}</span>
</li>`;
