import { type Answer, asksForList, asksOfAll } from '../reading/answer.ts';
import type { Asked } from '../reading/asked.ts';
import type { Extractor } from '../reading/extractor.ts';
import type { ExtractedPage } from '../reading/page/page.ts';
import { filledShare } from '../reading/schema/filled-share.ts';
import { holdsPhrase } from './agent/language/words.ts';
import { subjectsOf } from './agent/pursue.ts';
import type { SiteReader } from './agent/site-reader.ts';
import type { BrowserRun } from './browser-run.ts';
import { readPage } from './read-page.ts';

/** How much of a schema must be filled before its answer counts as found. */
export const ENOUGH_FILLED = 0.75;

/** Reads a site for one task: what is asked of every page, and when that is answered. */
export function readerOf(
  run: BrowserRun,
  extractor: Extractor,
  signal: AbortSignal,
  asked: Asked,
): SiteReader {
  return {
    isOfAll: asksOfAll(asked),
    isOfData: asked.outputSchema !== null,
    takesPart: asksForList(asked),
    async open() {
      const reading = await readPage(run, extractor, signal);
      const isServed = reading !== null && (reading.status ?? 200) < 400;
      return isServed ? { markup: reading.markup, page: reading.extracted } : null;
    },
    async join(pages) {
      const [first, ...further] = pages.map(({ markup }) => ({ body: markup, contentType: null }));
      const url = pages[0]?.page.url ?? '';
      return (await extractor.read({ body: '', contentType: null, ...first, url, further }, null, signal))
        .page;
    },
    askTogether: (pages, question) =>
      extractor.askSite(pages, { goal: question, instructions: null, outputSchema: null }, signal),
    async ask(page, question) {
      const isTask = question === asked.goal;
      const answer = await extractor.answer(
        page,
        isTask ? asked : { goal: question, instructions: null, outputSchema: null },
        signal,
      );
      return isTask ? enough(asked, answer, page) : saidIn(answer);
    },
  };
}

/** A schema is filled by a page that speaks of what the task names, and not by one of its like. */
function enough({ goal, outputSchema }: Asked, answer: Answer | null, page: ExtractedPage): unknown {
  const said = saidIn(answer);
  if (!outputSchema) return said;
  const text = `${page.title} ${page.text}`;
  const isAbout = subjectsOf(goal).every((name) => holdsPhrase(text, name));
  return isAbout && filledShare(outputSchema, said) >= ENOUGH_FILLED ? said : null;
}

function saidIn(answer: Answer | null): unknown {
  return answer?.found ? answer.output : null;
}
