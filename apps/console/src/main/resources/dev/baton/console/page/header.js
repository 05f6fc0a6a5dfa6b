// The header: the verdict, links to what is wrong, and the state of the connection; below it, banners.

import { html, nothing } from 'lit';
import { faults } from './faults.js';
import { duration, when } from './format.js';
import { nodesSummary } from './nodes.js';
import { notifyButton } from './notify.js';
import { addressOf, parseRoute } from './route.js';

const PAUSE_SHOWN_MS = 60_000;

export function header(page, counts, route, onlyNodes) {
  const { feed } = page;
  const { parts, tone } = onlyNodes ? nodesVerdict(feed) : verdict(feed, counts);
  return html`
    <header class="top">
      <h1><a href="#/"><img src="/icon.svg" alt="" width="22" height="22">Baton</a></h1>
      <p class="verdict ${tone}" role="status">${parts.map((part, i) => html`${i ? ', ' : ''}${part}`)}</p>
      ${onlyNodes ? nothing : html`${notifyButton(page)} ${overviewLink(route)} ${nodesLink(feed, route)}`} ${connection(feed)}
    </header>
  `;
}

const filterLink = (show, text) => html`<a href=${addressOf({ ...parseRoute(''), show })}>${text}</a>`;

function verdict(feed, counts) {
  if (!feed.loaded) return { parts: ['Loading…'], tone: '' };
  if (!feed.isFresh()) return { parts: ['Unknown'], tone: '' };
  const { unreachable } = nodesSummary(feed.nodes);
  const unreadable = feed.unreadableStores().length;
  const problems = [
    unreadable && unreadableText(unreadable, feed.stores.length),
    counts.leaderless && filterLink('leaderless', `${counts.leaderless} leaderless`),
    counts.overlapping && filterLink('overlapping', `${counts.overlapping} with overlapping tenures`),
    unreachable && html`<a href="#/nodes">${unreachable} of ${feed.nodes.length} nodes unreachable</a>`,
  ].filter(Boolean);
  const warnings = [
    counts.silent && filterLink('silent', `${counts.silent} not reporting`),
    counts.flapping && filterLink('flapping', `${counts.flapping} flapping`),
  ].filter(Boolean);
  const led = counts.leaderless || counts.overlapping || unreadable ? [] : [ledText(counts.all)];
  const tone = problems.length ? 'alarm' : warnings.length ? 'warn' : counts.all ? 'healthy' : '';
  return { parts: [...led, ...problems, ...warnings], tone: feed.connected ? tone : '' };
}

const unreadableText = (unreadable, all) =>
  all === 1 ? 'The store cannot be read' : `${unreadable} of ${all} stores cannot be read`;

const ledText = (all) =>
  all ? `${all === 1 ? 'The election has' : `All ${all} elections have`} a leader` : 'No elections yet';

function nodesVerdict(feed) {
  const { text, healthy, known } = nodesSummary(feed.nodes);
  return { parts: [text], tone: !feed.connected || !known ? '' : healthy ? 'healthy' : 'alarm' };
}

const overviewLink = (route) =>
  html`<a class="nodes-link" href="#/overview" aria-current=${route.view === 'overview' ? 'page' : nothing}>Overview</a>`;

const nodesLink = (feed, route) =>
  feed.nodes.length
    ? html`<a class="nodes-link" href="#/nodes" aria-current=${route.view === 'nodes' ? 'page' : nothing}
        >Nodes <span class="n">${feed.nodes.length}</span></a
      >`
    : nothing;

function connection(feed) {
  const text = feed.connected ? (feed.polling ? 'every 5 s' : 'live') : feed.loaded ? 'connection lost' : '…';
  return html`<span class="link ${feed.connected ? 'on' : feed.loaded ? 'off' : ''}">${text}</span>`;
}

export const banners = (page, { feed } = page) => html`
  ${feed.connected || !feed.loaded
    ? nothing
    : html`<p class="banner" role="alert" data-testid="connection-lost">
        Connection lost. Showing the state of ${when(feed.receivedWall, Date.now())}; reconnecting…
      </p>`}
  ${pauseBanner(feed)}
  ${feed.stores
    .filter((store) => store.trouble)
    .map((store) => html`<p class="banner" role="alert">Cannot read ${store.describe}: ${store.trouble}</p>`)}
  ${feed.stores
    .filter((store) => store.absent && !store.trouble)
    .map((store) => html`<p class="banner warn" role="status">No elections in ${store.describe}: ${store.absent}</p>`)}
  ${feed.faults ? faults(page) : nothing}
`;

/** After a pause of the console itself, missing news is its fault and not that of the instances. */
function pauseBanner(feed) {
  const pause = feed.log.find((entry) => entry.kind === 'paused');
  return pause && feed.now() - Date.parse(pause.time) < PAUSE_SHOWN_MS
    ? html`<p class="banner warn" role="alert" data-testid="console-paused">
        The console did not run for ${duration(parseInt(pause.detail))} until ${when(pause.time, feed.now())}. What happened
        meanwhile was not observed.
      </p>`
    : nothing;
}
