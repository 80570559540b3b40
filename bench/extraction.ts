/**
 * What reading a page is worth and what it costs: our reading against Readability and Turndown alone on the same
 * pages.
 */
import { Readability } from '@mozilla/readability';
import { parseHTML } from 'linkedom';
import TurndownService from 'turndown';
import { gfm } from 'turndown-plugin-gfm';
import { Extractor } from '../src/reading/extractor.ts';
import {
  loadPages,
  type PageCase,
  type Score,
  scorePage,
  sourceOf,
  textScores,
} from '../test/pages/score.ts';
import { type Finding, figure, isMet, ratioFinding } from './report.ts';
import { inTurns } from './rounds.ts';

const NOTHING_ASKED = { goal: '', instructions: null, outputSchema: null };
const ROUNDS = 5;
/** Looked at, and not yet worked on to the end: their figures are shown and held against nothing. */
const UNDER_WORK = new Set([
  'fresh (7)',
  'fresh (8)',
  'fresh (9)',
  'fresh (10)',
  'fresh (11)',
  'fresh (12)',
  'fresh (13)',
]);

export async function extraction(): Promise<Finding[]> {
  const sets = {
    seen: await loadPages('seen'),
    'held out': await loadPages('held-out'),
    'fresh (1)': await loadPages('fresh-1'),
    'fresh (2)': await loadPages('fresh-2'),
    'fresh (3)': await loadPages('fresh-3'),
    'fresh (4)': await loadPages('fresh-4'),
    'fresh (5)': await loadPages('fresh-5'),
    'fresh (6)': await loadPages('fresh-6'),
    'fresh (7)': await loadPages('fresh-7'),
    'fresh (8)': await loadPages('fresh-8'),
    'fresh (9)': await loadPages('fresh-9'),
    'fresh (10)': await loadPages('fresh-10'),
    'fresh (11)': await loadPages('fresh-11'),
    'fresh (12)': await loadPages('fresh-12'),
    'fresh (13)': await loadPages('fresh-13'),
  };
  await using extractor = new Extractor();
  const findings: Finding[] = [];
  for (const [name, pages] of Object.entries(sets)) findings.push(...(await quality(extractor, pages, name)));
  findings.push(await speed(extractor, Object.values(sets).flat()));
  return findings;
}

async function quality(extractor: Extractor, pages: PageCase[], name: string): Promise<Finding[]> {
  const ours: Score[] = [];
  const theirs: Score[] = [];
  for (const page of pages) {
    theirs.push(...textScores(page, readability(page)));
    const scores = await scorePage(page, async (page, asked) => {
      const { answer } = await extractor.read(sourceOf(page), asked);
      return answer?.found ? answer.output : undefined;
    });
    ours.push(...scores);
  }
  const share = (scores: Score[]) => (100 * scores.filter(({ isRight }) => isRight).length) / scores.length;
  const of = (kind: Score['kind']) => ours.filter((score) => score.kind === kind);
  const finding = (
    what: string,
    value: number,
    baseline: number | null,
    atLeast: number | null,
  ): Finding => ({
    what: `${what}, ${name} pages`,
    baseline: baseline === null ? '' : `${figure(baseline)} %`,
    product: `${figure(value)} %`,
    value: `${figure(value)} %`,
    spread: '',
    bar: atLeast === null ? '' : `>= ${figure(atLeast)} %`,
    isMet: atLeast === null || isMet(value, { atLeast }),
  });
  const least = UNDER_WORK.has(name) ? null : 70;
  return [
    finding('parts of the text, and nothing around it', share(of('text')), share(theirs), share(theirs)),
    finding('questions answered or rightly not', share(of('ask')), null, least),
    finding('schemas filled exactly', share(of('schema')), null, least),
  ];
}

const turndown = new TurndownService({
  headingStyle: 'atx',
  codeBlockStyle: 'fenced',
  bulletListMarker: '-',
});
turndown.use(gfm);

/** As its readme shows it; what is no page they leave as it is. */
function readability({ html, contentType }: PageCase): string {
  if (contentType !== null) return html;
  const { document } = parseHTML(html);
  const article = new Readability(document as unknown as Document).parse();
  return article?.content ? turndown.turndown(article.content) : '';
}

async function speed(extractor: Extractor, pages: PageCase[]): Promise<Finding> {
  const rounds = await inTurns(
    ROUNDS,
    async () => rate(pages, async (page) => void readability(page)),
    async () => {
      return rate(pages, async (page) => void (await extractor.read(sourceOf(page), NOTHING_ASKED)));
    },
  );
  return ratioFinding('pages read to Markdown', '/s', rounds, { atLeast: 0.5 });
}

async function rate(pages: PageCase[], work: (page: PageCase) => Promise<void>): Promise<number> {
  const startedAt = performance.now();
  for (const page of pages) await work(page);
  return (1_000 * pages.length) / (performance.now() - startedAt);
}
