/**
 * How often questions to unseen pages are answered, in five wordings, and schemas filled. `node bench/site-questions.ts [--only
 * kettle] [--wording question] [--verbose]`
 */
import { parseArgs } from 'node:util';
import type { Answer } from '../src/reading/index.ts';
import { readDocument } from '../src/reading/read-document.ts';
import {
  type BlindPage,
  blindPages,
  isRightPart,
  isRightValue,
  type PageQuestion,
  WORDINGS,
} from './questions.ts';
import { countKeys, type KeyCount } from './schema-score.ts';

const { values: options } = parseArgs({
  options: {
    only: { type: 'string', default: '' },
    wording: { type: 'string', default: '' },
    verbose: { type: 'boolean', default: false },
  },
});

/** From here on a run counts as sure. */
const SURE = 0.6;

interface Told {
  question: PageQuestion;
  text: string;
  /** Given as the answer, or only as the nearest part. */
  isAnswer: boolean;
  likely: number;
  isRight: boolean;
}

async function main(): Promise<void> {
  const pages = (await blindPages()).filter(({ name }) => name.startsWith(options.only));
  for (const [name, word] of Object.entries(WORDINGS)) {
    if (options.wording !== '' && options.wording !== name) continue;
    const told = (await Promise.all(pages.map((page) => askAll(page, word)))).flat();
    print(name, told);
  }
  if (options.wording === '' || options.wording === 'schemas') printSchemas(await fillAll(pages));
}

async function askAll(page: BlindPage, word: (ask: string) => string): Promise<Told[]> {
  const told: Told[] = [];
  for (const question of page.questions) {
    const answer = await answerTo(page, word(question.ask), null);
    const text = textOf(answer);
    const isAnswer = answer?.found === true;
    const isRight =
      question.answer === null
        ? !isAnswer
        : isAnswer && text.length < 60
          ? isRightValue(question, text)
          : isRightPart(question, text);
    const likely = answer?.found ? (answer.likely ?? 1) : 0;
    told.push({ question, text, isAnswer, likely, isRight });
    if (options.verbose && !(isRight && isAnswer))
      console.log(
        `  ${page.name}: ${word(question.ask)} [${question.answer}]\n    ${isAnswer ? 'told' : 'kept'} ${isRight ? 'right' : 'WRONG'} ${likely.toFixed(2)}: ${text.replace(/\s+/g, ' ').slice(0, 300)}`,
      );
  }
  return told;
}

async function answerTo(
  { html, name }: BlindPage,
  goal: string,
  outputSchema: Record<string, unknown> | null,
): Promise<Answer | null> {
  const source = { url: `http://${name}.example/page.html`, body: html, contentType: 'text/html' };
  return (await readDocument(source, { goal, instructions: null, outputSchema })).answer;
}

function textOf(answer: Answer | null): string {
  if (!answer?.found) return '';
  return typeof answer.output === 'string' ? answer.output : JSON.stringify(answer.output);
}

function print(name: string, told: readonly Told[]): void {
  const said = told.filter(({ question }) => question.answer !== null);
  const sure = told.filter(({ isAnswer, likely }) => isAnswer && likely >= SURE);
  const count = (some: readonly Told[], is: (one: Told) => boolean) => some.filter(is).length;
  const percent = (part: number, whole: number) => `${((100 * part) / Math.max(1, whole)).toFixed(1)} %`;
  console.log(
    `${name.padEnd(9)} ${said.length} answerable: right ${percent(
      count(said, ({ isRight }) => isRight),
      said.length,
    )} (told ${percent(
      count(said, ({ isRight, isAnswer }) => isRight && isAnswer),
      said.length,
    )}), nothing ${percent(
      count(said, ({ text }) => text === ''),
      said.length,
    )}; ${told.length - said.length} not said: told all the same ${count(
      told,
      ({ question, isAnswer }) => question.answer === null && isAnswer,
    )}; told ${count(told, ({ isAnswer }) => isAnswer)} wrong ${percent(
      count(told, ({ isAnswer, isRight }) => isAnswer && !isRight),
      count(told, ({ isAnswer }) => isAnswer),
    )}; sure ${sure.length}, wrong ${percent(
      count(sure, ({ isRight }) => !isRight),
      sure.length,
    )}`,
  );
}

async function fillAll(pages: readonly BlindPage[]): Promise<KeyCount[]> {
  const counts: KeyCount[] = [];
  for (const page of pages)
    for (const { ask, schema, gives } of page.schemas) {
      const answer = await answerTo(page, ask, schema);
      const output = answer?.found ? answer.output : {};
      const count = countKeys(output, gives);
      counts.push(count);
      if (options.verbose && count.right < count.all)
        console.log(
          `  ${page.name}: ${ask}\n    gave  ${JSON.stringify(output)}\n    wants ${JSON.stringify(gives)}`,
        );
    }
  return counts;
}

function printSchemas(counts: readonly KeyCount[]): void {
  const sum = (of: (count: KeyCount) => number) => counts.reduce((all, count) => all + of(count), 0);
  const all = sum((count) => count.all);
  const wrong = sum((count) => count.wrong);
  const right = sum((count) => count.right);
  const exact = counts.filter((count) => count.right === count.all && count.wrong === 0).length;
  console.log(
    `schemas   ${counts.length}: exact ${exact}; values ${all}: right ${((100 * right) / all).toFixed(1)} %, wrong ${wrong}, ` +
      `of the filled ones right ${((100 * right) / Math.max(1, right + wrong)).toFixed(1)} %`,
  );
}

await main();
