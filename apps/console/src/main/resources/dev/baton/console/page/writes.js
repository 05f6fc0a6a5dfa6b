// Whether the console accepts transfers and operations of nodes, its token, and what a refusal means.

import { html, nothing } from 'lit';

const READ_ONLY =
  'This console is read-only, because it can be reached from other machines and has no token (--token-file).';

const NODE_TOKEN_ONLY =
  'This console does not operate nodes, because it has a token for them (--node-token-file) and none of its own (--token-file).';

const UNKNOWN = 'The request may or may not have been sent; the events show it.';

/** What the answers of the console mean, and no answer. */
const FAILURES = {
  UNAUTHORIZED: 'That token is wrong.',
  NO_LEADER: 'Not sent: the election has no leader.',
  NO_SUCCESSOR: 'Not sent: no healthy standby can take over. To leave the election without a leader, stop the leader.',
  STORE: `The store did not answer in time. ${UNKNOWN}`,
  NOT_FOUND: 'Not sent: the instance or the election is gone.',
  FORBIDDEN: 'Not sent: the console refuses requests from this page.',
  TOO_LATE: 'Not sent: the request reached the console too late.',
  RESTARTED: `The console was restarted. ${UNKNOWN}`,
  UNREACHABLE: `No answer from the console. ${UNKNOWN}`,
  TIMEOUT: `No answer from the console in time. ${UNKNOWN} The console refuses it after 8 s.`,
};

/** The other answers of the console which say that nothing was done. */
const REFUSALS = ['BAD_REQUEST', 'METHOD_NOT_ALLOWED', 'TOO_LARGE', 'NODE_REFUSED', 'NOT_NOW', 'BUSY'];

/** Returns what a failed request means. */
export const failureText = ({ code, message }) =>
  FAILURES[code] ?? (REFUSALS.includes(code) ? `Not sent: ${message}` : `No valid answer: ${message}. ${UNKNOWN}`);

/** Returns why the console accepts no transfers from this page; empty if it does. */
export const writeRefusal = (feed) => refusal(feed.writes, READ_ONLY);

/** Returns why the console operates no nodes for this page; empty if it does. */
export const nodeWriteRefusal = (feed) =>
  refusal(feed.nodeWrites, feed.writes === 'refused' ? READ_ONLY : NODE_TOKEN_ONLY);

function refusal(writes, why) {
  if (writes === 'refused') return why;
  return writes === 'token' && !sessionStorage.getItem('baton-token') ? 'Enter the token first.' : '';
}

/** Asks for the token, or shows why nothing can be done. */
export function tokenForm(feed, view, writes = feed.writes, why = writeRefusal(feed)) {
  if (writes === 'refused') return html`<p class="muted" data-testid="read-only">${why}</p>`;
  if (writes !== 'token' || sessionStorage.getItem('baton-token')) return nothing;
  return html`<form class="token" @submit=${(event) => saveToken(event, view)}>
    <label>Token for changes <input name="token" type="password" autocomplete="off" required></label>
    <button>Use</button>
  </form>`;
}

function saveToken(event, view) {
  event.preventDefault();
  sessionStorage.setItem('baton-token', new FormData(event.target).get('token').trim());
  view.notice = null;
  view.requestUpdate();
}
