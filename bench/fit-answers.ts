/**
 * Fits the weights of `src/reading/parts/weights.json` to the questions in the archive `questions`: the part of a page that answers,
 * and the likelihood that it is right. Prints the results on pages that the fit has not seen, or writes the fit of all pages.
 * `node bench/fit-answers.ts [--write]`
 */
import { writeFile } from 'node:fs/promises';
import path from 'node:path';
import { parseArgs } from 'node:util';
import { extractPage } from '../src/reading/extract.ts';
import type { ExtractedPage } from '../src/reading/index.ts';
import { NAMED_RIGHT, textOf } from '../src/reading/parts/answer-parts.ts';
import { PART_CHANCE, partChanceSigns, partLikelihood } from '../src/reading/parts/likelihood.ts';
import { namedValue } from '../src/reading/parts/named-value.ts';
import { dot, indexPart, PART_SIGNS, type Ranking, rankParts } from '../src/reading/parts/rank.ts';
import { readClause, type TaskWords } from '../src/reading/parts/task.ts';
import { readTask } from '../src/task/index.ts';
import { fitChance, fitChoice, type Weights } from './fitting.ts';
import {
  type BlindPage,
  blindPages,
  isRightPart,
  isRightValue,
  type PageQuestion,
  WORDINGS,
} from './questions.ts';

const { values: options } = parseArgs({ options: { write: { type: 'boolean', default: false } } });

interface Sample {
  page: string;
  wording: string;
  question: PageQuestion;
  task: TaskWords;
  ranking: Ranking;
  read: ExtractedPage;
}

interface Fit {
  worth: Weights<(typeof PART_SIGNS)[number]>;
  part: Weights<(typeof PART_CHANCE)[number]>;
}

/** The number of groups of pages that are left out of the fit, one after the other. */
const FOLDS = 6;
/** A wrong answer given as sure costs more than a right one given as unsure. */
const WRONG_COST = 7;
/** The other wordings say the same words. */
const FITTED = ['question', 'bare'];

async function main(): Promise<void> {
  const pages = await blindPages();
  const samples = pages.flatMap(samplesOf);
  if (options.write) {
    const file = path.join(import.meta.dirname, '../src/reading/parts/weights.json');
    await writeFile(file, `${JSON.stringify(fitTo(samples), rounded, 2)}\n`);
    return;
  }
  const outcomes = Array.from({ length: FOLDS }).flatMap((_, fold) => {
    const held = new Set(pages.filter((_page, at) => at % FOLDS === fold).map(({ name }) => name));
    const fit = fitTo(samples.filter(({ page }) => !held.has(page)));
    return samples.filter(({ page }) => held.has(page)).map((sample) => outcomeOf(sample, fit));
  });
  for (const [wording, some] of Map.groupBy(outcomes, ({ sample }) => sample.wording)) print(wording, some);
}

function rounded(_key: string, value: unknown): unknown {
  return typeof value === 'number' ? Number(value.toFixed(2)) : value;
}

function samplesOf({ name, html, questions }: BlindPage): Sample[] {
  const page = extractPage(html, `http://${name}.example/page.html`);
  const parts = page.parts.map((part) => indexPart(part, 0));
  return questions.flatMap((question) =>
    Object.entries(WORDINGS).map(([wording, word]) => {
      const { text } = readTask({ goal: word(question.ask), steps: [], url: null, outputSchema: null });
      const task = readClause(text);
      return { page: name, wording, question, task, ranking: rankParts(parts, task), read: page };
    }),
  );
}

function fitTo(all: readonly Sample[]): Fit {
  const samples = all.filter(({ wording }) => FITTED.includes(wording));
  const worth = fitChoice(
    PART_SIGNS,
    samples.map(({ ranking, question }) =>
      ranking.ranked.map(({ signs, part }) => ({ traits: signs, isRight: isRightPart(question, part.text) })),
    ),
  );
  const ranked = samples.map((sample) => ({ ...sample, ranking: reranked(sample.ranking, worth) }));
  const part = fitChance(
    PART_CHANCE,
    ranked.map(({ ranking, task, question }) => ({
      signs: partChanceSigns(ranking, task),
      isRight: isRightPart(question, textOf(ranking.ranked)),
    })),
    WRONG_COST,
  );
  return { worth, part };
}

function reranked({ ranked, words }: Ranking, worth: Fit['worth']): Ranking {
  const scored = ranked.map((each) => ({ ...each, score: dot(PART_SIGNS, each.signs, worth) }));
  return { ranked: scored.sort((one, other) => other.score - one.score), words };
}

interface Outcome {
  sample: Sample;
  likely: number;
  isRight: boolean;
}

function outcomeOf(sample: Sample, { worth, part }: Fit): Outcome {
  const { task, question, read } = sample;
  const named = namedValue([read], task);
  if (named) return { sample, likely: NAMED_RIGHT, isRight: isRightValue(question, named.value) };
  const ranking = reranked(sample.ranking, worth);
  return {
    sample,
    likely: partLikelihood(ranking, task, part),
    isRight: isRightPart(question, textOf(ranking.ranked)),
  };
}

function print(wording: string, outcomes: readonly Outcome[]): void {
  const said = outcomes.filter(({ sample }) => sample.question.answer !== null);
  const percent = (some: readonly Outcome[]) =>
    `${((100 * some.filter(({ isRight }) => isRight).length) / Math.max(1, some.length)).toFixed(1)} %`;
  const from = (least: number) => outcomes.filter(({ likely }) => likely >= least);
  const without = outcomes.filter(({ sample }) => sample.question.answer === null);
  console.log(
    `${wording.padEnd(9)} right ${percent(said)} of ${said.length}; ` +
      [0.5, 0.55, 0.6, 0.7, 0.8]
        .map((least) => `from ${least}: ${from(least).length} ${percent(from(least))}`)
        .join(', ') +
      `; without an answer ${without.length}, told ${without.filter(({ likely }) => likely >= 0.5).length}`,
  );
}

await main();
