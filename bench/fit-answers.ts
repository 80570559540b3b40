/**
 * Fits what the traits of an answer are worth and how certain that makes it (`src/reading/site/weights.ts`) to the
 * questions with known answers in `bench/questions`, but for the held ones, and prints how well sites do that the fit has
 * not seen, or writes what fits all of them. `node bench/fit-answers.ts [--write]`
 *
 * How often a page's own answer is right can only be learned where nobody mended the reading until it was: on the blind
 * sites. Do not look at them when you mend.
 */
import { writeFile } from 'node:fs/promises';
import path from 'node:path';
import { parseArgs } from 'node:util';
import { weighAnswer } from '../src/reading/answers/answer-question.ts';
import { indexPage } from '../src/reading/answers/page-index.ts';
import { readDocument } from '../src/reading/read-document.ts';
import { candidatesOn, ENOUGH } from '../src/reading/site/answer-site.ts';
import { amongScored, dot, logistic, type Scored, signsOf } from '../src/reading/site/choose-answer.ts';
import {
  type Candidate,
  SIGNS,
  type Signs,
  type SiteQuestion,
  TRAITS,
  type Traits,
  traitsOf,
} from '../src/reading/site/traits.ts';
import { answers, pagesIn, questionsIn, sitesIn } from './questions.ts';

const { values: options } = parseArgs({ options: { write: { type: 'boolean', default: false } } });

interface Sample {
  site: string;
  /** What the page that is asked tells by itself. */
  told: { candidate: Candidate; isRight: boolean } | null;
  /** The site does not say it: the right answer is none. */
  isUnsaid: boolean;
  asked: SiteQuestion;
  candidates: { candidate: Candidate; traits: Traits; isRight: boolean }[];
}

interface Fit {
  worth: Traits;
  certainty: Signs;
}

/** Sites are left out of the fit in so many groups, one after the other. */
const FOLDS = 12;
const ROUNDS = 400;
const STEP = 0.05;
/** Keeps what few questions speak of from counting much. */
const CAUTION = 0.001;
const CERTAINTY_ROUNDS = 600;
const CERTAINTY_STEP = 0.3;
const CERTAINTY_CAUTION = 0.08;

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
  likely: number;
  isSaid: boolean;
  isRight: boolean;
}

function print(name: string, outcomes: readonly Outcome[]): void {
  const asked = outcomes.filter(({ sample }) => !sample.isUnsaid);
  const said = outcomes.filter(({ isSaid }) => isSaid);
  const count = (some: readonly Outcome[], isRight: boolean) =>
    some.filter((each) => each.isRight === isRight).length;
  console.log(
    `${name}, none of them seen by the fit: of ${asked.length} questions ${count(said, true)} answered right; ` +
      `${count(said, false)} wrong answers, ${said.filter(({ sample }) => sample.isUnsaid).length} of them to ` +
      `${outcomes.length - asked.length} that the site does not answer`,
  );
  for (const least of [0.2, 0.3, 0.4, 0.5, 0.6, 0.7, 0.8]) {
    const told = outcomes.filter(({ likely }) => likely >= least);
    const own = told.filter(({ sample }) => sample.told);
    console.log(
      `  from ${least} on: ${count(told, true)} right, ${count(told, false)} wrong; by pages themselves ${count(own, true)} and ${count(own, false)}`,
    );
  }
}

async function samplesOf(site: string): Promise<Sample[]> {
  const pages = new Map(
    await Promise.all(
      [...(await pagesIn(site))].map(async ([at, body]) => {
        const { page } = await readDocument(
          { url: `http://site${at}`, body, contentType: 'text/html' },
          null,
        );
        return [at, indexPage(page)] as const;
      }),
    ),
  );
  return (await questionsIn(site)).map((asked): Sample => {
    const start = pages.get(asked.at) ?? pages.get('/');
    const indexes = [...pages.values()].sort((one, other) => Number(other === start) - Number(one === start));
    const found = candidatesOn(indexes, asked.ask);
    const answer = indexes[0] && weighAnswer(indexes[0], asked.ask);
    return {
      site,
      told: answer
        ? {
            candidate: { at: 0, output: answer.output, by: 'told', answer },
            isRight: answers(asked, answer.output),
          }
        : null,
      isUnsaid: asked.answer === null,
      asked: found.site,
      candidates: found.candidates.map((candidate) => ({
        candidate,
        traits: traitsOf(candidate, found.candidates, found.site),
        isRight: answers(asked, candidate.output),
      })),
    };
  });
}

function fitTo(samples: readonly Sample[]): Fit {
  const worth = fitWorth(samples);
  return { worth, certainty: fitCertainty(samples, worth) };
}

/** Raises the chance of the right answers of each question against the others, by steps of their own for each weight (Adam). */
function fitWorth(samples: readonly Sample[]): Traits {
  const worth = TRAITS.map(() => 0);
  const drift = TRAITS.map(() => 0);
  const spread = TRAITS.map(() => 0);
  const known = samples
    .filter(({ candidates }) => candidates.some(({ isRight }) => isRight))
    .map(({ candidates }) =>
      candidates.map(({ traits, isRight }) => ({ row: TRAITS.map((name) => traits[name]), isRight })),
    );
  for (let round = 1; round <= ROUNDS; round += 1) {
    const slope = worth.map((weight) => CAUTION * weight);
    for (const rows of known) {
      const chances = rows.map(({ row }) => Math.exp(product(row, worth)));
      const all = chances.reduce((sum, chance) => sum + chance, 0);
      const right = chances.reduce((sum, chance, at) => sum + (rows[at]?.isRight ? chance : 0), 0);
      for (const [at, { row, isRight }] of rows.entries()) {
        const chance = chances[at] as number;
        addTo(slope, row, (chance / all - (isRight ? chance / right : 0)) / known.length);
      }
    }
    for (const [at, steep] of slope.entries()) {
      drift[at] = 0.9 * (drift[at] as number) + 0.1 * steep;
      spread[at] = 0.999 * (spread[at] as number) + 0.001 * steep * steep;
      const pace = Math.sqrt(spread[at] / (1 - 0.999 ** round)) + 1e-8;
      worth[at] = (worth[at] as number) - (STEP * drift[at]) / (1 - 0.9 ** round) / pace;
    }
  }
  return named(TRAITS, worth);
}

function fitCertainty(samples: readonly Sample[], worth: Traits): Signs {
  const points = samples.flatMap((sample) => {
    const chosen = chosenFrom(sample, worth);
    if (!chosen || (sample.told && !isBlind(sample)) || isReasoned(sample)) return [];
    return [{ row: SIGNS.map((name) => chosen.signs[name]), isRight: chosen.isRight }];
  });
  const scales = SIGNS.map((name, at) =>
    scaleOf(
      name,
      points.map(({ row }) => row[at] as number),
    ),
  );
  const scaled = points.map(({ row, isRight }) => ({
    row: row.map((value, at) => (value - (scales[at] as Scale).middle) / (scales[at] as Scale).spread),
    isRight,
  }));
  const weights = SIGNS.map(() => 0);
  for (let round = 0; round < CERTAINTY_ROUNDS; round += 1) {
    const slope = weights.map((weight, at) => (SIGNS[at] === 'base' ? 0 : CERTAINTY_CAUTION * weight));
    for (const { row, isRight } of scaled)
      addTo(slope, row, (logistic(product(row, weights)) - Number(isRight)) / scaled.length);
    addTo(weights, slope, -CERTAINTY_STEP);
  }
  return named(SIGNS, unscaled(weights, scales));
}

interface Scale {
  middle: number;
  spread: number;
}

/** Signs are made comparable, so that caution holds all of them back alike. */
function scaleOf(name: string, values: readonly number[]): Scale {
  const middle = values.reduce((sum, value) => sum + value, 0) / values.length;
  const spread = Math.sqrt(values.reduce((sum, value) => sum + (value - middle) ** 2, 0) / values.length);
  return name === 'base' || spread === 0 ? { middle: 0, spread: 1 } : { middle, spread };
}

function unscaled(weights: readonly number[], scales: readonly Scale[]): number[] {
  const raw = weights.map((weight, at) => weight / (scales[at] as Scale).spread);
  const shift = raw.reduce((sum, weight, at) => sum + weight * (scales[at] as Scale).middle, 0);
  return raw.map((weight, at) => (SIGNS[at] === 'base' ? weight - shift : weight));
}

function isBlind({ site }: Sample): boolean {
  return site.startsWith('blind-');
}

/** What was worked out stands nowhere on the page, and is told without weighing it. */
function isReasoned({ told }: Sample): boolean {
  return told?.candidate.answer?.isReasoned ?? false;
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

function scoredBy({ candidates }: Sample, worth: Traits): (Scored & { isRight: boolean })[] {
  return candidates
    .map((each) => ({ ...each, score: dot(TRAITS, each.traits, worth) }))
    .sort((one, other) => other.score - one.score);
}

function outcome(sample: Sample, { worth, certainty }: Fit): Outcome {
  const chosen = chosenFrom(sample, worth);
  const likely = chosen ? logistic(dot(SIGNS, chosen.signs, certainty)) : 0;
  return {
    sample,
    likely,
    isSaid: chosen !== null && (sample.told !== null || likely >= ENOUGH),
    isRight: chosen?.isRight ?? false,
  };
}

function product(row: readonly number[], weights: readonly number[]): number {
  let sum = 0;
  for (let at = 0; at < row.length; at += 1) sum += (row[at] as number) * (weights[at] as number);
  return sum;
}

function addTo(sums: number[], row: readonly number[], times: number): void {
  for (let at = 0; at < row.length; at += 1) sums[at] = (sums[at] as number) + times * (row[at] as number);
}

function named<Name extends string>(names: readonly Name[], values: readonly number[]): Record<Name, number> {
  return Object.fromEntries(names.map((name, at) => [name, values[at]])) as Record<Name, number>;
}

async function write({ worth, certainty }: Fit): Promise<void> {
  const table = (values: Record<string, number>) =>
    Object.entries(values)
      .map(([name, value]) => `  ${name}: ${Number(value.toFixed(2))},\n`)
      .join('');
  const text = `import type { Signs, Traits } from './traits.ts';

/** Fitted by \`bench/fit-answers.ts\`; not to be changed by hand. */
export const WORTH: Traits = {
${table(worth)}};

export const CERTAINTY: Signs = {
${table(certainty)}};
`;
  await writeFile(path.join(import.meta.dirname, '../src/reading/site/weights.ts'), text);
}

await main();
