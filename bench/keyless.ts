/**
 * What works without a language model, in one table: the labelled outputs, the archives `ordinary-*`, the articles and the widget pages. Of
 * the held half only these numbers are looked at. `node bench/keyless.ts open|held [reading]` measures one half, with `reading`
 * without the widget pages.
 */
import { articles } from './extraction.ts';
import { gradeHalf, isWrongAndSure, share as shareOf } from './ordinary.ts';
import { type Bar, type Finding, figure, isMet, table } from './report.ts';
import { SURE, type Trial } from './trials.ts';
import { judgeAll } from './verdict.ts';
import { runWidgets } from './widget-trials.ts';

type Half = 'open' | 'held';

export async function keyless(): Promise<Finding[]> {
  return [...(await measureHalf('open')), ...(await measureHalf('held')), await articles()];
}

async function measureHalf(half: Half, isReadingOnly = false): Promise<Finding[]> {
  const findings = [...(await ordinaryRows(half)), ...(await outputRows(half))];
  return isReadingOnly ? findings : [...findings, ...(await widgetRows(half))];
}

async function ordinaryRows(half: Half): Promise<Finding[]> {
  const graded = await gradeHalf(half);
  const answerable = graded.filter(({ isAnswerable }) => isAnswerable);
  const questions = answerable.filter(({ wording }) => wording !== 'schema');
  const schemas = answerable.filter(({ wording }) => wording === 'schema');
  const sure = graded.filter(({ confidence }) => confidence >= SURE);
  return [
    row(half, 'questions and schemas right, or right in the passages', answerable, ({ isRight }) => isRight),
    row(half, 'questions right, or right in the passages', questions, ({ isRight }) => isRight),
    row(half, 'schemas right in every key', schemas, ({ isRight }) => isRight),
    row(half, 'answers wrong with 0.6 or more', graded, isWrongAndSure, half === 'held' ? { atMost: 3 } : {}),
    row(half, 'answers of 0.6 or more that are wrong', sure, ({ isRight }) => !isRight),
  ];
}

async function outputRows(half: Half): Promise<Finding[]> {
  const judged = (await judgeAll(half)).filter(({ language }) => language === 'en' || language === 'de');
  const bad = judged.filter(({ label }) => label === 'bad');
  const good = judged.filter(({ label }) => label === 'good');
  return [
    row(half, 'bad outputs called a success', bad, ({ isRight }) => !isRight),
    row(half, 'good outputs called a failure', good, ({ isRight }) => !isRight),
  ];
}

async function widgetRows(half: Half): Promise<Finding[]> {
  const options = { set: half, only: [''], seeds: [1], parallel: 2, limit: 20, verbose: false };
  const trials = await runWidgets(options);
  const claims = trials.filter(({ isClaimed }) => isClaimed);
  const sure = claims.filter(({ isSure }) => isSure ?? true);
  const isFalse = ({ isRight }: Trial) => !isRight;
  return [
    row(half, 'widget tasks right', trials, ({ isRight }) => isRight),
    row(half, 'widget tasks done', trials, ({ isRight, isClaimed }) => isRight && isClaimed),
    row(half, 'claims of actions that are false', claims, isFalse),
    row(half, 'the same of 0.6 or more', sure, isFalse, half === 'held' ? { atMost: 5 } : {}),
  ];
}

function row<Item>(
  half: Half,
  what: string,
  all: Item[],
  is: (item: Item) => boolean,
  bar: Bar = {},
): Finding {
  const some = all.filter(is).length;
  const percent = shareOf(all, is);
  return {
    what: `${half}: ${what}`,
    baseline: '',
    product: `${some} of ${all.length}`,
    value: `${figure(percent)} %`,
    spread: '',
    bar: bar.atMost === undefined ? 'reported' : `<= ${bar.atMost} %`,
    isMet: isMet(percent, bar),
  };
}

if (import.meta.main) {
  const [half, scope] = process.argv.slice(2);
  console.log(table(await measureHalf(half === 'held' ? 'held' : 'open', scope === 'reading')));
  console.log(table([await articles()]));
}
