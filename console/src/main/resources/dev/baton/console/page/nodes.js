// Node controllers: roles, epochs, jobs and agents.

import { html, nothing } from 'lit';
import { shortId } from './format.js';

export const nodes = (feed) => html`
  <section class="nodes" aria-label="Nodes">
    ${feed.nodes.map(
      (node) => html`
        <article class="panel node" data-node=${node.role.node_id ?? node.url}>
          <div class="panel-head">
            <h3>${node.role.node_id ?? node.url}</h3>
            <span class="role role-${String(node.role.role ?? 'unknown').toLowerCase()}">${node.role.role ?? 'unknown'}</span>
          </div>
          <p class="muted">
            ${node.url} · epoch ${node.role.leader_epoch ?? '–'} · leader ${node.role.leader_id ?? 'nobody'}
          </p>
          ${node.trouble ? html`<p class="trouble" role="status">Out of reach: ${node.trouble}</p>` : nothing}
          ${jobs(node.jobs)} ${agents(node.agents)}
        </article>
      `,
    )}
  </section>
`;

function jobs(all) {
  const counts = {};
  for (const job of all) counts[job.state] = (counts[job.state] ?? 0) + 1;
  return html`
    <h4>Jobs</h4>
    ${all.length
      ? html`<p class="chips">${Object.entries(counts).map(([state, n]) => html`<span class="chip">${state} ${n}</span>`)}</p>
          <table>
            <thead><tr><th scope="col">Job</th><th scope="col">State</th><th scope="col">Attempt</th><th scope="col">Epoch</th></tr></thead>
            <tbody>
              ${all.slice(0, 10).map(
                (job) => html`<tr>
                  <td title=${job.id}>${job.name ?? shortId(String(job.id))}</td>
                  <td>${job.state}</td>
                  <td>${job.attempt}</td>
                  <td>${job.job_epoch}</td>
                </tr>`,
              )}
            </tbody>
          </table>`
      : html`<p class="muted">None.</p>`}
  `;
}

const agents = (all) => html`
  <h4>Agents</h4>
  ${all.length
    ? html`<p class="chips">
        ${all.map((agent) => html`<span class="chip" title=${agent.state ?? ''}>${agent.name ?? String(agent)}</span>`)}
      </p>`
    : html`<p class="muted">None.</p>`}
`;
