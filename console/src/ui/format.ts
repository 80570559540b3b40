const usd = new Intl.NumberFormat('en-US', { style: 'currency', currency: 'USD' });
const smallUsd = new Intl.NumberFormat('en-US', {
  style: 'currency',
  currency: 'USD',
  minimumFractionDigits: 2,
  maximumFractionDigits: 4,
});
const counts = new Intl.NumberFormat('en-US');

/** Cents for sums, more digits for amounts below a dollar. */
export function money(value: number | null | undefined): string {
  if (value == null) return '–';
  return Math.abs(value) < 1 ? smallUsd.format(value) : usd.format(value);
}

/** 340 ms, 4.2 s, 3 min 20 s, 2 h 5 min. */
export function duration(ms: number | null | undefined): string {
  if (ms == null) return '–';
  if (ms < 1_000) return `${Math.round(ms)} ms`;
  if (ms < 60_000) return `${(ms / 1_000).toFixed(1)} s`;
  const seconds = Math.round(ms / 1_000);
  if (seconds < 3_600)
    return `${Math.floor(seconds / 60)} min${seconds % 60 > 0 ? ` ${seconds % 60} s` : ''}`;
  const minutes = Math.round(seconds / 60);
  return `${Math.floor(minutes / 60)} h${minutes % 60 > 0 ? ` ${minutes % 60} min` : ''}`;
}

export function percent(share: number | null | undefined): string {
  return share == null ? '–' : `${Math.round(share * 100)}%`;
}

export function count(value: number | null | undefined): string {
  return value == null ? '–' : counts.format(value);
}

export function bytes(value: number | null | undefined): string {
  if (value == null) return '–';
  if (value < 1_000) return `${value} B`;
  const unit = value < 1e6 ? 'kB' : value < 1e9 ? 'MB' : 'GB';
  const size = value / { kB: 1e3, MB: 1e6, GB: 1e9 }[unit];
  return `${size < 10 ? size.toFixed(1) : Math.round(size)} ${unit}`;
}

const clock = new Intl.DateTimeFormat(undefined, { timeStyle: 'medium' });
const day = new Intl.DateTimeFormat(undefined, { dateStyle: 'medium', timeStyle: 'short' });

/** In the zone of the reader; today only the time of day. */
export function localTime(at: Date, now = new Date()): string {
  return (at.toDateString() === now.toDateString() ? clock : day).format(at);
}

export function utcTime(at: Date): string {
  return `${at.toISOString().slice(0, 19).replace('T', ' ')} UTC`;
}

/** A difference of two shares, in percentage points. */
export function points(difference: number): string {
  const value = Math.round(difference * 100);
  return `${value > 0 ? '+' : value < 0 ? '−' : ''}${Math.abs(value)} pts`;
}

/** 4:05; from an hour on 1:04:05. */
export function clockTime(ms: number): string {
  const seconds = Math.max(0, Math.floor(ms / 1_000));
  const two = (value: number) => String(value).padStart(2, '0');
  const [hours, minutes] = [Math.floor(seconds / 3_600), Math.floor(seconds / 60) % 60];
  return `${hours > 0 ? `${hours}:${two(minutes)}` : minutes}:${two(seconds % 60)}`;
}

const relative = new Intl.RelativeTimeFormat('en', { numeric: 'auto', style: 'short' });
const UNITS = [
  ['day', 864e5],
  ['hour', 36e5],
  ['minute', 6e4],
] as const;

/** "3 min. ago"; from a week on the date. */
export function timeAgo(at: Date, nowMs: number): string {
  const passed = nowMs - at.getTime();
  if (passed < 45_000) return 'just now';
  if (passed > 7 * 864e5) return localTime(at);
  const [unit, size] = UNITS.find(([, ms]) => passed >= ms) ?? ['minute', 6e4];
  return relative.format(-Math.max(1, Math.round(passed / size)), unit);
}
