// Nodes: roles, epochs, jobs and agents, and what can be done with them.

import { LitElement, html, nothing } from 'lit';
import { Arming } from './arming.js';
import { eventList } from './events.js';
import { FocusKeeper } from './focus.js';
import { duration } from './format.js';
import { drainButtons } from './nodeactions.js';
import { agents, jobs } from './nodelists.js';
import { failureText, nodeWriteRefusal, tokenForm } from './writes.js';

/** Returns a one-line summary; healthy if a node leads and all nodes are reachable. A node that was not read is unknown. */
export function nodesSummary(all) {
  const leaders = all.filter((node) => node.reached && ['LEADER', 'DRAINING'].includes(node.role.role)).map(nameOf);
  const unreachable = all.filter((node) => node.reached === false).length;
  const known = all.some((node) => node.reached !== null);
  const none = unreachable ? 'No reachable node leads' : known ? 'No node leads' : 'Reading the nodes…';
  const text = leaders.length ? `${leaders.join(', ')} ${leaders.length === 1 ? 'leads' : 'lead'}` : none;
  return {
    known,
    unreachable,
    text: unreachable ? `${text}, ${unreachable} of ${all.length} unreachable` : text,
    healthy: leaders.length > 0 && !unreachable,
  };
}

const nameOf = (node) => node.role.node_id ?? node.url;

/** A node that was never read may have a leader. */
const leader = ({ role }) => (role.role ? (role.leader_id ? `leader ${role.leader_id}` : 'no leader') : 'leader unknown');

class NodesView extends LitElement {
  static properties = {
    feed: { attribute: false },
    news: { attribute: false }, // changes with the feed
    notice: { state: true },
  };

  arming = new Arming(this);
  focusKeeper = new FocusKeeper(this, '.node tr');
  #graces = new Map();

  createRenderRoot() {
    return this;
  }

  render() {
    const { feed, notice } = this;
    const shown = feed.log.filter((entry) => feed.nodes.some((node) => node.node === entry.store));
    return html`
      ${notice
        ? html`<p class="notice ${notice.failed ? 'failed' : ''}" role=${notice.failed ? 'alert' : 'status'} data-testid="node-notice">${notice.text}</p>`
        : nothing}
      ${tokenForm(feed, this, feed.nodeWrites, nodeWriteRefusal(feed))}
      <section class="nodes" aria-label="Nodes">${feed.nodes.map((node) => this.card(node))}</section>
      ${shown.length ? html`<section class="panel log" aria-label="Events of the nodes"><h3>Events</h3>${eventList(shown, feed.now())}</section>` : nothing}
    `;
  }

  card(node) {
    const { role } = node;
    return html`
      <article class="panel node" data-node=${nameOf(node)}>
        <div class="panel-head">
          <h2>${nameOf(node)}</h2>
          <span class="role role-${node.reached ? String(role.role).toLowerCase() : 'unknown'}"
            >${role.role ?? 'unknown'}${node.reached || !role.role ? '' : ', last known'}</span
          >
        </div>
        <p class="muted">${node.url} · epoch ${role.leader_epoch ?? 'unknown'} · ${leader(node)}</p>
        ${node.trouble
          ? html`<p class="error" role="status">${node.reached ? 'Incomplete' : 'Unreachable'}: ${node.trouble}</p>`
          : nothing}
        ${drainButtons(this, node, nameOf(node))} ${jobs(this, node)} ${agents(this, node)}
      </article>
    `;
  }

  /** Returns why no node can be asked; empty if one can. */
  refusal() {
    return this.feed.connected ? nodeWriteRefusal(this.feed) : 'The connection to the console is lost.';
  }

  graceOf(node) {
    return this.#graces.get(node.node) ?? '10';
  }

  setGrace(node, seconds) {
    this.#graces.set(node.node, seconds);
    this.requestUpdate();
  }

  /** The first press arms the button, the second one sends the request; the node answers it. */
  async press(button, node, does, send) {
    this.notice = null;
    if (!this.arming.press(button)) return;
    const name = nameOf(node);
    const start = performance.now();
    this.notice = { text: `Asked ${name} to ${does}. Waiting at most 8 s for the answer.` };
    try {
      await send();
      this.notice = { text: `${name} accepted after ${duration(Math.round(performance.now() - start))}: ${does}.` };
    } catch (failed) {
      this.notice = { text: this.failure(failed, name, does), failed: true };
    }
  }

  failure(failed, name, does) {
    if (failed.code === 'NODE_REFUSED') return `${name} refused to ${does}: ${failed.message}.`;
    if (failed.code === 'NODE') return `${name} was asked to ${does}: ${failed.message}.`;
    return failureText(failed);
  }
}

customElements.define('nodes-view', NodesView);
