// Tenures and gaps with times as numbers.

/** Returns a tenure with times as numbers. If the store recorded no end, the end that the console observed counts. */
export function interval(tenure, leader, now) {
  const from = Date.parse(tenure.from);
  const isCurrent = leader?.epoch === tenure.epoch && !tenure.to;
  const end = tenure.to ?? tenure.seen_to_end;
  return { ...tenure, from, to: end ? Date.parse(end) : isCurrent ? now : from, isCurrent };
}

export const parsedGap = (gap) => ({
  ...gap,
  earliest: Date.parse(gap.earliest),
  latest: Date.parse(gap.latest),
  to: Date.parse(gap.to),
});

/** Returns the gap that lasts until now. */
export function openGap(tenures, now) {
  const end = Math.max(...tenures.map((tenure) => tenure.to));
  return tenures.length && end < now ? [{ earliest: end, latest: end, to: now, isOpen: true }] : [];
}
