// Texts for times, durations and events.

export function age(ms) {
  const seconds = Math.max(0, Math.round(ms / 1000));
  if (seconds < 60) return `${seconds} s`;
  if (seconds < 3600) return `${Math.floor(seconds / 60)} min`;
  if (seconds < 86_400) return `${Math.floor(seconds / 3600)} h ${Math.floor((seconds % 3600) / 60)} min`;
  return `${Math.floor(seconds / 86_400)} d ${Math.floor((seconds % 86_400) / 3600)} h`;
}

/** Returns a number with its noun. */
export const counted = (number, noun) => `${number} ${noun}${number === 1 ? '' : 's'}`;

/** Formats a duration that may be very short: 8 ms, 1.25 s, 42 s, 11 min. */
export function duration(ms) {
  if (ms < 1_000) return `${ms} ms`;
  if (ms < 10_000) return `${ms / 1000} s`;
  return ms < 600_000 ? `${Math.round(ms / 1000)} s` : age(ms);
}

// Create formatters only once: creating one for every time takes longer than the rest of a rendering, and the browser
// freezes while it collects thousands of them.
const TIME = { hour: '2-digit', minute: '2-digit', second: '2-digit', hourCycle: 'h23' };
const MILLIS = { ...TIME, fractionalSecondDigits: 3 };
const DAY = { year: 'numeric', month: 'short', day: 'numeric' };

const formatter = (options) => {
  const format = new Intl.DateTimeFormat([], options);
  return (time) => {
    const date = new Date(time);
    return Number.isNaN(date.getTime()) ? '–' : format.format(date);
  };
};

export const clock = formatter(TIME);
const clockAndDay = formatter({ month: 'short', day: 'numeric', ...TIME });
export const day = formatter(DAY);
export const minutes = formatter({ hour: '2-digit', minute: '2-digit', hourCycle: 'h23' });
export const shortDay = formatter({ month: 'short', day: 'numeric' });
export const clockMillis = formatter(MILLIS);
export const dateAndTime = formatter({ ...DAY, ...MILLIS, timeZoneName: 'short' });

/** Returns a time, with its day unless that is the day of now. */
export const when = (time, now) =>
  new Date(time).toDateString() === new Date(now).toDateString() ? clock(time) : clockAndDay(time);

/** The time zone of the browser, in which all times are shown. */
export const zone = new Intl.DateTimeFormat().resolvedOptions().timeZone;

/** Returns a text with its milliseconds as a duration. */
const lengthIn = (text) => text.replace(/(\d+) ms/, (all, ms) => duration(Number(ms)));

const EVENT_TEXTS = {
  leads: (entry) => `became leader, ${entry.epoch ? `epoch ${entry.epoch}` : 'without an epoch'}`,
  nobody_leads: () => 'no leader',
  ended: (entry) => `tenure with epoch ${entry.epoch} ended: ${reason(entry.detail)}`,
  took_over: (entry) => `took over after ${lengthIn(entry.detail)}, epoch ${entry.epoch}`,
  paused: (entry) => `the console did not run for ${lengthIn(entry.detail)}; what happened meanwhile was not observed`,
  joined: () => 'joined',
  left: () => 'left',
  aged_out: () => 'not seen for 15 s',
  overlap: (entry) => `tenures overlapped for ${lengthIn(entry.detail)}`,
  asked: (entry) => `transfer requested by ${entry.detail}`,
  transfer_done: (entry) => `transfer done after ${lengthIn(entry.detail)}`,
  transfer_refused: (entry) => `transfer refused: ${entry.detail}`,
  transfer_unanswered: (entry) => `no answer to the transfer within ${lengthIn(entry.detail)}`,
  transfer_not_acquired: (entry) => `did not lead within ${lengthIn(entry.detail)}, although the leader accepted the transfer`,
  node_done: (entry) => `accepted: ${entry.detail}`,
  node_refused: (entry) => `refused: ${entry.detail}`,
  node_unanswered: (entry) => `did not answer: ${entry.detail}`,
  unreachable: (entry) => `cannot read ${entry.detail}`,
  reachable: (entry) => `${entry.detail} can be read again`,
};

export const eventText = (entry) => (EVENT_TEXTS[entry.kind] ?? (() => entry.kind))(entry);

export const reason = (code) => (code ? code.replaceAll('_', ' ') : 'no reason recorded');
