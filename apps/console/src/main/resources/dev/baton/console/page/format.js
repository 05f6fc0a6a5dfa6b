// Texts for times, durations and events.

export function age(ms) {
  const seconds = Math.max(0, Math.round(ms / 1000));
  if (seconds < 60) return `${seconds} s`;
  if (seconds < 3600) return `${Math.floor(seconds / 60)} min`;
  if (seconds < 86_400) return `${Math.floor(seconds / 3600)} h ${Math.floor((seconds % 3600) / 60)} min`;
  return `${Math.floor(seconds / 86_400)} d ${Math.floor((seconds % 86_400) / 3600)} h`;
}

/** Formats a duration that may be very short. */
export const duration = (ms) => (ms < 10_000 ? `${ms} ms` : ms < 600_000 ? `${Math.round(ms / 1000)} s` : age(ms));

// Create formatters only once: creating one for every time takes longer than the rest of a rendering, and the browser
// freezes while it collects thousands of them.
const TIME = { hour: '2-digit', minute: '2-digit', second: '2-digit', hourCycle: 'h23' };
const MILLIS = { ...TIME, fractionalSecondDigits: 3 };
const DAY = { year: 'numeric', month: 'numeric', day: 'numeric' };

const formatter = (options) => {
  const format = new Intl.DateTimeFormat([], options);
  return (time) => {
    const date = new Date(time);
    return Number.isNaN(date.getTime()) ? '–' : format.format(date);
  };
};

export const clock = formatter(TIME);
export const day = formatter(DAY);
export const minutes = formatter({ hour: '2-digit', minute: '2-digit', hourCycle: 'h23' });
export const shortDay = formatter({ month: 'short', day: 'numeric' });
export const clockMillis = formatter(MILLIS);
export const dateAndTime = formatter({ ...DAY, ...MILLIS, timeZoneName: 'short' });

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
  asked: () => 'transfer requested',
  unreachable: (entry) => `cannot read ${entry.detail}`,
  reachable: (entry) => `${entry.detail} can be read again`,
};

export const eventText = (entry) => (EVENT_TEXTS[entry.kind] ?? (() => entry.kind))(entry);

export const reason = (code) => (code ? code.replaceAll('_', ' ') : 'no reason recorded');
