import { readDocument } from '../src/reading/read-document.ts';
import { readTask } from '../src/task/index.ts';
import { namesOf, readArchive } from './archive.ts';
import { type Bar, type Finding, figure, isMet } from './report.ts';

/** One question about a page in six wordings; the half `held` is only ever looked at as a number. */
interface Request {
  about: string;
  answerable: boolean;
  expect: string[][] | null;
  this: string;
  named: string;
  bare: string;
  order: { task: string; expect: string[][] | null };
  polite: string;
  schema: { task: string; schema: Record<string, unknown>; expect: Record<string, unknown[]> | null };
  text?: boolean;
}

interface OrdinaryPage {
  name: string;
  html: string;
  url: string;
  requests: Request[];
}

export interface Graded {
  page: string;
  about: string;
  wording: (typeof WORDINGS)[number];
  task: string;
  isAnswerable: boolean;
  rung: string;
  confidence: number;
  isRight: boolean;
  isFailed: boolean;
  told: string;
  expect: unknown;
}

const WORDINGS = ['this', 'named', 'bare', 'order', 'polite', 'schema'] as const;
/** From here on an answer is reported as sure. */
const SURE = 0.6;

export async function loadHalf(half: 'open' | 'held'): Promise<OrdinaryPage[]> {
  const files = await readArchive(`ordinary-${half}`);
  return namesOf(files, 'html').map((name) => ({
    name,
    html: files.get(`${name}.html`) ?? '',
    ...JSON.parse(files.get(`${name}.json`) ?? '{}'),
  }));
}

export async function gradeHalf(half: 'open' | 'held'): Promise<Graded[]> {
  const graded: Graded[] = [];
  for (const page of await loadHalf(half))
    for (const request of page.requests)
      for (const wording of WORDINGS) graded.push(await grade(page, request, wording));
  return graded;
}

async function grade(page: OrdinaryPage, request: Request, wording: Graded['wording']): Promise<Graded> {
  const asked = request[wording];
  const task = typeof asked === 'string' ? asked : asked.task;
  const expect = typeof asked === 'string' ? request.expect : asked.expect;
  const outputSchema = typeof asked === 'object' && 'schema' in asked ? asked.schema : null;
  const told = { goal: task, instructions: null, steps: [], url: page.url, outputSchema };
  const reading = readTask(told);
  const source = { body: new TextEncoder().encode(page.html), url: page.url, contentType: 'text/html' };
  const { answer } = reading.acts ? { answer: null } : await readDocument(source, { ...told, reading });
  const shared = {
    page: page.name,
    about: request.about,
    wording,
    task,
    isAnswerable: request.answerable,
    expect,
  };
  if (!answer?.found) {
    const note = reading.acts ? 'taken for an action' : '';
    return {
      ...shared,
      rung: 'none',
      confidence: 0,
      isRight: !request.answerable,
      isFailed: request.answerable,
      told: note,
    };
  }
  const { output, rung, likely = SURE_OF_SCHEMA } = answer;
  if (outputSchema) {
    const { isMet, isRight } = gradeSchema(
      outputSchema,
      expect as Request['schema']['expect'],
      output,
      request.text === true,
    );
    return {
      ...shared,
      rung: 'schema',
      confidence: isMet ? likely : 0,
      isRight,
      isFailed: request.answerable && !isMet,
      told: JSON.stringify(output),
    };
  }
  const text = typeof output === 'string' ? output : JSON.stringify(output);
  const isWholeAsked = request.text === true;
  const isHeld = expect !== null && (rung !== 'text' || isWholeAsked) && holdsAll(text, expect as string[][]);
  const isRight = request.answerable ? isHeld : likely < SURE || SAID_MISSING.test(text);
  return { ...shared, rung: rung ?? 'value', confidence: likely, isRight, isFailed: false, told: text };
}

const SURE_OF_SCHEMA = 0.95;
const SAID_MISSING = /not (?:on|said|stated|given|found|mentioned)/iu;

/** Every group must be found; any alternative of a group counts. */
function holdsAll(text: string, expect: readonly (readonly string[])[]): boolean {
  const said = plain(text);
  return expect.every((group) => group.some((alternative) => said.includes(plain(String(alternative)))));
}

function plain(text: string): string {
  return text
    .normalize('NFKC')
    .toLowerCase()
    .replace(/[‐‑‒–—−]/gu, '-')
    .replace(/[’‘`´]/gu, "'")
    .replace(/[“”„«»]/gu, '"')
    .replace(/\\([\p{P}\p{S}])/gu, '$1')
    .replace(/[*_`]/gu, '')
    .replace(/\s+/gu, ' ')
    .trim();
}

function gradeSchema(
  schema: Record<string, unknown>,
  expect: Record<string, unknown[]> | null,
  output: unknown,
  isWholeAsked: boolean,
): { isMet: boolean; isRight: boolean } {
  const given = output !== null && typeof output === 'object' ? (output as Record<string, unknown>) : {};
  const required = Array.isArray(schema.required) ? schema.required.map(String) : [];
  const isMet =
    Array.isArray(output) ||
    required.every((key) => Object.hasOwn(given, key) && given[key] !== null && given[key] !== '');
  if (expect === null)
    return {
      isMet,
      isRight: Object.values(given).every((value) => value === null || value === '') || !isMet,
    };
  const isRight =
    isMet &&
    Object.entries(expect).every(([key, accepted]) =>
      accepted.some((value) => isSame(Array.isArray(output) ? output : given[key], value, isWholeAsked)),
    );
  return { isMet, isRight };
}

/** In a whole text, the accepted value is a sentence. */
export function isSame(given: unknown, accepted: unknown, isWhole = false): boolean {
  if (Array.isArray(accepted))
    return (
      Array.isArray(given) &&
      given.length === accepted.length &&
      accepted.every((value, at) => isSame(given[at], value))
    );
  if (accepted !== null && typeof accepted === 'object')
    return (
      given !== null &&
      typeof given === 'object' &&
      Object.entries(accepted).every(([key, value]) => isSame((given as Record<string, unknown>)[key], value))
    );
  if (typeof given === 'number' || typeof given === 'boolean')
    return String(given) === String(accepted) || Number(accepted) === given;
  if (typeof given !== 'string') return given === undefined && accepted === null;
  const [mine, theirs] = [plain(given), plain(String(accepted))];
  return mine === theirs || (mine.includes(theirs) && (isWhole || mine.length <= 2 * theirs.length + 10));
}

export function share<Item>(some: readonly Item[], is: (one: Item) => boolean): number {
  return (100 * some.filter(is).length) / Math.max(1, some.length);
}

/** A table of the wordings: right (or right inside the passages), wrong and told as sure, failed although answerable. */
export function ordinaryTable(graded: readonly Graded[]): string {
  const row = (name: string, some: readonly Graded[]) => {
    const said = some.filter(({ isAnswerable }) => isAnswerable);
    const rungs = ['value', 'passages', 'text', 'schema', 'none'].map((rung) =>
      share(some, (one) => one.rung === rung)
        .toFixed(0)
        .padStart(3),
    );
    const cells = [
      share(said, ({ isRight }) => isRight),
      share(some, isWrongAndSure),
      share(said, ({ isFailed }) => isFailed),
    ].map((each) => each.toFixed(1).padStart(5));
    return `${name.padEnd(9)} ${String(some.length).padStart(4)}  ${cells.join('  ')}   ${rungs.join(' ')}`;
  };
  return [
    'wording      n  right  sure&wrong failed  value pass text schema none (%)',
    ...WORDINGS.map((wording) =>
      row(
        wording,
        graded.filter((one) => one.wording === wording),
      ),
    ),
    row('all', graded),
  ].join('\n');
}

export function isWrongAndSure({ isRight, confidence }: Graded): boolean {
  return !isRight && confidence >= SURE;
}

function finding(what: string, percent: number, bar: Bar): Finding {
  const value = `${figure(percent)} %`;
  const limit = bar.atMost === undefined ? `>= ${bar.atLeast} %` : `<= ${bar.atMost} %`;
  return { what, baseline: '', product: value, value, spread: '', bar: limit, isMet: isMet(percent, bar) };
}

/** Ordinary requests on pages of many kinds, written before the code that answers them. */
export async function ordinary(): Promise<Finding[]> {
  const findings: Finding[] = [];
  for (const half of ['open', 'held'] as const) {
    const graded = await gradeHalf(half);
    console.log(`\n${half}\n${ordinaryTable(graded)}`);
    const said = graded.filter(({ isAnswerable }) => isAnswerable);
    findings.push(
      finding(
        `${half}: right, or right inside the passages`,
        share(said, ({ isRight }) => isRight),
        { atLeast: 85 },
      ),
      finding(`${half}: wrong and told with 0.6 and more`, share(graded, isWrongAndSure), { atMost: 3 }),
      finding(
        `${half}: failed although answerable`,
        share(said, ({ isFailed }) => isFailed),
        { atMost: 3 },
      ),
    );
  }
  return findings;
}

if (import.meta.main) {
  const [half = 'open', ...only] = process.argv.slice(2);
  const graded = await gradeHalf(half === 'held' ? 'held' : 'open');
  if (half === 'open')
    for (const one of graded.filter(
      ({ isRight, isAnswerable, confidence }) => !isRight || (!isAnswerable && confidence >= SURE),
    ))
      if (only.length === 0 || only.some((each) => one.page.includes(each) || one.wording === each))
        console.log(
          `${one.page} ${one.wording} ${one.rung} ${one.confidence.toFixed(2)} ${one.isAnswerable ? '' : 'UNANSWERABLE'}\n  ${one.task}\n  want ${JSON.stringify(one.expect)}\n  told ${one.told.slice(0, 300).replaceAll('\n', ' / ')}`,
        );
  console.log(ordinaryTable(graded));
}
