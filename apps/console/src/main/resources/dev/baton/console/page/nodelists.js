// The jobs and the agents of a node. What was never read is unknown, which is not "none".

import { html, nothing } from 'lit';
import { dateAndTime, when } from './format.js';
import { shortId } from './ids.js';
import { agentButton, jobButtons } from './nodeactions.js';

const MAX_JOBS = 10;
const JOBS_READ = 50; // the console reads this many jobs of a node

const UNKNOWN = html`<p class="muted">Unknown: not read yet.</p>`;
const NONE = html`<p class="muted">None.</p>`;

export function jobs(view, node) {
  const all = node.jobs;
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
              <tr><th scope="col">Job</th><th scope="col">State</th><th scope="col">Attempt</th><th scope="col">Epoch</th><th scope="col">Changed</th><th scope="col"><span class="hidden">Actions</span></th></tr>
            </thead>
            <tbody>
              ${all.slice(0, MAX_JOBS).map((job) => jobRow(view, node, job))}
            </tbody>
          </table>`
      : NONE}
  `;
}

const jobRow = (view, node, job) => html`<tr data-job=${job.id}>
  <td title=${job.id}>${job.name ?? shortId(String(job.id))}${labels(job.requires, 'Requires')}</td>
  <td class="job-${job.state}" title=${job.agent_name ?? ''}>${job.state}</td>
  <td>${job.attempt}${job.max_attempts ? ` of ${job.max_attempts}` : ''}</td>
  <td>${job.job_epoch}</td>
  <td title=${job.updated_at ? dateAndTime(job.updated_at) : nothing}>${job.updated_at ? when(job.updated_at, view.feed.now()) : 'unknown'}</td>
  <td><div class="actions">${jobButtons(view, node, job)}</div></td>
</tr>`;

const labels = (names, title) =>
  names?.length
    ? html` <span class="labels" title="${title}: ${names.join(', ')}"
        ><span class="hidden">${title}: </span>${names.join(', ')}</span
      >`
    : nothing;

export const agents = (view, node) => html`
  <h3>Agents</h3>
  ${!node.agents
    ? UNKNOWN
    : node.agents.length
      ? html`<table class="agents">
          <thead>
            <tr><th scope="col">Agent</th><th scope="col">State</th><th scope="col">Running</th><th scope="col">Seen</th><th scope="col"><span class="hidden">Actions</span></th></tr>
          </thead>
          <tbody>
            ${node.agents.map((agent) => agentRow(view, node, agent))}
          </tbody>
        </table>`
      : NONE}
`;

const agentRow = (view, node, agent) => html`<tr data-agent=${agent.name}>
  <td>${agent.name}${labels(agent.labels, 'Labels')}</td>
  <td class="agent-${agent.state}">${agent.state ?? 'unknown'}</td>
  <td>${agent.leases ?? 'unknown'}</td>
  <td title=${agent.last_seen ? dateAndTime(agent.last_seen) : nothing}>${agent.last_seen ? when(agent.last_seen, view.feed.now()) : 'unknown'}</td>
  <td><div class="actions">${agentButton(view, node, agent)}</div></td>
</tr>`;
