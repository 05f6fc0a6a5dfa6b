// Notifications of the browser about elections without a leader, if the user wants them.

import { html, nothing } from 'lit';
import { keyOf } from './feed.js';
import { isLeaderless } from './filters.js';

/** Notifies once of each election that has no leader at two beats in a row: a takeover is shorter. */
export class Notifier {
  #before = new Set();
  #notified = new Set();

  constructor(feed) {
    feed.addEventListener('beat', () => this.#check(feed));
  }

  #check(feed) {
    const now = new Map([...feed.rows.values()].filter((row) => isLeaderless(row, feed)).map((row) => [keyOf(row), row.election]));
    this.#notified.forEach((key) => now.has(key) || this.#notified.delete(key));
    for (const [key, election] of now) {
      if (this.#before.has(key) && !this.#notified.has(key)) {
        this.#notified.add(key);
        if (permission() === 'granted') new Notification(`${election} has no leader`, { tag: key, icon: '/icon.svg' });
      }
    }
    this.#before = new Set(now.keys());
  }
}

const permission = () => globalThis.Notification?.permission;

/** Offers notifications until the user has decided. */
export const notifyButton = (page) =>
  permission() === 'default' && isSecureContext
    ? html`<button
        class="plain"
        title="Show a notification when an election has no leader"
        @click=${() => Notification.requestPermission().then(() => page.requestUpdate())}
      >
        Notify me
      </button>`
    : nothing;
