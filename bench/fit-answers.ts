/**
 * Fits what the traits of an answer are worth, how certain that makes it (`src/reading/site/weights.ts`), and the same of
 * the pieces of a page that are quoted where no answer is certain (`src/reading/quotes/weights.ts`), to the questions with
 * known answers in `bench/questions`, but for the held ones, and prints how well sites do that the fit has not seen, or
 * writes what fits all of them. `node bench/fit-answers.ts [--write]`
 *
 * How often a page's own answer is right can only be learned where nobody mended the reading until it was: on the blind
 * sites. Do not look at them when you mend.
 */
import { writeFile } from 'node:fs/promises';
import path from 'node:path';
import { parseArgs } from 'node:util';
import { isWeighed } from '../src/reading/answer.ts';
import { weighAnswer } from '../src/reading/answers/answer-question.ts';
import { indexPage } from '../src/reading/answers/page-index.ts';
import { chanceSigns, type RankedQuote, rankQuotes, textOf } from '../src/reading/quotes/find-quote.ts';
import {
  type AskedWord,
  CHANCE_SIGNS,
  type ChanceSigns,
  QUOTE_SIGNS,
  type QuoteSigns,
} from '../src/reading/quotes/quote-signs.ts';
import { readDocument } from '../src/reading/read-document.ts';
import { candidatesOn } from '../src/reading/site/answer-site.ts';
import { amongScored, dot, logistic, type Scored, signsOf } from '../src/reading/site/choose-answer.ts';
import { LEAST_LIKELY } from '../src/reading/site/site-answer.ts';
import {
  type Candidate,
  SIGNS,
  type Signs,
  type SiteQuestion,
  TRAITS,
  type Traits,
  traitsOf,
} from '../src/reading/site/traits.ts';
import { fitChance, fitChoice, type Weights } from './fitting.ts';
import { type SiteQuestion as Asked, answers, pagesIn, questionsIn, sitesIn } from './questions.ts';

const { values: options } = parseArgs({ options: { write: { type: 'boolean', default: false } } });

interface Sample {
  site: string;
  /** What the page that is asked tells by itself. */
  told: { candidate: Candidate; isRight: boolean } | null;
  /** A text or a list is told as it is. */
  isWeighed: boolean;
  /** The site does not say it: the right answer is none. */
  isUnsaid: boolean;
  asked: SiteQuestion;
  candidates: { candidate: Candidate; traits: Traits; isRight: boolean }[];
  quotes: RankedQuote[];
  words: AskedWord[];
  isAnsweredBy(text: string): boolean;
}

interface Fit {
  worth: Traits;
  certainty: Signs;
  quoteWorth: QuoteSigns;
  quoteChance: ChanceSigns;
}

/** Sites are left out of the fit in so many groups, one after the other. */
const FOLDS = 6;

async function main(): Promise<void> {
  const sites = (await sitesIn()).filter((site) => !site.startsWith('held-'));
  const samples = (await Promise.all(sites.map(samplesOf))).flat();
  if (options.write) {
    await write(fitTo(samples));
    return;
  }
  const unseen = Array.from({ length: FOLDS }).flatMap((_, fold) => {
    const held = new Set(sites.filter((_site, at) => at % FOLDS === fold));
    const rest = fitTo(samples.filter(({ site }) => !held.has(site)));
    return samples.filter(({ site }) => held.has(site)).map((sample) => outcome(sample, rest));
  });
  const groups = Map.groupBy(unseen, ({ sample }) => (isBlind(sample) ? 'blind sites' : 'other sites'));
  for (const [name, outcomes] of groups) print(name, outcomes);
}

interface Outcome {
  sample: Sample;
  /** How likely the value that would be told is right, and whether it is. */
  likely: number;
  isRight: boolean;
  /** The same of the pieces that would be quoted instead. */
  quoteLikely: number;
  isQuoteRight: boolean;
}

function print(name: string, outcomes: readonly Outcome[]): void {
  const unsaid = outcomes.filter(({ sample }) => sample.isUnsaid).length;
  console.log(
    `${name}, none of them seen by the fit: ${outcomes.length - unsaid} questions, ${unsaid} more that the site does not answer`,
  );
  const row = (what: string, some: readonly Outcome[], isRight: (each: Outcome) => boolean) =>
    console.log(
      `  ${what}: ${some.filter(isRight).length} right, ${some.filter((each) => !isRight(each)).length} not, ` +
        `${some.filter(({ sample }) => sample.isUnsaid).length} of these to what the site does not answer`,
    );
  for (const least of [0.4, 0.5, 0.6, 0.7, 0.8])
    row(
      `values from ${least} on`,
      outcomes.filter(({ likely }) => likely >= least),
      ({ isRight }) => isRight,
    );
  const rest = outcomes.filter(({ likely }) => likely < LEAST_LIKELY);
  for (const least of [0, 0.3, 0.4, 0.5, 0.6, 0.7])
    row(
      `of the rest, quotes from ${least} on`,
      rest.filter(({ quoteLikely }) => quoteLikely >= least),
      ({ isQuoteRight }) => isQuoteRight,
    );
}

async function samplesOf(site: string): Promise<Sample[]> {
  const pages = new Map(
    await Promise.all(
      [...(await pagesIn(site))].map(async ([at, body]) => {
        const source = { url: `http://site${at}`, body, contentType: 'text/html' };
        const { page } = await readDocument(source, { goal: '', instructions: null, outputSchema: null });
        return [at, indexPage(page)] as const;
      }),
    ),
  );
  return (await questionsIn(site)).map((asked): Sample => {
    const start = pages.get(asked.at) ?? pages.get('/');
    const indexes = [...pages.values()].sort((one, other) => Number(other === start) - Number(one === start));
    const found = candidatesOn(indexes, asked.ask);
    const answer = indexes[0] && weighAnswer(indexes[0], asked.ask);
    const quoted = rankQuotes(
      indexes.map(({ page }) => page),
      found.site.question,
      answer?.output ?? null,
    );
    return {
      site,
      told: answer
        ? {
            candidate: { at: 0, output: answer.output, by: 'told', answer },
            isRight: answers(asked, answer.output),
          }
        : null,
      isWeighed: !answer || isWeighed(answer, asked.ask),
      isUnsaid: asked.answer === null,
      asked: found.site,
      candidates: found.candidates.map((candidate) => ({
        candidate,
        traits: traitsOf(candidate, found.candidates, found.site),
        isRight: answers(asked, candidate.output),
      })),
      quotes: quoted.ranked,
      words: quoted.words,
      isAnsweredBy: (text) => says(asked, text),
    };
  });
}

/** A piece of a page may say more than was asked for: what a value must not be may stand in it. */
function says({ answer }: Asked, text: string): boolean {
  return answer?.every((pattern) => new RegExp(pattern, 'iu').test(text)) ?? false;
}

function fitTo(samples: readonly Sample[]): Fit {
  const worth = fitChoice(
    TRAITS,
    samples.map(({ candidates }) => candidates),
  );
  const quoteWorth = fitChoice(
    QUOTE_SIGNS,
    samples.map(({ quotes, isAnsweredBy }) =>
      quotes.map(({ signs, quote }) => ({ traits: signs, isRight: isAnsweredBy(quote.text) })),
    ),
  );
  const certainty = fitChance(
    SIGNS,
    samples.flatMap((sample) => {
      const chosen = chosenFrom(sample, worth);
      return chosen && sample.isWeighed && (!sample.told || isBlind(sample)) ? [chosen] : [];
    }),
  );
  const quoteChance = fitChance(
    CHANCE_SIGNS,
    samples.flatMap((sample) => quotedFrom(sample, quoteWorth) ?? []),
  );
  return { worth, certainty, quoteWorth, quoteChance };
}

function isBlind({ site }: Sample): boolean {
  return site.startsWith('blind-');
}

/** What would be told: the page's own answer, else the best of all. */
function chosenFrom(sample: Sample, worth: Traits): { signs: Signs; isRight: boolean } | null {
  const scored = scoredBy(sample, worth);
  if (sample.told) {
    const told = amongScored(sample.told.candidate, scored, sample.asked, worth);
    return { signs: signsOf(told, scored, sample.asked), isRight: sample.told.isRight };
  }
  const [best] = scored;
  return best ? { signs: signsOf(best, scored, sample.asked), isRight: best.isRight } : null;
}

/** What would be quoted. */
function quotedFrom(sample: Sample, worth: QuoteSigns): { signs: ChanceSigns; isRight: boolean } | null {
  const ranked = sample.quotes
    .map((quote) => ({ ...quote, score: dot(QUOTE_SIGNS, quote.signs, worth) }))
    .sort((one, other) => other.score - one.score);
  if (ranked.length === 0) return null;
  const signs = chanceSigns(ranked, sample.words, sample.asked.question);
  return { signs, isRight: sample.isAnsweredBy(textOf(ranked)) };
}

function scoredBy({ candidates }: Sample, worth: Traits): (Scored & { isRight: boolean })[] {
  return candidates
    .map((each) => ({ ...each, score: dot(TRAITS, each.traits, worth) }))
    .sort((one, other) => other.score - one.score);
}

function outcome(sample: Sample, { worth, certainty, quoteWorth, quoteChance }: Fit): Outcome {
  const chosen = chosenFrom(sample, worth);
  const quoted = quotedFrom(sample, quoteWorth);
  const isCertain = sample.told !== null && !sample.isWeighed;
  return {
    sample,
    likely: isCertain ? 1 : chosen ? logistic(dot(SIGNS, chosen.signs, certainty)) : 0,
    isRight: chosen?.isRight ?? false,
    quoteLikely: quoted ? logistic(dot(CHANCE_SIGNS, quoted.signs, quoteChance)) : 0,
    isQuoteRight: quoted?.isRight ?? false,
  };
}

async function write({ worth, certainty, quoteWorth, quoteChance }: Fit): Promise<void> {
  const table = <Name extends string>(values: Weights<Name>) =>
    Object.entries<number>(values)
      .map(([name, value]) => `  ${name}: ${Number(value.toFixed(2))},\n`)
      .join('');
  const fitted = '/** Fitted by `bench/fit-answers.ts`; not to be changed by hand. */';
  const reading = path.join(import.meta.dirname, '../src/reading');
  await writeFile(
    path.join(reading, 'site/weights.ts'),
    `import type { Signs, Traits } from './traits.ts';

${fitted}
export const WORTH: Traits = {
${table(worth)}};

export const CERTAINTY: Signs = {
${table(certainty)}};
`,
  );
  await writeFile(
    path.join(reading, 'quotes/weights.ts'),
    `import type { ChanceSigns, QuoteSigns } from './quote-signs.ts';

${fitted}
export const QUOTE_WORTH: QuoteSigns = {
${table(quoteWorth)}};

export const QUOTE_CHANCE: ChanceSigns = {
${table(quoteChance)}};
`,
  );
}

await main();
