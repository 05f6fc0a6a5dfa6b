// The link of a tab to the feed: through the worker that all tabs share, or directly.

import { Connection } from './connection.js';

const HELLO_MS = 5_000;

/** Returns a link with the methods start(position) and check(); messages go to the function. */
export const openLink = async (build, onMessage) => (await workerLink(build, onMessage)) ?? directLink(onMessage);

/** Tabs of another build of the page have another worker. */
async function workerLink(build, onMessage) {
  if (!globalThis.SharedWorker) return null;
  try {
    const worker = new SharedWorker(scriptUrl(`/worker.js?build=${encodeURIComponent(build)}`), { type: 'module' });
    await hello(worker);
    worker.port.onmessage = ({ data }) => onMessage(data);
    addEventListener('pagehide', () => worker.port.postMessage({ kind: 'bye' }));
    addEventListener('pageshow', (event) => event.persisted && location.reload());
    return {
      start: (position) => worker.port.postMessage({ kind: 'start', position }),
      check: () => worker.port.postMessage({ kind: 'check' }),
    };
  } catch {
    return null;
  }
}

const hello = (worker) =>
  new Promise((resolve, reject) => {
    worker.onerror = reject;
    worker.port.onmessage = resolve;
    setTimeout(reject, HELLO_MS);
  });

/** Trusted Types: the only script address that the page builds. */
const scriptUrl = (path) =>
  globalThis.trustedTypes
    ? trustedTypes.createPolicy('baton-worker', { createScriptURL: (url) => url }).createScriptURL(path)
    : path;

/** A hidden tab holds no stream: with six of them the browser could send nothing else. */
function directLink(onMessage) {
  const connection = new Connection(onMessage);
  connection.setPolling(document.hidden);
  addEventListener('visibilitychange', () => connection.setPolling(document.hidden));
  return { start: (position) => connection.start(position), check: () => connection.check() };
}
