// Whether the console accepts transfers, its token, and what a refusal means.

import { html, nothing } from 'lit';

const READ_ONLY =
  'This console is read-only, because it can be reached from other machines and has no token (--token-file).';

const FAILURES = {
  UNAUTHORIZED: 'That token is wrong.',
  NO_LEADER: 'Not sent: the election has no leader.',
  NO_SUCCESSOR: 'Not sent: no healthy standby can take over. To leave the election without a leader, stop the leader.',
  NOT_FOUND: 'Not sent: the instance or the election is gone.',
  FORBIDDEN: 'Not sent: the console refuses requests from this page.',
  UNREACHABLE: 'Not sent: the console cannot be reached.',
  TIMEOUT: 'No answer from the console in time. The request is cancelled; the events below show whether it had arrived.',
};

/** Returns what a failed request means. */
export const failureText = (failed) => FAILURES[failed.code] ?? `Not sent: ${failed.message}`;

/** Returns why the console accepts no transfers from this page; empty if it does. */
export function writeRefusal(feed) {
  if (feed.writes === 'refused') return READ_ONLY;
  return feed.writes === 'token' && !sessionStorage.getItem('baton-token') ? 'Enter the token first.' : '';
}

export function tokenForm(feed, detail) {
  if (feed.writes === 'refused') return html`<p class="muted" data-testid="read-only">${READ_ONLY}</p>`;
  if (feed.writes !== 'token' || sessionStorage.getItem('baton-token')) return nothing;
  return html`<form class="token" @submit=${(event) => saveToken(event, detail)}>
    <label>Token for transfers <input name="token" type="password" autocomplete="off" required></label>
    <button>Use</button>
  </form>`;
}

function saveToken(event, detail) {
  event.preventDefault();
  sessionStorage.setItem('baton-token', new FormData(event.target).get('token').trim());
  detail.notice = null;
  detail.requestUpdate();
}
