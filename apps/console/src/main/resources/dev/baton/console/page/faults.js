// The faults that a demonstration offers, and what followed from the last one.

import { html } from 'lit';
import { injectFault } from './requests.js';
import { failureText, writeRefusal } from './writes.js';

export const faults = (page, { feed } = page) => html`
  <section class="faults" aria-label="Demo">
    <div role="group" aria-label="Faults of the leader">
      ${feed.faults.offered.map(
        ({ id, label }) => html`<button
          data-fault=${id}
          ?disabled=${!feed.connected || writeRefusal(feed) !== ''}
          @click=${() => inject(page, id)}
        >
          ${label}
        </button>`,
      )}
    </div>
    <p role="status">${feed.faults.report || 'Cause a fault, and see how long the takeover takes.'}</p>
  </section>
`;

async function inject(page, id) {
  try {
    await injectFault(id);
  } catch (failed) {
    const report = failed.code === 'NOT_NOW' ? failed.message : failureText(failed);
    page.feed.faults = { ...page.feed.faults, report };
    page.requestUpdate();
  }
}
