import { execFile } from 'node:child_process';
import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { promisify } from 'node:util';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { clientPackages } from '../../test/support/client-packages.ts';
import { type ScriptedRunner, scriptedRunner } from '../../test/support/scripted-runner.ts';
import { startTestApp, TEST_KEY, type TestApp } from '../../test/support/test-app.ts';

// Referees of other people over the formats of language models, on a runner that answers every question.

let service: TestApp;
let folder: string;

const agent: ScriptedRunner = {
  ...scriptedRunner('agent'),
  run: async (task) => ({ ok: true, output: answerTo(task), page: null, files: [], costMicroUsd: null }),
};

/** What the referees ask for: the first allowed values of a schema, the named keys, or words. */
function answerTo({ goal, outputSchema }: Parameters<ScriptedRunner['run']>[0]): unknown {
  if (outputSchema?.properties) return sampleOf(outputSchema);
  const keys = [...goal.matchAll(/"(\w+)"/g)].map(([, key]) => key ?? '');
  return /JSON/.test(goal) && keys.length > 0
    ? Object.fromEntries(keys.map((key) => [key, 'Canberra']))
    : 'The answer is 42.';
}

function sampleOf(schema: Record<string, unknown>): unknown {
  const {
    type,
    enum: [first] = [],
    properties = {},
    items = {},
  } = schema as {
    type?: string;
    enum?: unknown[];
    properties?: Record<string, Record<string, unknown>>;
    items?: Record<string, unknown>;
  };
  if (first !== undefined) return first;
  if (type === 'array') return [sampleOf(items)];
  if (type === 'integer' || type === 'number') return 42;
  if (type === 'boolean') return true;
  if (type !== 'object') return 'Canberra';
  return Object.fromEntries(Object.entries(properties).map(([name, one]) => [name, sampleOf(one)]));
}

beforeAll(async () => {
  folder = await clientPackages('open-responses');
  service = await startTestApp({ runners: [agent] });
}, 240_000);
afterAll(() => service[Symbol.asyncDispose]());

/**
 * Demands on a language model that a browser agent does not meet: it has no limit of tokens, and an earlier response is
 * context for runners with a language model alone.
 */
const OF_MODELS = [
  'chat-finish-length',
  'responses-finish-length',
  'messages-finish-length',
  'chat-max-tokens-alias',
  'responses-previous-response-id',
];

interface Report {
  conformance: {
    bySurface: Array<{ surface: string; passed: number }>;
    results: Array<{ id: string; failures: Array<{ severity: string; id: string; message: string }> }>;
  };
}

test('llmprobe: every MUST but those of language models alone', { timeout: 180_000 }, async () => {
  const probe = join(folder, 'node_modules/llmprobe/bin/dist/llmprobe.mjs');
  const report = join(folder, 'node_modules/llmprobe-report.json');
  const options = ['--no-bench', '--no-save', '--reasoning', 'default', '--save', report];
  const args = [probe, `${service.app.url}/v1`, '-k', TEST_KEY, '-m', 'switchyard', ...options];
  // Its exit code is about missing parts, such as embeddings.
  await promisify(execFile)(process.execPath, args, { maxBuffer: 1e8 }).catch(() => undefined);
  const { conformance } = JSON.parse(await readFile(report, 'utf8')) as Report;
  const missed = conformance.results.flatMap(({ id, failures }) =>
    OF_MODELS.includes(id) ? [] : failures.filter(({ severity }) => severity === 'MUST'),
  );
  expect(missed).toEqual([]);
  const surfaces = conformance.bySurface.filter(({ passed }) => passed > 0).map(({ surface }) => surface);
  expect(surfaces).toEqual(expect.arrayContaining(['models', 'chat', 'responses', 'messages']));
});

describe('@ai-sdk/open-responses', () => {
  test('generates and streams the answer', async () => {
    const script = pathToFileURL(join(folder, 'ask.ts')).href;
    const { ask } = await import(script);
    const { generated, streamed } = await ask(`${service.app.url}/v1/responses`, TEST_KEY, 'What is it?');
    expect([generated, streamed]).toEqual(['The answer is 42.', 'The answer is 42.']);
  });
});
