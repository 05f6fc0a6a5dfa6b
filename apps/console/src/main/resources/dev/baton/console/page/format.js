// How things are written.

export const shortId = (id) => (id.length <= 14 ? id : `${id.slice(0, 8)}…${id.slice(-4)}`);

export function age(ms) {
  const seconds = Math.max(0, Math.round(ms / 1000));
  if (seconds < 60) return `${seconds} s`;
  if (seconds < 3600) return `${Math.floor(seconds / 60)} min`;
  if (seconds < 86_400) return `${Math.floor(seconds / 3600)} h ${Math.floor((seconds % 3600) / 60)} min`;
  return `${Math.floor(seconds / 86_400)} d ${Math.floor((seconds % 86_400) / 3600)} h`;
}

/** A stretch of time that may be very short. */
export const span = (ms) => (ms < 10_000 ? `${ms} ms` : ms < 600_000 ? `${Math.round(ms / 1000)} s` : age(ms));

// Made once: a formatter for every time on the page costs more than all the rest of drawing it, and a browser that
// has to clear thousands of them away stands still meanwhile.
const TIME = { hour: '2-digit', minute: '2-digit', second: '2-digit', hourCycle: 'h23' };
const DAY = { year: 'numeric', month: 'numeric', day: 'numeric' };

const writer = (options) => {
  const format = new Intl.DateTimeFormat([], options);
  return (time) => {
    const date = new Date(time);
    return Number.isNaN(date.getTime()) ? '–' : format.format(date);
  };
};

export const clock = writer(TIME);
export const day = writer(DAY);
export const dateAndTime = writer({ ...DAY, ...TIME });

const WORDS = {
  leads: (line) => `leads, epoch ${line.epoch}`,
  nobody_leads: () => 'nobody leads',
  ended: (line) => `reign ${line.epoch} ended: ${reason(line.detail)}`,
  joined: () => 'joined',
  left: () => 'left',
  aged_out: () => 'was not seen for 15 s',
  overlap: (line) => `reigns overlapped for ${line.detail.replace(/^(\d+) ms/, (all, ms) => span(Number(ms)))}`,
  asked: () => 'was asked to lead',
  unreachable: (line) => `${line.detail} cannot be read`,
  reachable: (line) => `${line.detail} can be read`,
};

export const sentence = (line) => (WORDS[line.kind] ?? (() => line.kind))(line);

export const reason = (code) => (code ? code.replaceAll('_', ' ') : 'nobody said why');
