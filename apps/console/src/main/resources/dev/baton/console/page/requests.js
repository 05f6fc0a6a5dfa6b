// Requests to the server. Each has a time limit: a request that the browser still holds back is then never sent.

const TIMEOUT_MS = 8_000;

/** A failed request. The code is that of the server, TIMEOUT or UNREACHABLE. */
export class RequestError extends Error {
  constructor(code, message) {
    super(message);
    this.code = code;
  }
}

export const get = (path) => timed(path, {}, (response) => response.json());

/** Returns all elections and the position in the feed from which changes follow. */
export const getElections = () =>
  timed('/api/elections', {}, async (response) => ({
    position: response.headers.get('Baton-Feed'),
    rows: await response.json(),
  }));

/** Sends a write request. Its outcome follows in the event stream. */
export async function post(row, action, body) {
  const token = sessionStorage.getItem('baton-token');
  const path = `/api/elections/${encodeURIComponent(row.election)}/${action}?store=${row.store}`;
  const headers = { 'Content-Type': 'application/json', ...(token ? { Authorization: `Bearer ${token}` } : {}) };
  try {
    return await timed(path, { method: 'POST', headers, body: JSON.stringify(body) }, (response) => response.json());
  } catch (failed) {
    if (failed.code === 'UNAUTHORIZED') sessionStorage.removeItem('baton-token');
    throw failed;
  }
}

async function timed(path, options, read) {
  const abort = new AbortController();
  const timeout = setTimeout(() => abort.abort(), TIMEOUT_MS);
  try {
    const response = await fetch(path, { ...options, signal: abort.signal });
    if (!response.ok) throw await refusal(response);
    return await read(response);
  } catch (failed) {
    if (failed instanceof RequestError) throw failed;
    if (abort.signal.aborted) throw new RequestError('TIMEOUT', `no answer within ${TIMEOUT_MS / 1000} s`);
    throw new RequestError('UNREACHABLE', 'the console cannot be reached');
  } finally {
    clearTimeout(timeout);
  }
}

async function refusal(response) {
  try {
    const { error, message } = await response.json();
    return new RequestError(error, message);
  } catch {
    // The body is not JSON: a proxy may have sent it.
    return new RequestError('UNKNOWN', `the console answered with status ${response.status}`);
  }
}
