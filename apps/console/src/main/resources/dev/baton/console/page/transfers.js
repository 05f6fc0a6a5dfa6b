// A requested transfer, from the request to its outcome.

import { html, nothing } from 'lit';
import { age, duration } from './format.js';
import { shortId } from './ids.js';

const SHOWN_MS = 120_000; // how long an outcome stays above the instances; the events keep it
const CONFIRMED_WITHIN_MS = 5_000;
const FAILED = ['refused', 'unanswered', 'not_acquired'];

/** Shows the latest transfer of an election. The one of this page is shown before the stream confirms it. */
export function transferBox(detail, row) {
  const { sent } = detail;
  if (sent && row.transfer?.request_id !== sent.request_id && performance.now() - sent.at < CONFIRMED_WITHIN_MS) {
    return box(html`<span role="status">${sent.text}</span>`);
  }
  const { transfer } = row;
  if (!transfer) return nothing;
  const elapsed = transfer.age_ms + performance.now() - row.receivedAt;
  if (transfer.outcome === 'requested' || transfer.outcome === 'accepted') return pending(detail, transfer, elapsed);
  if (elapsed - transfer.ms > SHOWN_MS) return nothing;
  const failed = FAILED.includes(transfer.outcome);
  return box(html`<span role=${failed ? 'alert' : 'status'}>${outcome(transfer)}</span>`, failed);
}

/** The seconds are not read out: a screen reader would interrupt itself every second. */
function pending(detail, transfer, elapsed) {
  const to = shortId(transfer.to);
  const own = detail.sent?.request_id === transfer.request_id;
  const state =
    transfer.outcome === 'accepted'
      ? `The leader steps down. Waiting until ${to} leads.`
      : own
        ? detail.sent.text
        : `Transfer to ${to} requested by ${transfer.by}.`;
  const left = Math.max(0, transfer.limit_ms - elapsed);
  return box(html`<span role="status">${state}</span>
    ${detail.feed.connected
      ? html`<span class="countdown" aria-hidden="true" data-testid="countdown">${age(left)} left</span>
          <progress aria-label="Time left for the outcome" max=${transfer.limit_ms} value=${left}></progress>`
      : html`<span>Its outcome is unknown while the connection is lost.</span>`}`);
}

function outcome({ to, outcome, reason, ms, limit_ms }) {
  const target = shortId(to);
  if (outcome === 'done') return `Transfer to ${target} done after ${duration(ms)}.`;
  if (outcome === 'refused') return `The leader refused the transfer to ${target}: ${reason}.`;
  if (outcome === 'not_acquired') {
    return `The leader accepted the transfer, but ${target} did not lead within ${age(limit_ms)}.`;
  }
  return `No answer to the transfer to ${target} within ${age(limit_ms)}. The leader may be frozen or cut off.`;
}

const box = (content, failed = false) =>
  html`<p class="notice ${failed ? 'failed' : ''}" data-testid="transfer">${content}</p>`;
