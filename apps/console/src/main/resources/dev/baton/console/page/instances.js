// The live instances of an election, and the buttons that transfer leadership.

import { html, nothing } from 'lit';
import { age, dateAndTime } from './format.js';
import { shortId } from './ids.js';
import { post } from './requests.js';

const COPY = html`<svg class="copy-icon" viewBox="0 0 16 16" aria-hidden="true">
  <path d="M5.5 5.5V2.5h8v8h-3M2.5 5.5h8v8h-8z" />
</svg>`;

/** Returns a state in the words of the glossary. */
const stateText = (state) => (state === 'follower' || state === 'acquiring' ? 'standby' : state);

/** The list is the leadership menu if there is more than one instance. */
export function instances(detail, row) {
  const { feed } = detail;
  const known = feed.isFresh() && (row.instances.length > 0 || feed.isKnown(row));
  const live = known ? row.instances : [];
  return html`
    <section class="panel" data-testid=${row.menu ? 'leadership-menu' : nothing} data-election=${row.election}
      aria-label="Live instances">
      <div class="panel-head"><h3>Live instances</h3><span class="muted">${known ? live.length : 'unknown'}</span></div>
      ${live.length
        ? html`<ul class="instances">${live.map((instance) => item(detail, row, instance))}</ul>`
        : html`<p class="muted">${known ? 'No instance was seen within the last 15 s.' : `Unknown while ${feed.isFresh() ? 'the store cannot be read' : 'the connection is lost'}.`}</p>`}
    </section>
  `;
}

function item(detail, row, instance) {
  const leads = row.badge?.instance_id === instance.instance_id;
  const seen = instance.age_ms + performance.now() - row.receivedAt;
  const id = instance.instance_id;
  return html`
    <li class="instance ${leads ? 'leads' : ''}" data-instance=${id}>
      <span class="leader-dot" aria-hidden="true"></span>
      <code class="id" title=${id}>${shortId(id)}</code>
      <button class="copy" title="Copy ${id}" @click=${() => detail.copy(id)}>
        <span class="hidden">Copy ${id}</span>${COPY}
      </button>
      <span class="state ${instance.healthy ? '' : 'unhealthy'}"
        >${leads ? 'leader' : instance.is_leader ? 'reports to lead' : stateText(instance.state)}${instance.healthy ? '' : ', unhealthy'}</span
      >
      <span class="muted priority">${instance.priority ? `priority ${instance.priority}` : ''}</span>
      <span class="muted seen" title=${dateAndTime(instance.last_seen)}>seen ${age(seen)} ago</span>
      ${row.menu ? makeLeader(detail, row, instance, leads) : nothing}
    </li>
  `;
}

function makeLeader(detail, row, instance, leads) {
  const id = instance.instance_id;
  const armed = detail.arming.is(id);
  const refusal = leads
    ? 'This instance leads.'
    : !instance.healthy
      ? 'The leader ignores a transfer to an unhealthy instance.'
      : detail.refusal();
  const text = armed ? 'Press again' : !leads && !instance.healthy ? 'Unhealthy' : 'Make leader';
  return html`<button
    class=${armed ? 'armed' : ''}
    data-testid="make-leader"
    data-election=${row.election}
    data-instance=${id}
    aria-label=${armed ? `Press again to make ${id} leader` : `Make ${id} leader${refusal ? `. ${refusal}` : ''}`}
    title=${refusal || nothing}
    ?disabled=${refusal !== ''}
    @click=${() => detail.press(id, () => post(row, 'transfer', { to: id }), `Transfer to ${shortId(id)} requested.`)}
    @blur=${() => detail.arming.disarm(id)}
  >
    ${text}
  </button>`;
}

export function stepDown(detail, row) {
  const armed = detail.arming.is('step-down');
  const refusal = detail.refusal();
  return row.menu && (row.badge || row.leader)
    ? html`<button
        class="danger ${armed ? 'armed' : ''}"
        data-testid="step-down"
        data-election=${row.election}
        data-instance=${row.badge?.instance_id ?? row.leader.instance_id}
        title=${refusal || nothing}
        ?disabled=${refusal !== ''}
        @click=${() => detail.press('step-down', () => post(row, 'step-down', {}), 'Step-down requested.')}
        @blur=${() => detail.arming.disarm('step-down')}
      >
        ${armed ? 'Press again to step down' : 'Step down'}
      </button>`
    : nothing;
}
