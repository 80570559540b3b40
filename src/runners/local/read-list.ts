import { type Clock, pause } from '../../platform/clock.ts';
import type { SafeFetchResult } from '../../platform/net/safe-fetch.ts';
import {
  addressIn,
  asksOfAll,
  type ExtractedPage,
  type Extractor,
  enoughOf,
  isSameSite,
  type Reading,
  type Source,
} from '../../reading/index.ts';
import type { Task } from '../contract.ts';

export interface ListLimits {
  maxPages: number;
  /** Of all pages together. */
  maxBytes: number;
  maxMs: number;
  /** Between two requests, so that no site takes us for an attack. */
  pauseMs: number;
}

export const LIST_LIMITS: ListLimits = { maxPages: 20, maxBytes: 10_000_000, maxMs: 60_000, pauseMs: 200 };

export interface WholeList {
  reading: Reading;
  /** The reason why the list is not whole; null when it is. */
  missing: string | null;
  /** As far as the limits allow, without anything left out in between. */
  isCut: boolean;
}

interface Shell {
  extractor: Extractor;
  clock: Clock;
  limits: ListLimits;
  signal: AbortSignal;
  fetchPage(url: string, maxBytes: number): Promise<SafeFetchResult>;
}

/** A list that goes on over further pages of its site, fetched to its end and read as one. */
export async function readList(
  { extractor, clock, limits, signal, fetchPage }: Shell,
  source: Source,
  first: Reading,
  task: Task,
): Promise<WholeList> {
  const startedAt = clock.mono();
  const enough = asksOfAll(task) ? null : enoughOf(task);
  const known = new Set(thingsOn(first.page));
  const texts = new Set([first.page.text]);
  const visited = new Set([addressIn(source.url)]);
  const further: Source[] = [];
  let bytes = source.body.length;
  let missing: string | null = null;
  let isCut = false;
  let idle = 0;
  for (let rest = first.further ?? null; rest !== null && !(enough !== null && known.size >= enough); ) {
    if (rest.url === null) {
      missing = rest.reason;
      break;
    }
    // The last page of some lists leads back to the first.
    if (visited.has(rest.url)) break;
    visited.add(rest.url);
    isCut = further.length + 1 >= limits.maxPages || bytes >= limits.maxBytes;
    if (isCut || clock.mono() - startedAt > limits.maxMs) {
      missing = `goes on beyond the ${further.length + 1} pages that were read`;
      break;
    }
    await pause(clock, limits.pauseMs, signal);
    if (signal.aborted) break;
    const fetched = await fetchPage(rest.url, limits.maxBytes - bytes);
    missing = refusal(fetched, source.url, further.length + 2);
    if (missing !== null || fetched.kind !== 'response') break;
    const landed = addressIn(fetched.url);
    if (landed !== rest.url && visited.has(landed)) break;
    visited.add(landed);
    const { body, url, headers, isCut: isBodyCut } = fetched;
    const page: Source = { body, url, contentType: headers['content-type'] ?? null, link: headers.link };
    const read = await extractor.read(page, task, signal);
    if (read.kind !== first.kind) {
      missing = `goes on at ${url}, which is no page like the first`;
      break;
    }
    const things = thingsOn(read.page).filter((thing) => !known.has(thing));
    const isRepeated = texts.has(read.page.text) || (things.length === 0 && thingsOn(read.page).length > 0);
    // One thing alone makes no list; two pages without any are its end.
    idle = things.length === 0 ? idle + 1 : 0;
    if (isRepeated || idle > 1) break;
    for (const thing of things) known.add(thing);
    texts.add(read.page.text);
    further.push(page);
    bytes += body.length;
    rest = isBodyCut
      ? { url: null, reason: 'is too large to be read whole', beside: null }
      : (read.further ?? null);
  }
  if (further.length === 0) return { reading: first, missing, isCut: false };
  const whole = await extractor.read({ ...source, further }, task, signal);
  const isJoined = known.size === thingsOn(first.page).length || sizeOf(whole.page) > sizeOf(first.page);
  return isJoined
    ? { reading: whole, missing, isCut }
    : { reading: first, missing: 'goes on over pages that are made differently', isCut: false };
}

function refusal(fetched: SafeFetchResult, from: string, number: number): string | null {
  if (fetched.kind === 'unsafe') return `goes on at an address that may not be opened: ${fetched.reason}`;
  if (fetched.kind === 'failed')
    return `goes on at page ${number}, which could not be fetched: ${fetched.message}`;
  if (fetched.status >= 400)
    return `goes on at page ${number}, which the site did not serve (HTTP ${fetched.status})`;
  return isSameSite(from, fetched.url) ? null : 'goes on at another site';
}

function thingsOn({ collections }: ExtractedPage): string[] {
  return collections.flatMap(({ isAside, kind, items }) =>
    isAside || kind === 'sections' ? [] : items.map(({ text }) => text),
  );
}

function sizeOf({ collections }: ExtractedPage): number {
  return Math.max(0, ...collections.filter(({ isAside }) => !isAside).map(({ items }) => items.length));
}
