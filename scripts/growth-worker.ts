import { parentPort, workerData } from 'node:worker_threads';
import { readPage } from '../src/judge/page-reading.ts';
import { textPage } from '../src/reading/content/text-page.ts';
import { parseMarkup } from '../src/reading/page/parse-markup.ts';
import { readTask } from '../src/task/index.ts';
import { ENTRIES, type GrowthNews, type Target } from './growth-targets.ts';

/** Calls each target with hostile texts that grow, and reports those that take much longer than the texts grow. */

const MOST_GROWTH = 6;
const LEAST_MS = 5;
const TRIES = 5;
const SIZE = 4_000;
const ENTRY_SIZE = 1_000_000;
/** The time that a judging thread has. */
const ENTRY_MS = 3_000;

const repeat = (unit: string) => (size: number) => unit.repeat(Math.ceil(size / unit.length)).slice(0, size);
const half = (size: number, space: string) => space.repeat(Math.floor(size / 2));

const FAMILIES: Record<string, (size: number) => string> = {
  letters: repeat('a'),
  spaces: (size) => `a${half(size, ' ')}b and${half(size, ' ')}c`,
  'lines of nothing': (size) => `click${half(size, '\n')}${half(size, ' \n')}x`,
  quotes: repeat('“'),
  'straight quotes': repeat('\'a "b '),
  brackets: repeat('[({<'),
  tags: repeat('<a href="'),
  commas: repeat('a, '),
  dashes: repeat('a-a-'),
  digits: repeat('1,1.1'),
  words: repeat('click and then '),
  talk: repeat('I could not find the price of the page, sorry. '),
  addresses: repeat('http://a.b/c?d '),
  json: (size) => '{"a":['.repeat(size / 6),
  'regular expressions': repeat('(.+)+~~'),
  surrogates: repeat('\ud800'),
  marks: repeat('e\u0301'),
  han: repeat('漢字。'),
};

const BENIGN = 'What does the kettle cost?';
const SAID = 'The kettle costs 58 dollars.';
const ADDRESS = 'https://shop.example/kettle';

/** Values of the other types; a target with any other type needs a browser or a service. */
const STAND_INS: Record<string, () => unknown> = {
  '': () => undefined,
  boolean: () => true,
  address: () => ADDRESS,
  'number | undefined': () => 3,
  Day: () => ({ year: 2026, month: 11, day: 19 }),
  Document: () => parseMarkup(`<p>${SAID}</p>`),
  ExtractedPage: () => textPage(SAID, ADDRESS),
  'readonly ExtractedPage[]': () => [textPage(SAID, ADDRESS)],
  PageReading: () =>
    readPage({ finalUrl: ADDRESS, httpStatus: 200, title: '', headers: {}, markup: `<p>${SAID}</p>` }),
  Schema: () => ({ type: 'object', properties: { price: { type: 'number' } } }),
  'Record<string, unknown>': () => ({ type: 'number' }),
  'ReadonlySet<string>': () => new Set(['kettle']),
  'readonly NamedFile[]': () => [],
  'readonly T[]': () => [],
  OtherFiles: () => ({}),
  'Field[]': () => [],
  'readonly Block[]': () => [],
  PageModel: () => ({ url: ADDRESS, title: '', elements: [], parents: [], ends: [] }),
  TaskReading: () => readTask({ goal: BENIGN, steps: [], url: null, outputSchema: null }),
  '(word: string) => string': () => (word: string) => word,
  '{ name: string; hints?: string }': () => ({ name: SAID }),
};
STAND_INS['PageReading | null'] = STAND_INS.PageReading as () => unknown;

const TEXTS: Record<string, (text: string) => unknown> = {
  string: (text) => text,
  'string | null': (text) => text,
  unknown: (text) => ({ [text.slice(0, 2_000)]: text, status: text, list: text.match(/.{1,40}/gsu) ?? [] }),
  'readonly string[]': (text) => text.match(/.{1,40}/gsu) ?? [],
  'string[]': (text) => text.match(/.{1,40}/gsu) ?? [],
  JudgeInput: (text) => ({
    goal: text,
    result: { ok: true, output: text, byModel: true },
    page: { finalUrl: ADDRESS, httpStatus: 200, title: text, headers: {}, markup: text, whole: text },
    files: [],
    schemaProblems: null,
  }),
  ToldTask: (text) => ({ goal: text, instructions: text, steps: [text], url: null, outputSchema: null }),
};

/** The hostile text in one place, the others harmless; and in all places at once. */
function callsOf({ params }: Target, text: string): unknown[][] {
  const places = params.flatMap((type, index) => (type in TEXTS ? [index] : []));
  const call = (hostile: readonly number[]) =>
    params.map((type, index) =>
      hostile.includes(index)
        ? TEXTS[type]?.(text)
        : type in TEXTS
          ? TEXTS[type]?.(BENIGN)
          : STAND_INS[type]?.(),
    );
  return places.length === 1 ? [call(places)] : [...places.map((place) => call([place])), call(places)];
}

/** Of one call; the clock ticks in steps of up to 4 ms, so quick work is repeated. */
function cpuMs(work: () => unknown, leastMs: number): number {
  const before = process.threadCpuUsage();
  for (let calls = 1; ; calls += 1) {
    work();
    const { user, system } = process.threadCpuUsage(before);
    if ((user + system) / 1_000 >= leastMs || calls === 200) return (user + system) / 1_000 / calls;
  }
}

interface Found {
  target: Target;
  family: string;
  /** A million characters may come. */
  isEntry: boolean;
  /** The call with a text of a size, for milliseconds of CPU time. */
  time(size: number, leastMs?: number): number;
}

/** Measured again where it seems slow: a quick call that other work disturbs is not slow. */
function growthOf({ target, family, time, isEntry }: Found): string | null {
  const best = (size: number) => Math.min(...Array.from({ length: TRIES }, () => time(size, 4 * LEAST_MS)));
  const isSlow = (small: number, large: number) => large > LEAST_MS && large > MOST_GROWTH * small;
  const entryMs = isEntry ? time(ENTRY_SIZE) : 0;
  if (entryMs > ENTRY_MS)
    return `${nameOf(target)} (${family}): ${entryMs.toFixed(0)} ms for ${ENTRY_SIZE} characters`;
  const grown = time(4 * SIZE);
  if (grown <= LEAST_MS || !isSlow(time(SIZE), grown)) return null;
  const pairs = [1, 2, 3, 4].map(() => [best(SIZE), best(4 * SIZE)] as const);
  if (!pairs.every(([small, large]) => isSlow(small, large))) return null;
  const [small = 0, large = 0] = pairs[0] ?? [];
  return `${nameOf(target)} (${family}): ${small.toFixed(1)} ms for ${SIZE}, ${large.toFixed(1)} ms for four times that`;
}

const nameOf = ({ path, name }: Target) => `${path} ${name}`;

function problemOf(found: Found): string | null {
  try {
    return growthOf(found);
  } catch (error) {
    // It runs in a page.
    if (error instanceof ReferenceError && error.message.startsWith('document')) return null;
    return `${nameOf(found.target)} (${found.family}): throws ${String(error).slice(0, 100)}`;
  }
}

/** Null for a target that needs a browser or a service. */
async function problemsOf(target: Target): Promise<string[] | null> {
  if (!target.params.every((type) => type in TEXTS || type in STAND_INS)) return null;
  const module = await import(`../${target.path}`);
  const problems: string[] = [];
  for (const [family, grow] of Object.entries(FAMILIES)) {
    for (const variant of callsOf(target, '').keys()) {
      const time = (size: number, leastMs = 0) => {
        const args = callsOf(target, grow(size))[variant] ?? [];
        return cpuMs(() => module[target.name](...args), leastMs);
      };
      parentPort?.postMessage({ doing: `${nameOf(target)} (${family})` });
      const problem = problemOf({ target, family, time, isEntry: ENTRIES.has(target.name) && variant === 0 });
      if (problem !== null) problems.push(problem);
    }
  }
  return problems;
}

for (const target of workerData as Target[])
  parentPort?.postMessage({ problems: await problemsOf(target) } satisfies GrowthNews);
