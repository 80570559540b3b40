/**
 * The quality and the cost of reading a page: our text against that of Readability and Turndown alone on the same pages, and the
 * time of the first answer of a new process beside a warm one.
 */
import { Readability } from '@mozilla/readability';
import { parseHTML } from 'linkedom';
import TurndownService from 'turndown';
import { gfm } from 'turndown-plugin-gfm';
import { Extractor } from '../src/reading/index.ts';
import { namesOf, readArchive } from './archive.ts';
import { blindPages } from './questions.ts';
import { type Finding, figure, isMet, ratioFinding } from './report.ts';
import { inTurns } from './rounds.ts';

const NOTHING_ASKED = { goal: '', instructions: null, outputSchema: null };
const ROUNDS = 5;
/** Every so many pages are read first. */
const FIRST_EVERY = 9;

interface TextPage {
  name: string;
  html: string;
  /** Words that the text must have, and words that it must not. */
  text: { has: string[]; lacks: string[] };
}

export async function extraction(): Promise<Finding[]> {
  await using extractor = new Extractor();
  await extractor.warm();
  const pages = (await blindPages()).map(({ html }) => html);
  return [
    ...(await quality(extractor)),
    await news(extractor),
    await speed(extractor, pages),
    await start(pages),
  ];
}

/** `isText`: the part belongs to the text; otherwise it stands around it, and is right where it is missing. */
interface Score {
  isText: boolean;
  ours: boolean;
  theirs: boolean;
}

async function quality(extractor: Extractor): Promise<Finding[]> {
  const scores: Score[] = [];
  for (const { html, text } of await textPages()) {
    const [ours, theirs] = [await read(extractor, html), readability(html)].map(plain);
    for (const part of text.has)
      scores.push({
        isText: true,
        ours: !!ours?.includes(plain(part)),
        theirs: !!theirs?.includes(plain(part)),
      });
    for (const part of text.lacks)
      scores.push({
        isText: false,
        ours: !ours?.includes(plain(part)),
        theirs: !theirs?.includes(plain(part)),
      });
  }
  const share = (side: 'ours' | 'theirs') =>
    (100 * scores.filter((score) => score[side]).length) / scores.length;
  return [
    against('parts of the text, and nothing around it', share),
    against('F1 of the parts of the text', (side) => f1(scores, side)),
  ];
}

function against(what: string, of: (side: 'ours' | 'theirs') => number): Finding {
  const [ours, theirs] = [of('ours'), of('theirs')];
  return {
    what,
    baseline: `${figure(theirs)} %`,
    product: `${figure(ours)} %`,
    value: `${figure(ours)} %`,
    spread: '',
    bar: `>= ${figure(theirs)} %`,
    isMet: isMet(ours, { atLeast: theirs }),
  };
}

/** The share of text in a reader's output, and the share of the text that it gives, in one figure. */
function f1(scores: readonly Score[], side: 'ours' | 'theirs'): number {
  const [text, around] = [scores.filter(({ isText }) => isText), scores.filter(({ isText }) => !isText)];
  const held = text.filter((score) => score[side]).length;
  const extra = around.filter((score) => !score[side]).length;
  return (200 * held) / (held + extra + text.length);
}

async function textPages(): Promise<TextPage[]> {
  const files = await readArchive('text-pages');
  return namesOf(files, 'html').map((name) => ({
    ...JSON.parse(files.get(`${name}.json`) ?? '{}'),
    name,
    html: files.get(`${name}.html`) ?? '',
  }));
}

export async function articles(): Promise<Finding> {
  await using extractor = new Extractor();
  return await news(extractor);
}

/** Of the articles in the archive `news`, beside their true text (its first line is the headline, which counts on neither side). */
async function news(extractor: Extractor): Promise<Finding> {
  const files = await readArchive('news');
  const scores = await Promise.all(
    namesOf(files, 'html').map(async (name) => {
      const html = files.get(`${name}.html`) ?? '';
      const [headline = '', ...lines] = (files.get(`${name}.txt`) ?? '').split('\n');
      const truth = runsOf(lines.join('\n'));
      const scoreOf = (text: string) =>
        runsF1(runsOf(text.replace(headline.slice(2), ' ').replace(/\]\([^()\s]*\)/g, ']')), truth);
      return { name, ours: scoreOf(await read(extractor, html)), theirs: scoreOf(readability(html)) };
    }),
  );
  return against(
    'F1 of the text of news pages, by runs of four words',
    (side) => scores.reduce((sum, score) => sum + score[side], 0) / scores.length,
  );
}

/** Every four words that stand in a row. */
function runsOf(text: string): Set<string> {
  const words = text.toLowerCase().match(/[\p{L}\p{N}]+/gu) ?? [];
  return new Set(words.slice(3).map((_, at) => words.slice(at, at + 4).join(' ')));
}

function runsF1(given: Set<string>, truth: Set<string>): number {
  return (200 * [...given].filter((run) => truth.has(run)).length) / (given.size + truth.size);
}

function plain(text: string): string {
  return text.replace(/[\s*_`|-]+/g, ' ');
}

const turndown = new TurndownService({
  headingStyle: 'atx',
  codeBlockStyle: 'fenced',
  bulletListMarker: '-',
});
turndown.use(gfm);

/** As its readme shows it. */
export function readability(html: string): string {
  const { document } = parseHTML(html);
  const article = new Readability(document as unknown as Document).parse();
  return article?.content ? turndown.turndown(article.content) : '';
}

async function read(extractor: Extractor, html: string): Promise<string> {
  const source = { body: html, url: 'https://site.example/', contentType: null };
  return (await extractor.read(source, NOTHING_ASKED)).page.markdown;
}

async function speed(extractor: Extractor, pages: string[]): Promise<Finding> {
  const rounds = await inTurns(
    ROUNDS,
    () => rate(pages, async (html) => void readability(html)),
    () => rate(pages, async (html) => void (await read(extractor, html))),
  );
  return ratioFinding('pages read to Markdown', '/s', rounds, { atLeast: 1 });
}

/** Both readers see a page for the first time: one has just started, the other has read all other pages. */
async function start(pages: string[]): Promise<Finding> {
  const sums = { first: 0, warm: 0 };
  for (const page of pages.filter((_, at) => at % FIRST_EVERY === 0)) {
    sums.first += await firstTime(page, []);
    sums.warm += await firstTime(
      page,
      pages.filter((other) => other !== page),
    );
  }
  const ratio = sums.first / sums.warm;
  return {
    what: 'the first page of a reader that has started, beside the same page warm',
    baseline: `${figure(sums.warm)} ms`,
    product: `${figure(sums.first)} ms`,
    value: `${figure(ratio)} x`,
    spread: '',
    bar: '<= 2x',
    isMet: isMet(ratio, { atMost: 2 }),
  };
}

async function firstTime(page: string, before: string[]): Promise<number> {
  await using extractor = new Extractor();
  await extractor.warm();
  for (const other of before) await read(extractor, other);
  return await timed(extractor, page);
}

async function timed(extractor: Extractor, html: string): Promise<number> {
  const startedAt = performance.now();
  await read(extractor, html);
  return performance.now() - startedAt;
}

async function rate(pages: string[], work: (html: string) => Promise<void>): Promise<number> {
  const startedAt = performance.now();
  for (const page of pages) await work(page);
  return (1_000 * pages.length) / (performance.now() - startedAt);
}
