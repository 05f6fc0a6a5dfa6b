// One connection for all tabs of a browser, which opens at most six connections to a server.

import { Connection } from './connection.js';

const tabs = new Set();
let connection = null;
let state = { kind: 'live' };

function send(message) {
  if (['live', 'polling', 'lost'].includes(message.kind)) state = message;
  tabs.forEach((tab) => tab.postMessage(message));
}

onconnect = ({ ports: [tab] }) => {
  tabs.add(tab);
  tab.onmessage = ({ data }) => {
    if (data.kind === 'bye') tabs.delete(tab);
    if (data.kind === 'check') connection?.check();
    if (data.kind === 'start' && !connection) {
      connection = new Connection(send);
      connection.start(data.position);
    }
  };
  tab.postMessage({ kind: 'hello' });
  tab.postMessage(state);
};
