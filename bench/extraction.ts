/**
 * What reading a page is worth and what it costs: our text against that of Readability and Turndown alone on the same
 * pages, and how long the first answer of a new process takes beside a warm one.
 */
import { readdir, readFile } from 'node:fs/promises';
import { Readability } from '@mozilla/readability';
import { parseHTML } from 'linkedom';
import TurndownService from 'turndown';
import { gfm } from 'turndown-plugin-gfm';
import { Extractor } from '../src/reading/index.ts';
import { blindPages } from './questions.ts';
import { type Finding, figure, isMet, ratioFinding } from './report.ts';
import { inTurns } from './rounds.ts';

const NOTHING_ASKED = { goal: '', instructions: null, outputSchema: null };
const ROUNDS = 5;

interface TextPage {
  name: string;
  html: string;
  /** What the text holds, and what it must not. */
  text: { has: string[]; lacks: string[] };
}

export async function extraction(): Promise<Finding[]> {
  await using extractor = new Extractor();
  await extractor.warm();
  const pages = (await blindPages()).map(({ html }) => html);
  const [page = ''] = pages;
  const first = await timed(extractor, page);
  return [await quality(extractor), await speed(extractor, pages), await start(extractor, page, first)];
}

async function quality(extractor: Extractor): Promise<Finding> {
  const scores: { ours: boolean; theirs: boolean }[] = [];
  for (const { html, text } of await textPages()) {
    const [ours, theirs] = [await read(extractor, html), readability(html)].map(plain);
    for (const part of text.has)
      scores.push({ ours: !!ours?.includes(plain(part)), theirs: !!theirs?.includes(plain(part)) });
    for (const part of text.lacks)
      scores.push({ ours: !ours?.includes(plain(part)), theirs: !theirs?.includes(plain(part)) });
  }
  const share = (side: 'ours' | 'theirs') =>
    (100 * scores.filter((score) => score[side]).length) / scores.length;
  return {
    what: 'parts of the text, and nothing around it',
    baseline: `${figure(share('theirs'))} %`,
    product: `${figure(share('ours'))} %`,
    value: `${figure(share('ours'))} %`,
    spread: '',
    bar: `>= ${figure(share('theirs'))} %`,
    isMet: isMet(share('ours'), { atLeast: share('theirs') }),
  };
}

async function textPages(): Promise<TextPage[]> {
  const folder = new URL('../test/pages/', import.meta.url);
  const names = (await readdir(folder)).filter((name) => name.endsWith('.json'));
  return Promise.all(
    names.map(async (file) => ({
      ...JSON.parse(await readFile(new URL(file, folder), 'utf8')),
      name: file,
      html: await readFile(new URL(file.replace(/json$/, 'html'), folder), 'utf8'),
    })),
  );
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
function readability(html: string): string {
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

async function start(extractor: Extractor, page: string, first: number): Promise<Finding> {
  const warm = await timed(extractor, page);
  return {
    what: 'the first page of a reader that has started, beside the same page warm',
    baseline: `${figure(warm)} ms`,
    product: `${figure(first)} ms`,
    value: `${figure(first / warm)} x`,
    spread: '',
    bar: '<= 2x',
    isMet: isMet(first / warm, { atMost: 2 }),
  };
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
