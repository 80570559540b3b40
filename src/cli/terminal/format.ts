import { stripVTControlCharacters } from 'node:util';
import pc from 'picocolors';

// biome-ignore lint/suspicious/noControlCharactersInRegex: taking them out is the point
const COMMANDING = /[\x00-\x08\x0b-\x1f\x7f-\x9f\u202a-\u202e\u2066-\u2069]/g;

/** Untrusted text without terminal control codes. */
export function plain(text: string): string {
  return stripVTControlCharacters(text).replace(COMMANDING, '');
}

/** Untrusted text on one line, truncated to `most` characters. */
export function brief(text: string | null | undefined, most = 80): string {
  const line = plain(text ?? '')
    .replace(/\s+/g, ' ')
    .trim();
  const signs = [...line];
  return signs.length > most ? `${signs.slice(0, most - 1).join('')}…` : line;
}

export function usd(amount: number | null | undefined): string {
  if (amount === null || amount === undefined) return '-';
  return `$${amount >= 1 || amount === 0 ? amount.toFixed(2) : Number(amount.toPrecision(2)).toString()}`;
}

export function seconds(ms: number | null | undefined): string {
  if (ms === null || ms === undefined) return '-';
  if (ms < 60_000) return `${(ms / 1_000).toFixed(1)} s`;
  return `${Math.floor(ms / 60_000)} min ${Math.round((ms % 60_000) / 1_000)} s`;
}

export function percent(share: number | null | undefined): string {
  return share === null || share === undefined ? '-' : `${Math.round(share * 100)} %`;
}

export function bar(share: number, width = 12): string {
  const full = Math.round(Math.min(1, Math.max(0, share)) * width);
  return `${'█'.repeat(full)}${pc.dim('░'.repeat(width - full))}`;
}

/** Minutes are enough for a list; the zone is UTC as everywhere in the API. */
export function minute(iso: string | null | undefined): string {
  return iso ? iso.slice(0, 16).replace('T', ' ') : '-';
}

const COLOURS: Record<string, (text: string) => string> = {
  succeeded: pc.green,
  available: pc.green,
  delivered: pc.green,
  running: pc.cyan,
  pending: pc.cyan,
  needs_human: pc.yellow,
  blocked: pc.yellow,
  empty: pc.yellow,
  needs_key: pc.yellow,
  failed: pc.red,
};

export function status(word: string): string {
  return (COLOURS[word] ?? pc.dim)(word);
}
