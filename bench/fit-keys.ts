/**
 * Fits the weights of `src/reading/fill/key-weights.json`: the value of a page that a key of a schema asks for, and its likelihood.
 * Prints the results on pages that the fit has not seen, or writes the fit of all. `node bench/fit-keys.ts [--write]`
 */
import { writeFile } from 'node:fs/promises';
import path from 'node:path';
import { parseArgs } from 'node:util';
import { eased } from '../src/platform/eased.ts';
import { extractPage } from '../src/reading/extract.ts';
import {
  chanceSigns,
  findIn,
  KEY_CHANCE,
  type Option,
  optionsFor,
} from '../src/reading/fill/choose-value.ts';
import { factsOf } from '../src/reading/fill/fact.ts';
import { KEY_SIGNS, type KeyAsked, type KeySigns } from '../src/reading/fill/key-signs.ts';
import { propertiesOf, resolveSchema, type Schema } from '../src/reading/fill/schema-shape.ts';
import type { ExtractedPage } from '../src/reading/index.ts';
import { dot, logistic } from '../src/reading/parts/rank.ts';
import { schemaType } from '../src/reading/values/convert-value.ts';
import { parseDate } from '../src/reading/values/date.ts';
import { fitChance, fitChoice, type Weights } from './fitting.ts';
import { isSame, loadHalf } from './ordinary.ts';
import { blindPages } from './questions.ts';

const { values: options } = parseArgs({
  options: { write: { type: 'boolean', default: false }, show: { type: 'boolean', default: false } },
});

interface Sample {
  page: string;
  asked: KeyAsked;
  options: Option[];
  /** The right values; none where the page does not say them. */
  accepted: unknown[];
}

interface Task {
  page: string;
  html: string;
  url: string;
  goal: string;
  schema: Schema;
  expect: Record<string, unknown[]>;
}

const FOLDS = 6;
const WRONG_COST = 4;

async function tasks(): Promise<Task[]> {
  const open = (await loadHalf('open')).flatMap(({ name, html, url, requests }) =>
    requests.map(({ schema: { task, schema, expect } }) => ({
      page: name,
      html,
      url,
      goal: task,
      schema,
      expect: expect ?? {},
    })),
  );
  const blind = (await blindPages()).flatMap(({ name, html, schemas }) =>
    schemas.flatMap(({ ask, schema, gives }) =>
      gives !== null && typeof gives === 'object' && !Array.isArray(gives)
        ? [
            {
              page: name,
              html,
              url: `http://${name}.example/page.html`,
              goal: ask,
              schema,
              expect: Object.fromEntries(
                Object.entries(gives).map(([key, value]) => [key, value === null ? [] : [value]]),
              ),
            },
          ]
        : [],
    ),
  );
  return [...open, ...blind];
}

const read = new Map<string, ExtractedPage>();

function samplesOf({ page: name, html, url, goal, schema, expect }: Task, worth?: KeySigns): Sample[] {
  const page = read.get(name) ?? extractPage(html, url);
  read.set(name, page);
  const keys = Object.entries(propertiesOf(resolveSchema(schema, schema)))
    .map(([key, part]) => [key, resolveSchema(part, schema)] as const)
    .filter(([, part]) => !['array', 'object'].includes(schemaType(part)));
  return [...optionsFor(keys, page, findIn(page, factsOf(page)), goal, worth)].map(([key, found]) => ({
    page: name,
    ...found,
    accepted: expect[key] ?? [],
  }));
}

/** A day in another notation is the same day. */
const isRight = ({ accepted }: Sample, value: unknown) =>
  accepted.some(
    (each) =>
      isSame(value, each) ||
      (typeof value === 'string' &&
        typeof each === 'string' &&
        value.length < 40 &&
        parseDate(value)?.date === each),
  );

function fitTo(samples: readonly Sample[]): {
  worth: KeySigns;
  chance: Weights<(typeof KEY_CHANCE)[number]>;
} {
  const worth = fitChoice(
    KEY_SIGNS,
    samples.map((sample) =>
      sample.options.map(({ signs, value }) => ({ traits: signs, isRight: isRight(sample, value) })),
    ),
  );
  const chance = fitChance(
    KEY_CHANCE,
    samples.flatMap((sample) => {
      const ranked = reranked(sample, worth);
      const [best] = ranked;
      return best ? [{ signs: chanceSigns(sample.asked, ranked), isRight: isRight(sample, best.value) }] : [];
    }),
    WRONG_COST,
  );
  return { worth, chance };
}

function reranked({ options }: Sample, worth: KeySigns): Option[] {
  return options
    .map((option) => ({ ...option, score: dot(KEY_SIGNS, option.signs, worth) }))
    .sort((one, other) => other.score - one.score);
}

const all = await tasks();
const samples = all.flatMap((task) => samplesOf(task));
const answerable = samples.filter(({ accepted }) => accepted.length > 0);
const reachable = answerable.filter((sample) => sample.options.some(({ value }) => isRight(sample, value)));
console.log(
  `${samples.length} keys, ${answerable.length} answerable, ${reachable.length} with the right value among the options`,
);
if (options.show)
  for (const sample of answerable.filter((one) => !reachable.includes(one)))
    console.log(
      `  unreachable ${sample.page} ${sample.asked.key} (${sample.asked.wanted}) wants ${JSON.stringify(sample.accepted).slice(0, 100)}`,
    );
if (options.write) {
  const file = path.join(import.meta.dirname, '../src/reading/fill/key-weights.json');
  const rounded = (_key: string, value: unknown) =>
    typeof value === 'number' ? Number(value.toFixed(2)) : value;
  await writeFile(file, `${JSON.stringify(fitTo(samples), rounded, 2)}\n`);
} else {
  const pages = [...new Set(samples.map(({ page }) => page))];
  const outcomes = Array.from({ length: FOLDS }).flatMap((_, fold) => {
    const held = new Set(pages.filter((_page, at) => at % FOLDS === fold));
    const { worth, chance } = fitTo(samples.filter(({ page }) => !held.has(page)));
    return samples
      .filter(({ page }) => held.has(page))
      .flatMap((sample) => {
        const ranked = reranked(sample, worth);
        const [best] = ranked;
        if (!best) return [];
        const likely = eased(logistic(dot(KEY_CHANCE, chanceSigns(sample.asked, ranked), chance)), 0.15);
        return [{ sample, best, likely, isRight: isRight(sample, best.value) }];
      });
  });
  const said = outcomes.filter(({ sample }) => sample.accepted.length > 0);
  const share = (some: readonly { isRight: boolean }[]) =>
    `${((100 * some.filter((one) => one.isRight).length) / Math.max(1, some.length)).toFixed(1)} % of ${some.length}`;
  console.log(
    `right ${share(said)}; open ${share(said.filter(({ sample }) => /^a\d\d-/u.test(sample.page)))}`,
  );
  for (const least of [0.3, 0.4, 0.5, 0.6, 0.7, 0.8, 0.9])
    console.log(`from ${least}: ${share(outcomes.filter(({ likely }) => likely >= least))}`);
  if (options.show)
    for (const { sample, best, likely, isRight: right } of outcomes)
      if (!right)
        console.log(
          `  ${likely.toFixed(2)} ${sample.page} ${sample.asked.key} (${sample.asked.wanted}) wants ${JSON.stringify(sample.accepted).slice(0, 80)} told ${JSON.stringify(best.value).slice(0, 80)} ${best.candidate.source} ${best.candidate.names
            .map((n) => n.join(' '))
            .join('/')
            .slice(0, 40)}`,
        );
}
