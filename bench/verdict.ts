/**
 * The judge against labelled outputs of runners, without a model: successes among outputs that a person calls bad, and failures among
 * good ones. `node bench/verdict.ts open` prints every miss of the open lines; of the held ones only numbers are looked at.
 */
import { readFile } from 'node:fs/promises';
import path from 'node:path';
import { captureFiles } from '../src/artifacts/capture.ts';
import { SchemaChecker } from '../src/judge/schema-checker.ts';
import { createLog } from '../src/platform/log.ts';
import type { AttemptResult } from '../src/runners/contract.ts';
import { assess } from '../src/runs/attempt/assess.ts';
import type { Run } from '../src/runs/run.ts';
import { readTask } from '../src/task/index.ts';
import { type Bar, type Finding, isMet } from './report.ts';

interface Line {
  id: string;
  language: string;
  kind: string;
  label: 'good' | 'bad';
  task: string;
  schema?: Record<string, unknown>;
  output: unknown;
  files?: Array<{ name: string; mediaType: string; head: string; delivered: boolean }>;
  status?: number;
  page?: string;
}

interface Judged extends Line {
  verdict: string;
  confidence: number;
  reason: string;
  isRight: boolean;
}

export async function verdict(): Promise<Finding[]> {
  const findings: Finding[] = [];
  for (const half of ['open', 'held'] as const) {
    const judged = await judgeAll(half);
    const barred = half === 'held' ? ['en', 'de'] : [];
    findings.push(
      share(
        `${half}: bad, English and German`,
        judged,
        'bad',
        ['en', 'de'],
        barred.length > 0 ? { atMost: 0.02 } : {},
      ),
    );
    findings.push(
      share(
        `${half}: good, English and German`,
        judged,
        'good',
        ['en', 'de'],
        barred.length > 0 ? { atMost: 0.03 } : {},
      ),
    );
    for (const language of new Set(judged.map((line) => line.language)))
      for (const label of ['bad', 'good'] as const)
        findings.push(share(`${half}: ${label}, ${language}`, judged, label, [language], {}));
    for (const kind of new Set(judged.map((line) => line.kind)))
      for (const label of ['bad', 'good'] as const)
        if (judged.some((line) => line.kind === kind && line.label === label))
          findings.push(
            share(
              `${half}: ${label}, ${kind}`,
              judged.filter((line) => line.kind === kind),
              label,
              null,
              {},
            ),
          );
  }
  return findings;
}

function share(
  what: string,
  lines: Judged[],
  label: Line['label'],
  languages: string[] | null,
  bar: Bar,
): Finding {
  const meant = lines.filter((line) => line.label === label && (languages?.includes(line.language) ?? true));
  const wrong = meant.filter(({ isRight }) => !isRight).length;
  const value = meant.length === 0 ? 0 : wrong / meant.length;
  return {
    what: `${what}: ${label === 'bad' ? 'false successes' : 'false failures'}`,
    baseline: '',
    product: `${wrong} of ${meant.length}`,
    value: `${(100 * value).toFixed(1)} %`,
    spread: '',
    bar: bar.atMost === undefined ? 'reported' : `<= ${100 * bar.atMost} %`,
    isMet: isMet(value, bar),
  };
}

export async function judgeAll(half: 'open' | 'held'): Promise<Judged[]> {
  const text = await readFile(path.join(import.meta.dirname, 'data', `outputs-${half}.jsonl`), 'utf8');
  await using schemas = new SchemaChecker();
  const judged: Judged[] = [];
  for (const line of text.split('\n').filter((each) => each.trim() !== ''))
    judged.push(await judgeLine(schemas, JSON.parse(line)));
  return judged;
}

/** As a run of a hosted agent is judged, by the product's own code. */
async function judgeLine(schemas: SchemaChecker, line: Line): Promise<Judged> {
  const files = line.files ?? [];
  const meant = (isThere: boolean) =>
    files
      .filter(({ delivered }) => delivered === isThere)
      .map(({ name, mediaType, head }) => ({
        kind: 'download' as const,
        name,
        contentType: mediaType,
        bytes: Buffer.from(head, 'latin1'),
      }));
  const result: AttemptResult = {
    ok: true,
    output: line.output,
    page:
      line.page === undefined && line.status === undefined
        ? null
        : {
            finalUrl: 'https://site.example/',
            httpStatus: line.status ?? null,
            title: null,
            headers: {},
            markup: line.page ?? null,
            ...(line.page !== undefined && { whole: line.page }),
          },
    files: meant(true),
    missed: meant(false).map(({ bytes: _, ...file }) => ({
      ...file,
      sizeBytes: 0,
      why: 'not_fetched' as const,
    })),
    costMicroUsd: null,
  };
  const captured = await captureFiles(STORE, result.files, LOG);
  const limits = { stop: new AbortController().signal, leftMs: 60_000 };
  const { judgement } = await assess({ schemas, llm: null, faults: { pass: () => undefined } } as never, {
    run: runOf(line),
    result,
    captured,
    stepCount: 0,
    mayNormalize: async () => false,
    limits,
  });
  const { verdict, confidence, reason } = judgement;
  const isAnswer = verdict === 'succeeded' || verdict === 'empty';
  const isRight =
    line.label === 'bad' ? !isAnswer : line.kind === 'empty' ? isAnswer : verdict === 'succeeded';
  return { ...line, verdict, confidence, reason, isRight };
}

const LOG = createLog('silent');
const STORE = { write: async () => 'kept' } as never;

function runOf({ task: goal, schema }: Line): Run {
  const told = {
    goal,
    instructions: null,
    url: null,
    steps: [],
    successCriteria: null,
    outputSchema: schema ?? null,
  };
  return { request: { normalize: false, task: { ...told, reading: readTask(told) } } } as unknown as Run;
}

if (import.meta.main) {
  const half = process.argv[2] === 'open' ? 'open' : 'held';
  const judged = await judgeAll(half);
  if (half === 'open')
    for (const { isRight, id, label, task, output, verdict: told, reason } of judged)
      if (!isRight) console.log(`${id} ${label} ${told} | ${task} | ${JSON.stringify(output)} | ${reason}`);
  for (const label of ['bad', 'good'] as const)
    for (const languages of [['en', 'de'], ['en'], ['de'], ['fr'], ['es'], ['it'], ['ja']]) {
      const { product, value } = share('', judged, label, languages, {});
      console.log(`${half} ${label} ${languages.join('+')}: ${product} wrong, ${value}`);
    }
  for (const kind of new Set(judged.map((line) => line.kind)))
    for (const label of ['bad', 'good'] as const) {
      const { product } = share(
        '',
        judged.filter((line) => line.kind === kind && /en|de/.test(line.language)),
        label,
        null,
        {},
      );
      console.log(`${half} ${label} ${kind}: ${product}`);
    }
}
