// Nodes: roles, epochs, jobs and agents.

import { html, nothing } from 'lit';
import { clock, dateAndTime } from './format.js';
import { shortId } from './ids.js';

const MAX_JOBS = 10;
const JOBS_READ = 50; // the console reads this many jobs of a node

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

export const nodes = (feed) => html`
  <section class="nodes" aria-label="Nodes">${feed.nodes.map((node) => card(node))}</section>
`;

const card = (node) => html`
  <article class="panel node" data-node=${nameOf(node)}>
    <div class="panel-head">
      <h2>${nameOf(node)}</h2>
      <span class="role role-${node.reached ? String(node.role.role).toLowerCase() : 'unknown'}"
        >${node.role.role ?? 'unknown'}${node.reached || !node.role.role ? '' : ', last known'}</span
      >
    </div>
    <p class="muted">${node.url} · epoch ${node.role.leader_epoch ?? 'unknown'} · ${leader(node)}</p>
    ${node.trouble
      ? html`<p class="error" role="status">${node.reached ? 'Incomplete' : 'Unreachable'}: ${node.trouble}</p>`
      : nothing}
    ${jobs(node.jobs)} ${agents(node.agents)}
  </article>
`;

/** A node that was never read may have a leader. */
const leader = ({ role }) => (role.role ? (role.leader_id ? `leader ${role.leader_id}` : 'no leader') : 'leader unknown');

const UNKNOWN = html`<p class="muted">Unknown: not read yet.</p>`;

function jobs(all) {
  if (!all) return html`<h3>Jobs</h3>${UNKNOWN}`;
  const counts = {};
  for (const job of all) counts[job.state] = (counts[job.state] ?? 0) + 1;
  return html`
    <h3>Jobs${all.length >= JOBS_READ ? html` <span class="muted">latest ${all.length}</span>` : nothing}</h3>
    ${all.length
      ? html`<p class="chips">
            ${Object.entries(counts).map(([state, n]) => html`<span class="chip job-${state}">${state} ${n}</span>`)}
          </p>
          <table class="jobs">
            <thead>
              <tr><th scope="col">Job</th><th scope="col">State</th><th scope="col">Attempt</th><th scope="col">Epoch</th><th scope="col">Changed</th></tr>
            </thead>
            <tbody>
              ${all.slice(0, MAX_JOBS).map(
                (job) => html`<tr>
                  <td title=${job.id}>${job.name ?? shortId(String(job.id))}</td>
                  <td class="job-${job.state}" title=${job.agent_name ?? ''}>${job.state}</td>
                  <td>${job.attempt}</td>
                  <td>${job.job_epoch}</td>
                  <td title=${job.updated_at ? dateAndTime(job.updated_at) : nothing}>${job.updated_at ? clock(job.updated_at) : 'unknown'}</td>
                </tr>`,
              )}
            </tbody>
          </table>`
      : html`<p class="muted">None.</p>`}
  `;
}

const agents = (all) => html`
  <h3>Agents</h3>
  ${!all
    ? UNKNOWN
    : all.length
    ? html`<p class="chips agents">
        ${all.map(
          (agent) => html`<span class="chip" title=${agent.state ?? ''}
            >${agent.name}${agent.leases ? html` <span class="n">${agent.leases}</span>` : nothing}</span
          >`,
        )}
      </p>`
    : html`<p class="muted">None.</p>`}
`;
