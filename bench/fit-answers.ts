/**
 * Fits the weights of `src/reading/parts/weights.json` to the questions in `bench/questions`: which part of a page answers,
 * and how likely that part, or a value taken from it, is right. Prints how pages do that the fit has not seen, or writes
 * what fits all of them. `node bench/fit-answers.ts [--write]`
 */
import { writeFile } from 'node:fs/promises';
import path from 'node:path';
import { parseArgs } from 'node:util';
import { extractPage } from '../src/reading/extract.ts';
import type { ExtractedPage } from '../src/reading/index.ts';
import { textOf } from '../src/reading/parts/answer-parts.ts';
import {
  eased,
  PART_CHANCE,
  partChanceSigns,
  VALUE_CHANCE,
  valueChanceSigns,
} from '../src/reading/parts/likelihood.ts';
import { namedValue } from '../src/reading/parts/named-value.ts';
import { dot, indexPart, logistic, PART_SIGNS, type Ranking, rankParts } from '../src/reading/parts/rank.ts';
import { readTask, type TaskWords } from '../src/reading/parts/task.ts';
import { takeValue } from '../src/reading/parts/value.ts';
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
  value: Weights<(typeof VALUE_CHANCE)[number]>;
}

/** Pages are left out of the fit in so many groups, one after the other. */
const FOLDS = 6;
/** The other wordings say the same words. */
/** Something wrong that is told as sure costs more than something right that is not. */
const WRONG_COST = 7;
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
      const task = readTask(word(question.ask));
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
  const value = fitChance(
    VALUE_CHANCE,
    ranked.flatMap(({ ranking, task, question }) => {
      const found = valueIn(ranking, task);
      if (!found) return [];
      return [
        { signs: valueChanceSigns(ranking, task, found), isRight: isRightValue(question, found.output) },
      ];
    }),
    WRONG_COST,
  );
  return { worth, part, value };
}

function reranked({ ranked, words }: Ranking, worth: Fit['worth']): Ranking {
  const scored = ranked.map((each) => ({ ...each, score: dot(PART_SIGNS, each.signs, worth) }));
  return { ranked: scored.sort((one, other) => other.score - one.score), words };
}

function valueIn({ ranked, words }: Ranking, task: TaskWords) {
  const [best] = ranked;
  return best ? takeValue(best, words, task) : null;
}

interface Outcome {
  sample: Sample;
  likely: number;
  isRight: boolean;
  isValue: boolean;
}

function outcomeOf(sample: Sample, { worth, part, value }: Fit): Outcome {
  const { task, question } = sample;
  const named = namedValue([sample.read], task);
  if (named) return { sample, likely: 0.88, isRight: isRightValue(question, named.value), isValue: true };
  const ranking = reranked(sample.ranking, worth);
  const found = valueIn(ranking, task);
  const sure = found ? logistic(dot(VALUE_CHANCE, valueChanceSigns(ranking, task, found), value)) : 0;
  if (found && sure >= TELLING)
    return { sample, likely: sure, isRight: isRightValue(question, found.output), isValue: true };
  return {
    sample,
    likely: eased(logistic(dot(PART_CHANCE, partChanceSigns(ranking, task), part))),
    isRight: isRightPart(question, textOf(ranking.ranked)),
    isValue: false,
  };
}

const TELLING = 0.6;

function print(wording: string, outcomes: readonly Outcome[]): void {
  const said = outcomes.filter(({ sample }) => sample.question.answer !== null);
  const percent = (some: readonly Outcome[]) =>
    `${((100 * some.filter(({ isRight }) => isRight).length) / Math.max(1, some.length)).toFixed(1)} %`;
  const from = (least: number) => outcomes.filter(({ likely }) => likely >= least);
  const values = outcomes.filter(({ isValue }) => isValue);
  console.log(
    `${wording.padEnd(9)} right ${percent(said)} of ${said.length}; ` +
      [0.4, 0.5, 0.6, 0.7, 0.8]
        .map((least) => `from ${least}: ${from(least).length} ${percent(from(least))}`)
        .join(', ') +
      `; values ${values.length} ${percent(values)}`,
  );
}

await main();
