// The buttons that operate a node. Each is pressed twice, as those for transfers.

import { html, nothing } from 'lit';
import { postToNode } from './requests.js';

/** Returns why a node cannot be asked now; empty if it can. */
function refusal(view, node) {
  if (view.refusal()) return view.refusal();
  return node.reached ? '' : 'The node cannot be reached.';
}

/** Only the leader changes jobs and agents. */
function leaderRefusal(view, node) {
  if (refusal(view, node)) return refusal(view, node);
  const { role, leader_id } = node.role;
  if (role === 'LEADER') return '';
  return `Only the leader changes jobs and agents${leader_id && role !== 'DRAINING' ? `: ${leader_id}` : ''}.`;
}

/**
 * A button that asks a node.
 *
 * @param does what it does, for people: "Retry job resize"
 */
function button(view, node, { path, body = {}, label, does, refused, danger = false }) {
  const id = `${node.node}/${path}`;
  const armed = view.arming.is(id);
  return html`<button
    class="${danger ? 'danger' : ''} ${armed ? 'armed' : ''}"
    data-action=${path}
    aria-label=${armed ? `Press again to ${does}` : `${label}: ${does}${refused ? `. ${refused}` : ''}`}
    title=${refused || nothing}
    ?disabled=${refused !== ''}
    @click=${() => view.press(id, node, does, () => postToNode(node.node, path, body))}
    @blur=${() => view.arming.disarm(id)}
  >
    ${armed ? 'Press again' : label}
  </button>`;
}

/** A drain is requested again to change its grace. A standby does not report that it drains. */
export function drainButtons(view, node, name) {
  const refused = refusal(view, node);
  const draining = node.role.role === 'DRAINING';
  const grace = view.graceOf(node);
  return html`<div class="actions">
    <label class="muted"
      >Grace <input type="number" min="0" max="3600" step="1" .value=${grace} ?disabled=${refused !== ''}
        @input=${(event) => view.setGrace(node, event.target.value)}>
      s</label
    >
    ${button(view, node, {
      path: 'drain',
      body: grace === '' ? {} : { grace_s: Number(grace) },
      label: draining ? 'Change grace' : 'Drain',
      does: draining ? `change the grace of the drain of ${name}` : `drain ${name}`,
      refused,
      danger: true,
    })}
    ${draining || node.role.role === 'STANDBY'
      ? button(view, node, { path: 'cancel-drain', label: 'Cancel drain', does: `cancel the drain of ${name}`, refused })
      : nothing}
  </div>`;
}

const JOB_ACTIONS = {
  queued: ['cancel'],
  leased: ['cancel'],
  failed: ['retry', 'delete'],
  dead: ['retry', 'delete'],
  succeeded: ['delete'],
  cancelled: ['delete'],
};
const LABELS = { cancel: 'Cancel', retry: 'Retry', delete: 'Delete' };

export const jobButtons = (view, node, job) =>
  (JOB_ACTIONS[job.state] ?? []).map((action) =>
    button(view, node, {
      path: `jobs/${encodeURIComponent(job.id)}/${action}`,
      label: LABELS[action],
      does: `${action} job ${job.name ?? job.id}`,
      refused: leaderRefusal(view, node),
      danger: action !== 'retry',
    }),
  );

export const agentButton = (view, node, agent) =>
  button(view, node, {
    path: `agents/${encodeURIComponent(agent.name)}/delete`,
    label: 'Delete',
    does: `delete agent ${agent.name}; its jobs return to the queue`,
    refused: leaderRefusal(view, node),
    danger: true,
  });
