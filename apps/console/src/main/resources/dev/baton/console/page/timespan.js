// Which part of the past the timeline shows: a length, and an end that is now or a fixed time.

export const ZOOMS = [
  { id: '5m', label: '5 min', ms: 300_000 },
  { id: '1h', label: '1 h', ms: 3_600_000 },
  { id: '6h', label: '6 h', ms: 21_600_000 },
  { id: '1d', label: '1 day', ms: 86_400_000 },
  { id: '7d', label: '7 days', ms: 604_800_000 },
];
const SHORTEST = 100;
const LONGEST = 30 * 86_400_000;
const PAN = 0.2; // part of the length that a key moves
const ZOOM = 1.5;

/** Returns the part until the user chooses one: an hour, or five minutes for a younger election. */
const usual = (history, now) => ({
  ms: (history.length && history.every((tenure) => Date.parse(tenure.from) > now - ZOOMS[0].ms) ? ZOOMS[0] : ZOOMS[1]).ms,
  end: null,
});

/** Returns the chosen part with its times. */
export function viewOf(chosen, history, now) {
  const { ms, end } = chosen ?? usual(history, now);
  const to = end ?? now;
  return { ms, end, from: to - ms, to };
}

/** Returns the part after a move by a part of its length. It ends now at the latest. */
export function panned(view, part, now) {
  const to = view.to + part * view.ms;
  return { ms: view.ms, end: to >= now ? null : to };
}

/** Returns the part after zooming; a time keeps its place in the picture. */
export function zoomed(view, factor, now, around = view.to) {
  const ms = Math.min(LONGEST, Math.max(SHORTEST, view.ms * factor));
  const to = around + ((view.to - around) * ms) / view.ms;
  return { ms, end: view.end === null && around >= view.to ? null : to >= now ? null : to };
}

/** Returns the part after a key; nothing for other keys. */
export function keyed(view, key, now) {
  if (key === 'ArrowLeft') return panned(view, -PAN, now);
  if (key === 'ArrowRight') return panned(view, PAN, now);
  if (key === '+' || key === '=') return zoomed(view, 1 / ZOOM, now, view.end === null ? view.to : (view.from + view.to) / 2);
  if (key === '-') return zoomed(view, ZOOM, now);
  if (key === 'Home' || key === '0') return { ms: view.ms, end: null };
  return undefined;
}
