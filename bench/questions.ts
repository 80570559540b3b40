import { namesOf, readArchive } from './archive.ts';

/** Every pattern of `answer` must be met and none of `not`; null where the page does not say it. */
export interface PageQuestion {
  ask: string;
  answer: string[] | null;
  not?: string[];
}

/** A schema to be filled from the page, and the right values. */
export interface PageSchema {
  ask: string;
  schema: Record<string, unknown>;
  gives: unknown;
}

/** An unseen page, with its questions. */
export interface BlindPage {
  name: string;
  html: string;
  questions: PageQuestion[];
  schemas: PageSchema[];
}

const MOST_CHARS = 1_500;

export async function blindPages(): Promise<BlindPage[]> {
  const files = await readArchive('questions');
  return namesOf(files, 'html').map((name) => pageIn(files, name));
}

function pageIn(files: ReadonlyMap<string, string>, name: string): BlindPage {
  const lines: (PageQuestion | PageSchema)[] = (files.get(`${name}.jsonl`) ?? '')
    .trim()
    .split('\n')
    .map((line) => JSON.parse(line));
  return {
    name,
    html: files.get(`${name}.html`) ?? '',
    questions: lines.filter((line) => 'answer' in line),
    schemas: lines.filter((line) => 'schema' in line),
  };
}

/** A value that is the answer: it may not hold anything wrong. */
export function isRightValue({ answer, not = [] }: PageQuestion, told: string): boolean {
  return isRightPart({ ask: '', answer }, told) && !not.some((pattern) => says(told, pattern));
}

/** A part of the page that holds the answer, and perhaps more. */
export function isRightPart({ answer }: PageQuestion, told: string): boolean {
  return answer !== null && told.length <= MOST_CHARS && answer.every((pattern) => says(told, pattern));
}

function says(told: string, pattern: string): boolean {
  return new RegExp(pattern, 'iu').test(told);
}

/** The same question in people's words; the bare wording leaves out the little words. */
export const WORDINGS = {
  question: (ask: string) => ask,
  order: (ask: string) =>
    /^what(?: is|'s| are| was| were) the /i.test(ask)
      ? `Find ${withoutMark(ask).replace(/^what(?: is|'s| are| was| were) /i, '')}.`
      : `Find out ${lower(withoutMark(ask))}.`,
  polite: (ask: string) =>
    `Hello! I need this for a report that we are putting together. Could you please tell me: ${lower(ask)} That would help us a lot.`,
  bare: (ask: string) =>
    `${withoutMark(ask)
      .split(/\s+/)
      .filter((word) => !LITTLE.has(word.toLowerCase().replace(/[’']s$/, '')))
      .join(' ')}?`,
  thanks: (ask: string) => `${ask} Thanks a lot in advance!`,
} satisfies Record<string, (ask: string) => string>;

const LITTLE = new Set(
  'what which who whom whose when where why how is are was were do does did can could will would should has have had the a an of in on at by for from to it its i you they he she there be my your much many tell me give and or this that'.split(
    ' ',
  ),
);

function withoutMark(ask: string): string {
  return ask.replace(/\s*[?.!]+\s*$/, '');
}

function lower(ask: string): string {
  return /^[A-Z][a-z]/.test(ask) ? ask[0]?.toLowerCase() + ask.slice(1) : ask;
}
