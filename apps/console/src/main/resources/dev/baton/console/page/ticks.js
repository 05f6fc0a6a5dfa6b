// The time axis: ticks at round times of the browser's time zone.

import { svg } from 'lit';
import { clock, clockMillis, minutes, shortDay } from './format.js';

const SECOND = 1_000;
const MINUTE = 60 * SECOND;
const HOUR = 60 * MINUTE;
const DAY = 24 * HOUR;
const STEPS = [
  ...[1, 2, 5, 10, 20, 50, 100, 200, 500],
  ...[1, 2, 5, 10, 15, 30].map((n) => n * SECOND),
  ...[1, 2, 5, 10, 15, 30].map((n) => n * MINUTE),
  ...[1, 2, 3, 6, 12].map((n) => n * HOUR),
  ...[1, 2, 7].map((n) => n * DAY),
];
const LABEL = 92; // width of a label

/** Returns the times of the ticks: multiples of a step, counted from local midnight. */
export function tickTimes(from, to, width) {
  const most = Math.max(2, Math.floor(width / LABEL));
  const step = STEPS.find((each) => (to - from) / each <= most) ?? STEPS.at(-1);
  const midnight = new Date(from).setHours(0, 0, 0, 0);
  const times = [];
  for (let time = midnight + Math.ceil((from - midnight) / step) * step; time <= to; time += step) times.push(time);
  return { times, step };
}

const label = (time, step) =>
  step >= DAY || new Date(time).setHours(0, 0, 0, 0) === time
    ? shortDay(time)
    : step >= MINUTE
      ? minutes(time)
      : step >= SECOND
        ? clock(time)
        : clockMillis(time);

export function ticks(view, x, height, right) {
  const { times, step } = tickTimes(view.from, view.to, right - x(view.from));
  return times.map((time) => {
    const anchor = x(time) > right - LABEL / 2 ? 'end' : 'middle';
    return svg`<path class="tick" d="M${x(time)} 0V${height - 18}"/>
      <text class="tick" x=${x(time)} y=${height - 4} text-anchor=${anchor}>${label(time, step)}</text>`;
  });
}
