import { readdir, readFile } from 'node:fs/promises';
import path from 'node:path';
import { isDeepStrictEqual } from 'node:util';

/**
 * Pages of many kinds with what a reader should get out of them: parts of the text, answers, filled schemas. All but
 * `seen` were written before the reading was tried on them; `bench/README.md` has their first scores.
 */
export interface PageCase {
  name: string;
  /** What the server sent: a page mostly, now and then a feed, a table or a note. */
  html: string;
  /** Null for the markup of a page as a browser gives it. */
  contentType: string | null;
  url: string;
  text: { has: string[]; lacks: string[] };
  asks: {
    q: string;
    /** The whole answer. */
    is?: string;
    has?: string[];
    /** One of these will do. */
    any?: string[];
    lacks?: string[];
    max?: number;
    /** The page does not say. */
    none?: boolean;
  }[];
  schemas: {
    goal?: string;
    schema?: Shape;
    /** A schema in full, where its descriptions count. */
    json?: Record<string, unknown>;
    gives?: unknown;
    /** At least this. */
    has?: unknown;
    lacksKeys?: string[];
  }[];
}

/**
 * A schema in short: `string`, `number`, `integer`, `boolean`, `date`, `date-time`, `email`, `uri`, lists and objects of these; `one|other`
 * for an enumeration and `number?` for what may be null.
 */
type Shape = string | [Shape] | { [key: string]: Shape };

interface Question {
  goal: string;
  instructions: null;
  outputSchema: Record<string, unknown> | null;
}

/** Undefined: the page was read and does not hold what was asked. */
export type ReadAndAnswer = (page: PageCase, asked: Question) => Promise<unknown>;

export interface Score {
  page: string;
  kind: 'text' | 'ask' | 'schema';
  what: string;
  isRight: boolean;
  got: string;
}

export type PageSet =
  | 'seen'
  | 'held-out'
  | 'fresh-1'
  | 'fresh-2'
  | 'fresh-3'
  | 'fresh-4'
  | 'fresh-5'
  | 'fresh-6'
  | 'fresh-7'
  | 'fresh-8'
  | 'fresh-9'
  | 'fresh-10'
  | 'fresh-11'
  | 'fresh-12'
  | 'fresh-13';

const CONTENT_TYPES: Record<string, string | null> = {
  html: null,
  atom: 'application/atom+xml',
  api: 'application/json',
  csv: 'text/csv',
  txt: 'text/plain',
};

export async function loadPages(set: PageSet): Promise<PageCase[]> {
  const folder = path.join(import.meta.dirname, set);
  const names = (await readdir(folder)).filter((file) => !file.endsWith('.json')).sort();
  return Promise.all(
    names.map(async (file) => {
      const { name, ext } = path.parse(file);
      const cases = JSON.parse(await readFile(path.join(folder, `${name}.json`), 'utf8'));
      const html = await readFile(path.join(folder, file), 'utf8');
      const contentType = CONTENT_TYPES[ext.slice(1)] ?? null;
      return { name, html, contentType, url: `https://site.example/${name}`, ...cases } as PageCase;
    }),
  );
}

/** The page as the reading takes it: bytes with their type, or markup. */
export function sourceOf({ html, contentType, url }: PageCase) {
  return { body: contentType === null ? html : Buffer.from(html), contentType, url };
}

export async function scorePage(page: PageCase, read: ReadAndAnswer): Promise<Score[]> {
  const scores = textScores(page, await read(page, { goal: '', instructions: null, outputSchema: null }));
  for (const ask of page.asks) {
    const got = await read(page, { goal: ask.q, instructions: null, outputSchema: null });
    scores.push({ page: page.name, kind: 'ask', what: ask.q, isRight: isAnswered(ask, got), got: show(got) });
  }
  for (const wanted of page.schemas) {
    const goal = wanted.goal ?? '';
    const outputSchema = wanted.json ?? expand(wanted.schema ?? {});
    const got = await read(page, { goal, instructions: null, outputSchema });
    const isRight =
      wanted.gives === undefined ? holds(got, wanted.has) : isDeepStrictEqual(got, wanted.gives);
    const extra = wanted.lacksKeys?.some((key) => Object.hasOwn(Object(got), key)) ?? false;
    const what = `${goal} ${JSON.stringify(wanted.schema ?? wanted.json)}`;
    scores.push({ page: page.name, kind: 'schema', what, isRight: isRight && !extra, got: show(got) });
  }
  return scores;
}

/** Every expected and unwanted part of the text is one point. */
export function textScores({ name, text }: PageCase, output: unknown): Score[] {
  const got = squeeze(typeof output === 'string' ? output : (JSON.stringify(output) ?? ''));
  const score = (what: string, isRight: boolean): Score => ({
    page: name,
    kind: 'text',
    what,
    isRight,
    got: isRight ? '' : show(output),
  });
  return [
    ...text.has.map((part) => score(`+ ${part}`, got.includes(squeeze(part)))),
    ...text.lacks.map((part) => score(`- ${part}`, got !== '' && !got.includes(squeeze(part)))),
  ];
}

function isAnswered(ask: PageCase['asks'][number], got: unknown): boolean {
  if (ask.none) return got === undefined;
  if (got === undefined) return false;
  const said = inDigits(squeeze(typeof got === 'string' ? got : JSON.stringify(got)).toLowerCase());
  if (ask.is !== undefined) return said === inDigits(squeeze(ask.is).toLowerCase());
  const isSaid = (part: string) => said.includes(inDigits(part.toLowerCase()));
  return (
    (ask.has ?? []).every(isSaid) &&
    (ask.any?.some(isSaid) ?? true) &&
    !(ask.lacks ?? []).some((part) => said.includes(part.toLowerCase())) &&
    said.length <= (ask.max ?? Number.POSITIVE_INFINITY)
  );
}

const NUMBERS = 'zero one two three four five six seven eight nine ten'.split(' ');

/** "Two permits" and "2 permits" say the same. */
function inDigits(text: string): string {
  return text.replace(/\b[a-z]+\b/g, (word) =>
    NUMBERS.includes(word) && word !== 'one' ? String(NUMBERS.indexOf(word)) : word,
  );
}

function holds(got: unknown, wanted: unknown): boolean {
  if (typeof wanted !== 'object' || wanted === null) return got === wanted;
  if (Array.isArray(wanted) && (got as unknown[])?.length !== wanted.length) return false;
  return Object.entries(wanted).every(([key, value]) =>
    holds((got as Record<string, unknown>)?.[key], value),
  );
}

const FORMATS = ['date', 'date-time', 'email', 'uri'];

function expand(shape: Shape): Record<string, unknown> {
  if (Array.isArray(shape)) return { type: 'array', items: expand(shape[0]) };
  if (typeof shape === 'object') {
    const properties = Object.fromEntries(Object.entries(shape).map(([key, value]) => [key, expand(value)]));
    return { type: 'object', properties };
  }
  if (shape.includes('|')) return { type: 'string', enum: shape.split('|') };
  if (shape.endsWith('?')) {
    const filled = expand(shape.slice(0, -1));
    return { ...filled, type: [filled.type, 'null'] };
  }
  return FORMATS.includes(shape) ? { type: 'string', format: shape } : { type: shape };
}

/** Spaces inside a table or a line are the writer's taste. */
function squeeze(text: string): string {
  return text
    .replace(/[ \t\u00a0]+/g, ' ')
    .replace(/(?:\s*-+\s*\|)+/g, '|')
    .trim();
}

function show(value: unknown): string {
  return (typeof value === 'string' ? value : (JSON.stringify(value) ?? 'nothing')).slice(0, 2_000);
}
