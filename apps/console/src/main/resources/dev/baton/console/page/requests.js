// Requests to the server. Each has a time limit. The server carries out a write only once, and not after the limit.

const TIMEOUT_MS = 8_000; // the server refuses older writes

let consoleClock = null;

/** Remembers the clock of the console, a text RUN-MILLIS that was received just now. */
export function heardClock(text) {
  const dash = text.lastIndexOf('-');
  consoleClock = { run: text.slice(0, dash), millis: Number(text.slice(dash + 1)), at: performance.now() };
}

/** A failed request. The code is that of the server, TIMEOUT, UNREACHABLE or UNKNOWN. */
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

/** Sends a write request about an election. Its outcome follows in the event stream. */
export const post = (row, action, body) =>
  write(`/api/elections/${encodeURIComponent(row.election)}/${action}?store=${row.store}`, body);

/** Sends a write request to a node. The answer is that of the node. */
export const postToNode = (node, path, body) => write(`/api/nodes/${node}/${path}`, body);

/** A browser sends a request again if its connection ends without an answer: the id tells that it is the same one. */
function stamp() {
  const id = [...crypto.getRandomValues(new Uint8Array(16))].map((byte) => byte.toString(16).padStart(2, '0')).join('');
  if (!consoleClock) return { 'Baton-Request': id };
  const { run, millis, at } = consoleClock;
  return { 'Baton-Request': id, 'Baton-Requested-At': `${run}-${Math.floor(millis + performance.now() - at)}` };
}

async function write(path, body) {
  const token = sessionStorage.getItem('baton-token');
  const headers = {
    'Content-Type': 'application/json',
    ...stamp(),
    ...(token ? { Authorization: `Bearer ${token}` } : {}),
  };
  try {
    return await timed(path, { method: 'POST', headers, body: JSON.stringify(body) }, (response) => response.json());
  } catch (failed) {
    if (failed.code === 'UNAUTHORIZED') sessionStorage.removeItem('baton-token');
    throw failed;
  }
}

/** Injects a fault into the leader of a demonstration. */
export const injectFault = (id) => write(`/api/faults/${encodeURIComponent(id)}`, {});

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
    throw new RequestError('UNREACHABLE', 'no answer from the console');
  } finally {
    clearTimeout(timeout);
  }
}

async function refusal(response) {
  try {
    const { error, message } = await response.json();
    if (error && message) return new RequestError(error, message);
  } catch {
    // The body is not JSON, or is cut.
  }
  return new RequestError('UNKNOWN', `answer with status ${response.status}`); // a proxy may have sent it
}
