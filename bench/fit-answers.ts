/**
 * Fits what the traits of an answer are worth (`src/reading/site/weights.ts`) to the questions with known answers in
 * `bench/questions`, but for the held ones, and prints how well sites do that the fit has not seen.
 * `node bench/fit-answers.ts [--write]`
 */
import { writeFile } from 'node:fs/promises';
import path from 'node:path';
import { parseArgs } from 'node:util';
import { indexPage } from '../src/reading/answers/page-index.ts';
import { readDocument } from '../src/reading/read-document.ts';
import { candidatesOn, ENOUGH } from '../src/reading/site/answer-site.ts';
import { dot, logistic, signsOf } from '../src/reading/site/choose-answer.ts';
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
  /** The site does not say it: the right answer is none. */
  isUnsaid: boolean;
  asked: SiteQuestion;
  candidates: { candidate: Candidate; traits: Traits; isRight: boolean }[];
}

interface Fit {
  worth: Traits;
  certainty: Signs;
}

const ROUNDS = 400;
const STEP = 0.05;
/** Keeps what few questions speak of from counting much. */
const CAUTION = 0.001;
const CERTAINTY_ROUNDS = 4_000;
const CERTAINTY_STEP = 0.1;
const CERTAINTY_CAUTION = 0.01;

async function main(): Promise<void> {
  const sites = (await sitesIn()).filter((site) => !site.startsWith('held-'));
  const samples = (await Promise.all(sites.map(samplesOf))).flat();
  const unseen = sites.flatMap((site) => {
    const rest = fitTo(samples.filter((sample) => sample.site !== site));
    return samples.filter((sample) => sample.site === site).map((sample) => outcome(sample, rest));
  });
  const reachable = samples.filter(
    ({ isUnsaid, candidates }) => isUnsaid || candidates.some(({ isRight }) => isRight),
  ).length;
  console.log(
    `sites that the fit has not seen: ${unseen.filter((each) => each === 'right').length} of ${unseen.length} right, ` +
      `${unseen.filter((each) => each === 'wrong').length} wrong (${reachable} are among what is chosen from)`,
  );
  if (options.write) await write(fitTo(samples));
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
    return {
      site,
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
  const certainty = SIGNS.map(() => 0);
  const points = samples.flatMap((sample) => {
    const scored = scoredBy(sample, worth);
    if (!scored[0]) return [];
    const signs = signsOf(scored, sample.asked);
    return [{ row: SIGNS.map((name) => signs[name]), isRight: scored[0].isRight }];
  });
  for (let round = 0; round < CERTAINTY_ROUNDS; round += 1) {
    const slope = certainty.map((weight, at) => (SIGNS[at] === 'base' ? 0 : CERTAINTY_CAUTION * weight));
    for (const { row, isRight } of points)
      addTo(slope, row, (logistic(product(row, certainty)) - Number(isRight)) / points.length);
    addTo(certainty, slope, -CERTAINTY_STEP);
  }
  return named(SIGNS, certainty);
}

function scoredBy({ candidates }: Sample, worth: Traits) {
  return candidates
    .map((each) => ({ ...each, score: dot(TRAITS, each.traits, worth) }))
    .sort((one, other) => other.score - one.score);
}

function outcome(sample: Sample, { worth, certainty }: Fit): 'right' | 'wrong' | 'none' {
  const scored = scoredBy(sample, worth);
  const [best] = scored;
  const isSaid = best && logistic(dot(SIGNS, signsOf(scored, sample.asked), certainty)) >= ENOUGH;
  if (sample.isUnsaid) return isSaid ? 'wrong' : 'right';
  if (!isSaid) return 'none';
  return best.isRight ? 'right' : 'wrong';
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
