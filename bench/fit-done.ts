/**
 * Fits how likely a task is done that the browser agent calls done (`src/page-agent/verdict/weights.ts`) to the pages of
 * `bench/widgets/blind-…`, prints how well it tells that of pages the fit has not seen, or writes what fits all of them.
 * `node bench/fit-done.ts [--seeds 3] [--parallel 3] [--write] [--to samples.json] [--from samples.json ...] [--folder pages]`
 *
 * How often the agent is right where it says so can only be learned where nobody mended it until it was. Do not look at
 * the blind pages when you mend.
 */
import { readFile, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { parseArgs } from 'node:util';
import { DONE_SIGNS, type DoneSigns, doneSigns } from '../src/page-agent/index.ts';
import { fitChance } from './fitting.ts';
import { runWidgets, type WidgetTrial } from './widget-trials.ts';

const { values: options } = parseArgs({
  options: {
    seeds: { type: 'string', default: '3' },
    parallel: { type: 'string', default: '3' },
    limit: { type: 'string', default: '20' },
    only: { type: 'string', default: 'blind-' },
    write: { type: 'boolean', default: false },
    to: { type: 'string' },
    from: { type: 'string', multiple: true },
    folder: { type: 'string' },
  },
});

interface Sample {
  page: string;
  signs: DoneSigns;
  isRight: boolean;
}

/** Pages are left out of the fit in so many groups, one after the other. */
const FOLDS = 8;
/** A task that is called done and is not costs more than a doubt; less than this and the sure ones are not right often enough. */
const WRONG_COST = 5;

async function main(): Promise<void> {
  const trials: WidgetTrial[] = options.from
    ? (await Promise.all(options.from.map((file) => readFile(file, 'utf8')))).flatMap((text) =>
        JSON.parse(text),
      )
    : await tried();
  if (options.to) await writeFile(options.to, JSON.stringify(trials));
  const samples = trials.flatMap(({ name, claim }) =>
    claim
      ? [{ page: name.replace(/\?.*/u, ''), signs: doneSigns(claim.evidence), isRight: claim.isDone }]
      : [],
  );
  if (options.write) await write(fitChance(DONE_SIGNS, samples, WRONG_COST));
  else print(samples);
}

function tried(): Promise<WidgetTrial[]> {
  return runWidgets({
    ...(options.folder && { folder: options.folder }),
    only: options.only.split(','),
    seeds: Array.from({ length: Number(options.seeds) }, (_, index) => 1 + index),
    parallel: Number(options.parallel),
    limit: Number(options.limit),
    verbose: false,
  });
}

function print(samples: readonly Sample[]): void {
  const pages = [...new Set(samples.map(({ page }) => page))].sort();
  const foldOf = new Map(pages.map((page, at) => [page, at % FOLDS]));
  const weighed = Array.from({ length: FOLDS }).flatMap((_, fold) => {
    const weights = fitChance(
      DONE_SIGNS,
      samples.filter(({ page }) => foldOf.get(page) !== fold),
      WRONG_COST,
    );
    return samples
      .filter(({ page }) => foldOf.get(page) === fold)
      .map((sample) => ({ ...sample, likely: likelyBy(sample.signs, weights) }));
  });
  console.log(
    `${samples.length} tasks called done on ${pages.length} pages, ${samples.filter(({ isRight }) => isRight).length} of them done`,
  );
  for (const least of [0, 0.2, 0.3, 0.4, 0.5, 0.6, 0.7, 0.8, 0.9]) {
    const told = weighed.filter(({ likely }) => likely >= least);
    const right = told.filter(({ isRight }) => isRight).length;
    console.log(`  from ${least} on: ${right} right, ${told.length - right} wrong`);
  }
}

function likelyBy(signs: DoneSigns, weights: DoneSigns): number {
  return 1 / (1 + Math.exp(-DONE_SIGNS.reduce((sum, sign) => sum + signs[sign] * weights[sign], 0)));
}

async function write(weights: DoneSigns): Promise<void> {
  const table = Object.entries(weights).map(([name, value]) => `  ${name}: ${Number(value.toFixed(2))},\n`);
  await writeFile(
    path.join(import.meta.dirname, '../src/page-agent/verdict/weights.ts'),
    `/** Fitted by \`bench/fit-done.ts\`; not to be changed by hand. */
export const DONE_WORTH = {
${table.join('')}};
`,
  );
}

await main();
