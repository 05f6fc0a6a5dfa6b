// The tab: its title and icon show how many elections have no leader.

const MAX_SHOWN = 9;

export function showInTab(feed, counts) {
  const known = feed.loaded && feed.isFresh();
  const mark = !known ? '' : counts.leaderless ? `(${counts.leaderless}) ` : '';
  const title = `${mark}Baton console`;
  if (document.title !== title) document.title = title;
  const icon = document.querySelector('link[rel=icon]');
  const address =
    known && counts.leaderless ? `/alarm-icon.svg?count=${Math.min(counts.leaderless, MAX_SHOWN + 1)}` : '/icon.svg';
  if (icon.getAttribute('href') !== address) icon.setAttribute('href', address);
}
